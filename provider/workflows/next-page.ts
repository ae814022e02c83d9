/** How a listing goes on: the address of each page, from the page before it. */
import { excerpt } from "../http/excerpt.js";
import { ListingError } from "../http/errors.js";
import { readPointer } from "../http/json-pointer.js";
import type { ServiceAnswer } from "../http/types.js";
import type { JsonValue } from "./json.js";
import { nextLink } from "./link-header.js";
import { refuseHiddenPages } from "./more-signs.js";
import { isJsonNumber, numberText } from "./numbers.js";
import { withQuery } from "./query.js";
import type { CursorPagination, OffsetPagination, PagePagination, Pagination, Query } from "./argument-types.js";

/** One page as it came. */
export interface Page {
  readonly answer: ServiceAnswer;
  readonly body: JsonValue;
  readonly items: readonly JsonValue[];
  /** 1 for the first. */
  readonly number: number;
  /** Items of this page and of all before it. */
  readonly itemsSoFar: number;
}

export interface PageOrder {
  readonly first: URL;
  /** The next page's address; `undefined` after the last. */
  next(page: Page): URL | undefined;
  /** Whether only an empty page tells the end, so that one page more than hold items has to be read. */
  readonly endsWithEmptyPage: boolean;
  /** Where an answer says how many items there are in all. */
  readonly totalPath?: string | undefined;
}

export function createPageOrder(listing: URL, query: Query, pagination: Pagination | undefined): PageOrder {
  switch (pagination?.type) {
    case undefined:
      return { first: withQuery(listing, query), next: linkedPage, endsWithEmptyPage: false };
    case "none":
      return { first: withQuery(listing, query), next: () => undefined, endsWithEmptyPage: false };
    case "cursor":
      return cursorOrder(listing, { ...query, ...sizeQuery(pagination) }, pagination);
    case "page":
      return countedOrder(listing, query, pagination, { parameter: "page", start: 1 }, (page) => page.number);
    case "offset":
      return countedOrder(listing, query, pagination, { parameter: "offset", start: 0 }, (page) => page.itemsSoFar);
  }
}

function linkedPage(page: Page): URL | undefined {
  const target = nextLink(page.answer.headers.link);
  if (target === undefined) {
    refuseHiddenPages(page.body, "no Link header to them");
    return undefined;
  }
  return resolve(target, page, "The Link header");
}

function cursorOrder(listing: URL, query: Query, pagination: CursorPagination): PageOrder {
  const { cursorPath, urlPath, parameter = "cursor", morePath } = pagination;
  return {
    first: withQuery(listing, query),
    endsWithEmptyPage: false,
    next(page) {
      const path = urlPath ?? cursorPath;
      if (path === undefined || !mayGoOn(page, morePath)) {
        return undefined;
      }
      const cursor = readPointer<JsonValue>(page.body, path);
      const setting = urlPath === undefined ? "cursorPath" : "urlPath";
      if (cursor === undefined || cursor === null || cursor === false || cursor === "") {
        refuseEarlyEnd(page, { setting, path, isAbsent: cursor === undefined }, morePath);
        return undefined;
      }
      if (urlPath === undefined && isJsonNumber(cursor)) {
        return withQuery(listing, { ...query, [parameter]: numberText(cursor) });
      }
      if (typeof cursor !== "string") {
        throw wrongPlace(`The answer has something else than text at ${setting} "${excerpt(path)}".`, setting);
      }
      return urlPath === undefined
        ? withQuery(listing, { ...query, [parameter]: cursor })
        : resolve(cursor, page, `What the answer has at "${excerpt(path)}"`);
    },
  };
}

/** Where the path has a slip of the pen in it, it leads nowhere, and the first page would be taken for the whole. */
function refuseEarlyEnd(
  page: Page,
  { setting, path, isAbsent }: { setting: string; path: string; isAbsent: boolean },
  morePath: string | undefined,
): void {
  const missing = `nothing at ${setting} "${excerpt(path)}"`;
  if (morePath !== undefined) {
    throw wrongPlace(`The answer says at "${excerpt(morePath)}" that more pages follow, and has ${missing}.`, setting);
  }
  if (isAbsent && page.number === 1) {
    refuseHiddenPages(page.body, missing);
  }
}

function wrongPlace(message: string, setting: string): ListingError {
  const hint = `Set pagination.${setting} to the JSON Pointer of what names the next page.`;
  return new ListingError(message, { code: "listing", hint });
}

function countedOrder(
  listing: URL,
  query: Query,
  pagination: PagePagination | OffsetPagination,
  defaults: { parameter: string; start: number },
  countOf: (page: Page) => number,
): PageOrder {
  const { parameter = defaults.parameter, start = defaults.start, morePath, totalPath } = pagination;
  const at = (position: number): URL =>
    withQuery(listing, { ...query, ...sizeQuery(pagination), [parameter]: position });
  return {
    first: at(start),
    endsWithEmptyPage: morePath === undefined,
    totalPath,
    next: (page) =>
      mayGoOn(page, morePath) && (page.items.length > 0 || morePath !== undefined)
        ? at(start + countOf(page))
        : undefined,
  };
}

function sizeQuery({
  size,
  sizeParameter = "limit",
}: {
  size?: number | undefined;
  sizeParameter?: string | undefined;
}): Query {
  return size === undefined ? {} : { [sizeParameter]: size };
}

/** Whether the page's own flag, if one is asked for, says that more follow. */
function mayGoOn(page: Page, morePath: string | undefined): boolean {
  if (morePath === undefined) {
    return true;
  }
  const more = readPointer<JsonValue>(page.body, morePath);
  if (typeof more !== "boolean") {
    throw new ListingError(`The answer has no true or false at morePath "${excerpt(morePath)}".`, {
      code: "listing",
      hint: "Set pagination.morePath to the JSON Pointer of the flag, or leave it out.",
    });
  }
  return more;
}

function resolve(target: string, page: Page, source: string): URL {
  const base = page.answer.url.href;
  if (!URL.canParse(target, base)) {
    throw new ListingError(`${source} names a next page whose address cannot be read.`, {
      code: "listing",
    });
  }
  const url = new URL(target, base);
  url.hash = "";
  return url;
}
