/** One reading of a listing: its requests, its limits, and the items so far. */
import { ResponseError, ServiceError, withParts } from "../../http/errors.js";
import type { ServiceResponse } from "../../http/types.js";
import type { Pagination } from "../arguments/argument-types.js";
import type { KeyPath } from "../items/identity.js";
import { type JsonValue, MAX_VALUES, parseJson, type ValueBudget } from "../json/json.js";
import { partsMissing, type ReadSoFar, tooManyBytes, tooManyPages, type Wording } from "./advice.js";
import { type FoundItems, refuseErrorBody } from "./body-error.js";
import { findItems, itemsOfLaterPage } from "./find-items.js";
import { type Fact, type PageContent, readFacts } from "./page-facts.js";
import { pageInfo, type PageInfo, type Progress } from "./page-info.js";
import { type Candidate, type ListingAddress, type PageRequest, startOf } from "./paginator.js";
import { createSeenItems, type Novelty } from "./seen-items.js";

export interface PageReader extends Wording {
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

/** The listing changed while it was read. */
export class ListingChanged extends Error {}

/** With these statuses a service refuses a page or a parameter that it does not know. */
const NO_SUCH_PAGE: ReadonlySet<number | undefined> = new Set([400, 404, 416, 422]);

/** Requests beyond `maxPages`: those that try, and pages without items. */
const SPARE_REQUESTS = 20;

export interface Reading {
  readonly items: JsonValue[];
  /** Pages with items, and the first one. */
  pages(): number;
  requests(): number;
  soFar(): ReadSoFar;
  fetch(request: PageRequest): Promise<Page>;
  /** The same; the error if the service refuses it. */
  fetchOrRefusal(request: PageRequest): Promise<Page | ServiceError>;
  compare(page: Page): Novelty;
  /** Takes the items of a page, which were compared. */
  add(page: Page): void;
  info(page: Page, declared?: readonly Fact[]): PageInfo;
}

export function createReading(reader: PageReader): Reading {
  const items: JsonValue[] = [];
  const seen = createSeenItems(reader.keyPath);
  const values: ValueBudget = { left: MAX_VALUES };
  let [pages, requests, bytesLeft] = [0, 0, reader.maxBytes];
  let pointer: string | undefined;
  let before: Progress["before"] = { pages: 0, items: 0 };
  let first: Page | undefined;
  /** What the pages with items counted last, by its place: a later page may leave it out. */
  const counts = new Map<string, Fact>();

  const soFar = (): ReadSoFar => ({ noun: reader.noun, language: reader.language, pages, items: items.length });

  async function fetch(request: PageRequest): Promise<Page> {
    if (bytesLeft <= 0) {
      throw tooManyBytes(reader.maxBytes, soFar());
    }
    // Pages without items count too: a service that names a next page for ever is not read for ever.
    if (requests >= reader.maxPages + SPARE_REQUESTS) {
      throw tooManyPages(reader.maxPages, soFar());
    }
    requests += 1;
    const response = await reader.request(request, pages + 1, bytesLeft).catch((error: unknown) => {
      // The transport has only the rest of the limit, for this page. In a message it would be confusing.
      const isRest = error instanceof ResponseError && error.code === "too-large" && pages > 0;
      throw isRest ? withParts(tooManyBytes(reader.maxBytes, soFar()), { status: error.status }) : error;
    });
    bytesLeft -= response.bytes;
    const body = parseJson(response.text, values);
    const found = itemsOf(body, response);
    pointer ??= found.pointer;
    return {
      request,
      response,
      body,
      items: found.items,
      facts: readFacts(body, found.pointer, response, reader.unrelated),
    };
  }

  function itemsOf(body: JsonValue, { headers }: ServiceResponse): FoundItems {
    const contentType = [headers["content-type"]].flat()[0];
    let found: FoundItems;
    try {
      found =
        pointer === undefined
          ? findItems(body, reader.itemsPath, reader.noun)
          : itemsOfLaterPage(body, pointer, reader.noun);
    } catch (error) {
      refuseErrorBody(body, undefined, contentType);
      throw error;
    }
    refuseErrorBody(body, found, contentType);
    return found;
  }

  function add(page: Page): void {
    const missing = page.facts.known.find(({ meaning }) => meaning === "missing");
    if (missing !== undefined && reader.pagination?.type !== "none") {
      throw partsMissing(missing);
    }
    if (page.items.length > 0 && pages >= reader.maxPages) {
      throw tooManyPages(reader.maxPages, soFar());
    }
    if (first === undefined) {
      before = startOf(reader.listing, page.items.length);
    } else if (page.items.length > 0) {
      refuseMovedTotal(first, page);
    }
    seen.add(page.items);
    for (const item of page.items) {
      items.push(item);
    }
    if (page.items.length > 0 || first === undefined) {
      pages += 1;
    }
    for (const fact of page.facts.known.filter((one) => isCount(one) && (page.items.length > 0 || page === first))) {
      counts.set(fact.location, fact);
    }
    first ??= page;
    reader.onPage(pages, items.length);
  }

  function info(page: Page, declared: readonly Fact[] = []): PageInfo {
    // The total on an empty page past the end may be 0.
    const isPast = page.items.length === 0 && first !== undefined && page !== first;
    const own = isPast ? page.facts.known.filter((fact) => !isCount(fact)) : page.facts.known;
    const earlier = [...counts.values()].filter(({ location }) => !own.some((fact) => fact.location === location));
    const progress = { pagesRead: pages, itemsRead: items.length, pageItems: page.items.length, before };
    return pageInfo([...declared, ...own, ...earlier], progress);
  }

  return {
    items,
    pages: () => pages,
    requests: () => requests,
    soFar,
    fetch,
    fetchOrRefusal: async (request) =>
      fetch(request).catch((error: unknown) => {
        if (error instanceof ServiceError && NO_SUCH_PAGE.has(error.status)) {
          return error;
        }
        throw error;
      }),
    compare: (page) => seen.compare(page.items),
    add,
    info,
  };
}

function isCount({ meaning }: Fact): boolean {
  return meaning === "total" || meaning === "count" || meaning === "pages";
}

/** A number that is no more than the first page has may be that of each page. */
function refuseMovedTotal(first: Page, page: Page): void {
  for (const { meaning, location, value } of first.facts.known) {
    const now = meaning === "total" ? page.facts.known.find((fact) => fact.location === location)?.value : undefined;
    if (now !== undefined && now !== value && Number(value) > first.items.length) {
      throw new ListingChanged(`the total at ${location} was ${String(value)}, then ${String(now)}`);
    }
  }
}
