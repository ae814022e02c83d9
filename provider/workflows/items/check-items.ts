/** Refuses arguments that make no sense for these items. Runs in both processes. */
import { ListingError } from "../../base/errors.js";
import { excerpt } from "../../base/excerpt.js";
import type { Path } from "../../base/json-path.js";
import type { WhereCondition, WhereValue } from "../arguments/argument-types.js";
import { type JsonValue, stringifyJson } from "../json/json.js";
import { isJsonNumber } from "../json/numbers.js";
import type { ListingView } from "../types.js";
import { describeMissing, identityOfItem } from "./describe.js";
import { parseField, scalarsAt } from "./fields.js";
import { ID_FIELDS, identityFields, identityFor, type KeyPath } from "./identity.js";
import { parseSortBy } from "./sort-items.js";
import { compareWith, operatorsOf } from "./where.js";

const FIELD_HINT = 'Write a field that may be missing everywhere with a question mark at its end, such as "archived?".';
const IDENTITY_HINT =
  'Set `keyPath` to what identifies an item: a path, a list of paths, or "none". By default it is the first of ' +
  `${ID_FIELDS.join(", ")} that all items have.`;

/**
 * Throws if an argument names a field that no item has, or compares a field with a value of another type: the string "true" never
 * equals true. Without this check, a typing error would filter everything or nothing.
 *
 * @throws ListingError `listing`.
 */
export function assertView(items: readonly JsonValue[], view: ListingView): void {
  const { where = {}, select = [], ignoreFields = [], sortBy } = view;
  const conditions = Object.entries(where);
  const fieldsByArgument = {
    where: conditions.filter(([, condition]) => operatorsOf(condition).exists === undefined).map(([field]) => field),
    select,
    ignoreFields,
    sortBy: parseSortBy(sortBy).map(({ field }) => field),
  };
  const isNeeded = (field: string): boolean => !field.endsWith("?");
  for (const [argument, fields] of Object.entries(fieldsByArgument)) {
    assertFields(items, argument, fields.filter(isNeeded), FIELD_HINT);
  }
  for (const [field, condition] of conditions) {
    assertKind(items, parseField(field), condition);
  }
}

/**
 * Throws if two items have one identity, because a program that creates a resource for each item would lose one; and if no item
 * has a field of `keyPath`, which is a typing error.
 *
 * @param isSecret True if the error must not show the identity, because the listing is secret.
 * @throws ListingError `listing`.
 */
export function assertDistinct(items: readonly JsonValue[], keyPath: KeyPath, isSecret: boolean): void {
  const configuredFields = keyPath === undefined ? [] : (identityFields([], keyPath) ?? []);
  assertFields(items, "keyPath", configuredFields, IDENTITY_HINT);
  const fields = identityFields(items, keyPath);
  const identityOf = identityFor(items, keyPath);
  if (fields === undefined || identityOf === undefined) {
    return;
  }
  const positions = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const identity = identityOf(item);
    const first = identity === undefined ? undefined : positions.get(identity);
    if (first !== undefined) {
      const shownIdentity = isSecret ? "" : `: ${identityOfItem(item, fields)}`;
      const problem = `Items ${first + 1} and ${index + 1} of the listing have the same identity${shownIdentity}.`;
      throw new ListingError(problem, { code: "listing", hint: IDENTITY_HINT });
    }
    if (identity !== undefined) {
      positions.set(identity, index);
    }
  }
}

function assertFields(items: readonly JsonValue[], argument: string, fields: readonly string[], hint: string): void {
  for (const field of fields) {
    const missing = describeMissing(items, field);
    if (missing !== undefined) {
      throw new ListingError(`\`${argument}\`: ${missing}`, { code: "listing", hint });
    }
  }
}

/**
 * Throws if a condition compares the field with a value of another type:
 *
 * 1. A bound must have the field's type: `{ gt: 5 }` on a field of strings is an error.
 * 2. The values to equal must include one of the field's type if the field is boolean: "true" on a boolean field is an error.
 * 3. They must do so too if an item has the same text as another type: "5" on a field that is 5.
 *
 * Any other text is accepted, because an item may have had it before.
 */
function assertKind(items: readonly JsonValue[], path: Path, condition: WhereCondition): void {
  const { in: allowed = [], not, gt, gte, lt, lte } = operatorsOf(condition);
  const values = scalarsAt(items, path).filter((value) => value !== null);
  const hasOtherKind = (operand: WhereValue | undefined): boolean =>
    operand != null && values.every((value) => Number.isNaN(compareWith(value, operand)));
  const textOf = (value: JsonValue): string => stringifyJson(value).replaceAll('"', "").toLowerCase();
  const texts = new Set(allowed.every(hasOtherKind) ? allowed.map(textOf) : []);
  const looksEqual = (value: JsonValue): boolean =>
    typeof value === "boolean" ? texts.size > 0 : texts.has(textOf(value));
  const mistaken = [gt, gte, lt, lte].some(hasOtherKind) ? values[0] : values.find(looksEqual);
  if (mistaken !== undefined) {
    const kind = isJsonNumber(mistaken) ? "number" : typeof mistaken;
    const problem = `\`where\`: "${excerpt(path.text)}" is a ${kind} in the workflows, and is compared with something else.`;
    const hint = `Write the value as a ${kind}: a string in quotes, a number and a boolean without.`;
    throw new ListingError(problem, { code: "listing", hint });
  }
  if (not !== undefined) {
    assertKind(items, path, not);
  }
}
