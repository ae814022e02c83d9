/** The request for each page, made from the page before it. */
import { excerpt } from "../http/excerpt.js";
import { ListingError } from "../http/errors.js";
import { readPath, stepNames } from "../http/json-path.js";
import type { ServiceResponse } from "../http/types.js";
import { PAGINATION_DEFAULTS } from "./arguments/description.js";
import type { CursorPagination, OffsetPagination, PagePagination, Pagination, Query } from "./argument-types.js";
import type { Meaning } from "./conventions.js";
import type { JsonValue } from "./json.js";
import { flagOf, normaliseName, numberOf, readCursor } from "./names-and-values.js";
import { isJsonNumber, numberText } from "./numbers.js";
import { judge, type Progress, type Verdict } from "./page-verdict.js";
import { isCounted } from "./page-addresses.js";
import { type AdviceWording, contradiction, endlessPages, refusal } from "./pagination-advice.js";
import type { ArgumentLanguage } from "./suggest-pagination.js";
import {
  findCursorNamed,
  type Hint,
  isHeaderPlace,
  isSamePlace,
  LINK_PLACE,
  type PageHints,
  readPlace,
} from "./pagination-hints.js";
import { withQuery } from "./service-path.js";

/** One page that was read. */
export interface Page {
  readonly response: ServiceResponse;
  readonly body: JsonValue;
  readonly items: readonly JsonValue[];
  readonly hints: PageHints;
  readonly progress: Progress;
  /** What all hints together show. */
  readonly verdict: Verdict;
}

export interface PageRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
}

export interface PageOrder {
  readonly first: PageRequest;
  /**
   * The request for the next page; `undefined` after the last.
   *
   * @throws ListingError if the page says that more follow and does not name them.
   */
  next(page: Page): PageRequest | undefined;
  /**
   * Checks the end of the listing.
   *
   * @throws ListingError if a total, a flag or the number of pages says that more follow.
   */
  checkEnd?(end: ListingEnd): void;
  /** Whether only an empty page shows the end, so that one page more than those with items has to be read. */
  readonly endsWithEmptyPage: boolean;
  /** Whether the number of pages, which an argument names, ends the listing. */
  readonly endsByPageCount?: boolean;
  /** How many items each page is asked for. */
  readonly size?: number | undefined;
  /** Where a response has the number of all items. */
  readonly totalPath?: string | undefined;
  /** Whether what responses state of the listing's size is ignored. */
  readonly ignoresTotals?: boolean | undefined;
  /** The query parameter that names each page; `undefined` if none does. */
  readonly parameter?: string | undefined;
  /** Set if pages are counted: those before the first page may have been left out. */
  readonly startedAt?: StartedAt | undefined;
  /** The request for what follows the page, even if an argument ends the listing with it; `undefined` if there is none. */
  readonly after?: ((page: Page) => PageRequest | undefined) | undefined;
  /** The parameter for the size, and the first request without all that the argument adds; `undefined` if no size is sent. */
  readonly sized?: { readonly parameter: string; readonly without: PageRequest } | undefined;
  /** The request for the address of the next page that the page names, if an argument leads elsewhere. */
  readonly addressed?: ((page: Page) => PageRequest | undefined) | undefined;
  /** The request for the page that begins with this item, counted from 0; `undefined` if pages are not counted by items. */
  readonly atItem?: ((index: number) => PageRequest) | undefined;
  /** The request for the page after this item; `undefined` if no field of an item is the cursor, or this item has none. */
  readonly afterItem?: ((item: JsonValue) => PageRequest | undefined) | undefined;
  /** The first request with an empty cursor; `undefined` if no query parameter takes a cursor from the response. */
  readonly withEmptyCursor?: PageRequest | undefined;
}

/** The pages that a check of a listing's end looks at. */
export interface ListingEnd {
  /** The page with which the listing ends; `undefined` if the service has refused or repeated the one after `lastFilled`. */
  readonly page: Page | undefined;
  /** The last page with items: `page`, or one before it; the first page if none has any. */
  readonly lastFilled: Page;
  readonly totals: StatedTotals;
}

/** What pages with items state of the listing's size. */
export interface StatedTotals {
  /** The last pages that state a total or a number of pages. Some services state it on the first page only. */
  readonly last: ReadonlySet<Page>;
  /** The largest total of all pages. */
  readonly largest: Hint | undefined;
}

/** The number of the first page or item. */
export interface StartedAt {
  readonly type: "page" | "offset";
  readonly parameter: string;
  readonly start: number;
  /** The request for the first page, without its number. */
  readonly unnumbered: PageRequest;
  /** The number with which the service may begin instead: the one before, or 1 if that is 0. */
  readonly other: { readonly start: number; readonly request: PageRequest };
}

/** How messages name what is listed, and the argument to set. */
export interface Wording {
  /** What is listed, in the plural: "workflows". */
  readonly noun: string;
  readonly language: ArgumentLanguage;
}

export function createPageOrder(
  listing: URL,
  query: Query,
  pagination: Pagination | undefined,
  wording: Wording,
): PageOrder {
  const first = { url: withQuery(listing, query), headers: {} };
  switch (pagination?.type) {
    case undefined:
      return linkedOrder(first, wording);
    case "none":
      return { first, next: () => undefined, endsWithEmptyPage: false };
    case "cursor": {
      const order = cursorOrder(listing, { ...query, ...sizeQuery(pagination) }, pagination, wording);
      return checkedAtEnd({ ...order, ...proofs(first, pagination) }, () => wording);
    }
    case "page":
    case "offset":
      return checkedAtEnd({ ...countedOrder(listing, query, pagination), ...proofs(first, pagination) }, () => wording);
  }
}

/** @param without the first request without what the argument adds. */
function proofs(
  without: PageRequest,
  { size, sizeParameter = PAGINATION_DEFAULTS.sizeParameter }: SizeOptions,
): Pick<PageOrder, "sized" | "addressed"> {
  return {
    sized: size === undefined ? undefined : { parameter: sizeParameter, without },
    addressed({ verdict: { more }, response }) {
      return more?.meaning === "address" ? { url: resolve(String(more.value), { response }), headers: {} } : undefined;
    },
  };
}

/** Some services name a next page for ever. A listing with fewer empty pages than this in its middle is read on. */
const MAX_EMPTY_PAGES = 10;

/** Without an argument: the address that the page names is followed; a page that only hints at more is refused. */
function linkedOrder(first: PageRequest, wording: Wording): PageOrder {
  let emptyPages = 0;
  let followedAt: string | undefined;
  const next: PageOrder["next"] = (page) => {
    const { more } = page.verdict;
    if (more === undefined) {
      return undefined;
    }
    if (more.meaning !== "address") {
      throw refusal(more, page.hints, page.progress, { ...wording, followedAt });
    }
    followedAt = more.place;
    emptyPages = page.items.length === 0 ? emptyPages + 1 : 0;
    // Pages that are counted go on by themselves. A cursor leads somewhere.
    if (emptyPages === MAX_EMPTY_PAGES && page.hints.position !== undefined) {
      throw endlessPages(emptyPages, more, page, wording);
    }
    return { url: resolve(String(more.value), page), headers: {} };
  };
  return checkedAtEnd({ first, next, endsWithEmptyPage: false }, () => ({ ...wording, followedAt }));
}

/** For messages: a response that is not the last one. */
const EARLIER = "an earlier response";

/** The same order, with a check of its end: the totals and flags must not contradict it. */
function checkedAtEnd(order: PageOrder, wordingAtEnd: () => AdviceWording): PageOrder {
  return {
    ...order,
    checkEnd({ page, lastFilled, totals }) {
      const last = page ?? lastFilled;
      const { progress } = last;
      const wording = wordingAtEnd();
      if (page !== undefined) {
        checkLimits(page, progress, ["more", "last", "truncated"], wording);
      }
      checkLimits(lastFilled, progress, ["remaining"], wording);
      // An argument that names the total is the one that counts: see `checkTotal`.
      const isNamed = order.totalPath !== undefined;
      for (const one of totals.last) {
        checkLimits(one, progress, isNamed ? ["pages"] : TOTALS, wording, one === last ? "the response" : EARLIER);
      }
      const { largest } = totals;
      if (
        largest !== undefined &&
        Number(largest.value) > progress.itemsRead &&
        !isNamed &&
        (hasNumberedPages(order, last) || !lastFilled.verdict.isTotal)
      ) {
        throw contradiction(largest, progress, wording, EARLIER);
      }
    },
  };
}

/**
 * Whether pages have numbers, by an argument or in addresses. If an item of a read page is removed, the next page begins one item
 * later: one item is missing, although the last total matches. A cursor is not shifted: there the last total may be the smaller one.
 */
export function hasNumberedPages({ startedAt, parameter }: PageOrder, { hints, progress, response }: Page): boolean {
  const { position } = hints;
  return (
    startedAt !== undefined ||
    (position !== undefined && response.url.searchParams.has(position.parameter)) ||
    isCounted(response.url, progress, parameter)
  );
}

/** The hints that state how large the whole listing is. */
export const TOTALS: readonly Meaning[] = ["total", "count", "pages"];

/** Hints by which `judge` understands the others. They are never a limit themselves. */
const CONTEXT: ReadonlySet<Meaning> = new Set<Meaning>(["page", "offset"]);

/**
 * @param read what was read in all, with the pages after `page`.
 * @param by the response of the page, for messages.
 */
function checkLimits(
  page: Page,
  read: Progress,
  meanings: readonly Meaning[],
  wording: AdviceWording,
  by?: string,
): void {
  const progress = { ...read, pageItems: page.progress.pageItems };
  const found = page.hints.found.filter(({ meaning }) => CONTEXT.has(meaning) || meanings.includes(meaning));
  const { more } = judge({ ...page.hints, found }, progress, "limits");
  if (more !== undefined) {
    throw read.pagesRead === 1
      ? refusal(more, page.hints, progress, wording)
      : contradiction(more, progress, wording, by);
  }
}

function cursorOrder(listing: URL, query: Query, pagination: CursorPagination, wording: Wording): PageOrder {
  const {
    cursorPath,
    urlPath,
    lastItemPath,
    parameter = PAGINATION_DEFAULTS.cursor.parameter,
    requestHeader,
  } = pagination;
  const setting = urlPath !== undefined ? "urlPath" : lastItemPath !== undefined ? "lastItemPath" : "cursorPath";
  const path = urlPath ?? lastItemPath ?? cursorPath ?? "";
  const at = (cursor: string): PageRequest =>
    requestHeader === undefined
      ? { url: withQuery(listing, { ...query, [parameter]: cursor }), headers: {} }
      : { url: withQuery(listing, query), headers: { [requestHeader.toLowerCase()]: headerValue(cursor) } };
  const find = ({ body, items, hints, response }: Page): JsonValue | undefined => {
    if (lastItemPath !== undefined) {
      return readPath<JsonValue>(items.at(-1) ?? null, path);
    }
    return urlPath?.toLowerCase() === LINK_PLACE.toLowerCase()
      ? hints.found.find(({ meaning, place }) => meaning === "address" && place === LINK_PLACE)?.value
      : readPlace(body, response.headers, path);
  };
  // The id 0 of an item ends no listing.
  const read = lastItemPath === undefined ? readCursor : readKey;
  const requestFor = (cursor: string, page: Page): PageRequest =>
    setting === "urlPath" ? { url: resolve(cursor, page), headers: {} } : at(cursor);
  const keys = lastItemPath === undefined ? undefined : createKeys(lastItemPath, wording.noun);
  let sentKey: string | undefined;
  const isInQuery = urlPath === undefined && requestHeader === undefined;
  return {
    first: { url: withQuery(listing, query), headers: {} },
    endsWithEmptyPage: false,
    totalPath: pagination.totalPath,
    ignoresTotals: pagination.ignoreTotals,
    parameter: isInQuery ? parameter : undefined,
    withEmptyCursor: isInQuery && lastItemPath === undefined ? at("") : undefined,
    afterItem(item) {
      const key = lastItemPath === undefined ? undefined : readKey(readPath<JsonValue>(item, lastItemPath));
      return key === undefined ? undefined : at(key);
    },
    after(page) {
      const cursor = read(find(page));
      return cursor === undefined ? undefined : requestFor(cursor, page);
    },
    next(page) {
      const isLast = saysLast(page, pagination);
      if (isLast !== true || page.progress.pagesRead > 1) {
        keys?.check(page.items);
      }
      if (lastItemPath !== undefined && sentKey !== undefined) {
        checkNoPosition(page, sentKey, lastItemPath);
      }
      if (isLast === true || (lastItemPath !== undefined && page.items.length === 0)) {
        return undefined;
      }
      const found = find(page);
      const cursor = read(found);
      sentKey = cursor;
      if (cursor !== undefined && setting === "cursorPath" && isSizeAt(path, page)) {
        throw wrongPlace(
          `The response has the size of a page at cursorPath "${excerpt(path)}", and no cursor.`,
          setting,
        );
      }
      if (cursor !== undefined) {
        return requestFor(cursor, page);
      }
      if (typeof found === "object" ? found !== null : found === true) {
        throw wrongPlace(`The response has no text or number at ${setting} "${excerpt(path)}".`, setting);
      }
      const missing = `nothing at ${setting} "${excerpt(path)}"`;
      if (isLast === false || lastItemPath !== undefined) {
        const more =
          isLast === false ? "The response says that more pages follow, and has" : "The last item of the page has";
        throw wrongPlace(`${more} ${missing}.`, setting);
      }
      refuseOtherNext(page, pagination, `The response has ${missing}`, wording);
      if (found === undefined && page.progress.pagesRead === 1) {
        refuseOtherPlace(page, path, `The response has ${missing}`, setting);
      }
      return undefined;
    },
  };
}

/**
 * Refuses a page that ends the listing by the argument, but hints at a next page in another place. On the first page any hint
 * counts: the path may have a spelling mistake. On a later page the path has led to a cursor before, and only the address of a
 * next page counts: a token may be for polling.
 */
function refuseOtherNext(page: Page, { totalPath }: CursorPagination, fault: string, wording: Wording): void {
  const { more } = page.verdict;
  // A total that an argument names decides: see `checkTotal`.
  const counts = page.progress.pagesRead === 1 || (more?.meaning === "address" && totalPath === undefined);
  if (more !== undefined && counts) {
    throw refusal(more, page.hints, page.progress, { ...wording, fault });
  }
}

/**
 * Refuses a first page with nothing at the path, if a field of the same name in another place has a value: the path is probably
 * one level off.
 */
function refuseOtherPlace(page: Page, path: string, fault: string, setting: string): void {
  const place = isHeaderPlace(path) ? undefined : findCursorNamed(path, page.body);
  if (place !== undefined) {
    throw new ListingError(`${fault}, and has something at "${excerpt(place)}".`, {
      code: "listing",
      hint: `If that names the next page, set pagination.${setting} to ${JSON.stringify(place)}. If this page is all, set the pagination type "none".`,
    });
  }
}

/**
 * Refuses a page whose own number, or offset, is the value of the last item: the service has not read it as a cursor. Pages were left
 * out.
 */
function checkNoPosition({ hints }: Page, sent: string, lastItemPath: string): void {
  const own = normaliseName(stepNames(lastItemPath).at(-1) ?? "");
  const echo = hints.found.find(
    ({ meaning, name, value }) =>
      (meaning === "page" || meaning === "offset") &&
      /^(?:page|offset|skip)/.test(normaliseName(name)) &&
      normaliseName(name) !== own &&
      Number(value) === Number(sent),
  );
  if (echo !== undefined) {
    throw new ListingError(
      `The service takes the value of the last item for a position: it has the same number at "${excerpt(echo.place)}".`,
      { code: "listing", hint: `Set the pagination type ${JSON.stringify(echo.meaning)}.` },
    );
  }
}

/** A cursor as a request header's value. A header would lose white space at its ends, and has no other characters than these. */
function headerValue(cursor: string): string {
  if (/^[!-~](?:[ -~]*[!-~])?$/.test(cursor)) {
    return cursor;
  }
  throw new ListingError(
    "The cursor of the next page cannot be sent in a request header: it has a control character, a character outside ASCII, or a space at an end.",
    {
      code: "listing",
      hint: "Does the service take it in the query too? Then set pagination.parameter instead of pagination.requestHeader.",
    },
  );
}

/** A cursor is never called like the size of a page. */
function isSizeAt(path: string, { hints }: Page): boolean {
  return hints.found.some((hint) => hint.meaning === "size" && isSamePlace(hint.place, path));
}

/** Text or a number that identifies an item. */
function readKey(value: JsonValue | undefined): string | undefined {
  const text = isJsonNumber(value) ? numberText(value) : value;
  return typeof text === "string" && text.trim() !== "" ? text : undefined;
}

/**
 * The values at `lastItemPath`. If several items have the same one, the service cannot know after which of them the next page
 * begins, and leaves the others out.
 */
function createKeys(lastItemPath: string, noun: string): { check(items: readonly JsonValue[]): void } {
  const known = new Set<string>();
  return {
    check(items) {
      for (const item of items) {
        const key = readKey(readPath<JsonValue>(item, lastItemPath));
        if (key !== undefined && known.has(key)) {
          throw new ListingError(
            `Several ${noun} have the same value at lastItemPath "${excerpt(lastItemPath)}": a page after one of them may leave out the others.`,
            {
              code: "listing",
              hint: "Set pagination.lastItemPath to a field that identifies each item, such as /id.",
            },
          );
        }
        if (key !== undefined) {
          known.add(key);
        }
      }
    },
  };
}

function wrongPlace(message: string, setting: string): ListingError {
  const hint = `Set pagination.${setting} to the path of what names the next page.`;
  return new ListingError(message, { code: "listing", hint });
}

function countedOrder(listing: URL, query: Query, pagination: PagePagination | OffsetPagination): PageOrder {
  const defaults = PAGINATION_DEFAULTS[pagination.type];
  const { parameter = defaults.parameter, start = defaults.start, totalPath } = pagination;
  const totalPagesPath = pagination.type === "page" ? pagination.totalPagesPath : undefined;
  const at = (position: Query): PageRequest => ({
    url: withQuery(listing, { ...query, ...sizeQuery(pagination), ...position }),
    headers: {},
  });
  const after = ({ progress: { pagesRead, itemsRead } }: Page): PageRequest =>
    at({ [parameter]: start + (pagination.type === "page" ? pagesRead : itemsRead) });
  const otherStart = start === 0 ? 1 : start - 1;
  const isCounted =
    totalPagesPath === undefined && pagination.morePath === undefined && pagination.lastPath === undefined;
  return {
    first: at({ [parameter]: start }),
    endsWithEmptyPage: isCounted,
    endsByPageCount: totalPagesPath !== undefined,
    size: pagination.size,
    totalPath,
    ignoresTotals: pagination.ignoreTotals,
    parameter,
    startedAt: {
      type: pagination.type,
      parameter,
      start,
      unnumbered: at({}),
      other: { start: otherStart, request: at({ [parameter]: otherStart }) },
    },
    after,
    atItem: pagination.type === "offset" ? (index) => at({ [parameter]: start + index }) : undefined,
    next(page) {
      const { pagesRead, pageItems } = page.progress;
      const isLast = saysLast(page, pagination) ?? isLastByCount(page, totalPagesPath);
      if (isLast === true && totalPagesPath !== undefined && pageItems === 0 && pagesRead > 1) {
        throw emptyLastPage(pagesRead, start);
      }
      if (isLast === false && totalPagesPath !== undefined && start === 0 && pageItems === 0 && pagesRead === 1) {
        throw emptyFirstPage();
      }
      if (isLast === true || (isLast === undefined && pageItems === 0)) {
        return undefined;
      }
      return after(page);
    },
  };
}

/** If the service counts from another number, its last page seems to be empty: the one before the first was left out. */
function emptyLastPage(number: number, start: number): ListingError {
  return new ListingError(`The response says that there are ${number} pages, but page ${number} is empty.`, {
    code: "listing",
    hint: `Is the service's first page page ${start}? Set pagination.start to its number, such as ${start === 0 ? 1 : 0}.`,
  });
}

/** If the service counts from 1, page 0 is empty: by the number of pages, the last one would be left out. */
function emptyFirstPage(): ListingError {
  return new ListingError("The response says that there are several pages, but page 0 is empty.", {
    code: "listing",
    hint: "Is the service's first page page 1? Set pagination.start to its number, such as 1.",
  });
}

interface SizeOptions {
  readonly size?: number | undefined;
  readonly sizeParameter?: string | undefined;
}

function sizeQuery({ size, sizeParameter = PAGINATION_DEFAULTS.sizeParameter }: SizeOptions): Query {
  return size === undefined ? {} : { [sizeParameter]: size };
}

/** What the page's own flag says; `undefined` if no argument names a flag. */
function saysLast(
  page: Page,
  { morePath, lastPath }: { morePath?: string | undefined; lastPath?: string | undefined },
): boolean | undefined {
  const path = morePath ?? lastPath;
  if (path === undefined) {
    return undefined;
  }
  const flag = flagOf(readPlace(page.body, page.response.headers, path));
  if (flag === undefined) {
    const option = morePath === undefined ? "lastPath" : "morePath";
    throw new ListingError(`The response has no true or false at ${option} "${excerpt(path)}".`, {
      code: "listing",
      hint: `Set pagination.${option} to the path of the flag, or leave it out.`,
    });
  }
  return morePath === undefined ? flag : !flag;
}

function isLastByCount(page: Page, totalPagesPath: string | undefined): boolean | undefined {
  if (totalPagesPath === undefined) {
    return undefined;
  }
  const pages = numberOf(readPlace(page.body, page.response.headers, totalPagesPath));
  if (pages === undefined) {
    throw new ListingError(`The response has no number at totalPagesPath "${excerpt(totalPagesPath)}".`, {
      code: "listing",
      hint: "Set pagination.totalPagesPath to the path of the number of pages, or leave it out.",
    });
  }
  return page.progress.pagesRead >= pages;
}

/** Query parameters of a URI template (RFC 6570), such as `{&sort}` in Spring's links: without a value they are left out. */
const OPTIONAL_PARAMETERS = /\{[?&][\w.,*:%]+\}/g;
/** What a template asks for otherwise. An address has no such braces. */
const TEMPLATE = /\{[+#./;]?[A-Za-z_][\w.,*:]*\}/;

/**
 * The address, against the page's own. `http` is read as `https` if the page came by `https` from the same host: a service
 * behind a TLS proxy may not know its own scheme. Never the other way.
 */
function resolve(target: string, page: Pick<Page, "response">): URL {
  const base = page.response.url;
  const address = target.replace(OPTIONAL_PARAMETERS, "");
  const [template] = TEMPLATE.exec(address) ?? [];
  if (template !== undefined) {
    throw new ListingError(`The response names the next page by a template with "${excerpt(template)}" in it.`, {
      code: "listing",
      hint: "Set pagination to say which query parameter carries the next page, and where its value is.",
    });
  }
  if (!URL.canParse(address, base.href)) {
    throw new ListingError("The response names a next page whose address cannot be read.", {
      code: "listing",
      hint: "Set pagination to say how the service's next pages are requested.",
    });
  }
  const url = new URL(address, baseFor(address, base));
  url.hash = "";
  const isSameHost = url.hostname === base.hostname && (url.port === "" || url.port === base.port);
  if (
    base.protocol !== "https:" ||
    url.protocol !== "http:" ||
    !isSameHost ||
    url.username !== "" ||
    url.password !== ""
  ) {
    return withPrefixOf(base, url);
  }
  const upgraded = new URL(base.origin);
  upgraded.pathname = url.pathname;
  upgraded.search = url.search;
  return withPrefixOf(base, upgraded);
}

/**
 * What the address is relative to: the page, or where the API begins if the address repeats several steps of the page's own path. Eve
 * has `v2/workflows?page=2` on the page `/v2/workflows`. From the page on it would be `/v2/v2/workflows`.
 */
function baseFor(address: string, { href, origin, pathname }: URL): string {
  const [path = ""] = address.split(/[?#]/);
  const isFromRoot = /^[^/:]+\//.test(path) && pathname.endsWith(`/${path}`);
  return isFromRoot ? origin + pathname.slice(0, -path.length) : href;
}

/**
 * The address behind a gateway that adds a path: the service, which does not know of `/gateway`, names `/v2/workflows?page=2` on
 * the page `/gateway/v2/workflows`. At the address that it names there is nothing, or another service.
 */
function withPrefixOf(page: URL, url: URL): URL {
  const [whole, known] = [page, url].map(({ pathname }) => pathname.replace(/\/+$/, "")) as [string, string];
  if (known === "" || !whole.endsWith(known)) {
    return url;
  }
  const prefixed = new URL(url);
  prefixed.pathname = whole.slice(0, -known.length) + url.pathname;
  return prefixed;
}

/**
 * Every request for a page needs this check: the access token goes to the service alone.
 *
 * @throws ListingError if the address is on another origin, or has a user name or a password.
 */
export function checkOrigin(url: URL, origin: string): void {
  const place = excerpt(`${url.protocol}//${url.host}`);
  // The origin of blob:https://… is the one inside.
  if (url.origin !== origin || url.protocol === "blob:") {
    throw new ListingError(
      `The next page would come from "${place}", another origin than ${origin}: nothing was sent there.`,
      {
        code: "listing",
        hint: "The access token is for the service alone. Is baseUrl the address that the service itself uses?",
      },
    );
  }
  if (url.username !== "" || url.password !== "") {
    throw new ListingError("The next page's address has a user name or a password.", {
      code: "listing",
      hint: "Nothing was sent there. Set pagination to say how the service's next pages are requested.",
    });
  }
}
