/** Which requests read a listing, and that they give all of it. One row a line. */
import type { Pagination } from "../../../provider/workflows/arguments/argument-types.js";
import type { ListingRequest } from "../../../provider/workflows/types.js";
import {
  after,
  asked,
  bare,
  beside,
  byCursor,
  byLast,
  byOffset,
  byPage,
  cursor,
  endless,
  having,
  lastIsZero,
  letter,
  offset,
  once,
  page,
  service,
  start,
  uneven,
  withCount,
  withCursor,
  withDone,
  withEnds,
  withFlag,
  withLast,
  withLastCount,
  withLastIndex,
  withLeft,
  withLimit,
  withLink,
  withPages,
  withPosition,
  withRelay,
  withTotal,
  type Service,
  type Position,
  type Body,
} from "./paged-replies.js";
import { read, type Reply } from "./reader.js";

async function expectRequests(reply: Service, request: ListingRequest, total: number, queries: string): Promise<void> {
  const requested: string[] = [];
  const { items } = await read(reply, request, requested);
  const { pagination, query } = request;
  const first = new URLSearchParams(query as Record<string, string>).toString();
  const size = pagination !== undefined && "size" in pagination ? "limit=3" : first;
  expect(requested).toEqual([size, ...asked(queries).slice(1)]);
  expect(items).toHaveLength(total);
  expect(new Set(items.map((item) => JSON.stringify(item))).size).toBe(total);
}

describe("rules 1 and 2: all items, and these requests after the plain one", () => {
  it.each<[what: string, queries: string, position: Position, body: Body, known?: string[]]>([
    ["an address", "cursor=3 cursor=6", cursor, withLink],
    ["a cursor, by the name without next", "cursor=3 cursor=6", cursor, withCursor],
    ["a cursor, by another name", "cursor=3 next_cursor=3 start_cursor=3 start_cursor=6", start, withCursor],
    ["cursors of the start and of the end", "after=3 after=6", offset("after"), withEnds],
    ["a total: an offset first", "offset=3 offset=6", offset(), withTotal],
    ["a total: pages from 1", "offset=3 page=1 page=2 page=3", page(), withTotal],
    ["a total: pages from 0", "offset=3 page=1 page=2", page("page", 0), withTotal],
    ["a total, other parameters refused", "offset=3 page=1 page=2 page=3", page(), withTotal, ["page"]],
    ["an offset from 1", "offset=3 offset=6", offset("offset", 1), withTotal],
    ["a count: an offset first", "offset=3 offset=6", offset(), having(({ total }) => ({ count: total }))],
    ["what is left", "offset=3 offset=1 offset=6", offset(), having(({ at }) => ({ remaining: Math.max(0, 5 - at) }))],
    [
      "a total and a flag",
      "offset=3 offset=6",
      offset(),
      having((view) => ({ ...withTotal(view), ...withFlag(view) })),
    ],
    ["a number of pages from 0", "page=1 page=2", page("page", 0), having(() => ({ total_pages: 3 }))],
    ["a flag alone: confirmed by number 1", "page=1 page=2 page=3", page(), withFlag],
    ["a flag alone: pages from 0, confirmed", "page=1 page=0 page=2", page("page", 0), withFlag],
    ["a flag alone: an offset, confirmed", "page=1 page=2 offset=3 offset=1 offset=6", offset(), withFlag],
    ["a stated page", "page=2 page=3", page(), withPages],
    [
      "a stated page from 1, and a parameter from 0",
      "page=2 page=1 page=2",
      page("page", 0),
      having((view) => ({ page: view.at / 3 + 1, ...withFlag(view) })),
    ],
    [
      "a stated offset from 1, and a parameter from 0",
      "offset=4 offset=3 offset=6",
      offset(),
      having((view) => ({ offset: view.at + 1, ...withFlag(view) })),
    ],
    [
      "an offset, and another number",
      "from=4 offset=3 offset=6",
      offset(),
      having((view) => ({ from: 1, offset: view.at, ...withFlag(view) })),
    ],
    [
      "a number from 0, and pages from 1",
      "page=1 page=2 page=3",
      page(),
      having((view) => ({ number: view.at / 3, ...withFlag(view) })),
    ],
  ])("%s is read by %s", async (_, queries, position, body, ...[known]) => {
    await expectRequests(service(8, position, body, known), {}, 8, queries);
  });

  it.each<[what: string, queries: string, pagination: Pagination, position: Position, body: Body]>([
    ["pages", "page=1 page=2 page=3 page=4", byPage, page(), bare],
    ["pages from 0", "page=1 page=2 page=3", byPage, page("page", 0), bare],
    ["pages with a flag", "page=1 page=2 page=3", { ...byPage, morePath: "/has_more" }, page(), withFlag],
    ["pages with their number", "page=2 page=3", { ...byPage, totalPagesPath: "/total_pages" }, page(), withPages],
    ["pages with their total", "page=1 page=2 page=3", byPage, page(), withTotal],
    ["pages with a last one", "page=1 page=2 page=3", { ...byPage, lastPath: "/more" }, page(), withLast],
    [
      "pages with a flag of each",
      "page=1 page=2 page=3 page=4",
      byPage,
      page(),
      having(() => ({ done: true, pages: 1 })),
    ],
    ["pages with a total of each", "page=1 page=2 page=3 page=4", byPage, page(), withCount],
    ["pages with a cursor on the last", "page=1 page=2 page=3", { ...byPage, morePath: "/has_more" }, page(), endless],
    ["an offset from 1", "offset=3 offset=6 offset=9", byOffset, offset("offset", 1), bare],
    ["a cursor", "cursor=3 cursor=6", byCursor, cursor, withCursor],
    ["a cursor on the last page too", "cursor=3 cursor=6", { ...byCursor, morePath: "/has_more" }, cursor, endless],
    ["a cursor with a flag of each page", "cursor=3 cursor=6", byCursor, cursor, withDone],
    ["a cursor with a total of each page", "cursor=3 cursor=6", { ...byCursor, totalPath: "/total" }, cursor, withDone],
    ["an address", "cursor=3 cursor=6", { type: "cursor", urlPath: "/next" }, cursor, withLink],
    ["a last item", "after=2 after=5 after=7", byLast, after, bare],
    ["a last item with a flag", "after=2 after=5", { ...byLast, morePath: "/has_more" }, after, withFlag],
    ["a last item with a flag that is not named", "after=2 after=5", byLast, after, withFlag],
    ["a size", "limit=3&page=2 limit=3&page=3", { ...byPage, size: 3 }, page(), withPages],
  ])("declared: %s is read by %s", async (_, queries, pagination, position, body) => {
    await expectRequests(service(8, position, body), { pagination }, 8, queries);
  });

  const noOffset = (url: URL): Reply =>
    url.searchParams.has("offset") ? { body: { items: [], total: 0 } } : service(8, page(), withTotal)(url);
  it.each<[what: string, total: number, queries: string, reply: Service, request: ListingRequest]>([
    ["a full page by its own limit", 6, "offset=3 offset=6", service(6, offset(), withLimit), {}],
    ["a full page by its own limit, which is all", 3, "offset=3 page=1 page=2", service(3, offset(), withLimit), {}],
    ["a cursor beside the end", 3, "cursor=x next_cursor=x", service(3, cursor, withLeft), {}],
    ["a position on the only page", 3, "after=x cursor=x", service(3, letter("after"), withPosition), {}],
    ["a short page by its own limit", 2, "", service(2, offset(), withLimit), {}],
    ["a size that is the page's", 3, "", beside({ limit: 9, size: 3 }), {}],
    [
      "a limit of 0 and no items",
      0,
      "",
      service(
        0,
        page(),
        having(() => ({ limit: 0 })),
      ),
      {},
    ],
    ["a satisfied total", 3, "", service(3, page(), withTotal), {}],
    ["a satisfied flag", 3, "", service(3, page(), withFlag), {}],
    ["nothing that says more", 3, "", service(3, page(), bare), {}],
    ["a total, and a parameter that brings nothing", 8, "offset=3 page=1 page=2 page=3", noOffset, {}],
    ["a count beside the number of pages", 3, "", beside({ total_pages: 1, count: 20 }), {}],
    ["a page in the query", 5, "page=3", service(8, page(), withFlag), { query: { page: "2" } }],
    ["the first page in the query", 8, "page=2 page=3", service(8, page(), withTotal), { query: { page: "1" } }],
    ["an offset in the query", 5, "offset=6", service(8, offset(), withFlag), { query: { offset: "3" } }],
    [
      "the first item in the query",
      7,
      "start=4 start=7",
      service(7, offset("start", 1), withTotal),
      { query: { start: "1" } },
    ],
    [
      "a later page in the query, and a total that says nothing of it",
      5,
      "page=3 page=4",
      service(8, page(), withTotal),
      { query: { page: "2" }, unrelatedFields: ["total"], pagination: { type: "page", parameter: "page" } },
    ],
    ["pages by their own limit, one of them not full", 8, "offset=3 offset=5 offset=8", uneven([3, 2, 3]), {}],
    ["the last page's index, from 0", 8, "page=1 page=2", service(8, page("page", 0), withLastIndex), {}],
    ["a number of pages by that name, from 0", 6, "page=1 page=2", service(6, page("page", 0), withLastCount), {}],
    ["a cursor of the start beside one of the end", 5, "after=3", service(5, offset("after"), withRelay), {}],
    ["a last item whose field is 0", 4, "after=0 after=3", lastIsZero, once(byLast)],
    ["a count of each page", 9, "cursor=3 cursor=7", uneven([3, 4, 2], "count"), {}],
    ["a total of each page", 9, "cursor=3 cursor=7", uneven([3, 4, 2], "total"), {}],
    ["a declared offset", 6, "offset=3 offset=6", service(6, offset(), bare), once(byOffset)],
    ["declared pages that are one, with its total", 3, "page=1 page=2", service(3, () => 0, withTotal), once(byPage)],
    ["a declared cursor that is missing", 3, "", beside({}), once(byCursor)],
    ["as many pages as maxPages", 8, "cursor=3 cursor=6", service(8, cursor, withLink), { maxPages: 3 }],
    ["none", 3, "", service(8, page(), withTotal), once({ type: "none" })],
    ["a total that says nothing", 3, "", beside({ total: 90 }), { unrelatedFields: ["total"] }],
    ["the same, by its pointer", 3, "", beside({ meta: { total: 90 } }), { unrelatedFields: ["/meta/total"] }],
  ])("%s: %i items, by the further requests '%s'", async (_, total, queries, reply, request) =>
    expectRequests(reply, request, total, queries),
  );
});

it("what was found by trying is used first, and another way is found where it no longer works", async () => {
  const remembered = { declaration: { type: "page", parameter: "p" }, base: 1 } as const;
  expect((await read(service(8, page("p"), withTotal), { remembered })).requested).toEqual(asked("p=2 p=3"));
  expect((await read(service(8, offset(), withTotal), { remembered })).requested).toEqual(
    asked("p=2 offset=3 offset=6"),
  );
  const gone = { declaration: { type: "cursor", cursorPath: "/gone", parameter: "p" } } as const;
  expect((await read(service(8, offset(), withTotal), { remembered: gone })).requested).toEqual(
    asked("offset=3 offset=6"),
  );
});
