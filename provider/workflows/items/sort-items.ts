/** Sorts items by their fields (`sortBy`), and compares values. Runs in both processes. */
import type { Arguments } from "../arguments/argument-types.js";
import type { JsonValue } from "../json/json.js";
import { compare, compareNumbers, isJsonNumber } from "../json/numbers.js";
import { parseField, valuesAt } from "./fields.js";

/** Parses the fields of `sortBy`, the most important one first. */
export function parseSortBy(sortBy: Arguments["sortBy"] = []) {
  const rules: readonly string[] = [sortBy].flat();
  return rules.map((rule) => ({ field: rule.replace(/^-/, ""), isDescending: rule.startsWith("-") }));
}

/**
 * Returns a sorted copy. In ascending order, numbers come before text, then booleans, `null`, and lists and objects. Lists and objects stay
 * in the service's order. Items without the field are last in both directions.
 */
export function sortItems(items: readonly JsonValue[], sortBy: Arguments["sortBy"]): JsonValue[] {
  let sorted = [...items];
  // The most important field is applied last, because sorting keeps the order of equal items.
  for (const { field, isDescending } of parseSortBy(sortBy).toReversed()) {
    const [path, sign] = [parseField(field), isDescending ? -1 : 1];
    // If the path passes through lists, the first value counts.
    const rows = sorted.map((item) => ({ item, key: valuesAt(item, path)[0] }));
    sorted = rows.sort((left, right) => compareKeys(left.key, right.key, sign)).map(({ item }) => item);
  }
  return sorted;
}

/** Compares a field's values in two items. `sign` is -1 for the descending order. */
function compareKeys(left: JsonValue | undefined, right: JsonValue | undefined, sign: number): number {
  if (left === undefined || right === undefined) {
    // The item that has the field comes first, in both directions.
    return Number(left === undefined) - Number(right === undefined);
  }
  const typeOrder = TYPE_ORDER.indexOf(jsonTypeOf(left)) - TYPE_ORDER.indexOf(jsonTypeOf(right));
  if (typeOrder !== 0) {
    return sign * typeOrder;
  }
  const order = compareValues(left, right);
  return Number.isNaN(order) ? 0 : sign * order;
}

/** The types of JSON in the order in which their values are sorted. */
const TYPE_ORDER: readonly string[] = ["number", "string", "boolean", "null", "object"];

function jsonTypeOf(value: JsonValue): string {
  if (value === null) {
    return "null";
  }
  return isJsonNumber(value) ? "number" : typeof value;
}

/** Returns a number below, equal to or above 0, or `NaN` for values without an order: of different types, lists and objects. */
export function compareValues(left: JsonValue, right: JsonValue): number {
  if (isJsonNumber(left) && isJsonNumber(right)) {
    return compareNumbers(left, right);
  }
  // Two booleans are compared like two strings. `false` comes before `true`.
  const isComparable = left === right || (typeof left === typeof right && typeof left !== "object");
  return isComparable ? compare(left as string, right as string) : Number.NaN;
}
