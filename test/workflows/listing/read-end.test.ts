/** Where a listing ends: pages without items, fields that deny the end, and what is doubted. */
import { WorkflowsError } from "../../../provider/base/errors.js";
import type { Pagination } from "../../../provider/workflows/arguments/argument-types.js";
import type { ListingRequest } from "../../../provider/workflows/types.js";
import { rejectionOf } from "../../support/thrown.js";
import {
  asked,
  beside,
  byCursor,
  byOffset,
  byPage,
  cursor,
  having,
  inTurn,
  offset,
  once,
  one,
  page,
  service,
  three,
  two,
  withTotal,
  type Service,
  withLink,
} from "./paged-replies.js";
import { read, type Reply } from "./reader.js";

const manyTokens = inTurn(...Array.from("abcdefgh", (nextToken) => ({ items: one, nextToken })));
const first = { items: one, page: 1, per_page: 1 };
const token = { items: one, nextToken: "a" };
it.each<[what: string, reply: Service, code: string, message: RegExp]>([
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
  [
    "a page with items that names itself as the next one",
    inTurn({ items: one, next: "?p=2" }, { items: two, next: "?p=2" }),
    "listing",
    /leads to pages that were read before/,
  ],
])("%s is not the end of the listing", async (_, reply, code, message) => {
  expect(await rejectionOf(WorkflowsError, read(reply))).toMatchObject({
    code,
    message: expect.stringMatching(message) as string,
  });
});

it.each([
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

it.each([
  ["an address of itself", { items: one, next: "?p=2" }, { items: [], next: "?p=2" }],
  [
    "its total, although it names another",
    { items: one, total: 1, next: "?p=2" },
    { items: [], total: 1, next: "?p=3" },
  ],
])("a page without items is the end by %s", async (_, ...bodies) => {
  expect((await read(inTurn(...bodies))).items).toEqual(one);
});

it.each<[itemsPath: string | undefined, around: (page: object, items: unknown) => unknown]>([
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
it.each<[what: string, doubts: unknown, discovered: unknown, reply: Service, request: ListingRequest]>([
  ["one page that states no end", ["/took"], undefined, beside({ took: 5 }), {}],
  ["one page with a total", undefined, undefined, beside({ took: 5, total: 3 }), {}],
  ["one page by the argument", undefined, undefined, beside({ took: 5 }), once({ type: "none" })],
  ["one page without the declared cursor", ["/nxt"], undefined, beside({ nxt: "a" }), once(byCursor)],
  ["one page with the declared cursor", undefined, undefined, beside({ next_cursor: null, took: 5 }), once(byCursor)],
  ["several pages", undefined, undefined, service(8, cursor, (view) => ({ ...withLink(view), took: 5 })), {}],
  ["what was found", undefined, byTotal, service(8, offset(), withTotal), {}],
  ["what is declared", undefined, undefined, service(8, offset(), withTotal), once(byOffset)],
])("%s: doubted is %j, found is %j", async (_, doubts, discovered, reply, request) => {
  expect(await read(reply, request)).toMatchObject({ doubts, discovered });
});

it("a hundred empty pages in a row are an error that names the field", async () => {
  let page = 0;
  const endless = (): Reply => ({ body: { items: page === 0 ? one : [], next: `?p=${++page}` } });
  const error = await rejectionOf(WorkflowsError, read(endless));
  const message = expect.stringMatching(/^100 pages in a row have no items.*"\/next".*set `pagination`/) as string;
  expect(error).toMatchObject({ code: "listing", message });
  expect(page).toBe(101);
});

const numbered = having(({ at }) => ({ page: at / 3 + 1 }));
const current = having(({ at }) => ({ meta: { current_page: at / 3 + 1 } }));
const fromZero = having(({ at, items }) => ({ page: at / 3, count: items.length }));
const byStart = having(({ at }) => ({ offset: at }));
it.each<[what: string, requested: string, reply: Service]>([
  ["a page number", "page=2 page=3 page=4", service(8, page(), numbered)],
  ["a page number from 0", "page=1 page=2 page=3", service(8, page("page", 0), fromZero)],
  ["the current page", "page=1 page=2 page=3 page=4", service(8, page(), current)],
  ["an offset", "offset=3 offset=6 offset=8", service(8, offset(), byStart)],
])("%s that stands alone is read on until a page is empty", async (_, queries, reply) => {
  const { items, requested } = await read(reply);
  expect(items).toHaveLength(8);
  expect(requested).toEqual(asked(queries));
});

it.each<[what: string, queries: string, reply: Service]>([
  ["the page after it is empty", "page=2", service(3, page(), numbered)],
  ["the parameter is ignored", "page=2", beside({ page: 1 })],
  ["the parameter is refused", "page=2", service(3, page(), numbered, [])],
  ["its size is larger", "", beside({ page: 1, per_page: 50 })],
  ["a cursor is null", "", beside({ page: 1, cursor: null })],
  ["a total is reached", "", beside({ page: 1, total: 3 })],
  ["the number is no first one", "", beside({ number: 20 })],
])("one page with a page number is the whole listing: %s", async (_, queries, reply) => {
  const { items, requested } = await read(reply);
  expect(items).toHaveLength(3);
  expect(requested).toEqual(asked(queries));
});

it.each<[pagination: Pagination, fields: (at: number) => object]>([
  [{ ...byPage, morePath: "/more" }, (at) => ({ more: at < 4 })],
  [{ ...byPage, lastPath: "/end" }, (at) => ({ end: at >= 4 })],
  [{ ...byPage, totalPagesPath: "/pages" }, () => ({ pages: 4 })],
])("an empty page is not the end while %j says that more follow", async (pagination, fields) => {
  const reply = ({ searchParams }: URL): Reply => {
    const at = Number(searchParams.get("page") ?? 1);
    return { body: { items: at === 2 || at > 4 ? [] : [{ id: at }], ...fields(at) } };
  };
  expect((await read(reply, { pagination })).items).toEqual([{ id: 1 }, { id: 3 }, { id: 4 }]);
});

it("an empty first page skips no page, whether counting begins with 0 or 1", async () => {
  for (const base of [0, 1]) {
    const reply = ({ searchParams }: URL): Reply => {
      const at = Number(searchParams.get("page") ?? base) - base;
      return { body: { items: at === 0 || at > 2 ? [] : [{ id: at }], more: at < 2 } };
    };
    expect((await read(reply, { pagination: { ...byPage, morePath: "/more" } })).items).toEqual([{ id: 1 }, { id: 2 }]);
  }
});

it("a refused cursor is not the end if the total may count only the page", async () => {
  const reply: Service = ({ search }) =>
    search === "" ? { body: { items: one, total: 1, next_cursor: "a" } } : { status: 400 };
  const error = await rejectionOf(WorkflowsError, read(reply, once(byCursor)));
  expect(error.code).toBe("refused");
});
