/** `sortBy`: the order of the items. */
import type { SortBy } from "../arguments/argument-types.js";
import type { Path } from "../../http/json-path.js";
import { canonicalJson } from "../json/digest.js";
import { isJsonObject, type JsonValue } from "../json/json.js";
import { compareNumbers, isJsonNumber, type JsonNumber } from "../json/numbers.js";
import { type FieldPath, parseFieldPath, valuesAt } from "./fields.js";
import { compareTexts } from "./where.js";

/** `sortBy`, one field of it. */
interface SortRule extends FieldPath {
  readonly descending: boolean;
}

export function parseSortBy(sortBy: SortBy | readonly SortBy[] = []): SortRule[] {
  const rules = Array.isArray(sortBy) ? (sortBy as readonly SortBy[]) : [sortBy as SortBy];
  return rules.map((rule) => {
    const isText = typeof rule === "string";
    const descending = isText ? rule.startsWith("-") : rule.descending === true;
    return { ...parseFieldPath(isText ? rule.slice(descending ? 1 : 0) : rule.field), descending };
  });
}

/** A sorted copy. Numbers come before text, then `false`, `true`, `null`, lists and objects; items without the field are last. */
export function sortItems(items: readonly JsonValue[], rules: readonly SortRule[]): JsonValue[] {
  const rows = items.map((item) => ({ item, keys: rules.map(({ path }) => sortKey(item, path)) }));
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

/** Of a path that passes through lists, the first value counts. */
function sortKey(item: JsonValue, path: Path): SortKey {
  const [value] = isJsonObject(item) ? valuesAt(item, path) : [];
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
  if (leftRank !== rightRank) {
    return descending && leftRank !== MISSING_RANK && rightRank !== MISSING_RANK
      ? rightRank - leftRank
      : leftRank - rightRank;
  }
  const isText = typeof left === "string" && typeof right === "string";
  const order = isText ? compareTexts(left, right) : compareNumbers(left as JsonNumber, right as JsonNumber);
  return descending ? -order : order;
}
