/** Makes a stack's listing of the items: filtered, sorted, with the selected fields, as text and with its digest. */
import { ListingError } from "../../http/errors.js";
import { canonicalJson, digestItems, sha256 } from "../json/digest.js";
import { type JsonValue, stringifyJson } from "../json/json.js";
import type { JsonResult, Listing, ListingView, RawListing } from "../types.js";
import { checkView, describeUnmatched } from "./check-view.js";
import { cutFields } from "./fields.js";
import { sortItems } from "./sort-items.js";
import { filterItems } from "./where.js";

/** The items that `viewItems` gives, as text and with their digest, and what the guard needs to know of the others. */
export function presentListing(all: readonly JsonValue[], view: ListingView): Listing {
  const matching = matchingItems(all, view);
  const shown = arrangeItems(matching, view);
  const isUnmatched = all.length > 0 && matching.length === 0;
  const unmatched = isUnmatched ? describeUnmatched(all, view.where ?? {}) : undefined;
  const shownParts = { items: shown, json: stringifyJson(shown), count: shown.length, digest: digestItems(shown) };
  return { ...shownParts, all, matching, unmatched };
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
  const { where, maxItems = Infinity } = view;
  const matching = where === undefined ? items : filterItems(items, where);
  if (matching.length > maxItems) {
    const fit = where === undefined ? "" : " fit `where`";
    throw new ListingError(`${matching.length} workflows${fit}, more than \`maxItems\` allows (${maxItems}).`, {
      code: "too-large",
      hint: "Raise `maxItems`, or narrow the listing with `query` or `where`.",
    });
  }
  return matching;
}

function arrangeItems(matching: readonly JsonValue[], { sortBy, select, ignoreFields }: ListingView): JsonValue[] {
  const sorted = sortItems(matching, sortBy);
  const selected = select === undefined ? sorted : sorted.map((item) => cutFields(item, select, true));
  return ignoreFields === undefined ? selected : selected.map((item) => cutFields(item, ignoreFields, false));
}

/** What a path gave, as text and with its digest. */
export function presentJson(read: RawListing | { readonly value: JsonValue }): JsonResult {
  return "items" in read
    ? { value: read.items, json: stringifyJson(read.items), digest: digestItems(read.items) }
    : { value: read.value, json: stringifyJson(read.value), digest: sha256(canonicalJson(read.value)) };
}
