/** Refuses arguments that make no sense for these items. */
import { WorkflowsError } from "../../base/errors.js";
import { excerpt } from "../../base/text.js";
import type { Path } from "../../base/json-path.js";
import type { WhereCondition, WhereValue } from "../arguments/argument-types.js";
import { isJsonObject, type JsonValue, stringifyJson } from "../json/json.js";
import { isJsonNumber } from "../json/numbers.js";
import type { ListingView } from "../types.js";
import { describeFields, describeIdentity } from "./describe.js";
import { parseField, scalarsAt, valuesAt } from "./fields.js";
import { fieldsOfKeyPath, ID_FIELDS, identityBy, identityFields, type KeyPath } from "./identity.js";
import { compareWith, operatorsOf } from "./where.js";

const FIELD_HINT = 'Write a field that may be missing everywhere with a question mark at its end, such as "archived?".';
const IDENTITY_HINT =
  'Set `keyPath` to what identifies an item: a path, a list of paths, or "none". By default it is the first of ' +
  `${ID_FIELDS.join(", ")} that all items have.`;

/**
 * Throws if an argument names a field that no item has, or compares a field with a value of another type: the string
 * "true" never equals true. Without this check, a typing error would filter everything or nothing.
 *
 * @throws WorkflowsError `listing`.
 */
export function assertView(items: readonly JsonValue[], view: ListingView): void {
  const { where = {}, select = [], ignoreFields = [] } = view;
  const conditions = Object.entries(where);
  const fieldsByArgument = {
    // A condition with `exists` may be on a field that no item has.
    where: conditions.filter(([, condition]) => operatorsOf(condition).exists === undefined).map(([field]) => field),
    select,
    ignoreFields,
  };
  const isNeeded = (field: string): boolean => !field.endsWith("?");
  for (const [argument, fields] of Object.entries(fieldsByArgument)) {
    assertFields(items, argument, fields.filter(isNeeded), FIELD_HINT);
  }
  for (const [field, condition] of conditions) {
    assertType(items, parseField(field), condition);
  }
}

/**
 * Throws if two items have one identity, because a program that creates a resource for each item would lose one; and if
 * no item has a field of `keyPath`, which is a typing error.
 *
 * @param isSecret True if the error must not show the identity, because the listing is secret.
 * @throws WorkflowsError `listing`.
 */
export function assertDistinct(items: readonly JsonValue[], keyPath: KeyPath, isSecret: boolean): void {
  assertFields(items, "keyPath", fieldsOfKeyPath(keyPath) ?? [], IDENTITY_HINT);
  const fields = identityFields(items, keyPath);
  if (fields === undefined) {
    return;
  }
  const identityOf = identityBy(fields);
  const positions = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const identity = identityOf(item);
    const firstIndex = identity === undefined ? undefined : positions.get(identity);
    if (firstIndex !== undefined) {
      const shownIdentity = isSecret ? "" : `: ${describeIdentity(item, fields)}`;
      const problem = `Items ${firstIndex + 1} and ${index + 1} of the listing have the same identity${shownIdentity}.`;
      throw new WorkflowsError(problem, { code: "listing", hint: IDENTITY_HINT });
    }
    if (identity !== undefined) {
      positions.set(identity, index);
    }
  }
}

/** Throws if there are items, and one of the fields of an argument is in none of them. */
function assertFields(items: readonly JsonValue[], argument: string, fields: readonly string[], hint: string): void {
  const isMissing = (path: Path): boolean => items.every((item) => valuesAt(item, path).length === 0);
  const missing = items.length === 0 ? undefined : fields.map(parseField).find(isMissing);
  if (missing !== undefined) {
    const found = `no workflow has a field "${excerpt(missing.text)}"; the fields are ${describeFields(items)}.`;
    throw new WorkflowsError(`\`${argument}\`: ${found}`, { code: "listing", hint });
  }
}

/** Throws if the condition, or a condition in its `not`, compares the field with a value of another type. */
function assertType(items: readonly JsonValue[], path: Path, condition: WhereCondition): void {
  const value = findMistaken(comparableValues(items, path), condition);
  if (value !== undefined) {
    const problem = `\`where\`: "${excerpt(path.text)}" is ${typeInWords(value)} in the workflows, and is compared with something else.`;
    const hint = isJsonObject(value)
      ? 'Write the path of a field in it, such as "owner.name".'
      : `Write the value as ${typeInWords(value)}: a string in quotes, a number and a boolean without. Only strings have startsWith, endsWith, and contains.`;
    throw new WorkflowsError(problem, { code: "listing", hint });
  }
  const { not } = operatorsOf(condition);
  if (not !== undefined) {
    assertType(items, path, not);
  }
}

function typeInWords(value: JsonValue): string {
  if (isJsonObject(value)) {
    return "an object";
  }
  return `a ${isJsonNumber(value) ? "number" : typeof value}`;
}

/**
 * Returns the field's strings, numbers and booleans in all items, those in lists included; where there are none, its
 * objects.
 */
function comparableValues(items: readonly JsonValue[], path: Path): readonly JsonValue[] {
  const scalars = scalarsAt(items, path).filter((scalar) => scalar !== null);
  return scalars.length > 0 ? scalars : items.flatMap((item) => valuesAt(item, path).flat()).filter(isJsonObject);
}

/**
 * Returns one of the field's values if the condition compares the field with another type by mistake; otherwise
 * `undefined`. Two conditions are mistakes:
 *
 * 1. A bound, or a part of a text, has the type of no value: `{ gt: 5 }` on a field of strings, `{ contains: "5" }` on
 *    one of numbers.
 * 2. Every wanted value (of `in`, or of a plain condition) has the type of no value, and the user may have meant a value
 *    that there is: see `mayBeMeant`.
 *
 * `null` can be compared with every field.
 */
function findMistaken(values: readonly JsonValue[], condition: WhereCondition): JsonValue | undefined {
  const { in: wanted = [], startsWith, endsWith, contains, gt, gte, lt, lte } = operatorsOf(condition);
  const hasOtherType = (operand: WhereValue | undefined): boolean =>
    operand != null && values.every((value) => Number.isNaN(compareWith(value, operand)));
  if ([startsWith, endsWith, contains, gt, gte, lt, lte].some(hasOtherType)) {
    return values[0];
  }
  if (wanted.length === 0 || !wanted.every(hasOtherType)) {
    return undefined;
  }
  const wantedLooks = new Set(wanted.map(looksOf));
  return values.find((value) => mayBeMeant(value, wantedLooks));
}

/**
 * Returns whether the user may have meant this value, although all wanted values are of another type:
 *
 * 1. Any wanted value may mean a boolean or an object: "yes" for true, "Ada" for `{ "name": "Ada" }`.
 * 2. Only a wanted value that looks the same may mean another value: "5" for 5. "five" is no mistake for 5, because the
 *    field may have had such a text in earlier items.
 */
function mayBeMeant(value: JsonValue, wantedLooks: ReadonlySet<string>): boolean {
  return typeof value === "boolean" || isJsonObject(value) || wantedLooks.has(looksOf(value));
}

/** Returns a value as people read it: without quotes, in small letters. */
function looksOf(value: JsonValue): string {
  return stringifyJson(value).replaceAll('"', "").toLowerCase();
}
