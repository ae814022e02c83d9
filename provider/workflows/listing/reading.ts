/**
 * Rule 6: every page is new, or empty, or an error, and a listing that changed is read once more. Here is the state of one reading: the pages
 * that were read, the numbers that must be reached (rule 8), and the limits, against which every page counts (rule 7).
 */
import { describeCount } from "../../base/text.js";
import { WorkflowsError } from "../../base/errors.js";
import type { ServiceResponse } from "../../http/types.js";
import { type JsonValue, MAX_VALUES, type ValueBudget } from "../json/json.js";
import type { ListingRequest } from "../types.js";
import { listingError, renderUnrelated } from "./advice.js";
import type { Remark } from "./body-error.js";
import { describeSign, judge, mayBeOfJob, type Outlook } from "./outlook.js";
import { type Page, type PageOptions, readPage } from "./page.js";
import type { ListingAddress } from "./paginators.js";
import { type Comparison, SeenItems } from "./seen-items.js";
import { isNumber, type Sign } from "./signs.js";

export interface ReadingOptions extends PageOptions, Pick<ListingRequest, "keyPath"> {
  readonly listing: ListingAddress;
  readonly maxPages: number;
  /** The most bytes of all pages together. */
  readonly maxBytes: number;
  readonly request: (page: URL, number: number) => Promise<ServiceResponse>;
  readonly onPage: (pages: number, items: number) => void;
}

/** A page that was added to the listing. Its outlook is what its signs say, and the numbers of earlier pages that it leaves out. */
export type AddedPage = Page & Outlook;

/** The reply to a request for a further page: a page that was compared with those before, or a refusal. */
export type Reply = { readonly request: URL } & (
  | { readonly comparison: Comparison; readonly page: Page }
  | { readonly comparison: "refused"; readonly refusal: WorkflowsError }
);

/** Returns the status with which the service refused a request. */
export function statusOf(reply: Reply): number | undefined {
  return reply.comparison === "refused" ? reply.refusal.status : undefined;
}

/** The listing changed while it was read. `readPages` reads it once more; if it changes again, this is the user's error. */
export class ListingChanged extends WorkflowsError {}

/** The service does not know a parameter, or has no such page. Any other status fails the reading. */
const REFUSALS: ReadonlySet<number | undefined> = new Set([400, 404, 416, 422]);
/** A cursor expired. */
const GONE = 410;
/** Some services always say that more pages follow. */
const MAX_EMPTY_PAGES = 100;

export class Reading {
  readonly items: JsonValue[] = [];
  pages = 0;
  remark: Remark | undefined;
  /** The reply to the question for a second page, if the end was concluded from it although the service did not state the end. */
  doubt: string | undefined;
  #bytes = 0;
  #foundPath: string | undefined;
  #largestPage = 0;
  #emptyPagesInRow = 0;
  /** The latest numbers of the whole listing, by location, because a later page may leave them out. */
  readonly #numbers = new Map<string, Sign>();
  /** The locations of signs that said on some page that more follow, or that had a cursor. */
  readonly #saidMore = new Set<string>();
  readonly #seen: SeenItems;
  readonly #budget: ValueBudget = { left: MAX_VALUES };

  constructor(readonly options: ReadingOptions) {
    this.#seen = new SeenItems(options.keyPath);
  }

  async fetch(request: URL): Promise<Page> {
    const { maxBytes } = this.options;
    const response = await this.options.request(request, this.pages + 1);
    this.#bytes += response.bytes;
    if (this.#bytes > maxBytes) {
      throw this.#tooLarge(`is over ${maxBytes} bytes`, "Ask");
    }
    const page = readPage(request, response, { ...this.options, foundPath: this.#foundPath, budget: this.#budget });
    this.#foundPath ??= page.itemsPath;
    return page;
  }

  /** Requests a further page and compares it with the pages before. */
  async send(request: URL): Promise<Reply> {
    try {
      const page = await this.fetch(request);
      return { request, page, comparison: this.#seen.compare(page.items) };
    } catch (error) {
      if (error instanceof WorkflowsError && error.status === GONE) {
        throw this.changed(`page ${this.pages + 1} is gone (410)`, "", { code: "refused", status: GONE });
      }
      if (error instanceof WorkflowsError && REFUSALS.has(error.status)) {
        return { request, comparison: "refused", refusal: error };
      }
      throw error;
    }
  }

  /** Adds a page with new items, or without any. Throws if the listing exceeds a limit, or changed meanwhile. */
  add(page: Page): AddedPage {
    const before = this.soFar();
    this.#seen.add(page.items);
    page.items.forEach((item) => this.items.push(item));
    this.#largestPage = Math.max(this.#largestPage, page.items.length);
    this.remark = page.remark ?? this.remark;
    this.pages += 1;
    this.#keepNumbers(page);
    this.options.onPage(this.pages, this.items.length);
    const added = { ...page, ...this.#judge(page.signs) };
    const cursors = added.maybe.filter(({ kind }) => kind === "cursor");
    [...added.more, ...cursors].forEach(({ location }) => this.#saidMore.add(location));
    this.#requireWithinLimits(added, before);
    return added;
  }

  /** Judges the signs of the latest page, and the latest numbers of the whole listing. */
  #judge(signs: readonly Sign[]): Outlook {
    // `last: true` and `more: false` say that these are all.
    const saysAll = ({ kind, value }: Sign): boolean => value === (kind === "last");
    const isOfJob = (sign: Sign): boolean => mayBeOfJob(sign) && saysAll(sign) && !this.didSayMore(sign);
    const current = [...signs.filter((sign) => !isNumber(sign) && !isOfJob(sign)), ...this.#numbers.values()];
    return judge(current, { pages: this.pages, items: this.items.length, largestPage: this.#largestPage });
  }

  /**
   * Throws if there are too many pages, or too many empty ones in a row. Empty pages count, but for one after the last allowed page, if it ends
   * the listing.
   */
  #requireWithinLimits(page: AddedPage, before: string): void {
    const { maxPages } = this.options;
    const isEmpty = page.items.length === 0;
    if (isEmptyAtTotal(page, this.items.length)) {
      return;
    }
    this.#emptyPagesInRow = isEmpty ? this.#emptyPagesInRow + 1 : 0;
    const mayBeEnd = isEmpty && page.more.length === 0 && this.#emptyPagesInRow === 1;
    if (this.pages > maxPages && !mayBeEnd) {
      throw this.#tooLarge(`goes on after ${describeCount(maxPages, "pages")}`, "Raise `maxPages`, or ask", before);
    }
    if (this.#emptyPagesInRow >= MAX_EMPTY_PAGES) {
      throw this.#tooManyEmpty(page.more[0]);
    }
  }

  /** @param sign what says on the last page that more follow. */
  #tooManyEmpty(sign: Sign | undefined): WorkflowsError {
    const says = sign === undefined ? "" : `, and the last one says ${describeSign(sign)} that more follow`;
    const ignore = sign === undefined ? "" : `, and ${renderUnrelated(sign)}`;
    return listingError(
      `${MAX_EMPTY_PAGES} pages in a row have no items${says}. ${this.soFar()}`,
      `If the service always says so, set \`pagination\` to its page number or offset${ignore}: then an empty page is the end.`,
    );
  }

  /** Keeps the numbers of a page. Throws if one of them shows that the listing changed. */
  #keepNumbers({ signs, items }: Page): void {
    // A number of 0 on an empty page after the first one counts the items of this page.
    const isOfPage = ({ value }: Sign): boolean => this.pages > 1 && items.length === 0 && value === 0;
    for (const sign of signs.filter((other) => isNumber(other) && !isOfPage(other))) {
      const previous = this.#numbers.get(sign.location) ?? sign;
      if (this.#hasMoved(previous, sign)) {
        throw this.#numberMoved(previous, sign);
      }
      this.#numbers.set(sign.location, sign);
    }
  }

  /** Returns whether an exact number that was not reached yet is another one now, or is exceeded. Items may have moved between pages then. */
  #hasMoved(previous: Sign, sign: Sign): boolean {
    const isExceeded = sign.kind === "total" && this.items.length > Number(sign.value);
    const isOpen = sign.exactness === "exact" && this.didSayMore(sign) && this.#isAboutListing(previous);
    return isOpen && (previous.value !== sign.value || isExceeded);
  }

  #numberMoved(previous: Sign, { name, location, value, declaredBy }: Sign): WorkflowsError {
    const { noun } = this.options;
    const counted = previous.value === value ? String(value) : `${String(previous.value)}, then ${String(value)}`;
    const lookAway =
      declaredBy === undefined
        ? `set ${renderUnrelated({ name, location })}, together with \`pagination\``
        : `leave \`${declaredBy}\` out of \`pagination\``;
    return this.changed(
      `after ${describeCount(this.items.length, noun)} the service says ${counted} at ${location}`,
      ` Only if ${name} does not count these ${noun}, ${lookAway}.`,
    );
  }

  /** Returns whether a number is surely about the whole listing. A `count` that does not exceed the largest page may be that of a page. */
  #isAboutListing({ kind, value }: Sign): boolean {
    return kind !== "count" || Number(value) > this.#largestPage;
  }

  didSayMore({ location }: Sign): boolean {
    return this.#saidMore.has(location);
  }

  /**
   * Makes the error for a listing that changed.
   *
   * @param details of a request that was refused meanwhile.
   */
  changed(
    what: string,
    furtherHint = "",
    details: Pick<WorkflowsError, "code" | "status"> = { code: "listing", status: undefined },
  ): ListingChanged {
    const hint = `Try again; or ask with \`query\` for a fixed order or for larger pages, or read by a cursor if the service has one. If some items are hidden from this client, an offset may count them: read by page number. If equal items are different ones and nothing identifies them, set \`keyPath\` to "none".${furtherHint}`;
    return new ListingChanged(`The listing changed twice while it was read: ${what}.`, { ...details, hint });
  }

  /** Returns how much was read, for messages: "Read so far: 20 workflows on 2 pages." */
  soFar(): string {
    return `Read so far: ${describeCount(this.items.length, this.options.noun)} on ${describeCount(this.pages, "pages")}.`;
  }

  /** @param advice the beginning of the hint. */
  #tooLarge(what: string, advice: string, soFar = this.soFar()): WorkflowsError {
    const hint = `${advice} for fewer ${this.options.noun} with \`query\`.`;
    return new WorkflowsError(`The listing ${what}. ${soFar}`, { code: "too-large", hint });
  }
}

/**
 * Returns whether a page is empty and an exact total is reached. That is the end, although some services name a next page there too. A total that
 * the empty page states by itself must be reached as well.
 */
export function isEmptyAtTotal({ items, signs, ends }: AddedPage, read: number): boolean {
  const isReached = ends.some(({ kind }) => kind === "total");
  const own = signs.find(({ kind, exactness }) => kind === "total" && exactness === "exact");
  return items.length === 0 && isReached && (own === undefined || Number(own.value) === read);
}
