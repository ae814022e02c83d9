/** Filters and cuts the items, and computes their JSON and digest. */
import { WorkflowsError } from "../../base/errors.js";
import { DEFAULTS } from "../arguments/table.js";
import { canonicalJson, digestItems, sha256 } from "../json/digest.js";
import { type JsonValue, stringifyJson } from "../json/json.js";
import type { JsonResult, Listing, ListingView, RawListing } from "../types.js";
import { assertView } from "./check-items.js";
import { cutFields } from "./fields.js";
import { describeUnmatched } from "./unmatched.js";
import { filterItems } from "./where.js";

/**
 * Applies, in this order, `where`, `maxItems`, `select` and `ignoreFields`. The given items stay as they are.
 *
 * @throws WorkflowsError `listing`: a field that no item has; `too-large`: more than `maxItems`.
 */
export function presentListing(all: readonly JsonValue[], view: ListingView): Listing {
  assertView(all, view);
  const { maxItems = DEFAULTS.maxItems, select } = view;
  const { where = DEFAULTS.where, ignoreFields = DEFAULTS.ignoreFields } = view;
  const matching = filterItems(all, where);
  if (matching.length > maxItems) {
    throw new WorkflowsError(`Matching workflows: ${matching.length}, more than \`maxItems\` allows (${maxItems}).`, {
      code: "too-large",
      hint: "Raise `maxItems`, or narrow the listing with `query` or `where`.",
    });
  }
  const selected = select === undefined ? matching : matching.map((item) => cutFields(item, select, "keep"));
  const items = selected.map((item) => cutFields(item, ignoreFields, "remove"));
  const unmatched = all.length > 0 && matching.length === 0 ? describeUnmatched(all, where) : undefined;
  return { ...textAndDigest(items), items, count: items.length, all, matching, unmatched };
}

function textAndDigest(items: JsonValue[]) {
  return { json: stringifyJson(items), digest: digestItems(items) };
}

/** Returns the content of a path, with its JSON and digest. */
export function presentJson(content: RawListing | { readonly value: JsonValue }): JsonResult {
  return "items" in content
    ? { value: content.items, ...textAndDigest(content.items) }
    : { value: content.value, json: stringifyJson(content.value), digest: sha256(canonicalJson(content.value)) };
}
