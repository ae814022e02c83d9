/** `sortBy`: the order of the items. */
import type { SortBy } from "../arguments/argument-types.js";
import { canonicalJson } from "../json/digest.js";
import type { JsonValue } from "../json/json.js";
import { compare, compareNumbers, isJsonNumber, type JsonNumber } from "../json/numbers.js";
import { fieldValues, parseField } from "./fields.js";

/** The fields of `sortBy`, the first one first. */
export function parseSortBy(sortBy: SortBy | readonly SortBy[] = []) {
  return [sortBy]
    .flat()
    .map((rule) =>
      typeof rule === "string" ? { field: rule.replace(/^-/, ""), descending: rule.startsWith("-") } : rule,
    );
}

/** A sorted copy. Numbers come before text, then `false`, `true`, `null`, lists and objects; items without the field are last. */
export function sortItems(items: readonly JsonValue[], sortBy: SortBy | readonly SortBy[] | undefined): JsonValue[] {
  const rules = parseSortBy(sortBy);
  const paths = rules.map(({ field }) => parseField(field));
  // Of a path that passes through lists, the first value counts.
  const rows = items.map((item) => ({ item, keys: paths.map((path) => sortKey(fieldValues(item, path)[0])) }));
  rows.sort((left, right) => {
    let order = 0;
    for (let at = 0; order === 0 && at < rules.length; at++) {
      order = compareKeys(left.keys[at] as SortKey, right.keys[at] as SortKey, rules[at]?.descending === true);
    }
    return order;
  });
  return rows.map(({ item }) => item);
}

/** Its rank among the kinds of values, and the value if the kind has an order of its own. */
type SortKey = readonly [rank: number, value: string | JsonNumber];
const MISSING_RANK = 6;

function sortKey(value: JsonValue | undefined): SortKey {
  if (isJsonNumber(value)) {
    return [0, value];
  }
  if (typeof value === "string") {
    return [1, value];
  }
  const rank = [false, true, null].indexOf(value as boolean | null);
  return rank >= 0 ? [2 + rank, 0] : value === undefined ? [MISSING_RANK, 0] : [5, canonicalJson(value)];
}

function compareKeys([leftRank, left]: SortKey, [rightRank, right]: SortKey, descending: boolean): number {
  const sign = descending ? -1 : 1;
  if (leftRank !== rightRank) {
    return (leftRank - rightRank) * (Math.max(leftRank, rightRank) === MISSING_RANK ? 1 : sign);
  }
  return sign * (typeof left === "string" ? compare(left, right as string) : compareNumbers(left, right as JsonNumber));
}
