/** What arguments cannot mean for these items: fields that no item has, values of another kind, one identity twice. */
import { ListingError } from "../../base/errors.js";
import { excerpt } from "../../base/excerpt.js";
import type { Path } from "../../base/json-path.js";
import type { Where, WhereCondition, WhereValue } from "../arguments/argument-types.js";
import { type JsonValue, stringifyJson } from "../json/json.js";
import { isJsonNumber } from "../json/numbers.js";
import type { ListingView } from "../types.js";
import { describeMissing, few } from "./describe.js";
import { parseField, valuesAt } from "./fields.js";
import { ID_FIELDS, identityFor, type KeyPath } from "./identity.js";
import { parseSortBy } from "./sort-items.js";
import { compareWith, filterItems, operatorsOf } from "./where.js";

const FIELD_HINT = 'Write a field that may be missing everywhere with a question mark at its end, such as "archived?".';
const IDENTITY_HINT =
  'Set `keyPath` to what identifies an item: a path, a list of paths, or "none". By default it is the first of ' +
  `${ID_FIELDS.join(", ")} that all items have.`;

/**
 * A field that no item has is a typing error, and so is a value of another kind than the field: the text "true" is never equal to
 * true. Without this check they would filter everything or nothing.
 *
 * @throws ListingError `listing`.
 */
export function assertView(items: readonly JsonValue[], view: ListingView): void {
  const { where = {}, select = [], ignoreFields = [], sortBy } = view;
  const conditions = Object.entries(where);
  const asked = {
    where: conditions.filter(([, condition]) => operatorsOf(condition).exists === undefined).map(([field]) => field),
    select,
    ignoreFields,
    sortBy: parseSortBy(sortBy).map(({ field }) => field),
  };
  const isNeeded = (field: string): boolean => !field.endsWith("?");
  for (const [argument, fields] of Object.entries(asked)) {
    assertFields(items, argument, fields.filter(isNeeded), FIELD_HINT);
  }
  for (const [field, condition] of conditions) {
    assertKind(items, parseField(field), condition);
  }
}

/**
 * No two items may have one identity: whoever makes a resource for each would lose one. The message names no value,
 * as the listing may be secret. A `keyPath` that no item has is a typing error.
 *
 * @throws ListingError `listing`.
 */
export function assertDistinct(items: readonly JsonValue[], keyPath: KeyPath): void {
  assertFields(items, "keyPath", keyPath === "none" ? [] : [keyPath ?? []].flat(), IDENTITY_HINT);
  const identityOf = identityFor(items, keyPath);
  const positions = new Map<string | undefined, number>();
  for (const [index, identity] of items.map((item) => identityOf?.(item)).entries()) {
    const first = positions.get(identity);
    if (first !== undefined && identity !== undefined) {
      const problem = `Items ${first + 1} and ${index + 1} of the listing have the same identity.`;
      throw new ListingError(problem, { code: "listing", hint: IDENTITY_HINT });
    }
    positions.set(identity, index);
  }
}

function assertFields(items: readonly JsonValue[], argument: string, fields: readonly string[], hint: string): void {
  const missing = fields.map((field) => describeMissing(items, field)).find((text) => text !== undefined);
  if (missing !== undefined) {
    throw new ListingError(`\`${argument}\`: ${missing}`, { code: "listing", hint });
  }
}

/** Texts, numbers, booleans and `null` at the path, in all items and through lists. */
function scalarsAt(items: readonly JsonValue[], path: Path): JsonValue[] {
  const values = items.flatMap((item) => valuesAt(item, path).flat());
  return values.filter((value) => typeof value !== "object" || value === null || isJsonNumber(value));
}

/**
 * A bound must have the field's type. So must one of the values to equal, if the field is boolean, or has such a value of another
 * type. Any other text that no item has may be one that an item had before.
 */
function assertKind(items: readonly JsonValue[], path: Path, condition: WhereCondition): void {
  const { in: allowed = [], not, gt, gte, lt, lte } = operatorsOf(condition);
  const values = scalarsAt(items, path).filter((value) => value !== null);
  const isOfOtherKind = (given: WhereValue | undefined): boolean =>
    given != null && values.every((value) => Number.isNaN(compareWith(value, given)));
  const textOf = (one: JsonValue): string => stringifyJson(one).replaceAll('"', "").toLowerCase();
  const texts = new Set(allowed.every(isOfOtherKind) ? allowed.map(textOf) : []);
  const reads = (value: JsonValue): boolean => (typeof value === "boolean" ? texts.size > 0 : texts.has(textOf(value)));
  const meant = [gt, gte, lt, lte].some(isOfOtherKind) ? values[0] : values.find(reads);
  if (meant !== undefined) {
    const kind = isJsonNumber(meant) ? "number" : typeof meant;
    const problem = `\`where\`: "${excerpt(path.text)}" is a ${kind} in the workflows, and is compared with something else.`;
    const hint = `Write the value as a ${kind}: a string in quotes, a number and a boolean without.`;
    throw new ListingError(problem, { code: "listing", hint });
  }
  if (not !== undefined) {
    assertKind(items, path, not);
  }
}

/** The first condition that no item matches, with some values that the field has; `undefined` if each matches some item. */
export function describeUnmatched(items: readonly JsonValue[], where: Where): string | undefined {
  const conditions = Object.entries(where).map(([field, condition]) => ({ [field]: condition }));
  const unmatched = conditions.find((one) => filterItems(items, one).length === 0);
  if (unmatched === undefined) {
    return undefined;
  }
  const [field = ""] = Object.keys(unmatched);
  const found = [...new Set(scalarsAt(items, parseField(field)).map(stringifyJson))];
  const exist = found.length === 0 ? "" : `; there ${found.length === 1 ? "is" : "are"} ${few(found, 5, excerpt)}`;
  return `\`where\`: ${excerpt(JSON.stringify(unmatched))} matches no workflow${exist}.`;
}
