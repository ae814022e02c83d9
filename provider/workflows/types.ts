/** The types of a listing: its request, its client, its items, and what a stack gets of them. */
import type { AuthorizedClient } from "../auth/authorized.js";
import type { ArgumentsOf } from "./arguments/table.js";
import type { JsonValue } from "./json/json.js";

/** What a listing is read with: one service, one set of credentials. */
export interface ListingClient extends AuthorizedClient {
  /** Checked; may have a path prefix, without a trailing slash. */
  readonly baseUrl: URL;
  /** Bytes after decompression, over all pages of one listing. */
  readonly maxResponseBytes: number;
}

/** Which listing: everything that decides what is sent to the service, and nothing else. Equal requests share one response. */
export type ListingRequest = ArgumentsOf<"request">;

/** How the items are presented after they were read. Nothing of it is sent to the service. */
export type ListingView = ArgumentsOf<"view">;

/** The items of all pages, in the service's order. */
export interface RawListing {
  readonly items: JsonValue[];
  /** If a page was empty: the message that the response has beside the list, with its place. */
  readonly remark?: string | undefined;
}

/** What a path of the service gives, as a stack gets it. */
export interface JsonResult {
  /** A list of all items, or the one response. */
  readonly value: JsonValue;
  /** `value` as JSON without white space, numbers exactly as the service wrote them. */
  readonly json: string;
  /** SHA-256 (hex) of `value` in canonical form. The order of keys does not change it, nor that of a listing's items. */
  readonly digest: string;
}

/** The items as a stack gets them, and what errors and the guard need to know of the others. */
export interface Listing extends Omit<JsonResult, "value"> {
  readonly items: JsonValue[];
  readonly count: number;
  /** All that the service lists, before `where`, with all their fields. */
  readonly all: readonly JsonValue[];
  /** Those that match `where`, in the service's order. */
  readonly matching: readonly JsonValue[];
  /** The condition of `where` that nothing matches, in a sentence, with values of the listing. */
  readonly unmatched: string | undefined;
  /** The message that the service has beside an empty list, with its place. */
  readonly remark?: string | undefined;
}
