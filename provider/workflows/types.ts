/** The types of a listing: its request, its client, its items, and the outputs that a stack gets. */
import type { AuthorizedClient } from "../auth/authorized.js";
import type { ArgumentsOf } from "./arguments/table.js";
import type { JsonValue } from "./json/json.js";

/** The client of one service, with one set of credentials. */
export interface ListingClient extends AuthorizedClient {
  /** The checked setting `baseUrl`. It may have a path prefix. It has no trailing slash. */
  readonly baseUrl: URL;
}

/**
 * The arguments that decide what is sent to the service and how its response is read. Equal requests share one
 * response.
 */
export type ListingRequest = ArgumentsOf<"request">;

/** The arguments that decide how the items are presented. They are not sent to the service. */
export type ListingView = ArgumentsOf<"view">;

/** The items of all pages, in the service's order. */
export interface RawListing {
  readonly items: JsonValue[];
  /**
   * The message that the service has beside an empty list, with the location of the message in front:
   * `"/message": "No access"`.
   */
  readonly remark?: string | undefined;
  /** A warning for a listing of one page that says nothing about pages, and has a round number of items. */
  readonly onePageWarning?: string | undefined;
}

/** The content of a path of the service, as a stack gets it. */
export interface JsonResult {
  /** A list of all items, or the one response. */
  readonly value: JsonValue;
  /** `value` as JSON without white space, numbers exactly as the service wrote them. */
  readonly json: string;
  /**
   * SHA-256 (hex) of `value` in canonical form. The order of keys does not change it, nor that of a listing's items.
   */
  readonly digest: string;
}

/** The items as a stack gets them, and all items of the service, which errors and the guard need. */
export interface Listing extends Omit<JsonResult, "value"> {
  readonly items: JsonValue[];
  readonly count: number;
  /** All items that the service lists, before `where`, with all their fields. */
  readonly all: readonly JsonValue[];
  /** The items that match `where`, in the service's order, with all their fields. */
  readonly matching: readonly JsonValue[];
  /**
   * A warning that names the first condition of `where` that no item matches, with values of the listing; or
   * `undefined`.
   */
  readonly unmatched: string | undefined;
  /** The same message as in `RawListing`. */
  readonly remark?: string | undefined;
}
