/** The pages of the simulated service, by its convention. */
import type { Item, SimulatedListing } from "./listing.js";
import type { ConventionName } from "./scenario.js";

/** A request for a page, and what the service has. */
export interface PageRequest {
  readonly listing: SimulatedListing;
  /** All items of the listing now. */
  readonly items: readonly Item[];
  readonly pageSize: number;
  readonly query: URLSearchParams;
  /** Of the service. */
  readonly origin: string;
}

export interface Page {
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export function pageFor(convention: ConventionName, request: PageRequest): Page {
  return PAGES[convention](request);
}

const PAGES: Readonly<Record<ConventionName, (request: PageRequest) => Page>> = {
  "bare list": ({ items }) => ({ body: items }),
  "Link header": (request) => {
    const { items, next } = from(request, numberIn(request, "start", 0));
    const address = `<workflows?start=${next}&group=${request.query.get("group")}>; rel="next"`;
    return { body: items, ...(next === undefined ? {} : { headers: { link: address } }) };
  },
  "address and total": (request) => {
    const { items, next } = from(request, numberIn(request, "offset", 0));
    // With the reader's own parameter, as real services do: what is counted by address is then one listing's alone.
    const address = `${request.origin}/v2/workflows?offset=${next}&group=${request.query.get("group")}`;
    return { body: { items, total: request.items.length, next: next === undefined ? null : address } };
  },
  "key cursor and total": (request) => ({ body: { ...byKey(request), total: request.items.length } }),
  "page and total": (request) => ({ body: { workflows: byPage(request).items, total: request.items.length } }),
  "page and flag": (request) => {
    const { items, next } = byPage(request);
    return { body: { workflows: items, has_more: next !== undefined } };
  },
  offset: (request) => {
    const { items } = from(request, numberIn(request, "offset", 0));
    return { body: { workflows: items, total: request.items.length } };
  },
};

/** The items of one page, and what names the next one; `undefined` on the last page. */
interface Part {
  readonly items: readonly Item[];
  readonly next: number | undefined;
}

function from({ items, pageSize }: PageRequest, start: number): Part {
  const end = start + pageSize;
  return { items: items.slice(start, end), next: end < items.length ? end : undefined };
}

function byPage(request: PageRequest): Part {
  return from(request, (numberIn(request, "page", 1) - 1) * request.pageSize);
}

function byKey({ listing, pageSize, query }: PageRequest): { workflows: readonly Item[]; next_cursor: string | null } {
  const rest = listing.after(Number(query.get("cursor")?.replace("key-", "") ?? -Infinity));
  const entries = rest.slice(0, pageSize);
  return {
    workflows: entries.map(({ item }) => item),
    next_cursor: rest.length > pageSize ? `key-${entries.at(-1)?.rank}` : null,
  };
}

function numberIn({ query }: PageRequest, parameter: string, otherwise: number): number {
  return Number(query.get(parameter) ?? otherwise);
}
