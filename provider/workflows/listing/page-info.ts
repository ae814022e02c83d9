/** Whether more follow, by all that a page says together. */
import type { Fact } from "./page-facts.js";

/** What was read so far, with the pages and items before the first one read, where the query asks for a later page. */
export interface Progress {
  readonly pages: number;
  readonly items: number;
  readonly onPage: number;
}

export interface PageInfo {
  /** What says first that more follow; `undefined` if nothing does. */
  readonly more: Fact | undefined;
  /** What counts, and says that more follow: at the end nothing may. */
  readonly unsatisfied: Fact | undefined;
  /** What says that the listing ends here. */
  readonly ends: readonly Fact[];
}

type Says = (value: Fact["value"], progress: Progress) => boolean | undefined;

const isNamed: Says = (value) => value !== null;

/** `true`: more follow; `false`: this is the end. What names the next page comes first, then what counts. */
const SAYS: readonly (readonly [Fact["meaning"], Says])[] = [
  ["address", isNamed],
  ["cursor", isNamed],
  ["next number", isNamed],
  ["more", (value) => value === true],
  ["last", (value) => value !== true],
  ["pages", (value, { pages }) => Number(value) > pages],
  // Smaller than what was read, it is that of each page.
  ["total", (value, { items }) => (Number(value) < items ? undefined : Number(value) > items)],
  // Equal to the number of items on the page, it may be that number.
  ["count", (value, { items, onPage }) => (Number(value) > onPage ? Number(value) > items : undefined)],
  ["remaining", (value) => Number(value) > 0],
  ["position", isNamed],
];

/** What says that there is more, and must be satisfied at the end whichever way the pages are read. */
export const COUNTED: ReadonlySet<Fact["meaning"]> = new Set(["more", "last", "pages", "total", "count", "remaining"]);

export function pageInfo(facts: readonly Fact[], progress: Progress): PageInfo {
  // Beside a total or a number of pages, a count is that of the page, or the size of one.
  const isTotal = facts.some(({ meaning }) => meaning === "total" || meaning === "pages");
  const said = SAYS.filter(([meaning]) => meaning !== "count" || !isTotal).flatMap(([meaning, says]) =>
    facts.filter((fact) => fact.meaning === meaning).map((fact) => ({ fact, more: says(fact.value, progress) })),
  );
  const ends = said.filter(({ fact, more }) => more === false && fact.meaning !== "position").map(({ fact }) => fact);
  const first = said.find(({ fact, more }) => more === true && (fact.meaning !== "position" || ends.length === 0));
  const unsatisfied = said.find(({ fact, more }) => more === true && COUNTED.has(fact.meaning))?.fact;
  const isSilent = said.every(({ more }) => more === undefined) && progress.onPage > 0;
  const size = isSilent && facts.find(({ meaning, value }) => meaning === "size" && value === progress.onPage);
  return { more: first?.fact ?? (size ? { ...size, meaning: "full" } : undefined), unsatisfied, ends };
}
