/** One reading of a listing: its requests, its limits, and what was read so far. */
import { ListingError, ServiceError } from "../../base/errors.js";
import { nameSetting } from "../../settings/names.js";
import type { ServiceResponse } from "../../http/types.js";
import { type JsonValue, MAX_VALUES, parseJson, type ValueBudget } from "../json/json.js";
import type { ListingRequest } from "../types.js";
import { type ArgumentStyle, pageCount } from "./advice.js";
import type { FoundItems } from "./beside-list.js";
import { refuseErrorBody } from "./body-error.js";
import { findItems, itemsAt } from "./find-items.js";
import { declaredFacts, type Fact, type PageContent, pageInfo, readFacts, roleOf } from "./page-facts.js";
import type { ListingAddress, PageRequest, Way } from "./paginator.js";
import { type Novelty, SeenItems } from "./seen-items.js";

export interface ReaderOptions extends Pick<ListingRequest, "pagination" | "itemsPath" | "keyPath"> {
  readonly listing: ListingAddress;
  /** What is listed, in the plural: "workflows". */
  readonly noun: string;
  readonly style: ArgumentStyle;
  /** The argument `unrelatedFields`. */
  readonly unrelated: readonly string[];
  readonly maxPages: number;
  /** Bytes of all pages together. */
  readonly maxBytes: number;
  /** What an earlier reading of this listing found by trying. */
  readonly remembered: Way | undefined;
  readonly request: (page: PageRequest, number: number) => Promise<ServiceResponse>;
  readonly onPage: (pages: number, items: number) => void;
}

export interface Page extends PageContent {
  readonly request: PageRequest;
  readonly facts: readonly Fact[];
}

/** A page that was taken, and what is known with it. */
export type TakenPage = Page & ReturnType<typeof pageInfo>;

/** What came back for a further page: the page, compared with those before it; or the error if the service refused it. */
export interface Reply {
  readonly request: PageRequest;
  /** How the page after it is requested: `undefined` if each page names its address. */
  readonly way: Way | undefined;
  readonly outcome: Novelty | "refused" | "not the page with this number";
  readonly page?: Page;
  readonly refusal?: ServiceError;
}

export class ListingChanged extends Error {
  /** The number that shows it, if one does. */
  declare readonly cause?: Fact;
}

/** With these statuses a service refuses a page or a parameter that it does not know. */
const NO_SUCH_PAGE: ReadonlySet<number | undefined> = new Set([400, 404, 410, 416, 422]);

/** Requests beyond `maxPages`: those that try, and pages without items. */
const SPARE_REQUESTS = 20;

export class Reader {
  readonly items: JsonValue[] = [];
  /** Pages with items, and the first one. */
  pages = 0;
  #requests = 0;
  #bytes = 0;
  /** Where the list is. */
  #path: string | undefined;
  /** Where flags and numbers have said that more follow. */
  readonly saidMore = new Set<string>();
  /** The most items that a page has. */
  #size = 0;
  /** What the pages with items counted last, by its location. */
  readonly #counts = new Map<string, Fact>();
  readonly #seen: SeenItems;
  readonly #values: ValueBudget = { left: MAX_VALUES };

  constructor(readonly options: ReaderOptions) {
    this.#seen = new SeenItems(options.keyPath);
    this.#path = options.itemsPath;
  }

  async fetch(request: PageRequest): Promise<Page> {
    const { maxBytes, maxPages, pagination, noun, unrelated, style } = this.options;
    // Pages without items count too: a service that names a next page for ever is not read for ever.
    if (this.#requests++ >= maxPages + SPARE_REQUESTS) {
      throw this.#tooLarge(`goes on after ${pageCount(maxPages)}`, "`maxPages`");
    }
    const response = await this.options.request(request, this.pages + 1);
    if ((this.#bytes += response.bytes) > maxBytes) {
      throw this.#tooLarge(`is over ${maxBytes} bytes`, nameSetting("maxResponseBytes"));
    }
    const body = parseJson(response.text, this.#values);
    let found: FoundItems | undefined;
    try {
      found = this.#path === undefined ? findItems(body, noun) : itemsAt(body, this.#path, this.pages > 0);
    } finally {
      // An error in the body is why there is no list.
      refuseErrorBody(body, found, response, unrelated, style);
    }
    this.#path ??= found.pointer;
    const page = { request, response, body, items: found.items };
    const declared = declaredFacts(pagination, page);
    // What `pagination` names is not read by its name.
    const others = [...unrelated, ...declared.map(({ location }) => location)];
    const facts = pagination?.type === "none" ? [] : readFacts(body, found.pointer, response, others);
    return { ...page, facts: [...facts, ...declared] };
  }

  async send(request: PageRequest, way: Way | undefined): Promise<Reply> {
    try {
      const page = await this.fetch(request);
      return { request, way, page, outcome: this.#seen.compare(page.items) };
    } catch (error) {
      if (error instanceof ServiceError && NO_SUCH_PAGE.has(error.status)) {
        return { request, way, refusal: error, outcome: "refused" };
      }
      throw error;
    }
  }

  /** Takes the first page, or one whose items were compared. */
  add(page: Page): TakenPage {
    const { maxPages, onPage } = this.options;
    const { items, facts } = page;
    // A later page may leave out what counts all. What remains changes from page to page.
    const isCount = (fact: Fact): boolean => roleOf(fact) === "number" && fact.meaning !== "remaining";
    if (this.pages > 0 && items.length > 0 && this.pages >= maxPages) {
      throw this.#tooLarge(`goes on after ${pageCount(maxPages)}`, "`maxPages`");
    }
    this.#seen.add(items);
    items.forEach((item) => this.items.push(item));
    this.#size = Math.max(this.#size, items.length);
    // Past the end, the total may be 0.
    if (this.pages === 0 || items.length > 0) {
      this.pages += 1;
      this.#check(facts.filter(isCount));
    }
    onPage(this.pages, this.items.length);
    const said = [...facts.filter((fact) => !isCount(fact)), ...this.#counts.values()];
    const info = pageInfo(said, { pages: this.pages, items: this.items.length, onPage: items.length });
    info.unsatisfied.forEach(({ location }) => this.saidMore.add(location));
    return { ...page, ...info };
  }

  /** Keeps what counts all. Items without an identity may be those of an earlier page with another time or signature in them. */
  #check(counts: readonly Fact[]): void {
    const read = this.items.length;
    const all = new Map([...this.#counts.values(), ...counts].map((fact) => [fact.location, fact]));
    for (const fact of all.values()) {
      const { meaning, location, value } = fact;
      const before = this.#counts.get(location)?.value ?? value;
      this.#counts.set(location, fact);
      const isLess = meaning === "total" && this.isOfAll(fact) && read > Number(value);
      if (isLess || (meaning !== "pages" && before !== value && this.isOfAll({ meaning, value: before }))) {
        const values = [...new Set([before, value])].join(", then ");
        throw new ListingChanged(
          `${read} ${this.options.noun} were read, and the service says ${values} at ${location}`,
          { cause: fact },
        );
      }
    }
  }

  /** Whether it says something of the whole listing. A number that is no more than the items of one page may be of that page. */
  isOfAll({ meaning, value }: Pick<Fact, "meaning" | "value">): boolean {
    return !["total", "count", "remaining"].includes(meaning) || Number(value) > this.#size;
  }

  /** "Read so far: 20 workflows on 2 pages." */
  soFar(): string {
    return `Read so far: ${this.items.length} ${this.options.noun} on ${pageCount(this.pages)}.`;
  }

  #tooLarge(what: string, limit: string): ListingError {
    const hint = `Raise ${limit}, or ask for fewer ${this.options.noun} with \`query\`.`;
    return new ListingError(`The listing ${what}. ${this.soFar()}`, { code: "too-large", hint });
  }
}
