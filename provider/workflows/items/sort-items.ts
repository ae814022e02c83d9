/** `sortBy`: the order of the items, and of their values. */
import type { SortBy } from "../arguments/argument-types.js";
import type { JsonValue } from "../json/json.js";
import { compare, compareNumbers, isJsonNumber } from "../json/numbers.js";
import { parseField, valuesAt } from "./fields.js";

/** The fields of `sortBy`, the first one first. */
export function parseSortBy(sortBy: SortBy | readonly SortBy[] = []) {
  return [sortBy]
    .flat()
    .map((rule) =>
      typeof rule === "string" ? { field: rule.replace(/^-/, ""), descending: rule.startsWith("-") } : rule,
    );
}

/**
 * A sorted copy. Numbers come before text, then booleans, `null`, and lists and objects in the service's order; items without the
 * field are last.
 */
export function sortItems(items: readonly JsonValue[], sortBy: SortBy | readonly SortBy[] | undefined): JsonValue[] {
  let sorted = [...items];
  // Sorting is stable: the first rule is applied last.
  for (const { field, descending } of parseSortBy(sortBy).toReversed()) {
    const [path, sign] = [parseField(field), descending === true ? -1 : 1];
    // Of a path that passes through lists, the first value counts.
    const rows = sorted.map((item) => ({ item, key: valuesAt(item, path)[0] }));
    sorted = rows.sort((left, right) => compareKeys(left.key, right.key, sign)).map(({ item }) => item);
  }
  return sorted;
}

const KINDS: readonly string[] = ["number", "string", "boolean", "null", "object"];

function compareKeys(left: JsonValue | undefined, right: JsonValue | undefined, sign: number): number {
  if (left === undefined || right === undefined) {
    return Number(left === undefined) - Number(right === undefined);
  }
  return sign * (rankOf(left) - rankOf(right) || compareValues(left, right) || 0);
}

function rankOf(value: JsonValue): number {
  return KINDS.indexOf(value === null ? "null" : isJsonNumber(value) ? "number" : typeof value);
}

/** Below, equal or above; `NaN` for values of different kinds, and for lists and objects: they have no order. */
export function compareValues(left: JsonValue, right: JsonValue): number {
  if (isJsonNumber(left) && isJsonNumber(right)) {
    return compareNumbers(left, right);
  }
  const isComparable = left === right || (typeof left === typeof right && typeof left !== "object");
  return isComparable ? compare(left as string, right as string) : Number.NaN;
}
