/** Types of what is requested: the listing, one page of it, and the argument that says how. */
import type { NoPagination, Pagination, Query } from "../arguments/argument-types.js";

export interface PageRequest {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
}

/** The address of a listing, and the query that all of its pages have. */
export interface ListingAddress {
  readonly url: URL;
  readonly query: Query;
}

/** The argument `pagination` that has the same effect as a paginator. */
export type Declaration = Exclude<Pagination, NoPagination>;
