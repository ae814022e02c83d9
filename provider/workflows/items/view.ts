/** Makes a stack's listing of the items: filtered, sorted, with the selected fields, as text and with its digest. */
import { excerpt } from "../../http/excerpt.js";
import { ListingError } from "../../http/errors.js";
import { canonicalJson, digestItems, digestValue } from "../json/digest.js";
import { describeFields, dropFields, parseFieldPath, selectFields, someItemHas, valuesAt } from "./fields.js";
import { isJsonObject, type JsonValue, stringifyJson } from "../json/json.js";
import type { Path } from "../../http/json-path.js";
import type { JsonResult, Listing, ListingView, RawListing } from "../types.js";
import { describeUnmatched, filterItems, findKindFault, isOperators } from "./where.js";
import { compareNumbers, isJsonNumber, type JsonNumber } from "../json/numbers.js";
import type { SortBy, Where } from "../arguments/argument-types.js";

/** The items that `viewItems` gives, as text and with their digest, and what the guard needs to know of the others. */
export function presentListing(items: readonly JsonValue[], view: ListingView): Listing {
  const matching = matchingItems(items, view);
  const shown = arrangeItems(matching, view);
  const unmatched = matching.length > 0 || view.where === undefined ? undefined : describeUnmatched(items, view.where);
  return {
    ...{ items: shown, json: stringifyJson(shown), count: shown.length, digest: digestItems(shown) },
    ...{ listed: items.length, matching, unmatched },
  };
}

/**
 * Applies, in this order, `where`, `maxItems`, `sortBy`, `select` and `ignoreFields`. The given items stay as they are.
 *
 * @throws ListingError `listing`: a field that no item has; `too-large`: more than `maxItems`.
 */
export function viewItems(items: readonly JsonValue[], view: ListingView): JsonValue[] {
  return arrangeItems(matchingItems(items, view), view);
}

function matchingItems(items: readonly JsonValue[], view: ListingView): readonly JsonValue[] {
  checkFields(items, view);
  const matching = view.where === undefined ? items : filterItems(items, view.where);
  checkCount(matching.length, view);
  return matching;
}

function arrangeItems(matching: readonly JsonValue[], view: ListingView): JsonValue[] {
  let shown = [...matching];
  if (view.sortBy !== undefined) {
    shown = sortItems(shown, parseSortBy(view.sortBy));
  }
  const { select, ignoreFields } = view;
  if (select !== undefined) {
    const paths = select.map((field) => parseFieldPath(field).path);
    shown = shown.map((item) => selectFields(item, paths));
  }
  if (ignoreFields !== undefined) {
    const paths = ignoreFields.map((field) => parseFieldPath(field).path);
    shown = shown.map((item) => dropFields(item, paths));
  }
  return shown;
}

/** What a path gave, as text and with its digest. */
export function presentJson(read: RawListing | { readonly value: JsonValue }): JsonResult {
  return "items" in read
    ? { value: read.items, json: stringifyJson(read.items), digest: digestItems(read.items) }
    : { value: read.value, json: stringifyJson(read.value), digest: digestValue(read.value) };
}

/** Unknown fields in one error, at most. */
const MAX_FAULTS = 10;

/** A field that no item has is a typing error. Without this check it would filter everything or nothing. */
function checkFields(items: readonly JsonValue[], view: ListingView): void {
  if (items.length === 0) {
    return;
  }
  const unknown = fieldsAsked(view).filter(({ optional, path }) => !optional && !someItemHas(items, path));
  if (unknown.length > 0) {
    const faults = unknown
      .slice(0, MAX_FAULTS)
      .map(
        ({ argument, path }) =>
          `\`${argument}\`: no workflow has a field "${excerpt(path.text)}"; the fields are ${describeFields(items, path.text)}.`,
      );
    const rest = unknown.length > MAX_FAULTS ? [`There are ${unknown.length - MAX_FAULTS} more such fields.`] : [];
    throw new ListingError([...faults, ...rest].join("\n"), {
      code: "listing",
      hint: 'Write a field that may be missing everywhere with a question mark at its end, such as "archived?".',
    });
  }
  checkKinds(items, view.where ?? {});
}

const HOW_TO_WRITE = {
  string: "Write the value as a string, in quotes.",
  number: "Write the value as a number, without quotes.",
  boolean: "Write the value as true or false, without quotes.",
};

/** A value of the wrong kind is a typing error too: the text "true" is never equal to true. */
function checkKinds(items: readonly JsonValue[], where: Where): void {
  for (const [field, condition] of Object.entries(where)) {
    const { path } = parseFieldPath(field);
    const fault = findKindFault(items, path, condition);
    if (fault !== undefined) {
      throw new ListingError(
        `\`where\`: "${excerpt(path.text)}" is compared with a ${fault.given}, but is a ${fault.found} in the workflows.`,
        { code: "listing", hint: HOW_TO_WRITE[fault.found] },
      );
    }
  }
}

function fieldsAsked(view: ListingView): { argument: string; path: Path; optional: boolean }[] {
  const where = Object.entries(view.where ?? {}).filter(
    ([, condition]) => !isOperators(condition) || condition.exists === undefined,
  );
  return [
    ...where.map(([field]) => ({ argument: "where", ...parseFieldPath(field) })),
    ...(view.select ?? []).map((field) => ({ argument: "select", ...parseFieldPath(field) })),
    ...(view.ignoreFields ?? []).map((field) => ({ argument: "ignoreFields", ...parseFieldPath(field) })),
    ...(view.sortBy === undefined ? [] : parseSortBy(view.sortBy)).map((sort) => ({ argument: "sortBy", ...sort })),
  ];
}

function checkCount(count: number, view: ListingView): void {
  if (view.maxItems !== undefined && count > view.maxItems) {
    throw new ListingError(
      `${count} workflows${view.where === undefined ? "" : " fit `where`"}, more than \`maxItems\` allows (${view.maxItems}).`,
      { code: "too-large", hint: "Raise `maxItems`, or narrow the listing with `query` or `where`." },
    );
  }
}

/** `sortBy`, one field of it, taken apart. */
interface SortRule {
  readonly path: Path;
  readonly optional: boolean;
  readonly descending: boolean;
}

function parseSortBy(sortBy: SortBy | readonly SortBy[]): SortRule[] {
  return (isList(sortBy) ? sortBy : [sortBy]).map((sort) => {
    const descending = typeof sort === "string" ? sort.startsWith("-") : sort.descending === true;
    const field = typeof sort === "string" ? (descending ? sort.slice(1) : sort) : sort.field;
    return { ...parseFieldPath(field), descending };
  });
}

/** A sorted copy. Numbers come before text, then `false`, `true`, `null`, lists and objects; items without the field are last. */
function sortItems(items: readonly JsonValue[], rules: readonly SortRule[]): JsonValue[] {
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

/** Its rank among the kinds of values, and the value if the kind has an order of its own. */
type SortKey = readonly [rank: number, value: string | JsonNumber];
const MISSING_RANK = 6;

/** Of a path that passes through lists, the first value counts. */
function sortKey(item: JsonValue, path: Path): SortKey {
  const [value] = isJsonObject(item) ? valuesAt(item, path) : [];
  if (value === undefined) {
    return [MISSING_RANK, ""];
  }
  if (isJsonNumber(value)) {
    return [0, value];
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
  const order = leftRank === rightRank ? compareValues(left, right) : leftRank - rightRank;
  return descending && leftRank !== MISSING_RANK && rightRank !== MISSING_RANK ? -order : order;
}

function compareValues(left: string | JsonNumber, right: string | JsonNumber): number {
  if (left === right) {
    return 0;
  }
  return typeof left !== "string" && typeof right !== "string" ? compareNumbers(left, right) : left < right ? -1 : 1;
}

function isList(sortBy: SortBy | readonly SortBy[]): sortBy is readonly SortBy[] {
  return Array.isArray(sortBy);
}
