/** Replies, then the requests and what comes of them. One row a line: the six rules. */
import { WorkflowsError } from "../../../provider/base/errors.js";
import type { Pagination } from "../../../provider/workflows/arguments/argument-types.js";
import type { ListingRequest } from "../../../provider/workflows/types.js";
import { rejectionOf } from "../../support/thrown.js";
import { read, type Reply } from "./reader.js";

/** One page of a service: items from 0-based `at` on, and what follows. */
interface View {
  readonly items: readonly { id: number }[];
  readonly at: number;
  readonly total: number;
  readonly hasMore: boolean;
}

type Service = (url: URL) => Reply;
type Position = (url: URL, size: number) => number | undefined;

const numberIn = (url: URL, name: string): number | undefined =>
  url.searchParams.has(name) ? Number(url.searchParams.get(name)) : undefined;
const page =
  (name = "page", base = 1): Position =>
  (url, size) =>
    ((numberIn(url, name) ?? base) - base) * size;
const offset =
  (name = "offset", base = 0): Position =>
  (url) =>
    (numberIn(url, name) ?? base) - base;
/** A cursor is the position; "x" is behind all items. */
const letter =
  (name: string): Position =>
  (url) =>
    Number(url.searchParams.get(name)?.replace("x", "99") ?? 0);
const cursor = letter("cursor");
const start = offset("start_cursor");
/** A cursor is the last item. */
const after: Position = (url) => (numberIn(url, "after") ?? -1) + 1;

/** A service with pages of three. `known`: the parameters that it does not refuse; default: all. */
function service(total: number, position: Position, body: (view: View) => unknown, known?: readonly string[]) {
  return (url: URL): Reply => {
    const at = position(url, 3) ?? 0;
    if (at < 0 || [...url.searchParams.keys()].some((name) => known?.includes(name) === false)) {
      return { status: 400 };
    }
    const items = Array.from({ length: Math.max(0, Math.min(3, total - at)) }, (_, index) => ({ id: at + index }));
    return { body: body({ items, at, total, hasMore: at + 3 < total }) };
  };
}

/** Pages with these fields beside their items. */
const having =
  (fields: (view: View) => object) =>
  (view: View): object => ({ items: view.items, ...fields(view) });
const withTotal = having(({ total }) => ({ total }));
const withNine = having(() => ({ total: 9 }));
const withMetaNine = having(() => ({ meta: { total: 9 } }));
const withFlag = having(({ hasMore }) => ({ has_more: hasMore }));
const withLimit = having(({ at }) => ({ limit: 3, offset: at }));
const withPages = having(({ total, at }) => ({ page: at / 3 + 1, total_pages: Math.ceil(total / 3) }));
/** Counted from 0. */
const withLastIndex = having(({ total, at }) => ({ page: at / 3, lastPage: Math.ceil(total / 3) - 1 }));
const withLastCount = having(({ total, at }) => ({ page: at / 3, lastPage: Math.ceil(total / 3) }));
const withRelay = having(({ at, hasMore }) => ({
  pageInfo: { startCursor: String(at + 100), endCursor: String(at + 3), hasNextPage: hasMore },
}));
const withCursor = having(({ at, hasMore }) => ({ next_cursor: hasMore ? at + 3 : null }));
const withEnds = having(({ at, hasMore }) => ({ start_cursor: null, end_cursor: hasMore ? at + 3 : null }));
const withLink = having(({ at, hasMore }) => ({ next: hasMore ? `?cursor=${at + 3}` : null }));
const withEnd = having(({ total }) => ({ total, done: true }));
/** Under the name of a flag that says the contrary. */
const withLast = having(({ hasMore }) => ({ more: !hasMore }));
/** A cursor that leads to an empty page. */
const withLeft = having(({ at }) => ({ next_cursor: at === 0 ? "x" : null, has_more: false }));
const withPosition = having(({ at }) => ({ paging: { cursors: { after: at === 0 ? "x" : undefined } } }));
/** The total is that of the page. */
const withCount = having(({ items }) => ({ total: items.length }));
const withDone = (view: View): object => ({ ...withCount(view), ...withCursor(view), done: true });
/** The cursor is on the last page too. */
const endless = having(({ at, hasMore }) => ({ next_cursor: at + 3, has_more: hasMore }));
const bare = ({ items }: View): unknown => items;

/** The queries, one after the other, without the first plain one. */
const asked = (text: string): string[] => ["", ...text.split(" ").filter((query) => query !== "")];

/** Pages of these sizes: by an offset and a limit, or by a cursor with this number of each page. */
function uneven(sizes: readonly number[], number?: string) {
  return (url: URL): Reply => {
    const at = numberIn(url, number === undefined ? "offset" : "cursor") ?? 0;
    const starts = sizes.map((_, index) => sizes.slice(0, index).reduce((sum, size) => sum + size, 0));
    const size = sizes[starts.indexOf(at)] ?? 0;
    const items = Array.from({ length: size }, (_, index) => ({ id: at + index }));
    const next = starts.includes(at + size) ? at + size : null;
    return {
      body: number === undefined ? { items, offset: at, limit: 3 } : { items, [number]: size, next_cursor: next },
    };
  };
}

/** Ids that go down: a page of three items, then one of one. */
const lastIsZero = (url: URL): Reply => ({
  body: { "": [{ id: 2 }, { id: 1 }, { id: 0 }], "0": [{ id: 3 }] }[url.searchParams.get("after") ?? ""] ?? [],
});

/** One page of three items. */
const beside = (fields: object) => service(3, page(), ({ items }) => ({ items, ...fields }));

const once = (pagination: Pagination): ListingRequest => ({ pagination });
const byPage: Pagination = { type: "page" };
const byOffset: Pagination = { type: "offset" };
const byCursor: Pagination = { type: "cursor", cursorPath: "/next_cursor" };
const byMeta: Pagination = { type: "cursor", cursorPath: "/meta/next_cursor" };
const byLast: Pagination = { type: "cursor", lastItemPath: "/id", parameter: "after" };

type Body = (view: View) => unknown;

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
  test.each<[what: string, position: Position, body: Body, queries: string, known?: string[]]>([
    ["an address", cursor, withLink, "cursor=3 cursor=6"],
    ["a cursor, by the name without next", cursor, withCursor, "cursor=3 cursor=6"],
    ["a cursor, by another name", start, withCursor, "cursor=3 next_cursor=3 start_cursor=3 start_cursor=6"],
    ["cursors of the start and of the end", offset("after"), withEnds, "after=3 after=6"],
    ["a total: an offset first", offset(), withTotal, "offset=3 offset=6"],
    ["a total: pages from 1", page(), withTotal, "offset=3 page=1 page=2 page=3"],
    ["a total: pages from 0", page("page", 0), withTotal, "offset=3 page=1 page=2"],
    ["a total, other parameters refused", page(), withTotal, "offset=3 page=1 page=2 page=3", ["page"]],
    ["an offset from 1", offset("offset", 1), withTotal, "offset=3 offset=6"],
    ["a count: an offset first", offset(), having(({ total }) => ({ count: total })), "offset=3 offset=6"],
    ["what is left", offset(), having(({ at }) => ({ remaining: Math.max(0, 5 - at) })), "offset=3 offset=6"],
    [
      "a total and a flag",
      offset(),
      having((view) => ({ ...withTotal(view), ...withFlag(view) })),
      "offset=3 offset=6",
    ],
    ["a number of pages from 0", page("page", 0), having(() => ({ total_pages: 3 })), "page=1 page=2"],
    ["a flag alone: confirmed by number 1", page(), withFlag, "page=1 page=2 page=3"],
    ["a flag alone: pages from 0, confirmed", page("page", 0), withFlag, "page=1 page=0 page=2"],
    ["a flag alone: an offset, confirmed", offset(), withFlag, "page=1 page=2 offset=3 offset=0 offset=6"],
    ["a stated page", page(), withPages, "page=2 page=3"],
    [
      "an offset, and another number",
      offset(),
      having((view) => ({ from: 1, offset: view.at, ...withFlag(view) })),
      "from=4 offset=3 offset=6",
    ],
    [
      "a number from 0, and pages from 1",
      page(),
      having((view) => ({ number: view.at / 3, ...withFlag(view) })),
      "page=1 page=2 page=3",
    ],
  ])("%s", async (_, ...[position, body, queries, known]) => {
    await expectRequests(service(8, position, body, known), {}, 8, queries);
  });

  test.each<[what: string, pagination: Pagination, position: Position, body: Body, queries: string]>([
    ["pages", byPage, page(), bare, "page=1 page=2 page=3 page=4"],
    ["pages from 0", byPage, page("page", 0), bare, "page=1 page=2 page=3"],
    ["pages with a flag", { ...byPage, morePath: "/has_more" }, page(), withFlag, "page=1 page=2 page=3"],
    ["pages with their number", { ...byPage, totalPagesPath: "/total_pages" }, page(), withPages, "page=2 page=3"],
    ["pages with their total", byPage, page(), withTotal, "page=1 page=2 page=3"],
    ["pages with a last one", { ...byPage, lastPath: "/more" }, page(), withLast, "page=1 page=2 page=3"],
    [
      "pages with a flag of each",
      byPage,
      page(),
      having(() => ({ done: true, pages: 1 })),
      "page=1 page=2 page=3 page=4",
    ],
    ["pages with a total of each", byPage, page(), withCount, "page=1 page=2 page=3 page=4"],
    ["pages with a cursor on the last", { ...byPage, morePath: "/has_more" }, page(), endless, "page=1 page=2 page=3"],
    ["an offset from 1", byOffset, offset("offset", 1), bare, "offset=3 offset=6 offset=9"],
    ["a cursor", byCursor, cursor, withCursor, "cursor=3 cursor=6"],
    ["a cursor on the last page too", { ...byCursor, morePath: "/has_more" }, cursor, endless, "cursor=3 cursor=6"],
    ["a cursor with a flag of each page", byCursor, cursor, withDone, "cursor=3 cursor=6"],
    ["a cursor with a total of each page", { ...byCursor, totalPath: "/total" }, cursor, withDone, "cursor=3 cursor=6"],
    ["an address", { type: "cursor", urlPath: "/next" }, cursor, withLink, "cursor=3 cursor=6"],
    ["a last item", byLast, after, bare, "after=2 after=5 after=7"],
    ["a last item with a flag", { ...byLast, morePath: "/has_more" }, after, withFlag, "after=2 after=5"],
    ["a last item with a flag that is not named", byLast, after, withFlag, "after=2 after=5"],
    ["a size", { ...byPage, size: 3 }, page(), withPages, "limit=3&page=2 limit=3&page=3"],
  ])("declared: %s", async (_, pagination, position, body, queries) => {
    await expectRequests(service(8, position, body), { pagination }, 8, queries);
  });

  const noOffset = (url: URL): Reply =>
    url.searchParams.has("offset") ? { body: { items: [], total: 0 } } : service(8, page(), withTotal)(url);
  test.each<[what: string, reply: Service, request: ListingRequest, total: number, queries: string]>([
    ["a full page by its own limit", service(6, offset(), withLimit), {}, 6, "offset=3 offset=6"],
    ["a full page by its own limit, which is all", service(3, offset(), withLimit), {}, 3, "offset=3 page=1 page=2"],
    ["a cursor beside the end", service(3, cursor, withLeft), {}, 3, "cursor=x next_cursor=x"],
    ["a position on the only page", service(3, letter("after"), withPosition), {}, 3, "after=x cursor=x"],
    ["a short page by its own limit", service(2, offset(), withLimit), {}, 2, ""],
    ["a size that is the page's", beside({ limit: 9, size: 3 }), {}, 3, ""],
    [
      "a limit of 0 and no items",
      service(
        0,
        page(),
        having(() => ({ limit: 0 })),
      ),
      {},
      0,
      "",
    ],
    ["a satisfied total", service(3, page(), withTotal), {}, 3, ""],
    ["a satisfied flag", service(3, page(), withFlag), {}, 3, ""],
    ["nothing that says more", service(3, page(), bare), {}, 3, ""],
    ["a total, and a parameter that brings nothing", noOffset, {}, 8, "offset=3 page=1 page=2 page=3"],
    ["a count beside the number of pages", beside({ total_pages: 1, count: 20 }), {}, 3, ""],
    ["a page in the query", service(8, page(), withFlag), { query: { page: "2" } }, 5, "page=3"],
    ["the first page in the query", service(8, page(), withTotal), { query: { page: "1" } }, 8, "page=2 page=3"],
    ["an offset in the query", service(8, offset(), withFlag), { query: { offset: "3" } }, 5, "offset=6"],
    [
      "the first item in the query",
      service(7, offset("start", 1), withTotal),
      { query: { start: "1" } },
      7,
      "start=4 start=7",
    ],
    [
      "a later page in the query, and a total that says nothing of it",
      service(8, page(), withTotal),
      { query: { page: "2" }, unrelatedFields: ["total"], pagination: { type: "page", parameter: "page" } },
      5,
      "page=3 page=4",
    ],
    ["pages by their own limit, one of them not full", uneven([3, 2, 3]), {}, 8, "offset=3 offset=5 offset=8"],
    ["the last page's index, from 0", service(8, page("page", 0), withLastIndex), {}, 8, "page=1 page=2"],
    ["a number of pages by that name, from 0", service(6, page("page", 0), withLastCount), {}, 6, "page=1 page=2"],
    ["a cursor of the start beside one of the end", service(5, offset("after"), withRelay), {}, 5, "after=3"],
    ["a last item whose field is 0", lastIsZero, once(byLast), 4, "after=0 after=3"],
    ["a count of each page", uneven([3, 4, 2], "count"), {}, 9, "cursor=3 cursor=7"],
    ["a total of each page", uneven([3, 4, 2], "total"), {}, 9, "cursor=3 cursor=7"],
    ["a declared offset", service(6, offset(), bare), once(byOffset), 6, "offset=3 offset=6"],
    ["declared pages that are one, with its total", service(3, () => 0, withTotal), once(byPage), 3, "page=1 page=2"],
    ["a declared cursor that is missing", beside({}), once(byCursor), 3, ""],
    ["as many pages as maxPages", service(8, cursor, withLink), { maxPages: 3 }, 8, "cursor=3 cursor=6"],
    ["none", service(8, page(), withTotal), once({ type: "none" }), 3, ""],
    ["a total that says nothing", beside({ total: 90 }), { unrelatedFields: ["total"] }, 3, ""],
    ["the same, by its pointer", beside({ meta: { total: 90 } }), { unrelatedFields: ["/meta/total"] }, 3, ""],
  ])("%s", async (_, ...row) => expectRequests(...row));
});

describe("errors, and the argument to set", () => {
  const loop = (body: Body, known?: string[]) => service(8, () => 0, body, known);
  const addressThen = (fields: object) => having(({ at }) => (at === 0 ? { next: "?cursor=3" } : fields));
  const withNoRest = having(({ items }) => ({ total: items.length > 0 ? 9 : 0 }));
  const overlapping: Position = (url) => 2 * (numberIn(url, "page") ?? 0);
  const moving: Position = (url) => Math.max(0, (numberIn(url, "cursor") ?? 0) - 1);
  /** The first page is what the service has for number 2. */
  const second: Position = (url) => [0, 9][numberIn(url, "page") ?? 2] ?? 3;
  test.each<[what: string, reply: Service, request: ListingRequest, message: RegExp, pagination?: unknown]>([
    [
      "a total, and no parameter is known",
      loop(withTotal),
      {},
      /Tried .*: \?offset=3 \(the same page again\), \?page=2/,
      { type: "offset", parameter: "skip" },
    ],
    [
      "a cursor, and no parameter is known",
      loop(withCursor),
      {},
      /says at "\/next_cursor" that more workflows follow/,
      { type: "cursor", cursorPath: "/next_cursor", parameter: "page_token" },
    ],
    [
      "a number of pages, and no parameter is known",
      loop(having(({ total }) => ({ total, pages: 3 }))),
      {},
      /Tried .*: \?page=2/,
      { type: "page", parameter: "page[number]" },
    ],
    [
      "a flag beside the count of the page, and no parameter is known",
      loop(having(({ items }) => ({ count: items.length, has_more: true }))),
      {},
      /Tried .*: \?page=2/,
      { type: "page", parameter: "pageNumber" },
    ],
    [
      "a flag beside items without an id, and no parameter is known",
      () => ({ body: { items: [{ name: "a" }], has_more: true } }),
      {},
      /Tried .*: \?page=2/,
      { type: "page", parameter: "page" },
    ],
    ["a cursor after an address", service(8, cursor, addressThen({ nextToken: 6 })), {}, /"\/nextToken"; 6 workflows/],
    ["a number after an address", service(8, cursor, addressThen({ next: 3 })), {}, /"\/next"; 6 workflows on 2 pages/],
    ["a refused parameter", service(8, page(), withTotal, []), {}, /\?offset=3 \(refused, 400\),/, expect.anything()],
    ["number 0 is not page 1", service(12, second, withFlag), {}, /page=1 \(not the page with/, expect.anything()],
    ["pages that overlap by an item", service(8, overlapping, bare), once(byPage), /changed twice/],
    ["an ignored parameter, beside a flag", loop(withEnd), once(byPage), /\?page=2 leads to/],
    ["an address of the same page", loop(withLink), {}, /cursor=3 leads to pages that were read before/],
    [
      "a total greater than what can be read",
      service(5, offset(), withNine),
      {},
      /The service says 9 at "\/total"; 5 workflows on 2 pages could be read\. .*unrelatedFields: \["total"\], with pagination/,
      { type: "offset", parameter: "offset" },
    ],
    ["the same with a declared offset", service(5, offset(), withNine), once(byOffset), /The service says 9/, byOffset],
    [
      "a total of an earlier page, and an empty page with an address",
      service(5, page(), ({ items }) => (items.length > 0 ? { items, total: 9 } : { items, next: "/other?page=9" })),
      once(byPage),
      /The service says 9/,
      byPage,
    ],
    [
      "an empty page with an address in place of the cursor that was found",
      service(8, cursor, ({ items, at }) =>
        at < 6 ? { items, next_cursor: at + 3 } : { items: [], next: "/o?page=9" },
      ),
      {},
      /more follow at "\/next"; 6 workflows on 2 pages/,
      { type: "cursor", cursorPath: "/next_cursor", parameter: "cursor" },
    ],
    [
      "an end flag beside a greater total",
      service(5, cursor, ({ items }) => ({ items, total: 9, next: null, has_more: false })),
      {},
      /"\/total" \(9\) that more/,
      expect.anything(),
    ],
    ["a declared parameter that is ignored", loop(bare), once(byPage), /\?page=2 leads to pages that.*own parameter/],
    ["a declared parameter that is refused", loop(bare, ["page"]), once(byOffset), /returned 400.*own parameter/],
    ["a wrong path", loop(bare), once({ ...byPage, totalPath: "/total" }), /nothing at pagination.totalPath/],
    ["a cursor that is no text", beside({ next_cursor: { id: 1 } }), once(byCursor), /no text or number at pagination/],
    ["a cursor that is true", beside({ next_cursor: true }), once(byCursor), /no text or number at pagination/],
    ["a flag that is none", beside({ a: "?" }), once({ ...byPage, morePath: "/a" }), /no true or false at/],
    ["a total of 0 past the end", service(5, page(), withNoRest), once(byPage), /The service says 9/, byPage],
    [
      "a declared total that is not reached is left out of what to set",
      service(5, page(), withMetaNine),
      once({ ...byPage, totalPath: "meta.total" }),
      /set unrelatedFields: \["\/meta\/total"\], with pagination: \{"type":"page"\}/,
      byPage,
    ],
    ["a cursor in another place", loop(withCursor), once(byMeta), /nothing at pagination.cursorPath/],
    ["an unknown true", beside({ overflow: true }), {}, /\["overflow"\]/, { type: "page", morePath: "/overflow" }],
    ["an unknown address", beside({ on: "?page=2" }), {}, /has at "\/on"/, { type: "cursor", urlPath: "/on" }],
    ["one in an object", beside({ a: { on: "?p=2" } }), {}, /\["\/a\/on"\]/, { type: "cursor", urlPath: "/a/on" }],
    [
      "a field that the last item lacks",
      loop(bare),
      once({ ...byLast, lastItemPath: "/idd" }),
      /page 1 .*lastItemPath/,
    ],
    ["an address in another place", loop(withLink), once({ type: "cursor", urlPath: "/nxt" }), /nothing at .*urlPath/],
    [
      "an unknown address in another place",
      beside({ on: "?page=2" }),
      once({ type: "cursor", urlPath: "/onn" }),
      /nothing at pagination.urlPath/,
    ],
    ["a cursor that is an object", beside({ after: { pk: "wf_3" } }), {}, /set `pagination`.*\["after"\]/],
    ["parts that did not respond", beside({ unreachable: ["eu"] }), {}, /at "\/unreachable": "eu"/],
    ["another origin", beside({ next: "https://other.example/?cursor=3" }), {}, /nothing was sent there/],
    [
      "an address that does not exist",
      (url) =>
        url.pathname.startsWith("/api") ? { status: 404 } : { body: { items: [{ id: 1 }], next: "/api?page=2" } },
      {},
      /returned 404.* Set pagination: \{"type":"page","parameter":"page"\} in place of that/,
      { type: "page", parameter: "page" },
    ],
    [
      "one with another number than the second page's",
      (url) => (url.search ? { status: 404 } : { body: { items: [{ id: 1 }], next: "?start=1700000031&page=918" } }),
      {},
      /returned 404.* Set `pagination` with the service's own/,
    ],
    ["a password in the address", beside({ next: "https://u:p@service.example/?cursor=3" }), {}, /without a user name/],
    ["more pages than maxPages", service(8, cursor, withLink), { maxPages: 2 }, /after 2 pages. Read so far: 6 work/],
    ["a listing that moves at each reading", service(8, moving, withLink), {}, /changed twice .*: page 2 has items/],
    [
      "a cursor whose parameter no candidate has, beside a flag",
      (url) => ({ body: { items: [{ id: 1 }], next: "L10", hasNext: url.search !== "?x" } }),
      {},
      /Tried for the next page: \?cursor=L10/,
      { type: "cursor", cursorPath: "/next", parameter: "cursor" },
    ],
    [
      "one page again and again, with another signature in it and nothing that identifies its items",
      (url) => ({ body: { items: [1, 2, 3].map((n) => ({ name: n, link: `${n}${url.search}` })), total: 8 } }),
      {},
      /9 workflows were read, and the service says 8 at \/total.*\["total"\]/,
    ],
  ])("%s", async (_, ...[reply, request, message, pagination]) => {
    const error = await rejectionOf(WorkflowsError, read(reply, request));
    expect(error.message).toMatch(message);
    expect(error.pagination).toEqual(pagination);
  });

  test.each([429, 403, 500])(
    "status %s for a request that tries names the argument that spares them",
    async (status) => {
      const reply = (url: URL): Reply =>
        url.search === "" ? { body: withTotal({ items: [{ id: 1 }], at: 0, total: 9, hasMore: true }) } : { status };
      expect(await rejectionOf(WorkflowsError, read(reply))).toMatchObject({
        status,
        message: /To spare the requests that try/,
        pagination: { type: "offset", parameter: "offset" },
      });
    },
  );

  test("no cursor is sent under the name of a credential", async () => {
    const requested: string[] = [];
    const reply = loop(({ items }) => ({ items, next_token: "abc" }));
    await rejectionOf(WorkflowsError, read(reply, {}, requested));
    expect(requested).toEqual(asked("next_token=abc pagination_token=abc cursor=abc after=abc"));
  });
});

describe("rule 3: a listing that changed is read once more", () => {
  test.each<[what: string, changed: (at: number) => unknown]>([
    [
      "an item that moved",
      (at) => ({
        items: at === 0 ? [{ id: 1 }, { id: 2 }] : [{ id: 2 }, { id: 3 }],
        next: at === 0 ? "?cursor=2" : null,
      }),
    ],
    [
      "a total that moved",
      (at) => ({ items: [{ id: at }, { id: at + 1 }], total: 4 + at, next: at === 0 ? "?cursor=2" : null }),
    ],
    [
      "a count of all that moved",
      (at) => ({ items: [{ id: at }, { id: at + 1 }], count: 4 + at, next: at === 0 ? "?cursor=2" : null }),
    ],
  ])("%s", async (_, changed) => {
    const requested: string[] = [];
    const calm = service(5, cursor, withLink);
    const reply = (url: URL): Reply => (requested.length <= 2 ? { body: changed(cursor(url, 3) ?? 0) } : calm(url));
    expect((await read(reply, {}, requested)).items).toHaveLength(5);
    expect(requested).toEqual(["", "cursor=2", "", "cursor=3"]);
  });

  test("an item in front of all, before the second page", async () => {
    const requested: string[] = [];
    const reply = (url: URL): Reply => {
      const ids = requested.length === 1 ? [1, 2, 3, 4, 5] : [0, 1, 2, 3, 4, 5];
      const number = numberIn(url, "page") ?? 1;
      const items = ids.slice(3 * number - 3, 3 * number).map((id) => ({ id }));
      return { body: { items, page: number, total_pages: 2 } };
    };
    expect((await read(reply, {}, requested)).items).toHaveLength(6);
    expect(requested).toEqual(["", "page=2", "", "page=2"]);
  });

  const pagesOf =
    (...pages: object[][]) =>
    (url: URL): Reply => {
      const at = numberIn(url, "cursor") ?? 0;
      return { body: { items: pages[at], next: at + 1 < pages.length ? `?cursor=${at + 1}` : null } };
    };
  const [ab, cd] = ['[{"id":1,"n":1},{"id":2,"n":2}]', '[{"id":3,"n":3},{"id":1,"n":4}]'];
  test.each<[what: string, keyPath: ListingRequest["keyPath"], isRead: boolean, first: string, second: string]>([
    ["equal items without identity on one page", undefined, true, '[{"n":1},{"n":1}]', '[{"n":2}]'],
    ["equal items without identity on two pages", undefined, false, '[{"n":1},{"n":2}]', '[{"n":3},{"n":1}]'],
    ["one id with other fields on two pages", undefined, false, ab, cd],
    ["a field that only some items have", undefined, true, ab, '[{"n":3},{"id":1,"n":4}]'],
    ["two paths that make one identity", ["/team", "/id"], true, '[{"id":1,"team":"a"}]', '[{"id":1,"team":"b"}]'],
  ])("%s", async (_, keyPath, isRead, ...pages) => {
    const [first = [], second = []] = pages.map((text) => JSON.parse(text) as object[]);
    const reading = read(pagesOf(first, second), { keyPath });
    if (isRead) {
      expect((await reading).items).toEqual([...first, ...second]);
    } else {
      expect(await rejectionOf(WorkflowsError, reading)).toMatchObject({ code: "listing", message: /changed twice/ });
    }
  });
});

test("what was found by trying is used first, and another way is found where it no longer works", async () => {
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

/** Pages one after the other, whatever is asked for. */
function inTurn(...bodies: readonly unknown[]): () => Reply {
  let next = 0;
  return () => ({ body: bodies[Math.min(next++, bodies.length - 1)] });
}

const [one, two, three] = [[{ id: 1 }], [{ id: 2 }], [{ id: 3 }]];

const manyTokens = inTurn(...Array.from("abcdefgh", (nextToken) => ({ items: one, nextToken })));
const first = { items: one, page: 1, per_page: 1 };
const token = { items: one, nextToken: "a" };
test.each<[what: string, reply: Service, code: string, message: RegExp]>([
  ["a total of the first page", inTurn({ items: one, total: 3, next: "?p=2" }, { items: two }), "listing", /says 3 at/],
  [
    "pages of the first page",
    inTurn({ items: one, total_pages: 3, next: "?p=2" }, { items: two }),
    "listing",
    /says 3/,
  ],
  ["a code in a word on a later page", inTurn(first, { items: [], code: "RATE_LIMITED" }), "unavailable", /RATE_LIMIT/],
  [
    "a message of one word on a later page",
    inTurn(first, { items: [], detail: "Throttled." }),
    "unavailable",
    /Thrott/,
  ],
  ["no items and no cursor by a tried parameter", inTurn(token, { items: [], nextToken: null }), "listing", /Tried/],
  ["no items and the cursor that was sent", inTurn(token, { items: [], nextToken: "a" }), "listing", /Tried/],
  ["the same page with another cursor", manyTokens, "listing", /Tried/],
  [
    "a position that is sent again",
    inTurn({ items: one, cursor: "a" }, { items: [], cursor: "a" }),
    "listing",
    /Tried/,
  ],
  [
    "a cursor beside a satisfied total",
    inTurn({ ...token, total: 1 }, { items: [], total: 1 }),
    "listing",
    /\["nextToken"\]/,
  ],
  [
    "a full page, and a parameter that filters",
    (url: URL) => ({ body: { items: url.search ? [] : one, limit: 1 } }),
    "listing",
    /Tried/,
  ],
])("%s is not the end of the listing", async (_, reply, code, message) => {
  expect(await rejectionOf(WorkflowsError, read(reply))).toMatchObject({ code, message });
});

test.each([
  ["cursor", { items: one, cursor: "a" }, { items: [], page: 2, cursor: "b" }, { items: three, cursor: null }],
  ["nextToken", { items: one, nextToken: "a" }, { items: [], nextToken: "b" }, { items: three, nextToken: null }],
  [
    "beside a page's count",
    { items: one, count: 1, next: "?p=2" },
    { items: [], count: 0, next: "?p=3" },
    { items: three },
  ],
  [
    "beside a page's total",
    { items: one, total: 1, next: "?p=2" },
    { items: [], total: 0, next: "?p=3" },
    { items: three },
  ],
  ["beside a quota", { items: one, next: "?p=2" }, { items: [], remaining: 0, next: "?p=3" }, { items: three }],
])("a page without items in the middle is not the end: %s", async (_, ...bodies) => {
  expect((await read(inTurn(...bodies))).items).toEqual([...one, ...three]);
});

test.each([
  ["an address of itself", { items: one, next: "?p=2" }, { items: [], next: "?p=2" }],
  [
    "its total, although it names another",
    { items: one, total: 1, next: "?p=2" },
    { items: [], total: 1, next: "?p=3" },
  ],
])("a page without items is the end by %s", async (_, ...bodies) => {
  expect((await read(inTurn(...bodies))).items).toEqual(one);
});

test.each<[itemsPath: string | undefined, around: (page: object, items: unknown) => unknown]>([
  // where the list is, and what is around it and the page's fields
  [undefined, (page, nodes) => ({ data: { viewer: { organization: { workflows: { nodes, pageInfo: page } } } } })],
  ["/a/b/c/d/e/f", (page, f) => ({ a: { b: { c: { d: { e: { f, ...page } } } } } })],
  ["/0/items", (page, items) => [{ items, ...page }]],
  ["/1", (page, items) => [{ ...page, page: 1, per_page: 1 }, items]],
  ["/results/0/hits", (page, hits) => ({ results: [{ hits, ...page }] })],
])("fields beside a list at %j count", async (itemsPath, around) => {
  const bodies = inTurn(around({ hasNextPage: true, endCursor: "a" }, one), around({ hasNextPage: false }, three));
  expect((await read(bodies, { itemsPath })).items).toEqual([...one, ...three]);
});

const byTotal = { declaration: { type: "offset", parameter: "offset" }, base: 0 };
test.each<[what: string, reply: Service, request: ListingRequest, doubts: unknown, found: unknown]>([
  ["one page that states no end", beside({ took: 5 }), {}, ["/took"], undefined],
  ["one page with a total", beside({ took: 5, total: 3 }), {}, undefined, undefined],
  ["one page by the argument", beside({ took: 5 }), once({ type: "none" }), undefined, undefined],
  ["one page without the declared cursor", beside({ nxt: "a" }), once(byCursor), ["/nxt"], undefined],
  ["one page with the declared cursor", beside({ next_cursor: null, took: 5 }), once(byCursor), undefined, undefined],
  ["several pages", service(8, cursor, (view) => ({ ...withLink(view), took: 5 })), {}, undefined, undefined],
  ["what was found", service(8, offset(), withTotal), {}, undefined, byTotal],
  ["what is declared", service(8, offset(), withTotal), once(byOffset), undefined, undefined],
])("%s: what is doubted and found", async (_, reply, request, doubts, found) => {
  expect(await read(reply, request)).toMatchObject({ doubts, found });
});

test("pages without items count for `maxPages`", async () => {
  let page = 0;
  const endless = (): Reply => ({ body: { items: page === 0 ? one : [], next: `?p=${++page}` } });
  const error = await rejectionOf(WorkflowsError, read(endless, { maxPages: 3 }));
  expect(error).toMatchObject({ code: "too-large", message: /maxPages/ });
  expect(page).toBe(23);
});
