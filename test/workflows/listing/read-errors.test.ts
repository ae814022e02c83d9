/** Listings that cannot be read as a whole: the error, and the argument that it says to set. */
import { WorkflowsError } from "../../../provider/base/errors.js";
import type { ListingRequest } from "../../../provider/workflows/types.js";
import { rejectionOf } from "../../support/thrown.js";
import {
  asked,
  bare,
  beside,
  byCursor,
  byMeta,
  byOffset,
  byPage,
  cursor,
  having,
  numberIn,
  offset,
  once,
  page,
  service,
  withCursor,
  withEnd,
  withFlag,
  withLink,
  withMetaNine,
  withNine,
  withTotal,
  type Service,
  type Position,
  type Body,
  byLast,
} from "./paged-replies.js";
import { read, type Reply } from "./reader.js";

describe("errors, and the argument to set", () => {
  const loop = (body: Body, known?: string[]) => service(8, () => 0, body, known);
  const addressThen = (fields: object) => having(({ at }) => (at === 0 ? { next: "?cursor=3" } : fields));
  const withNoRest = having(({ items }) => ({ total: items.length > 0 ? 9 : 0 }));
  const overlapping: Position = (url) => 2 * (numberIn(url, "page") ?? 0);
  const moving: Position = (url) => Math.max(0, (numberIn(url, "cursor") ?? 0) - 1);
  /** The first page is what the service has for number 2. */
  const second: Position = (url) => [0, 9][numberIn(url, "page") ?? 2] ?? 3;
  it.each<[what: string, message: RegExp, reply: Service, request: ListingRequest, pagination?: unknown]>([
    [
      "a total, and no parameter is known",
      /Tried .*: \?offset=3 \(the same page again\), \?page=2/,
      loop(withTotal),
      {},
      { type: "offset", parameter: "skip" },
    ],
    [
      "a cursor, and no parameter is known",
      /says at "\/next_cursor" that more workflows follow/,
      loop(withCursor),
      {},
      { type: "cursor", cursorPath: "/next_cursor", parameter: "page_token" },
    ],
    [
      "a number of pages, and no parameter is known",
      /Tried .*: \?page=2/,
      loop(having(({ total }) => ({ total, pages: 3 }))),
      {},
      { type: "page", parameter: "page[number]" },
    ],
    [
      "a flag beside the count of the page, and no parameter is known",
      /Tried .*: \?page=2/,
      loop(having(({ items }) => ({ count: items.length, has_more: true }))),
      {},
      { type: "page", parameter: "pageNumber" },
    ],
    [
      "a flag beside items without an id, and no parameter is known",
      /Tried .*: \?page=2/,
      () => ({ body: { items: [{ name: "a" }], has_more: true } }),
      {},
      { type: "page", parameter: "page" },
    ],
    ["a cursor after an address", /"\/nextToken"; 6 workflows/, service(8, cursor, addressThen({ nextToken: 6 })), {}],
    ["a number after an address", /"\/next"; 6 workflows on 2 pages/, service(8, cursor, addressThen({ next: 3 })), {}],
    ["a refused parameter", /\?offset=3 \(refused, 400\),/, service(8, page(), withTotal, []), {}, expect.anything()],
    ["number 0 is not page 1", /page=1 \(not the page with/, service(12, second, withFlag), {}, expect.anything()],
    ["pages that overlap by an item", /changed twice/, service(8, overlapping, bare), once(byPage)],
    ["an ignored parameter, beside a flag", /\?page=2 leads to/, loop(withEnd), once(byPage)],
    ["an address of the same page", /cursor=3 leads to pages that were read before/, loop(withLink), {}],
    [
      "a total greater than what can be read",
      /The service says 9 at "\/total"; 5 workflows on 2 pages could be read\. .*unrelatedFields: \["total"\], with pagination/,
      service(5, offset(), withNine),
      {},
      { type: "offset", parameter: "offset" },
    ],
    ["the same with a declared offset", /The service says 9/, service(5, offset(), withNine), once(byOffset), byOffset],
    [
      "a total of an earlier page, and an empty page with an address",
      /The service says 9/,
      service(5, page(), ({ items }) => (items.length > 0 ? { items, total: 9 } : { items, next: "/other?page=9" })),
      once(byPage),
      byPage,
    ],
    [
      "an empty page with an address in place of the cursor that was found",
      /more follow at "\/next"; 6 workflows on 2 pages/,
      service(8, cursor, ({ items, at }) =>
        at < 6 ? { items, next_cursor: at + 3 } : { items: [], next: "/o?page=9" },
      ),
      {},
      { type: "cursor", cursorPath: "/next_cursor", parameter: "cursor" },
    ],
    [
      "an end flag beside a greater total",
      /"\/total" \(9\) that more/,
      service(5, cursor, ({ items }) => ({ items, total: 9, next: null, has_more: false })),
      {},
      expect.anything(),
    ],
    ["a declared parameter that is ignored", /\?page=2 leads to pages that.*own parameter/, loop(bare), once(byPage)],
    ["a declared parameter that is refused", /returned 400.*own parameter/, loop(bare, ["page"]), once(byOffset)],
    ["a wrong path", /nothing at pagination.totalPath/, loop(bare), once({ ...byPage, totalPath: "/total" })],
    ["a cursor that is no text", /no text or number at pagination/, beside({ next_cursor: { id: 1 } }), once(byCursor)],
    ["a cursor that is true", /no text or number at pagination/, beside({ next_cursor: true }), once(byCursor)],
    ["a flag that is none", /no true or false at/, beside({ a: "?" }), once({ ...byPage, morePath: "/a" })],
    ["a total of 0 past the end", /The service says 9/, service(5, page(), withNoRest), once(byPage), byPage],
    [
      "a declared total that is not reached is left out of what to set",
      /set unrelatedFields: \["\/meta\/total"\], with pagination: \{"type":"page"\}/,
      service(5, page(), withMetaNine),
      once({ ...byPage, totalPath: "meta.total" }),
      byPage,
    ],
    ["a cursor in another place", /nothing at pagination.cursorPath/, loop(withCursor), once(byMeta)],
    ["an unknown true", /\["overflow"\]/, beside({ overflow: true }), {}, { type: "page", morePath: "/overflow" }],
    ["an unknown address", /has at "\/on"/, beside({ on: "?page=2" }), {}, { type: "cursor", urlPath: "/on" }],
    ["one in an object", /\["\/a\/on"\]/, beside({ a: { on: "?p=2" } }), {}, { type: "cursor", urlPath: "/a/on" }],
    [
      "a field that the last item lacks",
      /page 1 .*lastItemPath/,
      loop(bare),
      once({ ...byLast, lastItemPath: "/idd" }),
    ],
    ["an address in another place", /nothing at .*urlPath/, loop(withLink), once({ type: "cursor", urlPath: "/nxt" })],
    [
      "an unknown address in another place",
      /nothing at pagination.urlPath/,
      beside({ on: "?page=2" }),
      once({ type: "cursor", urlPath: "/onn" }),
    ],
    ["a cursor that is an object", /set `pagination`.*\["after"\]/, beside({ after: { pk: "wf_3" } }), {}],
    ["parts that did not respond", /at "\/unreachable": "eu"/, beside({ unreachable: ["eu"] }), {}],
    ["another origin", /nothing was sent there/, beside({ next: "https://other.example/?cursor=3" }), {}],
    [
      "an address that does not exist",
      /returned 404.* Set pagination: \{"type":"page","parameter":"page"\} in place of that/,
      (url) =>
        url.pathname.startsWith("/api") ? { status: 404 } : { body: { items: [{ id: 1 }], next: "/api?page=2" } },
      {},
      { type: "page", parameter: "page" },
    ],
    [
      "one with another number than the second page's",
      /returned 404.* Set `pagination` with the service's own/,
      (url) => (url.search ? { status: 404 } : { body: { items: [{ id: 1 }], next: "?start=1700000031&page=918" } }),
      {},
    ],
    ["a password in the address", /without a user name/, beside({ next: "https://u:p@service.example/?cursor=3" }), {}],
    ["more pages than maxPages", /after 2 pages. Read so far: 6 work/, service(8, cursor, withLink), { maxPages: 2 }],
    ["a listing that moves at each reading", /changed twice .*: page 2 has items/, service(8, moving, withLink), {}],
    [
      "a cursor whose parameter no candidate has, beside a flag",
      /Tried for the next page: \?cursor=L10/,
      (url) => ({ body: { items: [{ id: 1 }], next: "L10", hasNext: url.search !== "?x" } }),
      {},
      { type: "cursor", cursorPath: "/next", parameter: "cursor" },
    ],
    [
      "one page again and again, with another signature in it and nothing that identifies its items",
      /9 workflows were read, and the service says 8 at \/total.*\["total"\]/,
      (url) => ({ body: { items: [1, 2, 3].map((n) => ({ name: n, link: `${n}${url.search}` })), total: 8 } }),
      {},
    ],
  ])("%s is an error: %s", async (_, message, reply, request, ...[pagination]) => {
    const error = await rejectionOf(WorkflowsError, read(reply, request));
    expect(error.message).toMatch(message);
    expect(error.pagination).toEqual(pagination);
  });

  it.each([429, 403, 500])("status %s for a request that tries names the argument that spares them", async (status) => {
    const reply = (url: URL): Reply =>
      url.search === "" ? { body: withTotal({ items: [{ id: 1 }], at: 0, total: 9, hasMore: true }) } : { status };
    expect(await rejectionOf(WorkflowsError, read(reply))).toMatchObject({
      status,
      message: expect.stringMatching(/To spare the requests that try/) as string,
      pagination: { type: "offset", parameter: "offset" },
    });
  });

  it("an error alone is not a list that may be missing, but other fields are", async () => {
    const request: ListingRequest = { itemsPath: "/items?" };
    const message = "Session expired, please sign in";
    const error = await rejectionOf(
      WorkflowsError,
      read(() => ({ body: { message } }), request),
    );
    expect(error.message).toContain(message);
    expect(await read(() => ({ body: { message, page: 1, name: "empty" } }), request)).toMatchObject({ items: [] });
  });

  it("no cursor is sent under the name of a credential", async () => {
    const requested: string[] = [];
    const reply = loop(({ items }) => ({ items, next_token: "abc" }));
    await rejectionOf(WorkflowsError, read(reply, {}, requested));
    expect(requested).toEqual(asked("next_token=abc pagination_token=abc cursor=abc after=abc"));
  });
});
