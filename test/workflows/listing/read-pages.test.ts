/** Replies, then the requests and what comes of them. One row a line: the five rules. */
import { WorkflowsError } from "../../../provider/http/errors.js";
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
/** A cursor is the position. */
const cursor = offset("cursor");

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

const withTotal = ({ items, total }: View): object => ({ items, total });
const withFlag = ({ items, hasMore }: View): object => ({ items, has_more: hasMore });
const withLimit = ({ items, at }: View): object => ({ items, limit: 3, offset: at });
const withPages = ({ items, total, at }: View): object => ({
  items,
  page: at / 3 + 1,
  total_pages: Math.ceil(total / 3),
});
const withCursor = ({ items, at, hasMore }: View): object => ({ items, next_cursor: hasMore ? at + 3 : null });
const withLink = ({ items, at, hasMore }: View): object => ({ items, next: hasMore ? `?cursor=${at + 3}` : null });
const bare = ({ items }: View): unknown => items;

/** The queries, one after the other, without the first plain one. */
const asked = (text: string): string[] => ["", ...text.split(" ").filter((query) => query !== "")];

/** One page of three items. */
const beside = (fields: object) => service(3, page(), ({ items }) => ({ items, ...fields }));

const once = (pagination: Pagination): ListingRequest => ({ pagination });
const byPage: Pagination = { type: "page" };
const byOffset: Pagination = { type: "offset" };

describe("rules 1 and 2: all items, and these requests after the plain one", () => {
  test.each<[what: string, reply: Service, request: ListingRequest, total: number, queries: string]>([
    ["an address", service(8, cursor, withLink), {}, 8, "cursor=3 cursor=6"],
    ["a cursor, by the name without next", service(8, cursor, withCursor), {}, 8, "cursor=3 cursor=6"],
    [
      "a cursor, by another name",
      service(5, offset("start_cursor"), withCursor),
      {},
      5,
      "cursor=3 next_cursor=3 start_cursor=3",
    ],
    ["a total: an offset first", service(8, offset(), withTotal), {}, 8, "offset=3 offset=6"],
    ["a total: pages from 1", service(8, page(), withTotal), {}, 8, "offset=3 page=1 page=2 page=3"],
    ["a total: pages from 0", service(8, page("page", 0), withTotal), {}, 8, "offset=3 page=1 page=2"],
    [
      "a total, other parameters refused",
      service(8, page(), withTotal, ["page"]),
      {},
      8,
      "offset=3 page=1 page=2 page=3",
    ],
    ["an offset from 1", service(8, offset("offset", 1), withTotal), {}, 8, "offset=3 offset=6"],
    ["a flag alone: confirmed by number 1", service(8, page(), withFlag), {}, 8, "page=1 page=2 page=3"],
    ["a flag alone: pages from 0, confirmed", service(8, page("page", 0), withFlag), {}, 8, "page=1 page=0 page=2"],
    [
      "a flag alone: an offset, confirmed",
      service(8, offset(), withFlag),
      {},
      8,
      "page=1 page=2 offset=3 offset=0 offset=6",
    ],
    ["a stated page", service(8, page(), withPages), {}, 8, "page=2 page=3"],
    ["a full page by its own limit", service(6, offset(), withLimit), {}, 6, "offset=3 offset=6"],
    ["a full page by its own limit, which is all", service(3, offset(), withLimit), {}, 3, "offset=3"],
    ["a short page by its own limit", service(2, offset(), withLimit), {}, 2, ""],
    ["a satisfied total", service(3, page(), withTotal), {}, 3, ""],
    ["a satisfied flag", service(3, page(), withFlag), {}, 3, ""],
    ["nothing that says more", service(3, page(), bare), {}, 3, ""],
    ["a page in the query", service(8, page(), withPages), { query: { page: "2" } }, 5, "page=3"],
    ["declared pages", service(8, page(), bare), once(byPage), 8, "page=1 page=2 page=3 page=4"],
    ["declared pages from 0", service(8, page("page", 0), bare), once(byPage), 8, "page=1 page=2 page=3"],
    ["a declared offset", service(6, offset(), bare), once(byOffset), 6, "offset=3 offset=6"],
    [
      "a declared offset, from 1",
      service(8, offset("offset", 1), bare),
      once(byOffset),
      8,
      "offset=3 offset=6 offset=9",
    ],
    [
      "declared pages with a flag",
      service(8, page(), withFlag),
      once({ ...byPage, morePath: "/has_more" }),
      8,
      "page=1 page=2 page=3",
    ],
    [
      "declared pages with their number",
      service(8, page(), withPages),
      once({ ...byPage, totalPagesPath: "/total_pages" }),
      8,
      "page=2 page=3",
    ],
    [
      "a declared cursor",
      service(8, cursor, withCursor),
      once({ type: "cursor", cursorPath: "/next_cursor" }),
      8,
      "cursor=3 cursor=6",
    ],
    [
      "a declared address",
      service(8, cursor, withLink),
      once({ type: "cursor", urlPath: "/next" }),
      8,
      "cursor=3 cursor=6",
    ],
    [
      "a declared last item",
      service(5, (url) => (numberIn(url, "after") ?? -1) + 1, bare),
      once({ type: "cursor", lastItemPath: "/id", parameter: "after" }),
      5,
      "after=2 after=4",
    ],
    ["a size", service(8, page(), withPages), once({ ...byPage, size: 3 }), 8, "limit=3&page=2 limit=3&page=3"],
    ["none", service(8, cursor, withLink), once({ type: "none" }), 3, ""],
    ["a total that says nothing", beside({ total: 90 }), { unrelatedFields: ["total"] }, 3, ""],
    ["the same, by its pointer", beside({ meta: { total: 90 } }), { unrelatedFields: ["/meta/total"] }, 3, ""],
  ])("%s", async (_, reply, request, total, queries) => {
    const requested: string[] = [];
    const { items } = await read(reply, request, requested);
    const first = new URLSearchParams(request.query as Record<string, string>).toString();
    const size = request.pagination?.type === "page" && request.pagination.size !== undefined ? "limit=3" : first;
    expect(requested).toEqual([size, ...asked(queries).slice(1)]);
    expect(items).toHaveLength(total);
    expect(new Set(items.map((item) => JSON.stringify(item))).size).toBe(total);
  });
});

describe("errors, and the argument to set", () => {
  const loop = (body: (view: View) => unknown) => service(8, () => 0, body);
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
      /names the next page at "\/next_cursor"/,
      { type: "cursor", cursorPath: "/next_cursor", parameter: "page_token" },
    ],
    [
      "a cursor after a page with an address",
      service(8, cursor, ({ items, at }) => (at === 0 ? { items, next: "?cursor=3" } : { items, next_cursor: 6 })),
      {},
      /"\/next_cursor"; 6 workflows on 2 pages could be read/,
    ],
    ["an address of the same page", loop(withLink), {}, /cursor=3 leads to pages that were read before/],
    [
      "a total greater than what can be read",
      service(5, offset(), ({ items }) => ({ items, total: 9 })),
      {},
      /The service says 9 at "\/total"; 5 workflows on 2 pages could be read\. .*unrelatedFields: \["total"\], with pagination/,
      { type: "offset", parameter: "offset" },
    ],
    [
      "the same with a declared offset",
      service(5, offset(), ({ items }) => ({ items, total: 9 })),
      once(byOffset),
      /The service says 9/,
      byOffset,
    ],
    [
      "a total of an earlier page, and an empty page with an address",
      service(5, page(), ({ items }) => (items.length > 0 ? { items, total: 9 } : { items, next: "/other?page=9" })),
      once(byPage),
      /The service says 9/,
      byPage,
    ],
    [
      "an empty page with an address in place of the declared cursor",
      service(5, cursor, ({ items, at }) => (at === 0 ? { items, after: 3 } : { items: [], next: "/other?page=9" })),
      once({ type: "cursor", cursorPath: "/after" }),
      /nothing at pagination.cursorPath/,
    ],
    [
      "an end flag beside a greater total",
      service(5, cursor, ({ items }) => ({ items, total: 9, next: null, has_more: false })),
      {},
      /"\/total" \(9\) that more/,
      expect.anything(),
    ],
    [
      "a declared parameter that is ignored",
      loop(bare),
      once(byPage),
      /\?page=2 leads to pages that were read before.*own parameter/,
    ],
    [
      "a declared parameter that is refused",
      service(8, offset(), bare, ["offset"]),
      once({ ...byOffset, parameter: "skip" }),
      /returned 400.*own parameter/,
    ],
    [
      "a declared path that leads nowhere",
      service(8, page(), bare),
      once({ ...byPage, totalPath: "/total" }),
      /nothing at pagination.totalPath/,
    ],
    [
      "a declared cursor in another place",
      service(8, cursor, withCursor),
      once({ type: "cursor", cursorPath: "/meta/next_cursor" }),
      /nothing at pagination.cursorPath/,
    ],
    [
      "an unknown true",
      beside({ overflow: true }),
      {},
      /unrelatedFields: \["overflow"\]/,
      { type: "page", morePath: "/overflow" },
    ],
    [
      "an unknown address of this path",
      beside({ onward: "?page=2" }),
      {},
      /has at "\/onward"/,
      { type: "cursor", urlPath: "/onward" },
    ],
    [
      "an address in an object of its own",
      beside({ nav: { next: "/v2/workflows?page=2" } }),
      {},
      /unrelatedFields: \["\/nav\/next"\]/,
      { type: "cursor", urlPath: "/nav/next" },
    ],
    [
      "a last page that is not the first",
      beside({ links: { first: "?page=1", last: "?page=4" } }),
      {},
      /"\/links\/last"/,
    ],
    [
      "a cursor that is an object",
      beside({ LastEvaluatedKey: { pk: "wf_3" } }),
      {},
      /unrelatedFields: \["LastEvaluatedKey"\]/,
    ],
    ["parts that did not respond", beside({ unreachable: ["eu"] }), {}, /"\/unreachable" parts/],
    ["another origin", beside({ next: "https://other.example/?cursor=3" }), {}, /nothing was sent there/],
    ["a password in the address", beside({ next: "https://u:p@service.example/?cursor=3" }), {}, /without a user name/],
    [
      "more pages than maxPages",
      service(8, cursor, withLink),
      { maxPages: 2 },
      /after 2 pages. Read so far: 6 workflows/,
    ],
    [
      "a listing that moves at each reading",
      service(8, (url) => Math.max(0, (offset("cursor")(url, 3) ?? 0) - 1), withLink),
      {},
      /changed twice .*: page 2 has items/,
    ],
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
      /9 workflows were read, and the service says 8 at \/total/,
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
    expect(requested.filter((query) => /^(?:token|access)/.test(query))).toEqual([]);
    expect(requested).toContain("next_token=abc");
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
  ])("%s", async (_, changed) => {
    const requested: string[] = [];
    const calm = service(5, cursor, withLink);
    const reply = (url: URL): Reply => (requested.length <= 2 ? { body: changed(cursor(url, 3) ?? 0) } : calm(url));
    expect((await read(reply, {}, requested)).items).toHaveLength(5);
    expect(requested).toEqual(["", "cursor=2", "", "cursor=3"]);
  });

  const pagesOf =
    (...pages: object[][]) =>
    (url: URL): Reply => {
      const at = numberIn(url, "cursor") ?? 0;
      return { body: { items: pages[at], next: at + 1 < pages.length ? `?cursor=${at + 1}` : null } };
    };
  test.each<[what: string, keyPath: ListingRequest["keyPath"], isRead: boolean, first: object[], second: object[]]>([
    ["equal items without identity on one page", undefined, true, [{ n: 1 }, { n: 1 }], [{ n: 2 }]],
    ["equal items without identity on two pages", undefined, false, [{ n: 1 }, { n: 2 }], [{ n: 3 }, { n: 1 }]],
    [
      "one id with other fields on two pages",
      undefined,
      false,
      [
        { id: 1, n: 1 },
        { id: 2, n: 2 },
      ],
      [
        { id: 3, n: 3 },
        { id: 1, n: 4 },
      ],
    ],
    [
      "a field that only some items have",
      undefined,
      true,
      [
        { id: 1, n: 1 },
        { id: 2, n: 2 },
      ],
      [{ n: 3 }, { id: 1, n: 4 }],
    ],
    ["two paths that make one identity", ["/team", "/id"], true, [{ id: 1, team: "a" }], [{ id: 1, team: "b" }]],
  ])("%s", async (_, keyPath, isRead, first, second) => {
    const reading = read(pagesOf(first, second), { keyPath });
    if (isRead) {
      expect((await reading).items).toEqual([...first, ...second]);
    } else {
      expect(await rejectionOf(WorkflowsError, reading)).toMatchObject({ code: "listing", message: /changed twice/ });
    }
  });
});

test("what was found by trying is used first, and another way is found where it no longer works", async () => {
  const remembered = { route: { type: "page", parameter: "p" }, base: 1 } as const;
  expect((await read(service(8, page("p"), withTotal), { remembered })).requested).toEqual(asked("p=2 p=3"));
  expect((await read(service(8, offset(), withTotal), { remembered })).requested).toEqual(
    asked("p=2 offset=3 offset=6"),
  );
});

/** Pages one after the other, whatever is asked for. */
function inTurn(...bodies: readonly unknown[]): () => Reply {
  let next = 0;
  return () => ({ body: bodies[Math.min(next++, bodies.length - 1)] });
}

const [one, two, three] = [[{ id: 1 }], [{ id: 2 }], [{ id: 3 }]];

test.each<[what: string, reply: () => Reply, code: string, message: RegExp]>([
  [
    "a total that only the first page states",
    inTurn({ items: one, total: 3, next: "?p=2" }, { items: two }),
    "listing",
    /says 3 at/,
  ],
  [
    "a number of pages that only the first page states",
    inTurn({ items: one, total_pages: 3, next: "?p=2" }, { items: two }),
    "listing",
    /3/,
  ],
  [
    "a code in a word on a later page",
    inTurn({ items: one, page: 1, per_page: 1 }, { items: [], code: "RATE_LIMITED" }),
    "unavailable",
    /RATE_LIMITED/,
  ],
  [
    "a message of one word on a later page",
    inTurn({ items: one, page: 1, per_page: 1 }, { items: [], detail: "Throttled." }),
    "unavailable",
    /Throttled/,
  ],
])("%s is not the end of the listing", async (_, reply, code, message) => {
  expect(await rejectionOf(WorkflowsError, read(reply))).toMatchObject({ code, message });
});

test.each([
  ["cursor", { items: one, cursor: "a" }, { items: [], cursor: "b" }, { items: three, cursor: null }],
  ["nextToken", { items: one, nextToken: "a" }, { items: [], nextToken: "b" }, { items: three, nextToken: null }],
])("a page without items in the middle is not the end: %s", async (_, ...bodies) => {
  expect((await read(inTurn(...bodies))).items).toEqual([...one, ...three]);
});

test("pages without items count for `maxPages`", async () => {
  let page = 0;
  const endless = (): Reply => ({ body: { items: page === 0 ? one : [], next: `?p=${++page}` } });
  const error = await rejectionOf(WorkflowsError, read(endless, { maxPages: 3 }));
  expect(error).toMatchObject({ code: "too-large", message: /maxPages/ });
  expect(page).toBeLessThan(30);
});
