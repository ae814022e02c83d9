/** Pages by a cursor: a field of the response, or of its last item, names the next page. */
import { ListingError } from "../../http/errors.js";
import { excerpt } from "../../http/excerpt.js";
import { readPath, stepNames } from "../../http/json-path.js";
import { PAGINATION_DEFAULTS } from "../arguments/names.js";
import type { CursorPagination, Query } from "../arguments/argument-types.js";
import type { JsonValue } from "../json/json.js";
import { saysLast } from "./named-fields.js";
import { normaliseName, readCursor } from "../responses/names-and-values.js";
import { requestTo } from "./next-address.js";
import { isJsonNumber, numberText } from "../json/numbers.js";
import type { Page, PageOrder, PageRequest } from "./page-order.js";
import { namesReadPage } from "./page-verdict.js";
import { refusal, type Wording } from "./pagination-advice.js";
import { findCursorNamed, isHeaderPlace, isSamePlace, LINK_PLACE, readPlace } from "./places.js";
import { withQuery } from "../service-path.js";

/** An option of the argument, and the path that it gives. */
interface Source {
  readonly option: "cursorPath" | "urlPath" | "lastItemPath";
  readonly path: string;
}

export function cursorOrder(listing: URL, query: Query, pagination: CursorPagination, wording: Wording): PageOrder {
  const { cursorPath = "", urlPath, lastItemPath, requestHeader } = pagination;
  const { parameter = PAGINATION_DEFAULTS.cursor.parameter } = pagination;
  const first = { url: withQuery(listing, query), headers: {} };
  const common = {
    first,
    endsWithEmptyPage: false,
    totalPath: pagination.totalPath,
    ignoresTotals: pagination.ignoreTotals,
  };
  if (urlPath !== undefined) {
    const source: Source = { option: "urlPath", path: urlPath };
    const requestFor = (address: string, { response }: Page): PageRequest => requestTo(address, response.url);
    return { ...common, ...namedPages(source, requestFor, pagination, wording) };
  }
  const at = (cursor: string): PageRequest =>
    requestHeader === undefined
      ? { url: withQuery(listing, { ...query, [parameter]: cursor }), headers: {} }
      : { ...first, headers: { [requestHeader.toLowerCase()]: headerValue(cursor) } };
  const inQuery = requestHeader === undefined ? parameter : undefined;
  if (lastItemPath !== undefined) {
    return { ...common, parameter: inQuery, ...pagesAfterItems(lastItemPath, at, pagination, wording) };
  }
  const source: Source = { option: "cursorPath", path: cursorPath };
  return {
    ...common,
    parameter: inQuery,
    cursorField: isHeaderPlace(cursorPath) ? undefined : stepNames(cursorPath).at(-1),
    withEmptyCursor: inQuery === undefined ? undefined : at(""),
    ...namedPages(source, at, pagination, wording),
  };
}

/** Each response names the next page, by its cursor or its address. */
function namedPages(
  source: Source,
  requestFor: (cursor: string, page: Page) => PageRequest,
  pagination: CursorPagination,
  wording: Wording,
): Pick<PageOrder, "after" | "next"> {
  const { option, path } = source;
  return {
    after(page) {
      const cursor = readCursor(valueAt(source, page));
      return cursor === undefined ? undefined : requestFor(cursor, page);
    },
    next(page) {
      const isLast = saysLast(page, pagination);
      if (isLast === true) {
        return undefined;
      }
      const found = valueAt(source, page);
      const cursor = readCursor(found);
      if (cursor !== undefined && option === "cursorPath" && isSizeAt(path, page)) {
        throw wrongPlace(
          `The response has the size of a page at cursorPath "${excerpt(path)}", and no cursor.`,
          source,
        );
      }
      if (cursor !== undefined) {
        const hint = page.hints.found.find(({ place }) => isSamePlace(place, path));
        const isRead = hint !== undefined && namesReadPage(hint, page.hints, page.progress);
        return isRead ? undefined : requestFor(cursor, page);
      }
      checkKind(found, source);
      const missing = `nothing at ${option} "${excerpt(path)}"`;
      if (isLast === false) {
        throw wrongPlace(`The response says that more pages follow, and has ${missing}.`, source);
      }
      refuseOtherNext(page, pagination, `The response has ${missing}`, wording);
      if (found === undefined && page.progress.pagesRead === 1) {
        refuseOtherPlace(page, source, `The response has ${missing}`);
      }
      return undefined;
    },
  };
}

function valueAt({ option, path }: Source, { body, hints, response }: Page): JsonValue | undefined {
  return option === "urlPath" && path.toLowerCase() === LINK_PLACE.toLowerCase()
    ? hints.found.find(({ meaning, place }) => meaning === "address" && place === LINK_PLACE)?.value
    : readPlace(body, response.headers, path);
}

/** The last item of each page names the next one. */
function pagesAfterItems(
  lastItemPath: string,
  at: (key: string) => PageRequest,
  pagination: CursorPagination,
  { noun }: Wording,
): Pick<PageOrder, "after" | "afterItem" | "next"> {
  const source: Source = { option: "lastItemPath", path: lastItemPath };
  const keys = createKeys(lastItemPath, noun);
  let sentKey: string | undefined;
  const afterItem = (item: JsonValue | undefined): PageRequest | undefined => {
    const key = readKey(readPath<JsonValue>(item ?? null, lastItemPath));
    return key === undefined ? undefined : at(key);
  };
  return {
    afterItem,
    after: ({ items }) => afterItem(items.at(-1)),
    next(page) {
      const isLast = saysLast(page, pagination);
      if (isLast !== true || page.progress.pagesRead > 1) {
        keys.check(page.items);
      }
      if (sentKey !== undefined) {
        checkNoPosition(page, sentKey, lastItemPath);
      }
      const item = page.items.at(-1);
      if (isLast === true || item === undefined) {
        return undefined;
      }
      const found = readPath<JsonValue>(item, lastItemPath);
      sentKey = readKey(found);
      if (sentKey !== undefined) {
        return at(sentKey);
      }
      checkKind(found, source);
      const subject = isLast === false ? "The response says that more pages follow, and" : "The last item of the page";
      throw wrongPlace(`${subject} has nothing at lastItemPath "${excerpt(lastItemPath)}".`, source);
    },
  };
}

/** @throws ListingError if something is at the path, but neither text nor a number. */
function checkKind(found: JsonValue | undefined, source: Source): void {
  const isOther = typeof found === "object" ? found !== null : found === true;
  if (isOther) {
    const { option, path } = source;
    throw wrongPlace(`The response has no text or number at ${option} "${excerpt(path)}".`, source);
  }
}

/**
 * Refuses a page that ends the listing by the argument, but hints at a next page in another place. On the first page any hint
 * counts: the path may have a spelling mistake. On a later page the path has led to a cursor before, and only the address of a
 * next page counts: a token may be for polling.
 */
function refuseOtherNext(page: Page, { totalPath }: CursorPagination, fault: string, wording: Wording): void {
  const { more } = page.verdict;
  // A total that an argument names decides: see `checkNamedTotal`.
  const counts = page.progress.pagesRead === 1 || (more?.meaning === "address" && totalPath === undefined);
  if (more !== undefined && counts) {
    throw refusal(more, page.hints, page.progress, { ...wording, fault });
  }
}

/**
 * Refuses a first page with nothing at the path, if a field of the same name in another place has a value: the path is probably
 * one level off.
 */
function refuseOtherPlace(page: Page, { option, path }: Source, fault: string): void {
  const place = isHeaderPlace(path) ? undefined : findCursorNamed(path, page.body);
  if (place !== undefined) {
    throw new ListingError(`${fault}, and has something at "${excerpt(place)}".`, {
      code: "listing",
      hint: `If that names the next page, set pagination.${option} to ${JSON.stringify(place)}. If this page is all, set the pagination type "none".`,
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

function wrongPlace(message: string, { option }: Source): ListingError {
  const hint = `Set pagination.${option} to the path of what names the next page.`;
  return new ListingError(message, { code: "listing", hint });
}
