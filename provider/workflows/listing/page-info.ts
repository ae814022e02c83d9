/** Whether more follow, by all that a page says together. */
import type { Fact } from "./page-facts.js";

export interface Progress {
  readonly pagesRead: number;
  readonly itemsRead: number;
  /** Items on this page. */
  readonly pageItems: number;
  /** Pages and items before the first one read, where the query asks for a later page. */
  readonly before: { readonly pages: number; readonly items: number };
}

export interface PageInfo {
  /** What says first that more follow; `undefined` if nothing does. */
  readonly more: Fact | undefined;
  /** What says that the listing ends here. */
  readonly ends: readonly Fact[];
}

/** What names the next page comes first, then what counts. */
const ORDER: readonly Fact["meaning"][] = [
  "address",
  "cursor",
  "next number",
  "more",
  "last",
  "pages",
  "total",
  "count",
  "remaining",
  "position",
];

/** What says that there is more, and must be satisfied at the end whichever way the pages are read. */
export const COUNTED: ReadonlySet<Fact["meaning"]> = new Set(["more", "last", "pages", "total", "count", "remaining"]);

export function pageInfo(facts: readonly Fact[], progress: Progress): PageInfo {
  // Beside a total or a number of pages, a count is that of the page, or the size of one.
  const isCounted = facts.some(({ meaning }) => meaning === "total" || meaning === "pages");
  const said = facts.map((fact) => ({
    fact,
    more: fact.meaning === "count" && isCounted ? undefined : saysMore(fact, progress),
  }));
  const ends = said.filter(({ more, fact }) => more === false && fact.meaning !== "position").map(({ fact }) => fact);
  const [first] = ORDER.flatMap((meaning) =>
    said.filter(
      ({ fact, more }) => fact.meaning === meaning && more === true && !(meaning === "position" && ends.length > 0),
    ),
  );
  const isFull = first === undefined && !said.some(({ more }) => more !== undefined) && progress.pageItems > 0;
  const size = isFull
    ? facts.find(({ meaning, value }) => meaning === "size" && value === progress.pageItems)
    : undefined;
  return { more: first?.fact ?? (size && { ...size, meaning: "full" }), ends };
}

/** `true`: more follow. `false`: this is the end. `undefined`: the field says nothing about it. */
function saysMore(
  { meaning, value }: Fact,
  { pagesRead, itemsRead, pageItems, before }: Progress,
): boolean | undefined {
  switch (meaning) {
    case "address":
    case "cursor":
    case "next number":
    case "position":
      return value !== null;
    case "more":
      return value === true;
    case "last":
      return value !== true;
    case "pages":
      return Number(value) > pagesRead + before.pages;
    case "total":
      return Number(value) > itemsRead + before.items;
    case "count":
      // Equal to the number of items on the page, it may be that number.
      return Number(value) > pageItems ? Number(value) > itemsRead + before.items : undefined;
    case "remaining":
      return Number(value) > 0;
    default:
      return undefined;
  }
}
