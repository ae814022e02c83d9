/** The nouns of the listing: what is asked for, how its pages go on, and what is made of the items. */
import type { TokenSource } from "../auth/types.js";
import type { Transport } from "../http/types.js";
import type { JsonValue } from "./json.js";

/** What a listing is read with: one service, one set of credentials. */
export interface ListingClient {
  /** Checked, without a trailing slash; may hold a path prefix. */
  readonly baseUrl: URL;
  readonly transport: Transport;
  readonly tokenSource: TokenSource;
  /** Bytes after decompression, over all pages of one listing. */
  readonly maxResponseBytes: number;
}

export type QueryValue = string | number | boolean;

/** Query parameters, sent as they are and in this order; a list repeats its key: `{ tag: ["a", "b"] }` → `tag=a&tag=b`. */
export type Query = Readonly<Record<string, QueryValue | readonly QueryValue[]>>;

/** Which listing: everything that decides what is asked of the service, and nothing else. Equal requests share one answer. */
export interface ListingRequest {
  /** Query parameters of the first request, kept on all pages that `pagination` asks for. Default: none. */
  readonly query?: Query | undefined;
  /** JSON Pointer (RFC 6901) to the array of workflows in the answer. Default: found, see DESIGN §5. `""` is the answer itself. */
  readonly itemsPath?: string | undefined;
  /** How to go on after a page. Default: `Link: <…>; rel="next"` (RFC 8288) on the same origin. */
  readonly pagination?: Pagination | undefined;
  /** Pages read at most; one more is an error, never a silent cut. Integer ≥ 1. Default: 1000. */
  readonly maxPages?: number | undefined;
}

/** How a listing goes on. With any of these a `Link` header is not followed. */
export type Pagination = CursorPagination | PagePagination | OffsetPagination | NoPagination;

interface SizedPages {
  /** Items asked for on each page, sent as `sizeParameter`. Integer ≥ 1. Default: not sent. */
  readonly size?: number | undefined;
  /** The query parameter that carries `size`. Default: `"limit"`. */
  readonly sizeParameter?: string | undefined;
  /**
   * JSON Pointer to a boolean in each answer that is `false` on the last page, such as `/has_more`: no page is asked for
   * after it. Default: none.
   */
  readonly morePath?: string | undefined;
}

interface CountedPages extends SizedPages {
  /**
   * JSON Pointer to the number of all items, such as `/total`. It never ends the reading, it checks it: pages that hold
   * fewer or more items than the last answer's total are an error. Where all have come, a 404 on the page
   * after the last counts as an empty page. Default: none.
   */
  readonly totalPath?: string | undefined;
}

/**
 * Each answer names the next page. The last one does not: the field is missing, `null`, `false` or `""`.
 * Exactly one of `cursorPath` and `urlPath` is needed: a guessed one that is not there would look like a last page.
 */
export interface CursorPagination extends SizedPages {
  readonly type: "cursor";
  /** JSON Pointer to the next page's cursor, a string or a number, such as `/next_cursor`. */
  readonly cursorPath?: string | undefined;
  /** The query parameter that carries the cursor. Default: `"cursor"`. Only with `cursorPath`. */
  readonly parameter?: string | undefined;
  /** JSON Pointer to the next page's address, whole or relative, on the same origin, such as `/_links/next/href`. */
  readonly urlPath?: string | undefined;
}

/** Numbered pages, read until one comes that is empty. */
export interface PagePagination extends CountedPages {
  readonly type: "page";
  /** The query parameter that carries the page's number. Default: `"page"`. */
  readonly parameter?: string | undefined;
  /** The number of the first page, sent with the first request. Integer ≥ 0. Default: 1. */
  readonly start?: number | undefined;
}

/** Pages by the number of items before them, read until one comes that is empty. */
export interface OffsetPagination extends CountedPages {
  readonly type: "offset";
  /** The query parameter that carries the number of items read so far. Default: `"offset"`. */
  readonly parameter?: string | undefined;
  /** The offset of the first page, sent with the first request. Integer ≥ 0. Default: 0. */
  readonly start?: number | undefined;
}

/** One page is all there is: a `Link` header is not followed. */
export interface NoPagination {
  readonly type: "none";
}

/** The items of all pages, in the service's order. */
export interface RawListing {
  readonly items: JsonValue[];
}

/** A value to compare with. Numbers are compared as decimals, exactly. */
export type WhereValue = string | number | boolean | null;

/**
 * What a field must be: all of the operators that are given hold. Where the field is a list, one element that fits is enough
 * (and `not` wants none that does). A missing field fits nothing but `{ exists: false }` and `{ not: … }`.
 */
export interface WhereOperators {
  /** Text that starts so; case counts. */
  readonly startsWith?: string | undefined;
  /** Text that ends so; case counts. */
  readonly endsWith?: string | undefined;
  /** Text that holds this; case counts. */
  readonly contains?: string | undefined;
  /**
   * Text in which this regular expression (JavaScript's syntax, flag `u`, not anchored) finds something. Filtering a listing
   * with it may take 5 seconds in all, so that hostile text cannot hold a slow pattern for ever.
   */
  readonly matches?: string | undefined;
  /** Equal to one of these; `[]` fits nothing. */
  readonly in?: readonly WhereValue[] | undefined;
  /** Not so: a value, or operators. */
  readonly not?: WhereCondition | undefined;
  /** `true`: the field is there, be it `null`. `false`: it is not. */
  readonly exists?: boolean | undefined;
  /** Greater than this number, or text after this text (by UTF-16 code units: right for ISO 8601 dates in one zone). */
  readonly gt?: string | number | undefined;
  /** As `gt`, or equal. */
  readonly gte?: string | number | undefined;
  /** Less than this number, or text before this text. */
  readonly lt?: string | number | undefined;
  /** As `lt`, or equal. */
  readonly lte?: string | number | undefined;
}

/** A value means equality: with the field or, where it is a list, with one of its elements. */
export type WhereCondition = WhereValue | WhereOperators;

/**
 * Conditions on fields; all hold. A key is a field, or a path of fields joined by dots (`owner.name`; through lists, any
 * element). A field whose own name has dots wins over the path. A field that no item of the listing has is an error,
 * but for a condition that says `exists`, and for a path that ends in a question mark (`archived?`).
 */
export type Where = Readonly<Record<string, WhereCondition>>;

/** A field to sort by, dotted for nested; `-field` is descending. The object form takes names that start with `-`. */
export type SortBy = string | { readonly field: string; readonly descending?: boolean | undefined };

/** What is made of the items once they are read; nothing in it is sent to the service. */
export interface ListingView {
  /** Which items to keep. Default: all. */
  readonly where?: Where | undefined;
  /** Fields to keep, dotted for nested; one that no item has is an error unless it ends in `?`. Default: all. */
  readonly select?: readonly string[] | undefined;
  /** Fields to leave out, dotted for nested; applied after `select`. Default: none. */
  readonly ignoreFields?: readonly string[] | undefined;
  /** Order of the items, the first field first; ties stay in the service's order, items without the field come last. Default: the service's order. */
  readonly sortBy?: SortBy | readonly SortBy[] | undefined;
  /** JSON Pointer to what identifies an item when changes are told. Default: `/id`. */
  readonly keyPath?: string | undefined;
  /** More items than this, after `where`, are an error. Integer ≥ 0. Default: no limit. */
  readonly maxItems?: number | undefined;
}

/** The items as a stack gets them. */
export interface Listing {
  readonly items: JsonValue[];
  /** `items` as one JSON array without white space, numbers exactly as the service wrote them. */
  readonly json: string;
  readonly count: number;
  /** sha-256 (hex) of the items in canonical form: neither the order of items nor of keys changes it. */
  readonly digest: string;
}
