/** Decides what the hints of a page mean for the reader: whether more follow, and whether the response states its end. */
import { type HintValue, isUsualPageSize, type Meaning } from "./conventions.js";
import { flagOf, normaliseName } from "./names-and-values.js";
import { pageInAddress } from "./page-addresses.js";
import { type Hint, isHeaderPlace, type PageHints } from "./pagination-hints.js";

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
  const { found } = hints;
  const of = (...meanings: readonly Meaning[]): readonly Hint[] =>
    found.filter(({ meaning }) => meanings.includes(meaning));
  const flag =
    of("more", "truncated").find((hint) => isRemark(hint) || flagOf(hint.value) === true) ??
    of("last").find(({ value }) => flagOf(value) === false);
  // If there are flags, and none says that more follow, this is the end.
  const saysEnd = flag === undefined && of("more", "last").length > 0;

  const { totals, pages } = countsOf(hints, progress);
  const strong = totals.filter(({ meaning }) => meaning === "total");
  const inexact =
    of("inexact total").find(({ value }) => value === true) ?? of("exact total").find(({ value }) => value === false);
  const isTotal =
    inexact === undefined &&
    (strong.length > 0
      ? strong.every(({ value }) => value === progress.itemsRead)
      : totals.some(({ value }) => value === progress.itemsRead && progress.itemsRead > progress.pageItems));
  const pagesLeft = pages.find(({ value }) => Number(value) > progress.pagesRead);

  const statesEnd =
    saysEnd ||
    hints.namesNoNext ||
    pages.length > 0 ||
    (inexact === undefined && totals.some((hint) => !isOfThisPage(hint, progress))) ||
    of("remaining").length > 0 ||
    of("size").some(
      (hint) => Number(hint.value) > progress.pageItems && !totals.some(({ place }) => place === hint.place),
    );
  const verdict = (more: Hint | undefined): Verdict => ({
    more,
    statesEnd,
    total: inexact === undefined ? (strong[0] ?? totals[0]) : undefined,
    isTotal,
    showsEnd: more === undefined && (isTotal || saysEnd || pages.length > 0),
    namesNoNext: more === undefined && hints.namesNoNext,
  });

  const limits =
    flag ??
    pagesLeft ??
    of("remaining").find(({ value }) => Number(value) > 0 && progress.pageItems > 0) ??
    [...strong, ...totals].find(({ value }) => Number(value) > progress.itemsRead);
  if (scope === "limits") {
    return verdict(limits);
  }
  const address = bestAddress(of("address"));
  if (address !== undefined && !(saysEnd && progress.pageItems === 0)) {
    return verdict(address);
  }
  if (!saysEnd) {
    const cursor = of("cursor")[0] ?? of("next number").find((hint) => isFurther(hint, hints, progress, isTotal));
    if (cursor !== undefined) {
      return verdict(cursor);
    }
    // Later pages came by an address: that is what the service pages by.
    const weak = progress.pagesRead === 1 ? of("weak cursor")[0] : undefined;
    if (weak !== undefined && (flag !== undefined || !(isTotal || hints.namesNoNext))) {
      return verdict(weak);
    }
  }
  return verdict(
    limits ??
      of("last address").find((hint) => isUnreadLastPage(hint, hints, progress, saysEnd)) ??
      (statesEnd ? undefined : (lowerBound(inexact, progress) ?? fullPage(hints, progress))),
  );
}

/** An inexact total does not show the end. Only on the first page: later pages came by an address, as in `fullPage`. */
function lowerBound(inexact: Hint | undefined, { pagesRead, pageItems }: Progress): Hint | undefined {
  return pagesRead === 1 && pageItems > 0 ? inexact : undefined;
}

/** Names of the size that a page may have. A service may write the number of items of this page under `size` and `length`. */
const SIZE_LIMIT = /limit|perpage|pagesize|^max(?:results?|items?|size|records?)$/;

/**
 * The size of a page that is full, if the response repeats which page or offset it is, and says nothing of an end. More may
 * follow. Later pages came by an address, which the last one does not have.
 */
function fullPage({ found }: PageHints, { pagesRead, pageItems }: Progress): Hint | undefined {
  const isNumbered = found.some(({ meaning }) => meaning === "page" || meaning === "offset");
  const full =
    isNumbered && pagesRead === 1 && pageItems > 0
      ? found.find(
          (hint) =>
            Number(hint.value) === pageItems &&
            (isLimit(hint) || isCountBesideOffset(hint, found) || isSizeBesidePage(hint, found)),
        )
      : undefined;
  return full === undefined ? undefined : { ...full, meaning: "size" };
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

function countsOf(hints: PageHints, progress: Progress): { totals: readonly Hint[]; pages: readonly Hint[] } {
  const { found } = hints;
  const filtered = found.filter(({ meaning, name }) => meaning === "total" && /filter|match/i.test(name));
  const page = found.find(({ meaning }) => meaning === "page");
  const totals: Hint[] = [];
  const pages: Hint[] = [];
  for (const hint of found) {
    if (hint.meaning === "pages") {
      pages.push(countsFromZero(hint, hints, progress) ? { ...hint, value: Number(hint.value) + 1 } : hint);
    } else if (hint.meaning === "total" && (filtered.length === 0 || filtered.includes(hint))) {
      // `page: { number: 1, total: 3 }` with ten items, or beside `records: 30`: three cannot be all, so it counts pages.
      const isTooFew = (value: HintValue): boolean => Number(hint.value) < Number(value);
      const countsPages =
        page !== undefined &&
        around(page) === around(hint) &&
        !found.some(({ meaning }) => meaning === "pages") &&
        (isTooFew(progress.pageItems) || found.some(({ meaning, value }) => meaning === "count" && isTooFew(value)));
      (countsPages ? pages : totals).push(countsPages ? { ...hint, meaning: "pages" } : hint);
    } else if (hint.meaning === "count" && filtered.length === 0 && !isPageSize(hint, found)) {
      totals.push(hint);
    } else if (isBeyondLimit(hint, found, progress)) {
      totals.push({ ...hint, meaning: "count" });
    }
  }
  return { totals, pages };
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
 * may have.
 */
function isPageSize(count: Hint, found: readonly Hint[]): boolean {
  const beside = found.filter((hint) => around(hint) === around(count));
  return (
    beside.some(({ meaning }) => meaning === "offset" || meaning === "pages") &&
    beside.some(({ meaning, value }) => meaning === "total" && Number(value) < Number(count.value))
  );
}

export function around({ place }: Hint): string {
  return isHeaderPlace(place) && !place.includes("/") ? "header:" : place.slice(0, place.lastIndexOf("/"));
}

/** Whether a number that names the next page is beyond this one, and not beyond the end. */
function isFurther(hint: Hint, { found }: PageHints, progress: Progress, isTotal: boolean): boolean {
  const next = Number(hint.value);
  const isPage = /page/i.test(hint.name + hint.parent) && !/offset|start|from|skip/i.test(hint.name);
  const page = found.find(({ meaning }) => meaning === "page");
  const pages = found.filter(({ meaning }) => meaning === "pages");
  const isPast = isPage
    ? (page !== undefined && next <= Number(page.value)) ||
      (pages.length > 0 && pages.every(({ value }) => Number(value) <= progress.pagesRead && next > Number(value)))
    : isTotal && next >= progress.itemsRead;
  return next > 0 && !isPast;
}

function isUnreadLastPage(hint: Hint, hints: PageHints, progress: Progress, saysEnd: boolean): boolean {
  const number = pageInAddress(String(hint.value));
  if (saysEnd || (hints.namesNoNext && number === undefined)) {
    return false;
  }
  return number === undefined ? isHeaderPlace(hint.place) : number.value > progress.pagesRead;
}

/** A warning in words. Unlike a flag, it cannot end the reading. */
export function isRemark({ meaning, value }: Hint): boolean {
  return meaning === "truncated" && typeof value === "string";
}
