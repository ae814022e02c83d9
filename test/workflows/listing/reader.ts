/** Reads listings of the fake service in memory: no socket, no token. A row is a listing, and what is right. */
import { WorkflowsError } from "../../../provider/base/errors.js";
import { rowOf } from "../../../provider/http/failures.js";
import type { ServiceResponse } from "../../../provider/http/types.js";
import type { Pagination } from "../../../provider/workflows/arguments/argument-types.js";
import { type ReadListing, readPages } from "../../../provider/workflows/listing/read.js";
import type { ListingRequest } from "../../../provider/workflows/types.js";
import { type Answer, FakeService } from "../../support/fake-service.js";
import { rejectionOf } from "../../support/thrown.js";

export type Reply = Answer;
export type Service = (url: URL, index: number) => Reply;

const ADDRESS = "https://service.example/v2/workflows";

/** What was read, and the query of each request. */
export interface Read extends ReadListing {
  readonly requested: readonly string[];
}

/** Reads a listing. `requested` is filled also if the reading fails. */
export async function read(service: Service, request: ListingRequest = {}, requested: string[] = []): Promise<Read> {
  const fake = new FakeService({ reply: ({ url }, index) => service(onService(url), index) });
  const { pagination, query = {}, itemsPath, keyPath, unrelatedFields = [], maxPages = 1000 } = request;
  const size = pagination !== undefined && "size" in pagination ? { limit: pagination.size ?? 0 } : {};
  const listing = await readPages({
    listing: { url: new URL(ADDRESS), query: { ...size, ...query } },
    pagination,
    itemsPath,
    keyPath,
    unrelated: unrelatedFields,
    maxPages,
    maxBytes: 1e6,
    noun: "workflows",
    request: (url) => {
      requested.push(decodeURIComponent(url.pathname === "/v2/workflows" ? url.search.slice(1) : url.pathname));
      const { status, headers, text } = fake.handle({ url: `${url.pathname}${url.search}` });
      return status < 300
        ? Promise.resolve({ status, headers, text, bytes: text.length, url, sentAt: 0, attempts: 1 } as ServiceResponse)
        : Promise.reject(new WorkflowsError(`The service returned ${status}.`, { code: rowOf(status).code, status }));
    },
    onPage: () => undefined,
  });
  return { ...listing, requested };
}

const onService = (url: URL): URL => new URL(`${url.pathname}${url.search}`, ADDRESS);

/** Items with the ids from `from` on. */
export const items = (from: number, count: number): { id: number }[] =>
  Array.from({ length: Math.max(0, count) }, (_, index) => ({ id: from + index }));

/** The number that a request has in a parameter. */
export const numberIn = ({ searchParams }: URL, name: string, otherwise: number): number =>
  Number(searchParams.get(name) ?? otherwise);

/** A page of a service: its number from 1 on, how many items are before it and on it, and whether more follow. */
export interface View {
  readonly page: number;
  readonly at: number;
  readonly count: number;
  readonly hasMore: boolean;
}

type Fields = (view: View) => object;

interface PagedOptions {
  /** The parameter. Other ones are ignored. */
  readonly parameter?: string;
  /** The number of the first page. */
  readonly first?: number;
  /** What comes in place of a page, by its number. */
  readonly instead?: (page: number) => Reply | undefined;
  readonly headers?: (view: View) => Record<string, string>;
}

/** Pages of these sizes, by their number, with these fields beside `items`. */
export function byPage(sizes: readonly number[], fields: Fields, options: PagedOptions = {}): Service {
  const { parameter = "page", first = 1, instead, headers = () => ({}) } = options;
  return (url) => {
    const page = Math.max(0, numberIn(url, parameter, first) - first) + 1;
    const at = sizes.slice(0, page - 1).reduce((sum, size) => sum + size, 0);
    const view = { page, at, count: sizes[page - 1] ?? 0, hasMore: page < sizes.length };
    return instead?.(page) ?? { headers: headers(view), body: { items: items(at, view.count), ...fields(view) } };
  };
}

/** `total` items on pages of `size`, by an offset. Some items may be hidden from this client. */
export function byOffset(
  total: number,
  size: number,
  fields: Fields,
  parameter = "offset",
  isHidden: (id: number) => boolean = () => false,
): Service {
  return (url) => {
    const at = numberIn(url, parameter, 0);
    const shown = items(at, Math.min(size, total - at)).filter(({ id }) => !isHidden(id));
    const view = { page: at / size + 1, at, count: shown.length, hasMore: at + size < total };
    return { body: { items: shown, ...fields(view) } };
  };
}

/** Items on pages of these sizes by a cursor, "c2" for the second page, which each page has in these fields. */
export function byCursor(
  sizes: readonly number[],
  fields: (next: string | null) => object,
  parameter: string,
): Service {
  return (url) => {
    const page = Number(url.searchParams.get(parameter)?.slice(1) ?? 1);
    const at = sizes.slice(0, page - 1).reduce((sum, size) => sum + size, 0);
    const next = page < sizes.length ? `c${page + 1}` : null;
    return { body: { items: items(at, sizes[page - 1] ?? 0), ...fields(next) } };
  };
}

/** The same page, whatever is asked for. */
export const always =
  (body: unknown, headers: Record<string, string> = {}, status = 200): Service =>
  () => ({ status, headers, body });

/** The ids of what was read. Rows number their items from 0 on. */
export const idsOf = ({ items: all }: ReadListing): unknown[] => all.map((item) => (item as { id: unknown }).id);

/** A listing, its number of items, and the queries after the first plain one. */
export type WholeRow = readonly [
  what: string,
  service: Service,
  count: number,
  requests: string,
  request?: ListingRequest,
];

/** Expects the whole listing in its order, by exactly these requests. */
export async function expectWhole([, service, count, requests, request = {}]: WholeRow): Promise<Read> {
  const listing = await read(service, request);
  const first = listing.requested[0] ?? "";
  expect(listing.requested.join(" ").slice(first.length).trim()).toBe(requests);
  expect(idsOf(listing)).toEqual(items(0, count).map(({ id }) => id));
  return listing;
}

/** A test for each row. `%s` in the title is what the row is about. */
export function eachWhole(rows: readonly WholeRow[]): (title: string) => void {
  return (title) => {
    it.each(rows.map((row) => [row[0], row] as const))(title, async (_, row) => {
      await expectWhole(row);
    });
  };
}

/**
 * A listing that cannot be read, what the message says, how many items there are, the pagination to paste. `undefined` in place of the number:
 * the paste reads something else.
 */
export type ErrorRow = readonly [
  what: string,
  service: Service,
  message: RegExp,
  count: number | undefined,
  request?: ListingRequest,
  pagination?: object,
];

/** Expects an error with this message, and that its `pagination`, once pasted, reads the whole listing or is an error too. */
export async function expectError([, service, message, count, request = {}, pagination]: ErrorRow): Promise<void> {
  const error = await rejectionOf(WorkflowsError, read(service, request));
  expect(error.message).toMatch(message);
  if (pagination !== undefined) {
    expect(error.pagination).toEqual(pagination);
  }
  if (error.pagination !== undefined && count !== undefined) {
    const pasted = { ...request, pagination: error.pagination as unknown as Pagination };
    const ids = await read(service, pasted).then(idsOf, (again: unknown) => {
      expect(again).toBeInstanceOf(WorkflowsError);
      return items(0, count).map(({ id }) => id);
    });
    expect(ids).toEqual(items(0, count).map(({ id }) => id));
  }
}

/** A test for each row. */
export function eachError(rows: readonly ErrorRow[]): (title: string) => void {
  return (title) => {
    it.each(rows.map((row) => [row[0], row] as const))(title, async (_, row) => expectError(row));
  };
}
