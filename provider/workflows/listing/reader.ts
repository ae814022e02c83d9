/** One reading of a listing: its requests, its limits, and what was read so far. */
import { ResponseError, ServiceError, withParts } from "../../http/errors.js";
import type { ServiceResponse } from "../../http/types.js";
import type { Pagination } from "../arguments/argument-types.js";
import type { KeyPath } from "../items/identity.js";
import { type JsonValue, MAX_VALUES, parseJson, type ValueBudget } from "../json/json.js";
import { partsMissing, type ReadSoFar, tooLarge, type Wording } from "./advice.js";
import type { FoundItems } from "./beside-list.js";
import { refuseErrorBody } from "./body-error.js";
import { findItems, itemsOfLaterPage } from "./find-items.js";
import { type Fact, type PageContent, readFacts } from "./page-facts.js";
import { pageInfo, type PageInfo } from "./page-info.js";
import { type Candidate, type ListingAddress, type PageRequest, startOf } from "./paginator.js";
import { createSeenItems, type Novelty } from "./seen-items.js";

export interface ReaderOptions extends Wording {
  readonly listing: ListingAddress;
  readonly pagination: Pagination | undefined;
  readonly itemsPath: string | undefined;
  readonly keyPath: KeyPath;
  /** The argument `unrelatedFields`. */
  readonly unrelated: readonly string[];
  readonly maxPages: number;
  /** Bytes of all pages together. */
  readonly maxBytes: number;
  /** What an earlier reading of this listing found by trying. */
  readonly remembered: Candidate | undefined;
  readonly request: (page: PageRequest, number: number, byteLimit: number) => Promise<ServiceResponse>;
  /** Called after each page. */
  readonly onPage: (pages: number, items: number) => void;
}

export interface Page extends PageContent {
  readonly request: PageRequest;
}

/** What came back for a further page: the page, compared with those before it; or the error if the service refused it. */
export interface Reply {
  readonly request: PageRequest;
  readonly novelty: Novelty | "refused";
  readonly page?: Page;
  readonly refusal?: ServiceError;
}

/** The listing changed while it was read. */
export class ListingChanged extends Error {}

/** With these statuses a service refuses a page or a parameter that it does not know. */
const NO_SUCH_PAGE: ReadonlySet<number | undefined> = new Set([400, 404, 416, 422]);

/** Requests beyond `maxPages`: those that try, and pages without items. */
const SPARE_REQUESTS = 20;

export class Reader {
  readonly items: JsonValue[] = [];
  /** Pages with items, and the first one. */
  pages = 0;
  #requests = 0;
  #bytesLeft: number;
  #list: string | undefined;
  #first: Page | undefined;
  #before = { pages: 0, items: 0 };
  /** What the pages with items counted last, by its place: a later page may leave it out. */
  readonly #counts = new Map<string, Fact>();
  readonly #seen;
  readonly #values: ValueBudget = { left: MAX_VALUES };

  constructor(readonly options: ReaderOptions) {
    this.#bytesLeft = options.maxBytes;
    this.#seen = createSeenItems(options.keyPath);
  }

  soFar(): ReadSoFar {
    const { noun, language } = this.options;
    return { noun, language, pages: this.pages, items: this.items.length };
  }

  async fetch(request: PageRequest): Promise<Page> {
    const { maxBytes, maxPages, unrelated } = this.options;
    if (this.#bytesLeft <= 0) {
      throw tooLarge("maxResponseBytes", maxBytes, this.soFar());
    }
    // Pages without items count too: a service that names a next page for ever is not read for ever.
    if (this.#requests >= maxPages + SPARE_REQUESTS) {
      throw tooLarge("maxPages", maxPages, this.soFar());
    }
    this.#requests += 1;
    const response = await this.options.request(request, this.pages + 1, this.#bytesLeft).catch((error: unknown) => {
      // The transport has only the rest of the limit, for this page. In a message it would be confusing.
      const isRest = error instanceof ResponseError && error.code === "too-large" && this.pages > 0;
      throw isRest ? withParts(tooLarge("maxResponseBytes", maxBytes, this.soFar()), { status: error.status }) : error;
    });
    this.#bytesLeft -= response.bytes;
    const body = parseJson(response.text, this.#values);
    const { items, pointer } = this.#itemsOf(body, response);
    this.#list ??= pointer;
    return { request, response, body, items, facts: readFacts(body, pointer, response, unrelated) };
  }

  /** Fetches a further page. */
  async send(request: PageRequest): Promise<Reply> {
    try {
      const page = await this.fetch(request);
      return { request, page, novelty: this.#seen.compare(page.items) };
    } catch (error) {
      if (error instanceof ServiceError && NO_SUCH_PAGE.has(error.status)) {
        return { request, refusal: error, novelty: "refused" };
      }
      throw error;
    }
  }

  #itemsOf(body: JsonValue, response: ServiceResponse): FoundItems {
    const { itemsPath, noun } = this.options;
    let found: FoundItems;
    try {
      found = this.#list === undefined ? findItems(body, itemsPath, noun) : itemsOfLaterPage(body, this.#list, noun);
    } catch (error) {
      refuseErrorBody(body, undefined, response, this.options);
      throw error;
    }
    refuseErrorBody(body, found, response, this.options);
    return found;
  }

  /** Takes the items of a page, which were compared. */
  add(page: Page): void {
    const { pagination, maxPages, listing, onPage } = this.options;
    const missing = page.facts.known.find(({ meaning }) => meaning === "missing");
    if (missing !== undefined && pagination?.type !== "none") {
      throw partsMissing(missing, this.options);
    }
    const isCounted = page.items.length > 0 || this.#first === undefined;
    if (page.items.length > 0 && this.pages >= maxPages) {
      throw tooLarge("maxPages", maxPages, this.soFar());
    }
    if (this.#first === undefined) {
      this.#before = startOf(listing, page.items.length);
    } else if (page.items.length > 0) {
      refuseMovedTotal(this.#first, page);
    }
    this.#first ??= page;
    this.#seen.add(page.items);
    for (const item of page.items) {
      this.items.push(item);
    }
    this.pages += isCounted ? 1 : 0;
    for (const fact of isCounted ? page.facts.known.filter(isCount) : []) {
      this.#counts.set(fact.location, fact);
    }
    onPage(this.pages, this.items.length);
  }

  /** @param declared what the paths of `pagination` lead to. */
  info(page: Page, declared: readonly Fact[] = []): PageInfo {
    // The total on an empty page past the end may be 0.
    const isPast = page.items.length === 0 && page !== this.#first;
    const own = isPast ? page.facts.known.filter((fact) => !isCount(fact)) : page.facts.known;
    const earlier = [...this.#counts.values()].filter(
      ({ location }) => !own.some((fact) => fact.location === location),
    );
    return pageInfo([...declared, ...own, ...earlier], {
      pages: this.pages + this.#before.pages,
      items: this.items.length + this.#before.items,
      onPage: page.items.length,
    });
  }
}

function isCount({ meaning }: Fact): boolean {
  return meaning === "total" || meaning === "count" || meaning === "pages";
}

/** A number that is no more than the first page has may be that of each page. */
function refuseMovedTotal(first: Page, page: Page): void {
  const values = new Map(page.facts.known.map((fact) => [fact.location, fact.value]));
  for (const { meaning, location, value } of first.facts.known) {
    const now = meaning === "total" ? values.get(location) : undefined;
    if (now !== undefined && now !== value && Number(value) > first.items.length) {
      throw new ListingChanged(`the total at ${location} was ${String(value)}, then ${String(now)}`);
    }
  }
}
