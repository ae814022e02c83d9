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
  "one object": ({ items }) => ({ body: { workflows: items, total: items.length, has_more: false } }),
  "Link header": (request) => linked(request, absolute),
  "relative Link header": (request) => linked(request, relative),
  "Link header and total": (request) => {
    const { items, next } = byPage(request);
    return { body: items, headers: { ...totalHeader(request), ...linkHeader(next, relative(request, "page", next)) } };
  },
  "address in the body": (request) => addressed(request, absolute),
  "relative address in the body": (request) => addressed(request, relative),
  "address and total": (request) => addressedWithTotal(request, "offset"),
  "start and total": (request) => addressedWithTotal(request, "start"),
  cursor: (request) => {
    const { items, next } = from(request, startOf(request));
    return { body: { workflows: items, next_cursor: next === undefined ? null : `after-${next}` } };
  },
  "key cursor": (request) => ({ body: byKey(request) }),
  "key cursor and total": (request) => ({ body: { ...byKey(request), total: request.items.length } }),
  "page and total": (request) => ({ body: { workflows: byPage(request).items, total: request.items.length } }),
  "page and flag": (request) => {
    const { items, next } = byPage(request);
    return { body: { workflows: items, has_more: next !== undefined } };
  },
  "next page and total": (request) => {
    const { items, next = null } = byPage(request);
    return { body: { workflows: items, total: request.items.length, next_page: next } };
  },
  "total in a header": (request) => ({ body: byPage(request).items, headers: totalHeader(request) }),
  "next page in a header": (request) => {
    const { items, next = "" } = byPage(request);
    return { body: items, headers: { "x-next-page": String(next) } };
  },
  "page and pages": (request) => {
    const { items } = byPage(request);
    const total_pages = Math.ceil(request.items.length / request.pageSize);
    return { body: { workflows: items, page: numberIn(request, "page", 1), total_pages } };
  },
  "page and last": (request) => {
    const { items, next } = byPage(request);
    return { body: { workflows: items, isLast: next === undefined } };
  },
  count: (request) => ({ body: { results: byOffset(request).items, count: request.items.length } }),
  remaining: (request) => {
    const { items, next = request.items.length } = byOffset(request);
    return { body: { items, remaining: request.items.length - next } };
  },
  "offset and limit": (request) => {
    const { offset, items } = byOffset(request);
    return { body: { items, offset, limit: request.pageSize } };
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
  const page = numberIn(request, "page", 1);
  const { items, next } = from(request, (page - 1) * request.pageSize);
  return { items, next: next === undefined ? undefined : page + 1 };
}

function byOffset(request: PageRequest): Part & { readonly offset: number } {
  const offset = numberIn(request, "offset", 0);
  return { offset, ...from(request, offset) };
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

function startOf({ query }: PageRequest): number {
  return Number(query.get("start") ?? query.get("cursor")?.replace("after-", "") ?? 0);
}

type Address = (request: PageRequest, parameter: string, value: number | undefined) => string;

/** With the reader's own parameter, as real services do: what is counted by address is then one listing's alone. */
const relative: Address = ({ query }, parameter, value) =>
  `workflows?${parameter}=${value}&group=${query.get("group")}`;
const absolute: Address = (request, parameter, value) => `${request.origin}/v2/${relative(request, parameter, value)}`;

function linked(request: PageRequest, address: Address): Page {
  const { items, next } = from(request, startOf(request));
  return { body: items, headers: linkHeader(next, address(request, "start", next)) };
}

function linkHeader(next: number | undefined, address: string): Record<string, string> {
  return next === undefined ? {} : { link: `<${address}>; rel="next"` };
}

function totalHeader({ items }: PageRequest): Record<string, string> {
  return { "x-total-count": String(items.length) };
}

function addressed(request: PageRequest, address: Address): Page {
  const { items, next } = from(request, startOf(request));
  return { body: { items, next: next === undefined ? null : address(request, "start", next) } };
}

function addressedWithTotal(request: PageRequest, parameter: string): Page {
  const { items, next } = from(request, numberIn(request, parameter, 0));
  const address = next === undefined ? null : absolute(request, parameter, next);
  return { body: { items, total: request.items.length, next: address } };
}
