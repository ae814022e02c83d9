/** Decides what the hints of a page mean for the reader, and which `pagination` reads on. */
import { ListingError } from "../http/errors.js";
import { excerpt, inShell } from "../http/excerpt.js";
import { PAGINATION_DEFAULTS } from "./arguments/description.js";
import type { HintValue, Meaning } from "./conventions.js";
import { flagOf, normaliseName, numberOf } from "./names-and-values.js";
import { type Hint, isHeaderPlace, type PageHints } from "./pagination-hints.js";

/** The value of the argument as data. */
export type SuggestedArgument = Readonly<Record<string, string | number>>;

/** How far the reading has come, this page included. */
export interface Progress {
  readonly pagesRead: number;
  readonly itemsRead: number;
  /** Items on this page. */
  readonly pageItems: number;
}

/**
 * Where a front door shows the argument: as TypeScript, as the plugin's languages take it, as an option of the command line.
 */
export type ArgumentLanguage = "typescript" | "yaml" | "python" | "command line";

/** What the hints of one page come to. */
export interface Verdict {
  /** The hint that more follow, if there is one; an address is to be followed. */
  readonly more: Hint | undefined;
  /** Whether the response states its end or its size, so that a full page is no reason for doubt. */
  readonly statesEnd: boolean;
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
  // Each is true or false: without one that says that more follow, the others say that this is the end.
  const saysEnd = flag === undefined && of("more", "last").length > 0;

  const { totals, pages } = countsOf(hints, progress);
  const strong = totals.filter(({ meaning }) => meaning === "total");
  const inexact =
    of("inexact total").find(({ value }) => value === true) ?? of("exact total").find(({ value }) => value === false);
  const isTotal =
    inexact !== undefined
      ? false
      : strong.length > 0
        ? strong.every(({ value }) => value === progress.itemsRead)
        : totals.some(({ value }) => value === progress.itemsRead && progress.itemsRead > progress.pageItems);
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

/** As many items as a total that is a lower bound are no proof of the end. Later pages came by an address, as in `fullPage`. */
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
      ? found.find((hint) => Number(hint.value) === pageItems && (isLimit(hint) || isCountBesideOffset(hint, found)))
      : undefined;
  return full === undefined ? undefined : { ...full, meaning: "size" };
}

function isLimit({ meaning, name }: Hint): boolean {
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

/** As many as there are on this page: a count may be that of the page alone. A total is not. */
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
function countsFromZero({ name }: Hint, { found }: PageHints, { pagesRead }: Progress): boolean {
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

function around({ place }: Hint): string {
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

/** The number of a page in an address, and the query parameter that it is the value of. */
function pageInAddress(address: string): { parameter: string; value: number } | undefined {
  const query = new URLSearchParams(address.replace(/^[^?]*\??/, "").replace(/#.*$/, ""));
  for (const [parameter, text] of query) {
    const value = numberOf(text);
    if (value !== undefined && /^(?:p|page(?:number|no|num|index)?|currentpage)$/.test(normaliseName(parameter))) {
      return { parameter, value };
    }
  }
  return undefined;
}

/** The argument that reads on from what the hint says. */
export function suggestPagination(hint: Hint, hints: PageHints, progress: Progress): SuggestedArgument {
  const { place, meaning } = hint;
  switch (meaning) {
    case "address":
      return { type: "cursor", urlPath: place };
    case "cursor":
    case "weak cursor":
    case "next number":
      return {
        type: "cursor",
        cursorPath: place,
        ...howToSend(hint, progress),
        ...(meaning === "weak cursor" ? flagPath(hints) : {}),
      };
    case "more":
    case "truncated":
    case "last":
      return suggestByFlag(hint, hints, progress);
    case "pages":
      // A last number from 0 is one less than the pages: then an empty page ends them.
      return countedPages(
        "page",
        hints,
        progress,
        countsFromZero(hint, hints, progress) ? {} : { totalPagesPath: place },
      );
    case "total":
    case "count":
      return countedPages(countedType(hint, hints, progress), hints, progress, { totalPath: place });
    case "last address": {
      const { page } = PAGINATION_DEFAULTS;
      const parameter = pageInAddress(String(hint.value))?.parameter ?? page.parameter;
      return { type: "page", ...(parameter === page.parameter ? {} : { parameter }), start: page.start };
    }
    default:
      return countedPages(countedType(hint, hints, progress), hints, progress, {});
  }
}

/** A text in place of a flag: it cannot end the reading. */
function isRemark({ meaning, value }: Hint): boolean {
  return meaning === "truncated" && typeof value === "string";
}

function suggestByFlag(hint: Hint, hints: PageHints, progress: Progress): SuggestedArgument {
  const path: SuggestedArgument =
    hint.meaning === "last" ? { lastPath: hint.place } : isRemark(hint) ? {} : { morePath: hint.place };
  const lastId = hints.found.find(({ meaning }) => meaning === "last id");
  if (lastId !== undefined) {
    return { type: "cursor", cursorPath: lastId.place, parameter: "after", ...path };
  }
  if (hints.isStripeList) {
    return { type: "cursor", lastItemPath: "/id", parameter: "starting_after", ...path };
  }
  return countedPages(countedType(hint, hints, progress), hints, progress, path);
}

function flagPath({ found }: PageHints): SuggestedArgument {
  const more = found.find(({ meaning }) => meaning === "more");
  const last = found.find(({ meaning }) => meaning === "last");
  if (more !== undefined) {
    return { morePath: more.place };
  }
  return last === undefined ? {} : { lastPath: last.place };
}

/**
 * By offset in OData, after a range of items (PostgREST), and if the response repeats the offset of this page and no page number; else
 * by page.
 */
function countedType(
  { name, place }: Hint,
  { found, isODataList }: PageHints,
  { pagesRead }: Progress,
): "page" | "offset" {
  const offsets = found.filter((hint) => hint.meaning === "offset" && (pagesRead > 1 || isStart(hint)));
  // Beside an offset, a bare `number` is how many items there are on this page.
  const hasPage = found.some(
    (hint) =>
      hint.meaning === "page" && !(hint.name === "number" && offsets.some((offset) => around(offset) === around(hint))),
  );
  const isOffset =
    ((offsets.length > 0 || isODataList) && !hasPage) ||
    /^total_?entries$/i.test(name) ||
    place === "header:Content-Range";
  return isOffset ? "offset" : "page";
}

function countedPages(
  type: "page" | "offset",
  { found, isODataList }: PageHints,
  { pagesRead }: Progress,
  path: SuggestedArgument,
): SuggestedArgument {
  const echo = found.find((hint) => hint.meaning === type && (pagesRead > 1 || isStart(hint)));
  const usual = isODataList && type === "offset" ? "$skip" : type;
  const parameter = echo === undefined ? usual : parameterOfEcho(type, echo);
  const first = PAGINATION_DEFAULTS[type].start;
  // The first page's own number is the number from which the service counts.
  const value = Number(echo?.value ?? first);
  const start = pagesRead === 1 && (value === 0 || value === 1) ? value : first;
  return {
    type,
    ...(parameter === PAGINATION_DEFAULTS[type].parameter ? {} : { parameter }),
    ...(type === "page" || start !== first ? { start } : {}),
    ...path,
  };
}

/** A first page begins at 0 or 1. Another number, such as a time under `start`, is no offset. */
function isStart({ value }: Hint): boolean {
  return Number(value) <= 1;
}

function parameterOfEcho(type: string, { name, parent, place }: Hint): string {
  const isOwnName =
    /pageable/.test(parent) || /^(?:number|current|current_?page|this_?page|page_?current)$/i.test(name);
  return isHeaderPlace(place) || (isOwnName && type === "page") ? type : name;
}

/** Cursors that are sent under another name than the one they come under, less "next". */
const SENT_AS: readonly (readonly [names: RegExp, parameter: string])[] = [
  [/^(?:next|cursors?next|nextcursor)$/, "cursor"],
  [/^(?:endcursor|aftercursor|cursorsafter|cursorafter)$/, "after"],
  [/^nextcontinuationtoken$/, "continuation-token"],
  [/^mscontinuationtoken$/, "continuationToken"],
  [/^nextpagestart$/, "start"],
];

/** How the next request carries the cursor. */
function howToSend({ name, parent, place, meaning, value }: Hint, progress: Progress): SuggestedArgument {
  const normalised = normaliseName(name.replace(/^x-/i, ""));
  if (isHeaderPlace(place) && normalised === "mscontinuation") {
    return { requestHeader: name };
  }
  if (isHeaderPlace(place) && normalised === "nextrange") {
    return { requestHeader: "Range" };
  }
  if (meaning === "next number" && normalised === "next") {
    return { parameter: Number(value) === progress.itemsRead ? "offset" : "page" };
  }
  const known = SENT_AS.find(([names]) => names.test(/^cursors?$/.test(parent) ? parent + normalised : normalised));
  return {
    parameter: known?.[1] ?? parameterName(name.replace(/^[xX]-/, ""), isHeaderPlace(place) && !place.includes("/")),
  };
}

/** `nextPageToken` is sent as `pageToken`, `NextMarker` as `Marker`, `X-Next-Page` as `page`; `NextToken` as itself. */
function parameterName(name: string, isHeader: boolean): string {
  const written = isHeader ? name.toLowerCase().replaceAll("-", "_") : name.replace(/^[^A-Za-z]+/, "");
  const rest = /^next[\s_-]*(.+)$/i.exec(written)?.[1];
  if (rest === undefined || /^token$/i.test(rest)) {
    return isHeader && rest !== undefined ? "next_token" : written;
  }
  return written.startsWith("N") ? rest : rest.charAt(0).toLowerCase() + rest.slice(1);
}

/**
 * The refusal: what the response says, how much was read, and the argument to set, at the very end.
 *
 * @param fault a clause before it, if an argument led to no next page.
 */
export function refusal(
  hint: Hint,
  hints: PageHints,
  progress: Progress,
  { noun, language, fault }: { noun: string; language: ArgumentLanguage; fault?: string | undefined },
): ListingError {
  const isLink = hint.meaning === "address" && isHeaderPlace(hint.place);
  const pagination = isLink ? undefined : suggestPagination(hint, hints, progress);
  const { itemsRead, pagesRead } = progress;
  const read = `${itemsRead} ${noun} on ${pageCount(pagesRead)} were read.`;
  const before = fault === undefined ? "The response" : `${fault}, and the response`;
  return new ListingError(`${before} ${describeHint(hint, noun)}. ${read}`, {
    code: "listing",
    hint:
      pagination === undefined
        ? "Leave pagination out: the address is then followed."
        : `${noneHint(progress)}${startHint(pagination, hints)}To read on, set ${renderArgument(pagination, language)}`,
    pagination,
  });
}

/** The type "none" reads the first page alone: after further pages it would lose their items. */
function noneHint({ pagesRead }: Progress): string {
  return pagesRead === 1 ? 'If that is all, set the pagination type "none". ' : "";
}

/** Read from 1, a service that counts from 0 gives all pages except its first, and nothing but a total would show it. */
function startHint(pagination: SuggestedArgument, { found }: PageHints): string {
  const isGuess = pagination["start"] === 1 && !found.some(({ meaning }) => meaning === pagination["type"]);
  return isGuess ? "If the service's first page is page 0, set start to 0 in it. " : "";
}

/** An argument has read the pages to their end, and the last one contradicts that. */
export function contradiction(hint: Hint, { itemsRead, pagesRead }: Progress, noun: string): ListingError {
  return new ListingError(
    `The pages end after ${itemsRead} ${noun} on ${pageCount(pagesRead)}, but the response ${describeHint(hint, noun)}.`,
    {
      code: "listing",
      hint: "If the listing changed while it was read, try again. If another field has the total or the flag, set pagination.totalPath or pagination.morePath.",
    },
  );
}

/** "1 page", "2 pages". */
export function pageCount(pages: number): string {
  return pages === 1 ? "1 page" : `${pages} pages`;
}

function describeHint({ meaning, place, value }: Hint, noun: string): string {
  const where = isHeaderPlace(place)
    ? `in the header ${excerpt(place.slice("header:".length))}`
    : `at "${excerpt(place)}"`;
  switch (meaning) {
    case "next number":
      return `names the next page ${where}: ${String(value)}`;
    case "more":
      return `says ${where} that more pages follow: ${String(value)}`;
    case "last":
      return `says ${where} that this is not the last page: ${String(value)}`;
    case "truncated":
      return `says ${where} that it is not complete: ${typeof value === "string" ? `"${excerpt(value)}"` : String(value)}`;
    case "inexact total":
    case "exact total":
      return `says ${where} that its number of ${noun} is a lower bound or an estimate`;
    case "pages":
      return `says ${where} that there are ${String(value)} pages`;
    case "remaining":
      return `says ${where} that ${String(value)} more follow`;
    case "total":
    case "count":
      return `says ${where} that there are ${String(value)} ${noun}`;
    case "last address":
      return `names ${where} a last page that was not read`;
    case "size":
      return `says ${where} that a page has ${String(value)} ${noun}, so that this page is full, and does not say whether more follow`;
    default:
      return `names the next page ${where}`;
  }
}

/** The argument as its reader writes it. A `ListingError` has the same as data, in `pagination`. */
export function renderArgument(pagination: Readonly<Record<string, unknown>>, language: ArgumentLanguage): string {
  const options = Object.entries(pagination);
  switch (language) {
    case "typescript":
    case "yaml":
      return `pagination: { ${options.map(([key, value]) => `${key}: ${JSON.stringify(value)}`).join(", ")} }`;
    case "python": {
      const snake = (key: string): string => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
      return `pagination={${options.map(([key, value]) => `"${snake(key)}": ${JSON.stringify(value)}`).join(", ")}}`;
    }
    case "command line":
      return `--pagination ${inShell(JSON.stringify(pagination))}`;
  }
}
