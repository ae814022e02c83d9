/** Types of what is requested: the listing, and the argument that says how its pages are. */
import type { NoPagination, Pagination, Query } from "../arguments/argument-types.js";

/** The address of a listing, and the query that all of its pages have. */
export interface ListingAddress {
  readonly url: URL;
  readonly query: Query;
}

/** The argument `pagination` that has the same effect as a paginator. */
export type Declaration = Exclude<Pagination, NoPagination>;
