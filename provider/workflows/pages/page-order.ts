/** The order of a listing's pages: the first request, how the next one is made of a page, and what else can be requested. */
import type { ServiceResponse } from "../../http/types.js";
import type { JsonValue } from "../json/json.js";
import type { Progress, Verdict } from "./page-verdict.js";
import type { AdviceWording } from "./pagination-advice.js";
import type { PageHints } from "./pagination-hints.js";

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
  /** For messages about the end of the listing, and about missing parts; `undefined` if nothing may contradict it. */
  readonly endWording?: (() => AdviceWording) | undefined;
  /** Whether only an empty page shows the end, so that one page more than those with items has to be read. */
  readonly endsWithEmptyPage: boolean;
  /** Whether the number of pages, which an argument names, ends the listing. */
  readonly endsByPageCount?: boolean;
  /** Where an argument has the flag that ends the listing: what is there says nothing of missing parts. */
  readonly flagPath?: string | undefined;
  /** How many items each page is asked for. */
  readonly size?: number | undefined;
  /** Where a response has the number of all items. */
  readonly totalPath?: string | undefined;
  /** Whether what responses state of the listing's size, and of missing parts, is ignored. */
  readonly ignoresTotals?: boolean | undefined;
  /** The query parameter that names each page; `undefined` if none does. */
  readonly parameter?: string | undefined;
  /** The name of the response's field with the cursor that `parameter` sends, if any. */
  readonly cursorField?: string | undefined;
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
