/** Makes a stack's listing of the items: filtered, sorted, with the selected fields, as text and with its digest. */
import { ListingError } from "../../http/errors.js";
import { digestItems, digestValue } from "../json/digest.js";
import { type JsonValue, stringifyJson } from "../json/json.js";
import type { JsonResult, Listing, ListingView, RawListing } from "../types.js";
import { checkView, describeUnmatched } from "./check-view.js";
import { dropFields, parseFieldPath, selectFields } from "./fields.js";
import { parseSortBy, sortItems } from "./sort-items.js";
import { filterItems } from "./where.js";

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
  checkView(items, view);
  const matching = view.where === undefined ? items : filterItems(items, view.where);
  checkCount(matching.length, view);
  return matching;
}

function arrangeItems(matching: readonly JsonValue[], view: ListingView): JsonValue[] {
  const { sortBy, select, ignoreFields } = view;
  let shown = sortBy === undefined ? [...matching] : sortItems(matching, parseSortBy(sortBy));
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

function checkCount(count: number, view: ListingView): void {
  if (view.maxItems !== undefined && count > view.maxItems) {
    throw new ListingError(
      `${count} workflows${view.where === undefined ? "" : " fit `where`"}, more than \`maxItems\` allows (${view.maxItems}).`,
      { code: "too-large", hint: "Raise `maxItems`, or narrow the listing with `query` or `where`." },
    );
  }
}
