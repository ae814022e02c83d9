/** Decides what the hints of a page mean for the reader: whether more follow, and whether the response states its end. */
import { isUsualPageSize, type Meaning, STATES_SIZE } from "../responses/conventions.js";
import { flagOf, normaliseName } from "../responses/names-and-values.js";
import { pageInAddress } from "./page-addresses.js";
import type { Hint, PageHints } from "./pagination-hints.js";
import { HEADER_PREFIX, isHeaderPlace } from "./places.js";

/** How much was read, this page included. */
export interface Progress {
  readonly pagesRead: number;
  readonly itemsRead: number;
  /** Items on this page. */
  readonly pageItems: number;
}

/** What all hints of one page together show. */
export interface Verdict {
  /** The hint that more pages follow, if any. An address can be followed. */
  readonly more: Hint | undefined;
  /** Whether the response states its end or its size, so that a full page is no reason for doubt. */
  readonly statesEnd: boolean;
  /** The number of all items that the response states; `undefined` if it is a lower bound or an estimate. */
  readonly total: Hint | undefined;
  /** Whether the number of items read is the total that the response states. */
  readonly isTotal: boolean;
  /** Whether a total, a flag or the number of pages shows that no page follows. */
  readonly showsEnd: boolean;
  /** Whether the response names no next page: `"next": null`. It may never name one. */
  readonly namesNoNext: boolean;
}

/**
 * @param scope "all" hints; or, if an argument already names the next page, "limits" alone: flags, counts and totals.
 */
export function judge(hints: PageHints, progress: Progress, scope: "all" | "limits"): Verdict {
  const evidence = sortHints(hints, progress);
  const { flagsEnd, totals, isTotal, pages } = evidence;
  const more = scope === "limits" ? findLimit(evidence) : findNext(evidence);
  return {
    more,
    statesEnd: statesEnd(evidence),
    total: evidence.inexact === undefined ? totals[0] : undefined,
    isTotal,
    showsEnd: more === undefined && (isTotal || flagsEnd || pages.length > 0),
    namesNoNext: more === undefined && hints.namesNoNext,
  };
}

/** The hints of a page, by what they mean for its end. */
interface Evidence {
  readonly hints: PageHints;
  readonly progress: Progress;
  /** The flag, or the remark, that says that more follow. */
  readonly flag: Hint | undefined;
  /** Whether there are flags, and none says that more follow: this is the end. */
  readonly flagsEnd: boolean;
  /** Numbers of all items, the surest first. */
  readonly totals: readonly Hint[];
  /** What says that the total is a lower bound or an estimate. */
  readonly inexact: Hint | undefined;
  /** Whether the number of items read is the total. */
  readonly isTotal: boolean;
  /** Numbers of pages. */
  readonly pages: readonly Hint[];
}

function sortHints(hints: PageHints, progress: Progress): Evidence {
  const flag =
    hintsOf(hints, "more", "truncated", "incomplete").find((hint) => isRemark(hint) || flagOf(hint.value) === true) ??
    hintsOf(hints, "last").find(({ value }) => flagOf(value) === false);
  const inexact =
    hintsOf(hints, "inexact total").find(({ value }) => value === true) ??
    hintsOf(hints, "exact total").find(({ value }) => value === false);
  const { totals, counts, pages } = countsOf(hints, progress);
  const isRead = ({ value }: Hint): boolean => value === progress.itemsRead;
  const isTotal =
    totals.length > 0 ? totals.every(isRead) : progress.itemsRead > progress.pageItems && counts.some(isRead);
  return {
    hints,
    progress,
    flag,
    flagsEnd: flag === undefined && hintsOf(hints, "more", "last").length > 0,
    totals: [...totals, ...counts],
    inexact,
    isTotal: inexact === undefined && isTotal,
    pages,
  };
}

function hintsOf({ found }: PageHints, ...meanings: readonly Meaning[]): readonly Hint[] {
  return found.filter(({ meaning }) => meanings.includes(meaning));
}

function statesEnd({ hints, progress, flagsEnd, totals, inexact, pages }: Evidence): boolean {
  return (
    flagsEnd ||
    hints.namesNoNext ||
    pages.length > 0 ||
    (inexact === undefined && totals.some((hint) => !isOfThisPage(hint, progress))) ||
    hintsOf(hints, "remaining").length > 0 ||
    hintsOf(hints, "size").some(
      ({ value, place }) => Number(value) > progress.pageItems && !totals.some((total) => total.place === place),
    )
  );
}

/** The hint that more pages follow, the surest first. */
function findNext(evidence: Evidence): Hint | undefined {
  return (
    findAddress(evidence) ??
    findCursor(evidence) ??
    findLimit(evidence) ??
    findUnreadLastPage(evidence) ??
    (statesEnd(evidence) ? undefined : (lowerBound(evidence) ?? fullPage(evidence)))
  );
}

function findAddress({ hints, progress, flagsEnd }: Evidence): Hint | undefined {
  return flagsEnd && progress.pageItems === 0 ? undefined : bestAddress(hintsOf(hints, "address"));
}

function findCursor({ hints, progress, flag, flagsEnd, isTotal }: Evidence): Hint | undefined {
  if (flagsEnd) {
    return undefined;
  }
  // Later pages came by an address: that is what the service pages by.
  const mayBeWeak = progress.pagesRead === 1 && (flag !== undefined || !(isTotal || hints.namesNoNext));
  return (
    hintsOf(hints, "cursor")[0] ??
    hintsOf(hints, "next number").find((hint) => isFurther(hint, hints, progress, isTotal)) ??
    (mayBeWeak ? hintsOf(hints, "weak cursor")[0] : undefined)
  );
}

/** The flag or the number that says that more follow. It does not name the next page. */
function findLimit({ hints, progress, flag, pages, totals }: Evidence): Hint | undefined {
  return (
    flag ??
    pages.find(({ value }) => Number(value) > progress.pagesRead) ??
    hintsOf(hints, "remaining").find(({ value }) => Number(value) > 0 && progress.pageItems > 0) ??
    totals.find(({ value }) => Number(value) > progress.itemsRead)
  );
}

function findUnreadLastPage({ hints, progress, flagsEnd, isTotal }: Evidence): Hint | undefined {
  if (flagsEnd) {
    return undefined;
  }
  return hintsOf(hints, "last address").find(({ value, place }) => {
    const page = pageInAddress(String(value));
    if (page !== undefined) {
      return page.value > progress.pagesRead;
    }
    // Later pages came by an address, which the last one does not have.
    return isHeaderPlace(place) && !hints.namesNoNext && !isTotal && progress.pagesRead === 1;
  });
}

/** An inexact total does not show the end. Only on the first page: later pages came by an address, as in `fullPage`. */
function lowerBound({ inexact, progress: { pagesRead, pageItems } }: Evidence): Hint | undefined {
  return pagesRead === 1 && pageItems > 0 ? inexact : undefined;
}

/** Names of the size that a page may have. A service may write the number of items of this page under `size` and `length`. */
const SIZE_LIMIT = /limit|perpage|pagesize|pagelen|^max(?:results?|items?|size|records?)$/;

/**
 * The size of a page that is full, if the response repeats which page or offset it is, and says nothing of an end. More may
 * follow. Later pages came by an address, which the last one does not have.
 */
function fullPage({ hints: { found }, progress: { pagesRead, pageItems } }: Evidence): Hint | undefined {
  const isNumbered = found.some(({ meaning }) => meaning === "page" || meaning === "offset");
  if (!isNumbered || pagesRead > 1 || pageItems === 0) {
    return undefined;
  }
  const full = found.find(
    (hint) =>
      Number(hint.value) === pageItems &&
      (isLimit(hint) || isCountBesideOffset(hint, found) || isSizeBesidePage(hint, found)),
  );
  return full && { ...full, meaning: "size" };
}

/** Whether the hint is the largest size of a page, which is never the number of all items. */
export function isLimit({ meaning, name }: Hint): boolean {
  return meaning === "size" && SIZE_LIMIT.test(normaliseName(name));
}

/** `paging: { start: 0, count: 10 }` (LinkedIn): the count repeats what was asked for, or is the number of items on this page. */
function isCountBesideOffset(hint: Hint, found: readonly Hint[]): boolean {
  return (
    hint.meaning === "count" &&
    normaliseName(hint.name) === "count" &&
    found.some((beside) => beside.meaning === "offset" && around(beside) === around(hint))
  );
}

/** `{ page: 1, size: 50 }` (fastapi-pagination without totals): 50 may be the number of items on this page, and rarely is. */
function isSizeBesidePage(hint: Hint, found: readonly Hint[]): boolean {
  return (
    hint.meaning === "size" &&
    normaliseName(hint.name) === "size" &&
    isUsualPageSize(Number(hint.value)) &&
    found.some((beside) => beside.meaning === "page" && around(beside) === around(hint))
  );
}

/** Whether a count may be the number of items on this page alone. A total never is. */
function isOfThisPage({ meaning, value }: Hint, { pageItems }: Progress): boolean {
  return meaning === "count" && value === pageItems;
}

/** Of several forms of one address the one with a host: a `path` may be relative to the API, an `href` is to the page. */
function bestAddress(addresses: readonly Hint[]): Hint | undefined {
  return (
    addresses.find(({ place }) => isHeaderPlace(place)) ??
    addresses.find(({ value }) => /^https?:/.test(String(value))) ??
    addresses[0]
  );
}

interface Counts {
  /** Of all items. */
  readonly totals: readonly Hint[];
  /** Of all items, or of those on this page. */
  readonly counts: readonly Hint[];
  readonly pages: readonly Hint[];
}

function countsOf(hints: PageHints, progress: Progress): Counts {
  const { found } = hints;
  const stated = hintsOf(hints, "total");
  const filtered = stated.filter(({ name }) => /filter|match/i.test(name));
  const totals = filtered.length > 0 ? filtered : stated;
  const isOfPages = (total: Hint): boolean => countsPages(total, found, progress);
  const isCount = (hint: Hint): boolean =>
    hint.meaning === "count" ? filtered.length === 0 && !isPageSize(hint, found) : isBeyondLimit(hint, found, progress);
  return {
    totals: totals.filter((total) => !isOfPages(total)),
    counts: found.filter(isCount).map((hint) => ({ ...hint, meaning: "count" })),
    pages: [
      ...hintsOf(hints, "pages").map((hint) =>
        countsFromZero(hint, hints, progress) ? { ...hint, value: Number(hint.value) + 1 } : hint,
      ),
      ...totals.filter(isOfPages).map((total): Hint => ({ ...total, meaning: "pages" })),
    ],
  };
}

/** `page: { number: 1, total: 3 }` with ten items, or beside `records: 30`: three cannot be all, so it counts pages. */
function countsPages(total: Hint, found: readonly Hint[], { pageItems }: Progress): boolean {
  const page = found.find(({ meaning }) => meaning === "page");
  if (page === undefined || around(page) !== around(total) || found.some(({ meaning }) => meaning === "pages")) {
    return false;
  }
  const counts = found.filter(({ meaning }) => meaning === "count").map(({ value }) => Number(value));
  return [pageItems, ...counts].some((items) => Number(total.value) < items);
}

/** The number of the last page counts from the same start as the page's own number. `max_pages` is how many there are. */
export function countsFromZero({ name }: Hint, { found }: PageHints, { pagesRead }: Progress): boolean {
  const page = found.find(({ meaning }) => meaning === "page");
  return /last|max|final/i.test(name) && !/pages/i.test(name) && Number(page?.value) === pagesRead - 1;
}

/**
 * `{ size: 10, "start-index": 0, "max-result": 3 }`: on a full page, a size that is larger than a page may have is the number of all
 * items.
 */
function isBeyondLimit(size: Hint, found: readonly Hint[], { pageItems }: Progress): boolean {
  return (
    size.meaning === "size" &&
    normaliseName(size.name) === "size" &&
    found.some(
      (hint) =>
        isLimit(hint) &&
        around(hint) === around(size) &&
        Number(hint.value) <= pageItems &&
        Number(hint.value) < Number(size.value),
    )
  );
}

/**
 * `paging: { start: 0, count: 10, total: 3 }`: beside an offset or the number of pages, and a smaller total, the count is what a page
 * may have. So is `items` in `{ count: 3, items: 20, pages: 1 }` (Pagy): three make one page of twenty.
 */
function isPageSize(count: Hint, found: readonly Hint[]): boolean {
  const size = Number(count.value);
  const beside = found.filter((hint) => around(hint) === around(count));
  const pages = beside.find(({ meaning }) => meaning === "pages")?.value;
  const isOnePage = ({ meaning, name, value }: Hint): boolean =>
    meaning === "count" && normaliseName(name) === "count" && Number(value) < size && Number(pages) <= 1;
  return (
    beside.some(({ meaning }) => meaning === "offset" || meaning === "pages") &&
    beside.some((hint) => (hint.meaning === "total" && Number(hint.value) < size) || isOnePage(hint))
  );
}

export function around({ place }: Hint): string {
  return isHeaderPlace(place) && !place.includes("/") ? HEADER_PREFIX : place.slice(0, place.lastIndexOf("/"));
}

/** Whether a number that names the next page is beyond this one, and not beyond the end. */
function isFurther(hint: Hint, { found }: PageHints, progress: Progress, isTotal: boolean): boolean {
  const next = Number(hint.value);
  const isPage = isPageNumber(hint);
  const page = found.find(({ meaning }) => meaning === "page");
  const pages = found.filter(({ meaning }) => meaning === "pages");
  const isPast = isPage
    ? (page !== undefined && next <= Number(page.value)) ||
      (pages.length > 0 && pages.every(({ value }) => Number(value) <= progress.pagesRead && next > Number(value)))
    : isTotal && next >= progress.itemsRead;
  return next > 0 && !isPast;
}

/** Whether a number that names what follows is that of a page, rather than of an item. */
function isPageNumber({ name, parent }: Hint): boolean {
  return /page/i.test(name + parent) && !/offset|start|from|skip/i.test(name);
}

/**
 * Whether the number of the next page is that of a page which was read. Some services give it so on the last page. The first page is
 * the last one only if it states how many there are: a service that always names this page must not pass for a listing of one.
 */
export function namesReadPage(next: Hint, { found }: PageHints, { pagesRead }: Progress): boolean {
  const isThis = ({ meaning, value }: Hint): boolean =>
    meaning === "page" && (value === pagesRead || value === pagesRead - 1) && value >= Number(next.value);
  const isSized = ({ meaning }: Hint): boolean => meaning === "total" || meaning === "pages";
  return (
    next.meaning === "next number" && isPageNumber(next) && found.some(isThis) && (pagesRead > 1 || found.some(isSized))
  );
}

/** A warning in words. Unlike a flag, it cannot end the reading. */
export function isRemark({ meaning, value }: Hint): boolean {
  return (meaning === "truncated" || meaning === "incomplete") && typeof value === "string";
}

/** Whether it is a warning in words that parts are missing: no argument leads to them. */
export function isRemarkOfParts(hint: Hint): boolean {
  return hint.meaning === "incomplete" && isRemark(hint);
}

/** Whether `ignoreTotals` ignores it: what states the listing's size, or says that parts are missing. */
export function isIgnored(hint: Hint): boolean {
  return STATES_SIZE.has(hint.meaning) || hint.meaning === "incomplete" || isRemark(hint);
}

/** The hints without those that an argument ignores. */
export function withoutIgnored(
  hints: PageHints,
  { ignoresTotals = false }: { readonly ignoresTotals?: boolean | undefined },
): PageHints {
  return ignoresTotals ? { ...hints, found: hints.found.filter((hint) => !isIgnored(hint)) } : hints;
}

/** What says that parts are missing which no further page has, if anything does. */
export function findIncomplete(hints: PageHints): Hint | undefined {
  return hintsOf(hints, "incomplete").find((hint) => isRemark(hint) || hint.value === true);
}
