/** The nouns of the listing: what is asked for, how its pages go on, and what is made of the items. */
import type { TokenSource } from "../auth/types.js";
import type { Transport } from "../http/types.js";
import type { Pagination, Query, SortBy, Where } from "./argument-types.js";
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

/** Which listing: everything that decides what is asked of the service, and nothing else. Equal requests share one answer. */
export interface ListingRequest {
  /** Query parameters of the first request, kept on all pages that `pagination` asks for. Default: none. */
  readonly query?: Query | undefined;
  /** JSON Pointer (RFC 6901) to the array of workflows in the answer. Default: found. `""` is the answer itself. */
  readonly itemsPath?: string | undefined;
  /** How to read on after a page. Default: the address of the next page, if the response names it. */
  readonly pagination?: Pagination | undefined;
  /** Pages read at most; one more is an error, never a silent cut. Integer ≥ 1. Default: 1000. */
  readonly maxPages?: number | undefined;
}

/** The items of all pages, in the service's order. */
export interface RawListing {
  readonly items: JsonValue[];
}

/** What a path of the service gives, as a stack gets it. */
export interface JsonAnswer {
  /** A list of all items, or the one response. */
  readonly value: JsonValue;
  /** `value` as JSON without white space, numbers exactly as the service wrote them. */
  readonly json: string;
  /** sha-256 (hex) of `value` in canonical form. The order of keys does not change it, nor that of a listing's items. */
  readonly digest: string;
}

/** What is made of the items once they are read; nothing in it is sent to the service. */
export interface ListingView {
  /** Which items to keep. Default: all. */
  readonly where?: Where | undefined;
  /** Fields to keep, dotted for nested; one that no item has is an error unless it ends in `?`. Default: all. */
  readonly select?: readonly string[] | undefined;
  /** Fields to leave out, dotted for nested; applied after `select`. One that no item has is an error unless it ends in `?`. Default: none. */
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
