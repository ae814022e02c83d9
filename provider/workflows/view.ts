/** Makes of the items what a stack gets: filtered, sorted, with the fields asked for, as text and with its digest. */
import { excerpt } from "../http/excerpt.js";
import { ListingError } from "../http/errors.js";
import { digestItems, digestValue } from "./digest.js";
import { describeFields, parseFieldPath, someItemHas } from "./fields.js";
import { stringifyJson, type JsonValue } from "./json.js";
import type { Path } from "../http/json-path.js";
import { dropFields, selectFields } from "./project.js";
import { parseSortBy, sortItems } from "./sort.js";
import type { JsonAnswer, Listing, ListingView, RawListing } from "./types.js";
import { filterItems, isOperators } from "./where.js";

/**
 * Applies, in this order, `where`, `maxItems`, `sortBy`, `select` and `ignoreFields`. The given items stay as they are.
 *
 * @throws ListingError `listing`: a field that no item has; `too-large`: more than `maxItems`.
 */
export function presentListing(items: readonly JsonValue[], view: ListingView): Listing {
  checkFields(items, view);
  let shown = view.where === undefined ? [...items] : filterItems(items, view.where);
  checkCount(shown.length, view);
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
  return { items: shown, json: stringifyJson(shown), count: shown.length, digest: digestItems(shown) };
}

/** What a path gave, as text and with its digest. */
export function answerOf(read: RawListing | { readonly value: JsonValue }): JsonAnswer {
  return "items" in read
    ? { value: read.items, json: stringifyJson(read.items), digest: digestItems(read.items) }
    : { value: read.value, json: stringifyJson(read.value), digest: digestValue(read.value) };
}

/** A field that no item has is a slip of the pen, and would else silently filter everything or nothing. */
function checkFields(items: readonly JsonValue[], view: ListingView): void {
  if (items.length === 0) {
    return;
  }
  const faults = fieldsAsked(view)
    .filter(({ optional, path }) => !optional && !someItemHas(items, path))
    .map(
      ({ argument, path }) =>
        `\`${argument}\`: no workflow has a field "${excerpt(path.text)}"; the fields are ${describeFields(items, path.text)}.`,
    );
  if (faults.length > 0) {
    throw new ListingError(faults.join("\n"), {
      code: "listing",
      hint: 'Write a field that may be missing everywhere with a question mark at its end, such as "archived?".',
    });
  }
}

function fieldsAsked(view: ListingView): { argument: string; path: Path; optional: boolean }[] {
  const where = Object.entries(view.where ?? {}).filter(
    ([, condition]) => !isOperators(condition) || condition.exists === undefined,
  );
  return [
    ...where.map(([field]) => ({ argument: "where", ...parseFieldPath(field) })),
    ...(view.mustExist ?? []).map((field) => ({ argument: "where", ...parseFieldPath(field) })),
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
