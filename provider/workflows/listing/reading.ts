/** Keeps the state of one reading of a listing: its requests, its limits, and the pages that were read. Runs in both processes. */
import { describeCount, excerpt } from "../../base/text.js";
import { WorkflowsError } from "../../base/errors.js";
import type { ServiceResponse } from "../../http/types.js";
import { type JsonValue, MAX_VALUES, type ValueBudget } from "../json/json.js";
import type { ListingRequest } from "../types.js";
import { listingError, renderUnrelated } from "./advice.js";
import type { Remark } from "./body-error.js";
import { Outcome } from "./outcome.js";
import { isInexact, isNumberOfAll, outlookOf, type Progress } from "./outlook.js";
import { type AddedPage, type Page, type PageOptions, readPage } from "./page.js";
import type { Declaration, ListingAddress } from "./request.js";
import { SeenItems } from "./seen-items.js";
import type { Signal } from "./signals.js";

/** A paginator that discovery found: kept for the session, so that the next reading of the listing begins with it. */
export interface Discovered {
  readonly declaration: Declaration;
  /** The number of the first page or item, if it is known. */
  readonly base?: number | undefined;
}

export interface ReadingOptions extends PageOptions, Pick<ListingRequest, "keyPath"> {
  readonly listing: ListingAddress;
  readonly maxPages: number;
  /** The most bytes of all pages together. */
  readonly maxBytes: number;
  readonly remembered: Discovered | undefined;
  readonly request: (page: URL, number: number) => Promise<ServiceResponse>;
  readonly onPage: (pages: number, items: number) => void;
}

/** The reply to a request for a further page. */
export type Reply = { readonly request: URL } & (
  | { readonly outcome: Exclude<Outcome, Outcome.Refused>; readonly page: Page }
  | { readonly outcome: Outcome.Refused; readonly refusal: WorkflowsError }
);

/** Thrown if the listing must be read once more from the start. `read.ts` catches it. */
export class RestartNeeded extends Error {
  /** @param errorIfAgain the error for the user, if the second reading needs a restart too. */
  constructor(readonly errorIfAgain: WorkflowsError) {
    super("The listing must be read once more.");
  }
}

/** Returns the exception that restarts the reading of a listing that changed meanwhile. @param signal a number that changed, if one did. */
export function listingChanged(problem: string, { noun, style }: ReadingOptions, signal?: Signal): RestartNeeded {
  const unrelatedHint =
    signal && ` Only if ${excerpt(signal.name)} does not count these ${noun}, set ${renderUnrelated(signal, style)}.`;
  const error = listingError(
    `The listing changed twice while it was read: ${problem}.`,
    `Try again; or ask with \`query\` for a fixed order or for larger pages, or read by a cursor if the service has one. If items are the same for another reason, set \`keyPath\`: to what identifies them, or to "none".${unrelatedHint ?? ""}`,
  );
  return new RestartNeeded(error);
}

/** The statuses with which services refuse a page or a parameter that they do not know. */
const UNKNOWN_PAGE: ReadonlySet<number | undefined> = new Set([400, 404, 410, 416, 422]);

/** The most pages without items, one after the other, in a listing. */
const MAX_EMPTY_PAGES = 100;

/** The state of one reading of a listing. If the listing is read again from the start, a new `Reading` is made. */
export class Reading {
  readonly items: JsonValue[] = [];
  /** The number of pages with items. The first page counts even if it is empty, and so does a page that `isGap`. */
  pages = 0;
  /** The message beside the latest empty list. */
  remark: Remark | undefined;
  #emptyPagesInRow = 0;
  #bytes = 0;
  /** Where the first page has its items. */
  #foundPath: string | undefined;
  #largestPage = 0;
  /** The latest numbers of the whole listing, by location. Empty pages do not change them. */
  readonly #numbers = new Map<string, Signal>();
  /** The locations of flags and numbers that said on some page that more follow. */
  readonly #saidMore = new Set<string>();
  readonly #seen: SeenItems;
  readonly #budget: ValueBudget = { left: MAX_VALUES };

  constructor(readonly options: ReadingOptions) {
    this.#seen = new SeenItems(options.keyPath);
  }

  get progress(): Progress {
    return { pages: this.pages, items: this.items.length };
  }

  /** Requests a page. Throws if the listing exceeds the limit of bytes. */
  async fetch(request: URL): Promise<Page> {
    const { maxBytes } = this.options;
    const response = await this.options.request(request, this.pages + 1);
    this.#bytes += response.bytes;
    if (this.#bytes > maxBytes) {
      throw this.#tooLarge(`is over ${maxBytes} bytes`);
    }
    const context = { foundPath: this.#foundPath, budget: this.#budget };
    const page = readPage(request, response, { ...this.options, ...context });
    this.#foundPath ??= page.itemsPath;
    return page;
  }

  /** Requests a further page and compares it with the pages before. If the service refuses it (400, 404 …), returns that as a reply. */
  async send(request: URL): Promise<Reply> {
    try {
      const page = await this.fetch(request);
      return { request, page, outcome: this.#seen.compare(page.items) };
    } catch (error) {
      if (!(error instanceof WorkflowsError) || !UNKNOWN_PAGE.has(error.status)) {
        throw error;
      }
      return { request, refusal: error, outcome: Outcome.Refused };
    }
  }

  /**
   * Adds a page to the listing and returns it with its outlook. A page from `send` may be added only if its outcome is `NewItems` or
   * `Empty`. Throws if the listing exceeds the limit of pages, or has too many empty pages in a row.
   */
  add(page: Page): AddedPage {
    const { maxPages, onPage } = this.options;
    const { items, signals } = page;
    const isFirst = this.pages === 0;
    if (!isFirst && items.length > 0 && this.pages >= maxPages) {
      throw this.#tooLarge(`goes on after ${describeCount(maxPages, "pages")}`, "`maxPages`");
    }
    this.#seen.add(items);
    items.forEach((item) => this.items.push(item));
    this.#largestPage = Math.max(this.#largestPage, items.length);
    this.remark = page.remark ?? this.remark;
    // We keep numbers, because a later page may leave them out. An empty page does not change them: its total may be 0.
    if (isFirst || items.length > 0) {
      this.pages += 1;
      this.#keepNumbers(signals.filter(isConstantNumber));
    }
    onPage(this.pages, this.items.length);
    const current = [...signals.filter((signal) => !isConstantNumber(signal)), ...this.#numbers.values()];
    const outlook = outlookOf(current, { ...this.progress, itemsOnPage: items.length });
    outlook.unsatisfied.forEach(({ location }) => this.#saidMore.add(location));
    const added = { ...page, ...outlook };
    if (!isFirst && this.isGap(added)) {
      this.pages += 1;
    }
    this.#countEmptyPage(added);
    return added;
  }

  /**
   * Returns whether the page is an empty one between numbered pages, because a path of `pagination` says that more follow. The items of
   * such a page may be hidden from this client. A total does not count: an empty page is the end then, and the total that was not reached is
   * an error. Nor do offsets, because an offset stays the same after an empty page, so the same request would be sent again.
   */
  isGap({ items, unsatisfied }: AddedPage): boolean {
    const saysMore = unsatisfied.some(({ declaredBy, kind }) => declaredBy !== undefined && kind !== "total");
    return items.length === 0 && this.options.pagination?.type === "page" && saysMore;
  }

  /** Counts the empty pages in a row. Throws if there are too many, because some services always say that more pages follow. */
  #countEmptyPage({ items, moreSign }: AddedPage): void {
    this.#emptyPagesInRow = items.length > 0 ? 0 : this.#emptyPagesInRow + 1;
    if (this.#emptyPagesInRow >= MAX_EMPTY_PAGES && moreSign !== undefined) {
      throw listingError(
        `${describeCount(MAX_EMPTY_PAGES, "pages")} in a row have no items, and the last one says at "${excerpt(moreSign.location)}" that more follow. ${this.soFar()}`,
        "If the service always says so, set `pagination` to its page number or offset, because then an empty page is the end. If that field is a flag or a number, set `unrelatedFields` to it too.",
      );
    }
  }

  /**
   * Keeps the numbers of the whole listing. Throws if an exact one changed, because items that moved to an earlier page would be lost without
   * an error. Throws too if more items were read than an exact total says.
   */
  #keepNumbers(numbers: readonly Signal[]): void {
    for (const signal of numbers) {
      const previous = this.#numbers.get(signal.location) ?? signal;
      const areExact = !isInexact(signal) && !isInexact(previous);
      if (areExact && previous.value !== signal.value && this.isAboutWhole(previous)) {
        throw this.#changed(signal, `${String(previous.value)}, then ${String(signal.value)}`);
      }
      this.#numbers.set(signal.location, signal);
    }
    // If items have no id, an old item with a new timestamp looks new. Then the total is the only check.
    for (const signal of this.#numbers.values()) {
      const isExactTotal = signal.kind === "total" && !isInexact(signal) && this.isAboutWhole(signal);
      if (isExactTotal && this.items.length > Number(signal.value)) {
        throw this.#changed(signal, String(signal.value));
      }
    }
  }

  /**
   * Returns whether a signal is surely about the whole listing. A number that does not exceed the items of the largest page may be about
   * one page.
   */
  isAboutWhole({ kind, value }: Signal): boolean {
    return !["total", "count", "remaining"].includes(kind) || Number(value) > this.#largestPage;
  }

  /** Returns whether the signal's field said on some page that more follow. */
  didSayMore({ location }: Signal): boolean {
    return this.#saidMore.has(location);
  }

  /** Returns how much was read, for messages: "Read so far: 20 workflows on 2 pages." */
  soFar(): string {
    return `Read so far: ${describeCount(this.items.length, this.options.noun)} on ${describeCount(this.pages, "pages")}.`;
  }

  #changed(signal: Signal, values: string): RestartNeeded {
    const problem = `${this.items.length} ${this.options.noun} were read, and the service says ${values} at ${signal.location}`;
    return listingChanged(problem, this.options, signal);
  }

  #tooLarge(what: string, limit?: string): WorkflowsError {
    const raise = limit === undefined ? "Ask" : `Raise ${limit}, or ask`;
    const hint = `${raise} for fewer ${this.options.noun} with \`query\`.`;
    return new WorkflowsError(`The listing ${what}. ${this.soFar()}`, { code: "too-large", hint });
  }
}

/** Returns whether the number should be the same on every page. The number of remaining items changes. */
function isConstantNumber(signal: Signal): boolean {
  return isNumberOfAll(signal) && signal.kind !== "remaining";
}
