/** Filters items by `where`. */
import { compareNumber, LosslessNumber } from "lossless-json";
import type { Where, WhereCondition, WhereOperators, WhereValue } from "../arguments/argument-types.js";
import type { JsonValue } from "../json/json.js";
import { isJsonNumber, isUnsafeNumberText } from "../json/numbers.js";
import { parseField, valuesAt } from "./fields.js";

/** Returns the items that match all conditions, in their order. */
export function filterItems(items: readonly JsonValue[], where: Where): JsonValue[] {
  const conditions = Object.entries(where).map(([field, condition]) => ({ path: parseField(field), condition }));
  return items.filter((item) => conditions.every(({ path, condition }) => fulfils(valuesAt(item, path), condition)));
}

/**
 * Returns whether a field fulfils the condition.
 *
 * @param values All values of the field: none if it is missing, several if its path passes through a list.
 */
function fulfils(values: readonly JsonValue[], condition: WhereCondition): boolean {
  const { not, exists, ...operators } = operatorsOf(condition);
  if (exists !== undefined && exists !== values.length > 0) {
    return false;
  }
  if (not !== undefined && fulfils(values, not)) {
    return false;
  }
  const fits = (value: JsonValue): boolean => fitsOperators(value, operators);
  // In a list, one element is enough.
  const isFitting = values.some((value) => (Array.isArray(value) ? value.some(fits) : fits(value)));
  return isFitting || Object.keys(operators).length === 0;
}

/** Returns whether one value fulfils all operators that are set. */
function fitsOperators(value: JsonValue, operators: Omit<WhereOperators, "not" | "exists">): boolean {
  const { startsWith, endsWith, contains, in: allowed, gt, gte, lt, lte } = operators;
  const text = typeof value === "string" ? value : undefined;
  return (
    (startsWith === undefined || text?.startsWith(startsWith) === true) &&
    (endsWith === undefined || text?.endsWith(endsWith) === true) &&
    (contains === undefined || text?.includes(contains) === true) &&
    (allowed === undefined || allowed.some((wanted) => compareWith(value, wanted) === 0)) &&
    (gt === undefined || compareWith(value, gt) > 0) &&
    (gte === undefined || compareWith(value, gte) >= 0) &&
    (lt === undefined || compareWith(value, lt) < 0) &&
    (lte === undefined || compareWith(value, lte) <= 0)
  );
}

/**
 * Returns a number below, equal to or above 0: numbers as decimals, so that `1.0` equals `1` and no digit is lost, and
 * strings by their UTF-16 code units. Returns `NaN` for values without an order: of different types, lists and objects.
 */
function compareValues(left: JsonValue, right: JsonValue): number {
  if (left === right) {
    return 0;
  }
  // Plain numbers have lost no digit. They are compared directly, which takes a fraction of the time.
  const arePlain = typeof left === "number" && typeof right === "number";
  if (!arePlain && isJsonNumber(left) && isJsonNumber(right)) {
    return compareNumber(String(left), String(right));
  }
  if (typeof left !== typeof right || typeof left === "object") {
    return Number.NaN;
  }
  // Two plain numbers or two booleans are compared like two strings. `false` comes before `true`.
  return (left as string) < (right as string) ? -1 : 1;
}

/**
 * Compares a value with an operand, as `compareValues` does. There is one exception: users write a number that a double
 * would change as a string, such as "12345678901234567890", so such a string is compared with a number as a number.
 */
export function compareWith(value: JsonValue, operand: WhereValue): number {
  const isNumber = isJsonNumber(value) && typeof operand === "string" && isUnsafeNumberText(operand);
  return compareValues(value, isNumber ? new LosslessNumber(operand) : operand);
}

/** Returns the operators of a condition. A plain value means equality. */
export function operatorsOf(condition: WhereCondition): WhereOperators {
  return typeof condition === "object" && condition !== null ? condition : { in: [condition] };
}
