/**
 * Rule 3: a page that names the next one is followed. Of an address only path and query count, and the token goes to the service alone.
 *
 * Here are the ways to request the next page: by an address, by a cursor, by a number.
 */
import { excerpt } from "../../base/text.js";
import { readPath } from "../../base/json-path.js";
import type { CursorPagination, OffsetPagination, PagePagination, Query } from "../arguments/argument-types.js";
import type { JsonValue } from "../json/json.js";
import { withQuery } from "../service-path.js";
import { type Declaration, listingError } from "./advice.js";
import type { Page } from "./page.js";
import type { Sign } from "./signs.js";
import { isAddress, numberOf, textOf } from "./names.js";

/** The address of a listing, and the query that all of its pages have. */
export interface ListingAddress {
  readonly url: URL;
  readonly query: Query;
}

/** A way to request the next page. */
export interface Paginator {
  /** The argument `pagination` with the same effect; addresses that pages name by themselves need none. */
  readonly declaration: Declaration | undefined;
  /** Whether each page names the next one, so that a page that names none is the last. */
  readonly isNamed: boolean;
  /** Returns the request for the page after this one; `undefined` if there is none. */
  readonly next: (page: Page, pages: number, items: number) => URL | undefined;
}

/** A paginator that counts pages, or items. */
export interface NumberedPaginator extends Paginator {
  readonly declaration: NumberedDeclaration;
  /** The number of the first page or item; `undefined` until it is known whether counting begins with 0 or 1. */
  readonly base: number | undefined;
  /** Returns the request for a number. */
  at(number: number): URL;
}

export type NumberedDeclaration = PagePagination | OffsetPagination;

/** The paginator of a listing that is one page. */
export const singlePage: Paginator = { declaration: undefined, isNamed: true, next: () => undefined };

/** Follows the addresses that pages name: those under known names, or the one at `urlPath`. */
export function linkPaginator(declaration?: CursorPagination): Paginator {
  const next = (page: Page): URL | undefined => {
    const address = addressOn(page, declaration !== undefined);
    return address === undefined ? undefined : requestTo(address, page.response.url);
  };
  return { declaration, isNamed: true, next };
}

/** Returns the address of the next page that a page names: by a known name, or at the path that `pagination` declares. */
export function addressOn({ signs }: Page, isDeclared = false): string | undefined {
  const isNext = (sign: Sign): boolean => (isDeclared ? sign.declaredBy === "urlPath" : isLink(sign));
  const link = signs.find((sign) => sign.kind === "next" && sign.value !== null && isNext(sign));
  return link && String(link.value);
}

/** Returns whether a next page is named by its address, not by a cursor that looks like one: base64 may begin with a slash. */
export function isLink({ name, value, declaredBy }: Sign): boolean {
  const isOpaque = /cursor|token|marker|key/i.test(name) || declaredBy === "cursorPath";
  return value !== null && (/(?:url|uri|href|link|path)$/i.test(name) || (!isOpaque && isAddress(String(value))));
}

/** Sends back the cursor of each page: a field of the response, or of the page's last item. */
function cursorPaginator(declaration: CursorPagination, listing: ListingAddress): Paginator {
  const { cursorPath = "", lastItemPath } = declaration;
  const next = (page: Page, pages: number): URL | undefined => {
    const cursor =
      lastItemPath === undefined ? cursorOn(page, cursorPath) : cursorOfLastItem(page.items, lastItemPath, pages);
    return cursor === undefined ? undefined : requestWith(declaration, cursor, listing);
  };
  return { declaration, isNamed: lastItemPath === undefined, next };
}

/** Returns the cursor on a page. Throws if it is an address: sent as a cursor, it would give the first page again, or an empty one. */
function cursorOn({ signs, response }: Page, cursorPath: string): string | undefined {
  const sign = signs.find(({ declaredBy, location }) => declaredBy === "cursorPath" || location === cursorPath);
  const cursor = sign === undefined || sign.value === null ? undefined : String(sign.value);
  if (cursor !== undefined && isWholeAddress(cursor, response.url)) {
    const hint = `To read on, set pagination: {"type":"cursor","urlPath":${JSON.stringify(cursorPath)}}.`;
    throw listingError(
      `What the response has at pagination.cursorPath "${excerpt(cursorPath)}" is an address, which \`urlPath\` follows.`,
      hint,
      { type: "cursor", urlPath: cursorPath },
    );
  }
  return cursor;
}

/** Returns whether a text cannot be a cursor: it has a scheme, a host or a query, or begins with the listing's own path. */
function isWholeAddress(text: string, page: URL): boolean {
  return isAddress(text) && (/^(?:https?:)?\/\/|\?/i.test(text) || text.startsWith(page.pathname));
}

function cursorOfLastItem(items: readonly JsonValue[], path: string, pages: number): string {
  const cursor = textOf(readPath<JsonValue>(items.at(-1) ?? null, path)) ?? "";
  if (cursor === "") {
    throw listingError(
      `The last item on page ${pages} has no text or number at pagination.lastItemPath "${excerpt(path)}".`,
      "Set it to a field that every item has.",
    );
  }
  return cursor;
}

/** Requests the page after those that were read: the base plus the number of pages, or of items. */
export function numberedPaginator(
  declaration: NumberedDeclaration,
  listing: ListingAddress,
  base: number | undefined,
): NumberedPaginator {
  const at = (number: number): URL => requestWith(declaration, number, listing);
  const next = (_: Page, pages: number, items: number): URL =>
    at((base ?? 0) + (declaration.type === "page" ? pages : items));
  return { declaration, isNamed: false, base, at, next };
}

/** Returns the paginator for a declaration. Counting begins with the number in the query, else with the one that the page states. */
export function paginatorFor(declaration: Declaration, { signs }: Page, listing: ListingAddress): Paginator {
  if (declaration.type === "cursor") {
    return declaration.urlPath === undefined ? cursorPaginator(declaration, listing) : linkPaginator(declaration);
  }
  const [asked] = [listing.query[parameterOf(declaration)]].flat().map(String);
  const stated = signs.find(({ kind, value }) => kind === declaration.type && (value === 0 || value === 1))?.value;
  return numberedPaginator(declaration, listing, numberOf(asked) ?? numberOf(stated));
}

/** Returns whether a paginator counts pages, or items. */
export function isNumbered(paginator: Paginator): paginator is NumberedPaginator {
  return "at" in paginator;
}

/** Returns the parameter. By default it is called like the type: `page`, `offset` or `cursor`. */
export function parameterOf(declaration: Declaration): string {
  return declaration.parameter ?? declaration.type;
}

function requestWith(declaration: Declaration, value: string | number, { url, query }: ListingAddress): URL {
  return withQuery(url, { ...query, [parameterOf(declaration)]: value });
}

/**
 * Returns the request for an address:
 * 1. If its path is that of the page, or the end of it, its query is requested where the page came from, whatever scheme and host it has. A
 *    service behind a proxy may know neither its host nor the beginning of its path.
 * 2. Another path is requested on the origin of the page.
 *
 * Throws for another path on another host.
 */
function requestTo(address: string, page: URL): URL {
  // Parts of a URI template (RFC 6570), such as `{&sort}`, are left out without a value.
  const text = address.replace(/\{[?&][\w.,*:%]+\}/g, "");
  const url = new URL(URL.canParse(text, page.href) ? text : "unreadable:", page.href);
  const next = new URL(page);
  next.hash = "";
  next.search = url.search;
  if (url.origin === page.origin && !page.pathname.endsWith(url.pathname)) {
    next.pathname = url.pathname;
  }
  const isPath = /^https?:$/.test(url.protocol) && next.pathname.endsWith(url.pathname);
  if (!isPath || url.username + url.password !== "") {
    const place = excerpt(`${url.protocol}//${url.host}${url.pathname}`);
    throw listingError(
      `The next page would come from "${place}": nothing was sent there.`,
      `Only addresses with the path of the listing, or on ${page.origin}, are followed: the access token is for the service alone. Set \`pagination\` with the service's own parameter in place of that address.`,
    );
  }
  return next;
}
