/** `sortBy`: the order of the items. Total over every kind of value, exact on numbers, and stable. */
import type { Path } from "../http/json-path.js";
import { parseFieldPath, valuesAt } from "./fields.js";
import { isJsonObject, type JsonValue } from "./json.js";
import { compareDecimals, isJsonNumber, numberText } from "./numbers.js";
import { canonicalJson } from "./digest.js";
import type { SortBy } from "./argument-types.js";

/** `sortBy`, one field of it, taken apart. */
export interface SortRule {
  readonly path: Path;
  readonly optional: boolean;
  readonly descending: boolean;
}

export function parseSortBy(sortBy: SortBy | readonly SortBy[]): SortRule[] {
  return (isList(sortBy) ? sortBy : [sortBy]).map((sort) => {
    const descending = typeof sort === "string" ? sort.startsWith("-") : sort.descending === true;
    const field = typeof sort === "string" ? (descending ? sort.slice(1) : sort) : sort.field;
    return { ...parseFieldPath(field), descending };
  });
}

/** A sorted copy. Numbers come before text, then `false`, `true`, `null`, lists and objects; items without the field are last. */
export function sortItems(items: readonly JsonValue[], rules: readonly SortRule[]): JsonValue[] {
  const rows = items.map((item) => ({ item, keys: rules.map(({ path }) => sortKey(item, path)) }));
  rows.sort((left, right) => {
    for (const [index, { descending }] of rules.entries()) {
      const order = compareKeys(left.keys[index] as SortKey, right.keys[index] as SortKey, descending);
      if (order !== 0) {
        return order;
      }
    }
    return 0;
  });
  return rows.map((row) => row.item);
}

type SortKey = readonly [rank: number, text: string];
const NUMBER_RANK = 0;
const MISSING_RANK = 6;

/** Of a path that passes through lists, the first value counts. */
function sortKey(item: JsonValue, path: Path): SortKey {
  const [value] = isJsonObject(item) ? valuesAt(item, path) : [];
  if (value === undefined) {
    return [MISSING_RANK, ""];
  }
  if (isJsonNumber(value)) {
    return [NUMBER_RANK, numberText(value)];
  }
  if (typeof value === "string") {
    return [1, value];
  }
  if (typeof value === "boolean") {
    return [value ? 3 : 2, ""];
  }
  return value === null ? [4, ""] : [5, canonicalJson(value)];
}

function compareKeys([leftRank, left]: SortKey, [rightRank, right]: SortKey, descending: boolean): number {
  const order = leftRank === rightRank ? compareTexts(left, right, leftRank) : leftRank - rightRank;
  return descending && leftRank !== MISSING_RANK && rightRank !== MISSING_RANK ? -order : order;
}

function compareTexts(left: string, right: string, rank: number): number {
  if (left === right) {
    return 0;
  }
  return rank === NUMBER_RANK ? compareDecimals(left, right) : left < right ? -1 : 1;
}

function isList(sortBy: SortBy | readonly SortBy[]): sortBy is readonly SortBy[] {
  return Array.isArray(sortBy);
}
