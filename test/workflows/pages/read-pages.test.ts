/** Which requests an argument `pagination` leads to, and how a listing ends: whole, or with an error. */
import { ResponseError, ServiceError, WorkflowsError } from "../../../provider/http/errors.js";
import type { Pagination, Query } from "../../../provider/workflows/arguments/argument-types.js";
import { createPageOrder } from "../../../provider/workflows/pages/next-page.js";
import { type PageReader, readPages } from "../../../provider/workflows/pages/read-pages.js";

const BASE = "https://service.example/v2/workflows";

/** What the service returns, request after request: a body, headers and a body, or an error. */
type Reply = object | Error;
type Case = [name: string, replies: readonly Reply[], outcome: readonly string[], reading?: Reading];

class WithHeaders {
  constructor(
    readonly headers: Readonly<Record<string, string>>,
    readonly body: object,
  ) {}
}

interface Reading {
  readonly pagination?: Pagination;
  readonly query?: Query;
  readonly limits?: Partial<Pick<PageReader, "maxPages" | "maxBytes" | "itemsPath">>;
  /** Where the listing is. Default: `BASE`. */
  readonly url?: string;
}

const NOT_AFTER =
  'listing: The service does not begin after the item that `lastItemPath` names: after the item before the last one of the first page, the last one does not follow. Some workflows may be missing. Does it know the query parameter "after"? If not, set pagination.parameter to its own. Set pagination.lastItemPath to the field by which the service sorts.';

const ON_NO_PAGE =
  'listing: Without "page" in the request, the service lists workflows that are on no page: it may take the parameter for a filter. Does it know the query parameter "page"? If not, set pagination.parameter to its own.';

/** The requests, without what all of them have, then the outcome: the ids of all items, or the message. */
async function read(
  replies: readonly Reply[],
  { pagination, query = {}, limits, url = BASE }: Reading = {},
): Promise<string[]> {
  const lines: string[] = [];
  const wording = { noun: "workflows", language: "typescript" } as const;
  const reader: PageReader = {
    order: createPageOrder(new URL(url), query, pagination, wording),
    origin: new URL(url).origin,
    itemsPath: undefined,
    maxPages: 10,
    maxBytes: 10_000,
    noun: "workflows",
    request: (page, number) => {
      const headers = Object.entries(page.headers).map(([name, value]) => ` ${name}: ${value}`);
      lines.push(page.url.href.replace(url, "") + headers.join(""));
      // Without a number, the service gives its first page.
      const reply = replies[number - 1] ?? replies[0];
      if (reply instanceof Error || reply === undefined) {
        return Promise.reject(reply ?? new Error("no replies"));
      }
      const isWhole = reply instanceof WithHeaders;
      const text = JSON.stringify(isWhole ? reply.body : reply);
      const common = { status: 200, attempts: 1, sentAt: 0, text, bytes: text.length, url: page.url };
      return Promise.resolve({ ...common, headers: isWhole ? reply.headers : {} });
    },
    onPage: () => undefined,
    ...limits,
  };
  try {
    const { items, pages, statesEnd } = await readPages(reader);
    const ids = items.map((item) => Object.values(item as { id: string })[0]).join("");
    lines.push(`${ids === "" ? "nothing" : ids} on ${pages}${statesEnd ? ", end stated" : ""}`);
  } catch (error) {
    if (!(error instanceof WorkflowsError)) {
      throw error;
    }
    // What a refusal advises has tests of its own.
    const advice = / (?:If that is all|If the service's first page|To read on, set|If the listing changed).*/;
    lines.push(`${error.code}: ${error.message.replace(advice, "")}`);
  }
  return lines;
}

/** Empty pages with the next one's address, from one number to the one before another. */
const emptyPages = (from: number, to: number, parameter = "page="): object[] =>
  Array.from({ length: to + (parameter === "page=" ? 0 : 1) - from }, (_, index) => ({
    items: [],
    next: `?${parameter}${from + index + 1}`,
  }));

/** Items with these letters as ids. */
const items = (ids: string): object[] => Array.from(ids, (id) => ({ id }));
/** Items with a field that a filter on `page` takes. */
const numbered = (ids: string): object[] => items(ids).map((item) => ({ ...item, page: 1 }));
/** Items that nothing identifies. */
const names = (letters: string): object[] => Array.from(letters, (name) => ({ name }));
const notFound = new ServiceError("404 Not Found.", { code: "not-found", status: 404 });
const gone = new ServiceError("410 Gone.", { code: "refused", status: 410 });
const badRequest = new ServiceError("400 Bad Request.", { code: "refused", status: 400 });
const limited = new ServiceError("429.", { code: "rate-limited", status: 429 });
const unavailable = new ServiceError("503.", { code: "unavailable", status: 503 });
const unauthorized = new ServiceError("401.", { code: "refused", status: 401 });
const crash = new ServiceError("500.", { code: "unavailable", status: 500 });
const notJson = new ResponseError("x", { code: "not-json", status: 200 });
const tooLargeError = new ResponseError("x", { code: "too-large", status: 400 });
const tooLarge = new ResponseError("more than the 10 bytes allowed", { code: "too-large", status: 200 });

describe("without an argument", () => {
  it.each<Case>([
    ["one page is the listing", [{ items: items("abc") }], ["", "abc on 1"]],
    [
      "texts may come twice: nothing identifies them",
      [{ items: ["a", "b"], next: "?page=2" }, { items: ["b", "c"] }],
      ["", "?page=2", "abbc on 2"],
      { limits: { itemsPath: "/items" } },
    ],
    [
      "the query is sent with the first request",
      [{ items: items("abc") }],
      ["?a=x%20y&a=z&b=true", "abc on 1"],
      { query: { a: ["x y", "z"], b: true } },
    ],
    [
      "an address is followed, without the query of the first request",
      [
        { items: items("ab"), next: "?page=2" },
        { items: items("c"), next: null },
      ],
      ["?a=1", "?page=2", "abc on 2, end stated"],
      { query: { a: 1 } },
    ],
    [
      "an address may be relative, and its fragment does not count",
      [{ items: items("ab"), next: "workflows?page=2#x" }, { items: items("c") }],
      ["", "?page=2", "abc on 2"],
    ],
    [
      "an address may be relative to where the API begins",
      [{ items: items("ab"), next: "v2/workflows?page=2" }, { items: items("c") }],
      ["", "?page=2", "abc on 2"],
    ],
    [
      "pages that are counted and empty are no listing for ever",
      [{ items: items("ab"), next: "?page=2" }, ...emptyPages(2, 12)],
      [
        ...["", ...Array.from({ length: 10 }, (_, index) => `?page=${index + 2}`)],
        'listing: The last 10 pages are empty, and the response names the next page at "/next". 2 workflows on 11 pages were read. If an empty page is the end of the listing, set pagination: { type: "page", start: 1 }',
      ],
      { limits: { maxPages: 100 } },
    ],
    [
      "fewer empty pages are read on",
      [{ items: items("ab"), next: "?page=2" }, ...emptyPages(2, 11), { items: items("c"), next: null }],
      ["", ...Array.from({ length: 10 }, (_, index) => `?page=${index + 2}`), "abc on 11, end stated"],
      { limits: { maxPages: 100 } },
    ],
    [
      "empty pages with a cursor are read on",
      [{ items: items("ab"), next: "?cursor=c2" }, ...emptyPages(2, 13, "cursor=c"), { items: items("c"), next: null }],
      ["", ...Array.from({ length: 13 }, (_, index) => `?cursor=c${index + 2}`), "abc on 14, end stated"],
      { limits: { maxPages: 100 } },
    ],
    [
      "an address may be whole",
      [{ items: items("ab"), next: `${BASE}?page=2` }, { items: items("c") }],
      ["", "?page=2", "abc on 2"],
    ],
    [
      "the last page may be empty",
      [{ items: items("ab"), next: "?page=2" }, { items: [] }],
      ["", "?page=2", "ab on 2"],
    ],
    [
      "a cursor is refused",
      [{ items: items("ab"), next_cursor: "c1" }],
      ["", 'listing: The response names the next page at "/next_cursor". 2 workflows on 1 page were read.'],
    ],
    [
      "a flag on a later page is refused",
      [
        { items: items("ab"), next: "?page=2" },
        { items: items("c"), has_more: true },
      ],
      [
        "",
        "?page=2",
        'listing: The response says at "/has_more" that more pages follow: true. 3 workflows on 2 pages were read.',
      ],
    ],
    [
      "an address that cannot be read is an error",
      [{ items: items("ab"), next: "http://" }],
      [
        "",
        "listing: The response names a next page whose address cannot be read. Set pagination to say how the service's next pages are requested.",
      ],
    ],
    [
      "an address with http is read with https on the same host",
      [{ items: items("ab"), next: "http://service.example/v2/workflows?page=2#f" }, { items: items("c") }],
      ["", "?page=2", "abc on 2"],
    ],
    [
      "an address with http and a port of its own is another origin",
      [{ items: items("ab"), next: "http://service.example:443/v2/workflows?page=2" }, { items: items("c") }],
      [
        "",
        'listing: The next page would come from "http://service.example:443", another origin than https://service.example: nothing was sent there. The access token is for the service alone. Is baseUrl the address that the service itself uses?',
      ],
    ],
    [
      "an address with http may have the port of https",
      [{ items: items("ab"), next: "http://service.example:8443/v2/workflows?page=2" }, { items: items("c") }],
      ["", "?page=2", "abc on 2"],
      { url: "https://service.example:8443/v2/workflows" },
    ],
    [
      "an address with http and no port takes the port of the page",
      [{ items: items("ab"), next: "http://service.example/v2/workflows?page=2" }, { items: items("c") }],
      ["", "?page=2", "abc on 2"],
      { url: "https://service.example:8443/v2/workflows" },
    ],
    [
      "an address with http and another port is another origin",
      [{ items: items("ab"), next: "http://service.example:81/v2/workflows?page=2" }],
      [
        "",
        'listing: The next page would come from "http://service.example:81", another origin than https://service.example: nothing was sent there. The access token is for the service alone. Is baseUrl the address that the service itself uses?',
      ],
    ],
    [
      "an address with http of another host is another origin",
      [{ items: items("ab"), next: "http://other.example/v2/workflows?page=2" }],
      [
        "",
        'listing: The next page would come from "http://other.example", another origin than https://service.example: nothing was sent there. The access token is for the service alone. Is baseUrl the address that the service itself uses?',
      ],
    ],
    [
      "an address with https is another origin than http",
      [{ items: items("ab"), next: "https://127.0.0.1/v2/workflows?page=2" }],
      [
        "",
        'listing: The next page would come from "https://127.0.0.1", another origin than http://127.0.0.1: nothing was sent there. The access token is for the service alone. Is baseUrl the address that the service itself uses?',
      ],
      { url: "http://127.0.0.1/v2/workflows" },
    ],
    [
      "an address with http and a user stays as it is",
      [{ items: items("ab"), next: "http://me@service.example/v2/workflows?page=2" }],
      [
        "",
        'listing: The next page would come from "http://service.example", another origin than https://service.example: nothing was sent there. The access token is for the service alone. Is baseUrl the address that the service itself uses?',
      ],
    ],
    [
      "an address with http and a password stays as it is",
      [{ items: items("ab"), next: "http://:pw@service.example/v2/workflows?page=2" }],
      [
        "",
        'listing: The next page would come from "http://service.example", another origin than https://service.example: nothing was sent there. The access token is for the service alone. Is baseUrl the address that the service itself uses?',
      ],
    ],
    [
      "an address with a user is refused",
      [{ items: items("ab"), next: "https://me@service.example/v2/workflows?page=2" }],
      [
        "",
        "listing: The next page's address has a user name or a password. Nothing was sent there. Set pagination to say how the service's next pages are requested.",
      ],
    ],
    [
      "an address with a password is refused",
      [{ items: items("ab"), next: "https://:pw@service.example/v2/workflows?page=2" }],
      [
        "",
        "listing: The next page's address has a user name or a password. Nothing was sent there. Set pagination to say how the service's next pages are requested.",
      ],
    ],
    [
      "an address of a blob is not followed",
      [{ items: items("ab"), next: "blob:https://service.example/1" }],
      ["", 'listing: The response names the next page at "/next". 2 workflows on 1 page were read.'],
    ],
    [
      "an address that was read already is an error",
      [
        { items: items("ab"), next: "?page=2" },
        { items: items("c"), next: "?page=2" },
      ],
      [
        "",
        "?page=2",
        'listing: The next page has the address of page 2. The listing would never end. If the service counts pages or items, set the pagination type "page" or "offset".',
      ],
    ],
    [
      "a page with the same items is an error",
      [
        { items: items("ab"), next: "?page=2" },
        { items: items("ab"), next: "?page=3" },
      ],
      [
        "",
        "?page=2",
        'listing: The page has the same 2 workflows as page 1. The listing would never end. If the service counts pages or items, set the pagination type "page" or "offset".',
      ],
    ],
    [
      "pages whose first and last items are the same are other pages",
      [
        { items: [{ name: "a" }, { name: "b" }, { name: "c" }], next: "?page=2" },
        { items: [{ name: "a" }, { name: "d" }, { name: "c" }], next: "?page=3" },
        { items: [{ name: "a" }, { name: "b" }] },
      ],
      ["", "?page=2", "?page=3", "abcadcab on 3"],
    ],
    [
      "several pages may be empty",
      [{ items: [], next: "?page=2" }, { items: [], next: "?page=3" }, { items: items("a") }],
      ["", "?page=2", "?page=3", "a on 3"],
    ],
    [
      "a total is compared on the last page",
      [
        { items: items("ab"), next: "?page=2", total: 9 },
        { items: items("c"), total: 9 },
      ],
      [
        "",
        "?page=2",
        'listing: The response says at "/total" that there are 9 workflows. 3 workflows on 2 pages were read. If that is not the number of all workflows, set pagination: { type: "cursor", urlPath: "/next", ignoreTotals: true }.',
      ],
    ],
    [
      "the type none reads one page, whatever it says",
      [{ items: items("ab"), next: "?page=2", has_more: true, total: 9 }],
      ["", "ab on 1, end stated"],
      { pagination: { type: "none" } },
    ],
    [
      "a 404 for a page that was named is an error",
      [{ items: items("ab"), next: "?page=2" }, notFound],
      ["", "?page=2", "not-found: 404 Not Found."],
    ],
    [
      "a 404 for a page that was named is an error, even if the total is reached",
      [{ items: items("ab"), next: "?page=2", total: 2 }, notFound],
      ["", "?page=2", "not-found: 404 Not Found."],
    ],
    [
      "an empty list where the page before has its list is the end",
      [{ flows: items("ab"), next: "?page=2" }, { flows: [] }],
      ["", "?page=2", "ab on 2"],
    ],
    [
      "an empty list elsewhere is the end too",
      [{ flows: items("ab"), next: "?page=2" }, { others: [] }],
      ["", "?page=2", "ab on 2"],
    ],
    [
      "an address with http and no port is another origin than one with http and a port",
      [{ items: items("ab"), next: "http://127.0.0.1/v2/workflows?page=2" }],
      [
        "",
        'listing: The next page would come from "http://127.0.0.1", another origin than http://127.0.0.1:8080: nothing was sent there. The access token is for the service alone. Is baseUrl the address that the service itself uses?',
      ],
      { url: "http://127.0.0.1:8080/v2/workflows" },
    ],
    [
      "a total on the first page only counts at the end",
      [{ items: items("ab"), next: "?page=2", total: 4 }, { items: items("c") }],
      [
        "",
        "?page=2",
        'listing: The pages end after 3 workflows on 2 pages, but an earlier response says at "/total" that there are 4 workflows.',
      ],
    ],
    [
      "a number of pages on the first page only counts at the end",
      [{ items: items("ab"), next: "?page=2", totalPages: 3 }, { items: items("c") }],
      [
        "",
        "?page=2",
        'listing: The pages end after 3 workflows on 2 pages, but an earlier response says at "/totalPages" that there are 3 pages.',
      ],
    ],
    [
      "a total that counts something else is an error that names the argument to set",
      [
        { items: items("ab"), links: { next: "?page=2" } },
        { items: items("c"), total: 4 },
      ],
      [
        "",
        "?page=2",
        'listing: The response says at "/total" that there are 4 workflows. 3 workflows on 2 pages were read. If that is not the number of all workflows, set pagination: { type: "cursor", urlPath: "/links/next", ignoreTotals: true }.',
      ],
    ],
    [
      "a total that has fallen: an item of a read page was removed, and the pages behind it have moved by one",
      [
        { items: items("ab"), next: "?page=2", total: 4 },
        { items: items("d"), total: 3 },
      ],
      [
        "",
        "?page=2",
        'listing: The pages end after 3 workflows on 2 pages, but an earlier response says at "/total" that there are 4 workflows.',
      ],
    ],
    [
      "a count that has fallen, with offsets",
      [
        { results: items("ab"), next: "?limit=2&offset=2", count: 5 },
        { results: items("de"), next: null, count: 4 },
      ],
      [
        "",
        "?limit=2&offset=2",
        'listing: The pages end after 4 workflows on 2 pages, but an earlier response says at "/count" that there are 5 workflows.',
      ],
    ],
    [
      "a total that has fallen, with cursors: the last one counts, as nothing has moved",
      [
        { items: items("ab"), next: "?cursor=c1", total: 4 },
        { items: items("c"), total: 3 },
      ],
      ["", "?cursor=c1", "abc on 2, end stated"],
    ],
    [
      "estimates that fall",
      [
        { items: items("ab"), next: "?page=2", total: 900, totalEstimated: true },
        { items: items("c"), total: 3 },
      ],
      ["", "?page=2", "abc on 2, end stated"],
    ],
    [
      "a total of what is left",
      [
        { items: items("ab"), next: "?page=2", total: 3 },
        { items: items("c"), total: 1 },
      ],
      ["", "?page=2", "abc on 2, end stated"],
    ],
    [
      "a total on the first page only that agrees",
      [{ items: items("ab"), next: "?page=2", total: 3 }, { items: items("c") }],
      ["", "?page=2", "abc on 2, end stated"],
    ],
    [
      "the number of items on each page is no total",
      [
        { items: items("ab"), next: "?page=2", count: 2 },
        { items: items("c"), count: 1 },
      ],
      ["", "?page=2", "abc on 2"],
    ],
    [
      "an empty page with the total 0 does not replace the total of a page with items",
      [
        { items: items("ab"), next: "?page=2", total: 4 },
        { items: [], total: 0 },
      ],
      [
        "",
        "?page=2",
        'listing: The pages end after 2 workflows on 2 pages, but an earlier response says at "/total" that there are 4 workflows.',
      ],
    ],
    [
      "an empty page that leads to itself is the end",
      [
        { items: items("ab"), next: "?page=2" },
        { items: [], next: "?page=2" },
      ],
      ["", "?page=2", "ab on 2"],
    ],
    ["an empty listing that leads to itself has no workflows", [{ items: [], next: BASE }], ["", "nothing on 1"]],
    [
      "an empty page that leads to itself beside a total is no proof of the end",
      [
        { items: items("ab"), next: "?page=2", total: 4 },
        { items: [], next: "?page=2", total: 4 },
      ],
      [
        "",
        "?page=2",
        'listing: The pages end after 2 workflows on 2 pages, but an earlier response says at "/total" that there are 4 workflows.',
      ],
    ],
    [
      "an empty page that leads to itself and has a flag for more is an error",
      [
        { items: items("ab"), next: "?page=2" },
        { items: [], next: "?page=2", has_more: true },
      ],
      [
        "",
        "?page=2",
        'listing: The pages end after 2 workflows on 2 pages, but the response says at "/has_more" that more pages follow: true.',
      ],
    ],
    [
      "an empty page that leads back to another page is an error",
      [
        { items: items("ab"), next: "?page=2" },
        { items: [], next: "?page=3" },
        { items: [], next: "?page=2" },
      ],
      [
        "",
        "?page=2",
        "?page=3",
        'listing: The next page has the address of page 2. The listing would never end. If the service counts pages or items, set the pagination type "page" or "offset".',
      ],
    ],
    [
      "what a template adds is left out",
      [{ items: items("ab"), next: "?page=2{&sort,size*}" }, { items: items("c") }],
      ["", "?page=2", "abc on 2"],
    ],
    [
      "a template of an address is an error",
      [{ items: items("ab"), next: "/{tenant}/workflows?page=2" }],
      [
        "",
        'listing: The response names the next page by a template with "{tenant}" in it. Set pagination to say which query parameter carries the next page, and where its value is.',
      ],
    ],
  ])("%s", async (_name, replies, outcome, ...[reading]) => {
    expect(await read(replies, reading)).toEqual(outcome);
  });
});

describe("by cursor", () => {
  it.each<Case>([
    [
      "cursors are sent with the query",
      [
        { items: items("ab"), next: "c 1" },
        { items: items("cd"), next: "c2" },
        { items: items("e"), next: null },
      ],
      ["?a=1", "?a=1&cursor=c%201", "?a=1&cursor=c2", "abcde on 3, end stated"],
      { pagination: { type: "cursor", cursorPath: "/next" }, query: { a: 1 } },
    ],
    [
      "a parameter and a size",
      [{ items: items("ab"), next: "c1" }, { items: items("e") }],
      ["?limit=2", "?limit=2&after=c1", "abe on 2"],
      { pagination: { type: "cursor", cursorPath: "/next", parameter: "after", size: 2 } },
    ],
    [
      "a parameter for the size",
      [{ items: items("ab"), next: "c1" }, { items: items("e") }],
      ["?per_page=2", "?per_page=2&cursor=c1", "abe on 2"],
      { pagination: { type: "cursor", cursorPath: "/next", size: 2, sizeParameter: "per_page" } },
    ],
    [
      "a parameter for the size without a size",
      [{ items: items("ab") }],
      ["", "ab on 1"],
      { pagination: { type: "cursor", cursorPath: "/next", sizeParameter: "per_page" } },
    ],
    [
      "a cursor is sent in a header",
      [{ items: items("ab"), next: "c1" }, { items: items("e") }],
      ["?a=1", "?a=1 x-cursor: c1", "abe on 2"],
      { pagination: { type: "cursor", cursorPath: "/next", requestHeader: "X-Cursor" }, query: { a: 1 } },
    ],
    ...(["c\r\nX-Evil: 1", "c1 ", "\u00fc", "\u0000"] as const).map((next): Case => [
      `a cursor that a header cannot carry unchanged is an error: ${JSON.stringify(next)}`,
      [{ items: items("ab"), next }],
      [
        "",
        "listing: The cursor of the next page cannot be sent in a request header: it has a control character, a character outside ASCII, or a space at an end. Does the service take it in the query too? Then set pagination.parameter instead of pagination.requestHeader.",
      ],
      { pagination: { type: "cursor", cursorPath: "/next", requestHeader: "X-Cursor" } },
    ]),
    [
      "a cursor in a header that was sent already is an error",
      [
        { items: items("ab"), next: "c1" },
        { items: items("c"), next: "c1" },
      ],
      [
        "",
        " x-cursor: c1",
        'listing: The next page has the address of page 2. The listing would never end. If the service counts pages or items, set the pagination type "page" or "offset".',
      ],
      { pagination: { type: "cursor", cursorPath: "/next", requestHeader: "X-Cursor" } },
    ],
    [
      "a cursor comes in a header",
      [new WithHeaders({ "x-next": "c1" }, { items: items("ab") }), new WithHeaders({}, { items: items("e") })],
      ["", "?cursor=c1", "abe on 2"],
      { pagination: { type: "cursor", cursorPath: "header:X-Next" } },
    ],
    [
      "an address is followed from where urlPath names it",
      [
        { items: items("ab"), next: "?page=2" },
        { items: items("e"), next: null },
      ],
      ["?a=1", "?page=2", "abe on 2, end stated"],
      { pagination: { type: "cursor", urlPath: "/next" }, query: { a: 1 } },
    ],
    [
      "urlPath may be dotted",
      [{ items: items("ab"), links: { next: "?page=2" } }, { items: items("e") }],
      ["", "?page=2", "abe on 2"],
      { pagination: { type: "cursor", urlPath: "links.next" } },
    ],
    [
      "the id of the last item is the cursor, until a page is empty",
      [{ items: items("abc") }, { items: items("def") }, { items: [] }, { items: items("cde") }],
      ["", "?after=c", "?after=f", "?after=b", "abcdef on 3"],
      { pagination: { type: "cursor", lastItemPath: "/id", parameter: "after" } },
    ],
    [
      "the id of the last item is the cursor, until a flag is false",
      [
        { items: items("ab"), more: true },
        { items: items("cd"), more: false },
      ],
      ["", "?cursor=b", "abcd on 2, end stated"],
      { pagination: { type: "cursor", lastItemPath: "id", morePath: "/more" } },
    ],
    [
      "a last item without the id is an error",
      [{ items: items("ab") }],
      [
        "",
        'listing: The last item of the page has nothing at lastItemPath "/uid". Set pagination.lastItemPath to the path of what names the next page.',
      ],
      { pagination: { type: "cursor", lastItemPath: "/uid" } },
    ],
    [
      "the id of the last item is the cursor, until a flag is true",
      [
        { items: items("ab"), last: false },
        { items: items("cd"), last: true },
      ],
      ["", "?cursor=b", "abcd on 2, end stated"],
      { pagination: { type: "cursor", lastItemPath: "id", lastPath: "/last" } },
    ],
    [
      "an object is no cursor",
      [{ items: items("ab"), next: { a: 1 } }],
      [
        "",
        'listing: The response has no text or number at cursorPath "/next". Set pagination.cursorPath to the path of what names the next page.',
      ],
      { pagination: { type: "cursor", cursorPath: "/next" } },
    ],
    [
      "true is no cursor",
      [{ items: items("ab"), next: true }],
      [
        "",
        'listing: The response has no text or number at cursorPath "/next". Set pagination.cursorPath to the path of what names the next page.',
      ],
      { pagination: { type: "cursor", cursorPath: "/next" } },
    ],
    [
      "false is the end",
      [{ items: items("ab"), next: false }],
      ["", "ab on 1, end stated"],
      { pagination: { type: "cursor", cursorPath: "/next" } },
    ],
    [
      "a list is no cursor",
      [{ items: items("ab"), next: ["a"] }],
      [
        "",
        'listing: The response has no text or number at cursorPath "/next". Set pagination.cursorPath to the path of what names the next page.',
      ],
      { pagination: { type: "cursor", cursorPath: "/next" } },
    ],
    [
      "a number is a cursor",
      [{ items: items("ab"), next: 7 }, { items: items("c") }],
      ["", "?cursor=7", "abc on 2"],
      { pagination: { type: "cursor", cursorPath: "/next" } },
    ],
    [
      "zero is the end",
      [{ items: items("ab"), next: 0 }],
      ["", "ab on 1"],
      { pagination: { type: "cursor", cursorPath: "/next" } },
    ],
    [
      "a flag for more without a cursor is an error",
      [{ items: items("ab"), more: true }],
      [
        "",
        'listing: The response says that more pages follow, and has nothing at cursorPath "/next". Set pagination.cursorPath to the path of what names the next page.',
      ],
      { pagination: { type: "cursor", cursorPath: "/next", morePath: "/more" } },
    ],
    [
      "a flag for more without an address is an error",
      [{ items: items("ab"), more: true }],
      [
        "",
        'listing: The response says that more pages follow, and has nothing at urlPath "/next". Set pagination.urlPath to the path of what names the next page.',
      ],
      { pagination: { type: "cursor", urlPath: "/next", morePath: "/more" } },
    ],
    [
      "a flag for no more ends a listing, whatever the cursor",
      [{ items: items("ab"), more: false, next: "c1" }],
      ["", "ab on 1, end stated"],
      { pagination: { type: "cursor", cursorPath: "/next", morePath: "/more" } },
    ],
    [
      "a flag for the last page ends a listing, whatever the cursor",
      [{ items: items("ab"), last: "yes", next: "c1" }],
      ["", "?cursor=c1", "ab on 1"],
      { pagination: { type: "cursor", cursorPath: "/next", lastPath: "/last" } },
    ],
    [
      "the id 0 of a last item is a cursor",
      [{ items: [{ id: 1 }, { id: 0 }] }, { items: [] }, { items: [{ id: 0 }] }],
      ["", "?after=0", "?after=1", "10 on 2"],
      { pagination: { type: "cursor", lastItemPath: "/id", parameter: "after" } },
    ],
    [
      "the name none of a last item is a cursor",
      [{ items: [{ name: "none" }] }, { items: [] }],
      ["", "?after=none", "none on 2"],
      { pagination: { type: "cursor", lastItemPath: "/name", parameter: "after" } },
    ],
    [
      "a field of the last item that other items share is no cursor",
      [
        { items: [{ id: "a", team: "x" }] },
        {
          items: [
            { id: "b", team: "y" },
            { id: "c", team: "y" },
          ],
        },
      ],
      [
        "",
        "?after=x",
        'listing: Several workflows have the same value at lastItemPath "/team": a page after one of them may leave out the others. Set pagination.lastItemPath to a field that identifies each item, such as /id.',
      ],
      { pagination: { type: "cursor", lastItemPath: "/team", parameter: "after" } },
    ],
    [
      "a field that items of the first page share is no cursor",
      [
        {
          items: [
            { id: "a", team: "x" },
            { id: "b", team: "x" },
          ],
        },
        { items: [] },
      ],
      [
        "",
        'listing: Several workflows have the same value at lastItemPath "/team": a page after one of them may leave out the others. Set pagination.lastItemPath to a field that identifies each item, such as /id.',
      ],
      { pagination: { type: "cursor", lastItemPath: "/team", parameter: "after" } },
    ],
    [
      "a field that an item of the last page shares with one before is no cursor",
      [
        { items: [{ id: "a", team: "x" }], more: true },
        { items: [{ id: "b", team: "x" }], more: false },
      ],
      [
        "",
        "?after=x",
        'listing: Several workflows have the same value at lastItemPath "/team": a page after one of them may leave out the others. Set pagination.lastItemPath to a field that identifies each item, such as /id.',
      ],
      { pagination: { type: "cursor", lastItemPath: "/team", parameter: "after", morePath: "/more" } },
    ],
    [
      "on an only page items may share the field that is the cursor",
      [
        {
          items: [
            { id: "a", team: "x" },
            { id: "b", team: "x" },
          ],
          more: false,
        },
      ],
      ["", "ab on 1, end stated"],
      { pagination: { type: "cursor", lastItemPath: "/team", parameter: "after", morePath: "/more" } },
    ],
    [
      "a cursor of the same name in another place is an error",
      [{ items: items("ab"), around: { token_a: "c1" } }],
      [
        "",
        'listing: The response has nothing at cursorPath "/token_a", and has something at "/around/token_a". If that names the next page, set pagination.cursorPath to "/around/token_a". If this page is all, set the pagination type "none".',
      ],
      { pagination: { type: "cursor", cursorPath: "/token_a" } },
    ],
    [
      "a link that is elsewhere under its own name is an error",
      [{ items: items("ab"), around: { onwards: { href: "/v2/workflows?page=2" } } }],
      [
        "",
        'listing: The response has nothing at urlPath "/onwards/href", and has something at "/around/onwards/href". If that names the next page, set pagination.urlPath to "/around/onwards/href". If this page is all, set the pagination type "none".',
      ],
      { pagination: { type: "cursor", urlPath: "/onwards/href" } },
    ],
    [
      "a link of another name is no next page, by a path with dots",
      [{ items: items("ab"), _links: { owner: { href: "/v2/owners/1" } } }],
      ["", "ab on 1"],
      { pagination: { type: "cursor", urlPath: "_links.next.href" } },
    ],
    [
      "a link to the page itself is no next page",
      [{ items: items("ab"), _links: { self: { href: "/v2/workflows" } } }],
      ["", "ab on 1"],
      { pagination: { type: "cursor", urlPath: "/_links/next/href" } },
    ],
    [
      "an empty cursor in its place ends a listing, whatever other places have",
      [{ items: items("ab"), token_a: null, around: { token_a: "c1" } }],
      ["", "ab on 1"],
      { pagination: { type: "cursor", cursorPath: "/token_a" } },
    ],
    [
      "an empty page with the cursor that led to it is the end",
      [
        { items: items("ab"), next: "c1" },
        { items: [], next: "c1" },
      ],
      ["", "?cursor=c1", "?cursor=", "ab on 2"],
      { pagination: { type: "cursor", cursorPath: "/next" } },
    ],
    [
      "an unknown flag ends no listing where its cursor leads to other items",
      [{ items: items("ab"), archived: false, zx: "c1" }, { items: items("c") }],
      [
        "",
        "?cursor=c1",
        "listing: The argument `pagination` ends the listing after 1 page, but the service has a next page with other workflows. Do morePath, lastPath and totalPagesPath lead to what ends the listing? If not, leave them out.",
      ],
      { pagination: { type: "cursor", cursorPath: "/zx", morePath: "/archived" } },
    ],
    [
      "a missing flag for more is an error",
      [{ items: items("ab"), next: "c1" }],
      [
        "",
        'listing: The response has no true or false at morePath "/more". Set pagination.morePath to the path of the flag, or leave it out.',
      ],
      { pagination: { type: "cursor", cursorPath: "/next", morePath: "/more" } },
    ],
    [
      "a missing flag for the last page is an error",
      [{ items: items("ab"), next: "c1" }],
      [
        "",
        'listing: The response has no true or false at lastPath "/last". Set pagination.lastPath to the path of the flag, or leave it out.',
      ],
      { pagination: { type: "cursor", cursorPath: "/next", lastPath: "/last" } },
    ],
    [
      "a path to nothing is refused beside an address",
      [{ items: items("ab"), next_page: "?p=2" }],
      [
        "",
        'listing: The response has nothing at cursorPath "/next", and the response names the next page at "/next_page". 2 workflows on 1 page were read.',
      ],
      { pagination: { type: "cursor", cursorPath: "/next" } },
    ],
    [
      "a path to nothing is refused beside a total",
      [{ items: items("ab"), total: 9 }],
      [
        "",
        'listing: The response has nothing at cursorPath "/next", and the response says at "/total" that there are 9 workflows. 2 workflows on 1 page were read.',
      ],
      { pagination: { type: "cursor", cursorPath: "/next" } },
    ],
    [
      "another cursor on the last page does not count",
      [
        { items: items("ab"), next: "c1" },
        { items: items("c"), next_token: "poll" },
      ],
      ["", "?cursor=c1", "abc on 2"],
      { pagination: { type: "cursor", cursorPath: "/next" } },
    ],
    [
      "another address on the last page is refused",
      [
        { items: items("ab"), next: "c1" },
        { items: items("c"), next_url: "/x?p=3" },
      ],
      [
        "",
        "?cursor=c1",
        'listing: The response has nothing at cursorPath "/next", and the response names the next page at "/next_url". 3 workflows on 2 pages were read.',
      ],
      { pagination: { type: "cursor", cursorPath: "/next" } },
    ],
    [
      "another address on the last page does not count beside a total that is named",
      [
        { items: items("ab"), next: "c1" },
        { items: items("c"), next_url: "/x?p=3", total: 3 },
      ],
      ["", "?cursor=c1", "abc on 2, end stated"],
      { pagination: { type: "cursor", cursorPath: "/next", totalPath: "/total" } },
    ],
    [
      "a total that is named agrees",
      [
        { items: items("ab"), next: "c1", total: 3 },
        { items: items("c"), total: 3 },
      ],
      ["", "?cursor=c1", "abc on 2, end stated"],
      { pagination: { type: "cursor", cursorPath: "/next", totalPath: "/total" } },
    ],
    [
      "a total that is not reached on the first page is refused",
      [{ items: items("ab"), total: 3 }],
      [
        "",
        'listing: The response has nothing at cursorPath "/next", and the response says at "/total" that there are 3 workflows. 2 workflows on 1 page were read.',
      ],
      { pagination: { type: "cursor", cursorPath: "/next", totalPath: "/total" } },
    ],
    [
      "a total that is not reached on a later page is an error",
      [
        { items: items("ab"), next: "c1", total: 3 },
        { items: items("c"), total: 4 },
      ],
      [
        "",
        "?cursor=c1",
        'listing: The response says at "/total" that there are 4 workflows, but its pages have 3. If that is not the number of all workflows, leave pagination.totalPath out. If it changed while the pages were read, try again.',
      ],
      { pagination: { type: "cursor", cursorPath: "/next", totalPath: "/total" } },
    ],
    [
      "a missing total is an error",
      [{ items: items("ab") }],
      [
        "",
        'listing: The response has no number at totalPath "/total". If that is not the number of all workflows, leave pagination.totalPath out. If it changed while the pages were read, try again.',
      ],
      { pagination: { type: "cursor", cursorPath: "/next", totalPath: "/total" } },
    ],
    [
      "a total that is not named counts at the end",
      [
        { items: items("ab"), next: "c1", total: 9 },
        { items: items("c"), total: 9 },
      ],
      [
        "",
        "?cursor=c1",
        'listing: The pages end after 3 workflows on 2 pages, but the response says at "/total" that there are 9 workflows.',
      ],
      { pagination: { type: "cursor", cursorPath: "/next" } },
    ],
    [
      "a total on the first page only counts at the end",
      [{ items: items("ab"), next: "c1", total: 9 }, { items: items("c") }],
      [
        "",
        "?cursor=c1",
        'listing: The pages end after 3 workflows on 2 pages, but an earlier response says at "/total" that there are 9 workflows.',
      ],
      { pagination: { type: "cursor", cursorPath: "/next" } },
    ],
    [
      "totals that count something else are ignored if the argument says so",
      [
        { items: items("ab"), links: { next: "?page=2" }, total: 9, pages: 7, remaining: 5 },
        { items: items("c"), total: 9, count: 12 },
      ],
      ["", "?page=2", "abc on 2"],
      { pagination: { type: "cursor", urlPath: "/links/next", ignoreTotals: true } },
    ],
    [
      "a flag counts, also if totals are ignored",
      [
        { items: items("ab"), next: "c1", total: 9 },
        { items: items("c"), total: 9, has_more: true },
      ],
      [
        "",
        "?cursor=c1",
        'listing: The pages end after 3 workflows on 2 pages, but the response says at "/has_more" that more pages follow: true.',
      ],
      { pagination: { type: "cursor", cursorPath: "/next", ignoreTotals: true } },
    ],
    [
      "urlPath takes the header Link",
      [
        new WithHeaders({ link: '<?page=2>; rel="next"', "x-total-count": "9" }, items("ab")),
        new WithHeaders({ link: '<?page=1>; rel="prev"', "x-total-count": "9" }, items("c")),
      ],
      ["", "?page=2", "abc on 2, end stated"],
      { pagination: { type: "cursor", urlPath: "header:Link", ignoreTotals: true } },
    ],
    [
      "an empty page whose urlPath leads to itself is the end",
      [
        { items: items("ab"), after_that: "?page=2" },
        { items: [], after_that: "?page=2" },
      ],
      ["", "?page=2", "ab on 2"],
      { pagination: { type: "cursor", urlPath: "/after_that" } },
    ],
    [
      "a flag counts at the end",
      [
        { items: items("ab"), next: "c1" },
        { items: items("c"), has_more: true },
      ],
      [
        "",
        "?cursor=c1",
        'listing: The pages end after 3 workflows on 2 pages, but the response says at "/has_more" that more pages follow: true.',
      ],
      { pagination: { type: "cursor", cursorPath: "/next" } },
    ],
    [
      "a 404 is an error",
      [{ items: items("ab"), next: "c1", total: 2 }, notFound],
      ["", "?cursor=c1", "not-found: 404 Not Found."],
      { pagination: { type: "cursor", cursorPath: "/next" } },
    ],
    [
      "a 404 is the end if the total is reached",
      [{ items: items("ab"), next: "c1", total: 2 }, notFound],
      ["", "?cursor=c1", "ab on 2, end stated"],
      { pagination: { type: "cursor", cursorPath: "/next", totalPath: "/total" } },
    ],
    [
      "a 404 is an error if the total is not reached",
      [{ items: items("ab"), next: "c1", total: 3 }, notFound],
      ["", "?cursor=c1", "not-found: 404 Not Found."],
      { pagination: { type: "cursor", cursorPath: "/next", totalPath: "/total" } },
    ],
    [
      "an empty page with a cursor is not the end",
      [{ items: items("ab"), next: "c1" }, { items: [], next: "c2" }, { items: items("c") }],
      ["", "?cursor=c1", "?cursor=c2", "abc on 3"],
      { pagination: { type: "cursor", cursorPath: "/next" } },
    ],
    [
      "more items than the named total are an error before the next page is read",
      [
        { items: items("ab"), total: 3, next: "c2" },
        { items: items("cd"), total: 3, next: "c3" },
      ],
      [
        "",
        "?after=c2",
        'listing: The response says at "/total" that there are 3 workflows, but its pages have 4. If that is not the number of all workflows, leave pagination.totalPath out. If it changed while the pages were read, try again.',
      ],
      { pagination: { type: "cursor", cursorPath: "/next", parameter: "after", totalPath: "/total" } },
    ],
    [
      "a page without items may have a smaller total",
      [
        { items: items("ab"), total: 3, next: "c2" },
        { items: [], total: 0, next: "c3" },
        { items: items("c"), total: 3 },
      ],
      ["", "?after=c2", "?after=c3", "abc on 3, end stated"],
      { pagination: { type: "cursor", cursorPath: "/next", parameter: "after", totalPath: "/total" } },
    ],
    [
      "a refused cursor names the parameter that may be wrong",
      [{ items: items("ab"), nextPageToken: "c2" }, badRequest],
      [
        "",
        "?pageToken=c2",
        'refused: 400 Bad Request. Does it know the query parameter "pageToken"? If not, set pagination.parameter to its own, such as "nextPageToken", "next_page_token", "page_token" or "page-token". If the service counts pages or items, set the pagination type "page" or "offset".',
      ],
      { pagination: { type: "cursor", cursorPath: "/nextPageToken", parameter: "pageToken" } },
    ],
    [
      "a cursor that is ignored names the parameters of fastapi-pagination and Argo",
      [{ items: items("ab"), next_page: "c2" }],
      [
        "",
        "?page=c2",
        'listing: The page has the same 2 workflows as page 1. The listing would never end. Does it know the query parameter "page"? If not, set pagination.parameter to its own, such as "cursor", "next_page" or "nextPage". If the service counts pages or items, set the pagination type "page" or "offset".',
      ],
      { pagination: { type: "cursor", cursorPath: "/next_page", parameter: "page" } },
    ],
    [
      "the parameter of Argo",
      [{ items: items("ab"), metadata: { continue: "c2" } }],
      [
        "",
        "?continue=c2",
        'listing: The page has the same 2 workflows as page 1. The listing would never end. Does it know the query parameter "continue"? If not, set pagination.parameter to its own, such as "listOptions.continue". If the service counts pages or items, set the pagination type "page" or "offset".',
      ],
      { pagination: { type: "cursor", cursorPath: "/metadata/continue", parameter: "continue" } },
    ],
    [
      "a name that the response repeats may be another one than the service takes",
      [
        { items: items("ab"), pageIndex: 0, totalPages: 2 },
        { items: items("ab"), pageIndex: 0, totalPages: 2 },
      ],
      [
        "?pageIndex=0",
        "?pageIndex=1",
        'listing: The page has the same 2 workflows as page 1. The listing would never end. Does it know the query parameter "pageIndex"? If not, set pagination.parameter to its own, such as "page". If the service counts items, not pages, set the pagination type "offset".',
      ],
      { pagination: { type: "page", parameter: "pageIndex", start: 0, totalPagesPath: "/totalPages" } },
    ],
    [
      "the number of this page has the name of the parameter",
      [{ items: items("ab"), currentPage: 1, nextPage: 2 }],
      [
        "",
        "?page=2",
        'listing: The page has the same 2 workflows as page 1. The listing would never end. Does it know the query parameter "page"? If not, set pagination.parameter to its own, such as "currentPage", "cursor", "nextPage" or "next_page". If the service counts pages or items, set the pagination type "page" or "offset".',
      ],
      { pagination: { type: "cursor", cursorPath: "/nextPage", parameter: "page" } },
    ],
    [
      "a last page that names itself is the end",
      [
        { items: items("ab"), page: 1, next_page: 2 },
        { items: items("c"), page: 2, next_page: 2 },
      ],
      ["", "?page=2", "?page=2", "abc on 2"],
      { pagination: { type: "cursor", cursorPath: "/next_page", parameter: "page" } },
    ],
    [
      "a first page that names itself is not the end without a total",
      [
        { items: items("ab"), page: 1, next_page: 1 },
        { items: items("ab"), page: 1, next_page: 1 },
      ],
      [
        "",
        "?page=1",
        'listing: The page has the same 2 workflows as page 1. The listing would never end. Does it know the query parameter "page"? If not, set pagination.parameter to its own, such as "cursor", "next_page" or "nextPage". If the service counts pages or items, set the pagination type "page" or "offset".',
      ],
      { pagination: { type: "cursor", cursorPath: "/next_page", parameter: "page" } },
    ],
    [
      "a first page that names itself is the end with a total that it reaches",
      [{ items: items("ab"), page: 1, next_page: 1, total: 2 }],
      ["", "ab on 1, end stated"],
      { pagination: { type: "cursor", cursorPath: "/next_page", parameter: "page" } },
    ],
    [
      "an offset below a number of another kind is followed",
      [{ items: items("ab"), number: 2, next_offset: 2 }, { items: items("c") }],
      ["", "?offset=2", "abc on 2"],
      { pagination: { type: "cursor", cursorPath: "/next_offset", parameter: "offset" } },
    ],
    [
      "a later cursor that is refused has proved its parameter",
      [{ items: items("ab"), next: "c2" }, { items: items("cd"), next: "c3" }, badRequest],
      ["", "?after=c2", "?after=c3", "refused: 400 Bad Request."],
      { pagination: { type: "cursor", cursorPath: "/next", parameter: "after" } },
    ],
    [
      "the same page again names the parameter that may be wrong",
      [
        { items: items("ab"), next: "c1" },
        { items: items("ab"), next: "c2" },
      ],
      [
        "",
        "?after=c1",
        'listing: The page has the same 2 workflows as page 1. The listing would never end. Does it know the query parameter "after"? If not, set pagination.parameter to its own, such as "next" or "page[after]". If the service counts pages or items, set the pagination type "page" or "offset".',
      ],
      { pagination: { type: "cursor", cursorPath: "/next", parameter: "after" } },
    ],
    [
      "the same page again by a header names no parameter",
      [
        { items: items("ab"), next: "c1" },
        { items: items("ab"), next: "c2" },
      ],
      [
        "",
        " x-cursor: c1",
        'listing: The page has the same 2 workflows as page 1. The listing would never end. If the service counts pages or items, set the pagination type "page" or "offset".',
      ],
      { pagination: { type: "cursor", cursorPath: "/next", requestHeader: "X-Cursor" } },
    ],
    [
      "the same page again by an address names no parameter",
      [
        { items: items("ab"), next: "?page=2" },
        { items: items("ab"), next: "?page=3" },
      ],
      [
        "",
        "?page=2",
        'listing: The page has the same 2 workflows as page 1. The listing would never end. If the service counts pages or items, set the pagination type "page" or "offset".',
      ],
      { pagination: { type: "cursor", urlPath: "/next" } },
    ],
    [
      "the same page again is an error, even if the total is reached",
      [
        { items: items("ab"), next: "c1", total: 2 },
        { items: items("ab"), next: "c2", total: 2 },
      ],
      [
        "",
        "?cursor=c1",
        'listing: The page has the same 2 workflows as page 1. The listing would never end. Does it know the query parameter "cursor"? If not, set pagination.parameter to its own, such as "next", "page[cursor]" or "start_cursor". If the service counts pages or items, set the pagination type "page" or "offset".',
      ],
      { pagination: { type: "cursor", cursorPath: "/next", totalPath: "/total" } },
    ],
    [
      "the value of the last item is no number of a page",
      [
        { items: [{ id: 8 }, { id: 9 }], page: 1 },
        { items: [], page: 9 },
      ],
      [
        "",
        "?page=9",
        'listing: The service takes the value of the last item for a position: it has the same number at "/page". Set the pagination type "page".',
      ],
      { pagination: { type: "cursor", lastItemPath: "/id", parameter: "page" } },
    ],
    [
      "the value of the last item may be repeated under its own name",
      [
        { items: [{ offset: 8 }, { offset: 9 }], offset: 0 },
        { items: [], offset: 9 },
        { items: [{ offset: 9 }], offset: 8 },
      ],
      ["", "?offset=9", "?offset=8", "89 on 2"],
      { pagination: { type: "cursor", lastItemPath: "/offset", parameter: "offset" } },
    ],
    [
      "a flag that ends the listing is checked by the next page, and not by the item that follows another one",
      [{ items: items("ab"), mehr: true }, { items: items("cd"), mehr: false }, { items: [] }],
      ["", "?after=b", "?after=d", "abcd on 2"],
      { pagination: { type: "cursor", lastItemPath: "/id", parameter: "after", morePath: "/mehr" } },
    ],
    [
      "empty pages are an empty listing, with an empty cursor too",
      [{ items: [], next: "c1" }, { items: [] }, { items: [] }],
      ["", "?cursor=c1", "nothing on 2"],
      { pagination: { type: "cursor", cursorPath: "/next" } },
    ],
    [
      "a last item whose value the service takes for the number of a page is an error",
      [{ items: items("ab") }, { items: items("ef") }, { items: [] }, { items: items("cd") }],
      ["", "?after=b", "?after=f", "?after=a", NOT_AFTER],
      { pagination: { type: "cursor", lastItemPath: "/id", parameter: "after" } },
    ],
    [
      "a last item whose value the service takes for a filter is an error",
      [{ items: items("ab") }, { items: [] }, { items: [] }],
      ["", "?after=b", "?after=a", NOT_AFTER],
      { pagination: { type: "cursor", lastItemPath: "/id", parameter: "after" } },
    ],
    [
      "a last item whose value the service takes for a filter, and finds nothing with is an error",
      [{ items: items("ab") }, { items: [] }, notFound],
      ["", "?after=b", "?after=a", NOT_AFTER],
      { pagination: { type: "cursor", lastItemPath: "/id", parameter: "after" } },
    ],
    [
      "a last item by whose value the service does not sort is an error",
      [{ items: items("ab") }, { items: [] }, { items: items("xb") }],
      ["", "?after=b", "?after=a", NOT_AFTER],
      { pagination: { type: "cursor", lastItemPath: "/id", parameter: "after" } },
    ],
    [
      "a last item whose value the service refuses for another item is no error",
      [{ items: items("ab") }, { items: [] }, badRequest],
      ["", "?after=b", "?after=a", "ab on 2"],
      { pagination: { type: "cursor", lastItemPath: "/id", parameter: "after" } },
    ],
    [
      "a first page of one item has no other to read after",
      [{ items: items("a") }, { items: [] }],
      ["", "?after=a", "a on 2"],
      { pagination: { type: "cursor", lastItemPath: "/id", parameter: "after" } },
    ],
    [
      "a last item without a next page is not doubted",
      [
        { items: items("ab"), more: false },
        { items: items("ab"), more: false },
      ],
      ["", "ab on 1, end stated"],
      { pagination: { type: "cursor", lastItemPath: "/id", morePath: "/more" } },
    ],
    [
      "a total that matches proves the last item",
      [
        { items: items("ab"), total: 3 },
        { items: items("c"), total: 3 },
        { items: [], total: 3 },
      ],
      ["", "?after=b", "?after=c", "abc on 3, end stated"],
      { pagination: { type: "cursor", lastItemPath: "/id", parameter: "after" } },
    ],
    [
      "a cursor that the service takes for a filter is an error",
      [{ items: items("ab"), next: "c1" }, { items: [] }, { items: [] }],
      [
        "",
        "?after=c1",
        "?after=",
        'listing: The page after the first one is empty, and with an empty "after" the service lists no workflows: it takes the parameter for a filter. Does it know the query parameter "after"? If not, set pagination.parameter to its own, such as "next" or "page[after]".',
      ],
      { pagination: { type: "cursor", cursorPath: "/next", parameter: "after" } },
    ],
    [
      "a cursor after which nothing follows is the end if an empty one gives the first page",
      [{ items: items("ab"), next: "c1" }, { items: [] }, { items: items("ab"), next: "c1" }],
      ["", "?after=c1", "?after=", "ab on 2"],
      { pagination: { type: "cursor", cursorPath: "/next", parameter: "after" } },
    ],
    ...[badRequest, notFound].map((refusal): Case => [
      `a cursor after which nothing follows is the end if an empty one is refused: ${refusal.message}`,
      [{ items: items("ab"), next: "c1" }, { items: [] }, refusal],
      ["", "?after=c1", "?after=", "ab on 2"],
      { pagination: { type: "cursor", cursorPath: "/next", parameter: "after" } },
    ]),
    [
      "a cursor in a header is not taken for a filter",
      [{ items: items("ab"), next: "c1" }, { items: [] }],
      ["", " x-token: c1", "ab on 2"],
      { pagination: { type: "cursor", cursorPath: "/next", requestHeader: "X-Token" } },
    ],
    [
      "an earlier total that is not reached is an error if the last one does not match either",
      [
        { items: items("ab"), total: 9, next: "c1" },
        { items: items("c"), total: 1, next: null },
      ],
      [
        "",
        "?cursor=c1",
        'listing: The pages end after 3 workflows on 2 pages, but an earlier response says at "/total" that there are 9 workflows.',
      ],
      { pagination: { type: "cursor", cursorPath: "/next" } },
    ],
    [
      "a total that becomes smaller may be that of the rest",
      [
        { items: items("ab"), total: 3, next: "c1" },
        { items: items("c"), total: 1, next: null },
      ],
      ["", "?cursor=c1", "abc on 2, end stated"],
      { pagination: { type: "cursor", cursorPath: "/next" } },
    ],
    [
      "the size of a page is no cursor",
      [{ items: items("ab"), page: 1, perPage: 2 }],
      [
        "",
        'listing: The response has the size of a page at cursorPath "perPage", and no cursor. Set pagination.cursorPath to the path of what names the next page.',
      ],
      { pagination: { type: "cursor", cursorPath: "perPage", parameter: "page" } },
    ],
    [
      "a page of a filter is no end if the service's own address leads to more",
      [
        { items: items("ab"), next: "?token=t", after: "x" },
        { items: [] },
        { items: items("ab") },
        { items: items("c") },
      ],
      [
        "",
        "?p=x",
        "?p=",
        "?token=t",
        "listing: The pages of the argument `pagination` end, but the address that the service gives for its next page has other workflows. Leave pagination out: the address is then followed.",
      ],
      { pagination: { type: "cursor", cursorPath: "/after", parameter: "p" } },
    ],
    [
      "a size that the service takes for a filter is an error",
      [{ items: [] }, { items: items("ab") }],
      [
        "?size=7",
        "",
        'listing: With "size" in the request, the service lists no workflows. Without what the argument `pagination` adds, it does. Does it know the query parameter "size"? If not, set pagination.sizeParameter to its own, or leave size out.',
      ],
      { pagination: { type: "cursor", cursorPath: "/after", size: 7, sizeParameter: "size" } },
    ],
  ])("%s", async (_name, replies, outcome, ...[reading]) => {
    expect(await read(replies, reading)).toEqual(outcome);
  });
});

describe("by number or offset", () => {
  it.each<Case>([
    [
      "totals that count something else are ignored if the argument says so",
      [{ items: items("ab"), total: 9, page: 1, totalPages: 5 }, { items: items("c"), total: 9 }, { items: [] }],
      ["?page=1", "?page=2", "?page=3", "", "abc on 3"],
      { pagination: { type: "page", ignoreTotals: true } },
    ],
    [
      "pages are read until one is empty",
      [{ items: items("ab") }, { items: items("c") }, { items: [] }],
      ["?a=1&page=1", "?a=1&page=2", "?a=1&page=3", "?a=1", "abc on 3"],
      { pagination: { type: "page" }, query: { a: 1 } },
    ],
    [
      "a start, parameters and a size",
      [{ items: items("ab") }, { items: [] }],
      ["?n=2&p=0", "?n=2&p=1", "ab on 2"],
      { pagination: { type: "page", parameter: "p", start: 0, size: 2, sizeParameter: "n" } },
    ],
    [
      "an offset counts the items read",
      [{ items: items("abc") }, { items: items("de") }, { items: [] }],
      ["?limit=9&offset=0", "?limit=9&offset=3", "?limit=9&offset=5", "?limit=9&offset=2", "abcde on 3"],
      { pagination: { type: "offset", size: 9 } },
    ],
    [
      "an offset has a start",
      [{ items: items("abc") }, { items: [] }],
      ["?skip=1", "?skip=4", "", "?skip=3", "abc on 2"],
      { pagination: { type: "offset", start: 1, parameter: "skip" } },
    ],
    [
      "a flag for no more is the end",
      [
        { items: items("ab"), more: true },
        { items: items("c"), more: false },
      ],
      ["?page=1", "?page=2", "", "abc on 2, end stated"],
      { pagination: { type: "page", morePath: "/more" } },
    ],
    [
      "a flag for the last page is the end",
      [
        { items: items("ab"), last: false },
        { items: items("c"), last: true },
      ],
      ["?page=1", "?page=2", "", "abc on 2, end stated"],
      { pagination: { type: "page", lastPath: "/last" } },
    ],
    [
      "an empty page is not the end if a flag says so",
      [
        { items: [], more: true },
        { items: items("c"), more: false },
      ],
      ["?page=1", "?page=2", "", "c on 2, end stated"],
      { pagination: { type: "page", morePath: "/more" } },
    ],
    [
      "the number of pages is the end",
      [
        { items: items("ab"), pages: 2 },
        { items: items("c"), pages: 2 },
      ],
      ["?page=1", "?page=2", "", "abc on 2, end stated"],
      { pagination: { type: "page", totalPagesPath: "/pages" } },
    ],
    [
      "no pages at all",
      [{ items: [], pages: 0 }],
      ["?page=1", "", "nothing on 1, end stated"],
      { pagination: { type: "page", totalPagesPath: "/pages" } },
    ],
    [
      "a missing number of pages is an error",
      [{ items: items("ab") }],
      [
        "?page=1",
        'listing: The response has no number at totalPagesPath "/pages". Set pagination.totalPagesPath to the path of the number of pages, or leave it out.',
      ],
      { pagination: { type: "page", totalPagesPath: "/pages" } },
    ],
    [
      "an empty last page shows that pages count from 0",
      [
        { items: items("ab"), pages: 2 },
        { items: [], pages: 2 },
      ],
      [
        "?page=1",
        "?page=2",
        "listing: The response says that there are 2 pages, but page 2 is empty. Is the service's first page page 1? Set pagination.start to its number, such as 0.",
      ],
      { pagination: { type: "page", totalPagesPath: "/pages" } },
    ],
    [
      "an empty last page shows that pages count from 1",
      [
        { items: items("ab"), pages: 2 },
        { items: [], pages: 2 },
      ],
      [
        "?page=0",
        "?page=1",
        "listing: The response says that there are 2 pages, but page 2 is empty. Is the service's first page page 0? Set pagination.start to its number, such as 1.",
      ],
      { pagination: { type: "page", start: 0, totalPagesPath: "/pages" } },
    ],
    [
      "an only page may be empty",
      [{ items: [], pages: 1 }],
      ["?page=1", "", "nothing on 1, end stated"],
      { pagination: { type: "page", totalPagesPath: "/pages" } },
    ],
    [
      "a page between others may be empty",
      [
        { items: items("a"), pages: 3 },
        { items: [], pages: 3 },
        { items: items("b"), pages: 3 },
      ],
      ["?page=1", "?page=2", "?page=3", "", "ab on 3, end stated"],
      { pagination: { type: "page", totalPagesPath: "/pages" } },
    ],
    [
      "a total that has fallen, although the service refuses the page after the last one",
      [{ items: items("ab"), total: 4 }, { items: items("d"), total: 3 }, notFound],
      [
        "?page=1",
        "?page=2",
        "?page=3",
        'listing: The pages end after 3 workflows on 2 pages, but an earlier response says at "/total" that there are 4 workflows.',
      ],
      { pagination: { type: "page" } },
    ],
    [
      "a number of pages that only an earlier response states, although the service refuses the page after the last one",
      [{ items: items("ab"), totalPages: 3 }, { items: items("c"), more: false }, notFound],
      [
        "?page=1",
        "?page=2",
        "?page=3",
        'listing: The pages end after 3 workflows on 2 pages, but an earlier response says at "/totalPages" that there are 3 pages.',
      ],
      { pagination: { type: "page" } },
    ],
    [
      "totals that have fallen are ignored if the argument says so",
      [{ items: items("ab"), total: 4 }, { items: items("d"), total: 3 }, { items: [] }],
      ["?page=1", "?page=2", "?page=3", "", "abd on 3"],
      { pagination: { type: "page", ignoreTotals: true } },
    ],
    [
      "a total agrees",
      [
        { items: items("ab"), total: 3 },
        { items: items("c"), total: 3 },
        { items: [], total: 3 },
      ],
      ["?page=1", "?page=2", "?page=3", "abc on 3, end stated"],
      { pagination: { type: "page", totalPath: "/total" } },
    ],
    [
      "a total on the empty page does not count",
      [
        { items: items("ab"), total: 2 },
        { items: [], total: 0 },
      ],
      ["?page=1", "?page=2", "ab on 2, end stated"],
      { pagination: { type: "page", totalPath: "/total" } },
    ],
    [
      "a 404 is the end if the total is reached",
      [{ items: items("ab"), total: 2 }, notFound],
      ["?page=1", "?page=2", "ab on 2, end stated"],
      { pagination: { type: "page", totalPath: "/total" } },
    ],
    [
      "a 404 is the end if a total that is not named is reached",
      [{ items: items("ab"), total: 2 }, notFound],
      ["?page=1", "?page=2", "ab on 2, end stated"],
      { pagination: { type: "page" } },
    ],
    [
      "a 404 is an error if a total that is not named is not reached",
      [{ items: items("ab"), total: 3 }, notFound],
      ["?page=1", "?page=2", "not-found: 404 Not Found."],
      { pagination: { type: "page" } },
    ],
    [
      "a 404 is an error if the total is not reached",
      [{ items: items("ab"), total: 3 }, notFound],
      ["?page=1", "?page=2", "not-found: 404 Not Found."],
      { pagination: { type: "page", totalPath: "/total" } },
    ],
    [
      "a 404 is an error if nothing shows the end",
      [{ items: items("ab") }, { items: items("cd") }, notFound],
      [
        "?page=1",
        "?page=2",
        "?page=3",
        "not-found: 404 Not Found. If the page before was the last one, set pagination.totalPath, or morePath, lastPath or totalPagesPath, to the field that shows it. If there is none, set pagination.size to a number that the last page does not reach.",
      ],
      { pagination: { type: "page" } },
    ],
    [
      "a 404 is an error after a page that is full by its own size",
      [{ items: items("ab"), page: 0, page_size: 2 }, notFound],
      [
        "?page=0",
        "?page=1",
        "not-found: 404 Not Found. If the page before was the last one, set pagination.totalPath, or morePath, lastPath or totalPagesPath, to the field that shows it. If there is none, set pagination.size to a number that the last page does not reach.",
      ],
      { pagination: { type: "page", start: 0 } },
    ],
    [
      "a 404 is the end after a page that is shorter than the one before",
      [{ items: items("ab") }, { items: items("c") }, notFound],
      ["?page=0", "?page=1", "?page=2", "abc on 3"],
      { pagination: { type: "page", start: 0 } },
    ],
    [
      "a 404 is the end after a page with fewer items than were asked for",
      [{ items: items("ab") }, notFound],
      ["?limit=3&page=0", "?limit=3&page=1", "ab on 2"],
      { pagination: { type: "page", start: 0, size: 3 } },
    ],
    [
      "a 404 is an error after a short page that hints at more",
      [{ items: items("ab") }, { items: items("c"), has_more: true }, notFound],
      ["?page=0", "?page=1", "?page=2", "not-found: 404 Not Found."],
      { pagination: { type: "page", start: 0 } },
    ],
    [
      "a 400 is an error after a short page: there may be a limit",
      [{ items: items("ab") }, { items: items("c") }, badRequest],
      [
        "?page=0",
        "?page=1",
        "?page=2",
        "refused: 400 Bad Request. If the page before was the last one, set pagination.totalPath, or morePath, lastPath or totalPagesPath, to the field that shows it. If there is none, set pagination.size to a number that the last page does not reach.",
      ],
      { pagination: { type: "page", start: 0 } },
    ],
    [
      "the first page again is an error, even if it has fewer items than were asked for",
      [{ items: items("ab") }, { items: items("ab") }],
      [
        "?limit=3&page=0",
        "?limit=3&page=1",
        'listing: The page has the same 2 workflows as page 1. The listing would never end. Does it know the query parameter "page"? If not, set pagination.parameter to its own. If the service counts items, not pages, set the pagination type "offset".',
      ],
      { pagination: { type: "page", start: 0, size: 3 } },
    ],
    [
      "a short page again is an error: there may be a limit",
      [{ items: items("ab") }, { items: items("c") }, { items: items("c") }],
      [
        "?page=0",
        "?page=1",
        "?page=2",
        'listing: The page has the same 1 workflows as page 2. The listing would never end. Does it know the query parameter "page"? If not, set pagination.parameter to its own. If the service counts items, not pages, set the pagination type "offset".',
      ],
      { pagination: { type: "page", start: 0 } },
    ],
    [
      "a 404 is an error for the first page",
      [notFound],
      ["?page=1", "not-found: 404 Not Found."],
      { pagination: { type: "page" } },
    ],
    [
      "a 404 is an error after a flag for more",
      [{ items: items("ab"), more: true, total: 2 }, notFound],
      ["?page=1", "?page=2", "not-found: 404 Not Found."],
      { pagination: { type: "page", morePath: "/more" } },
    ],
    [
      "a 400 is the end if the total is reached",
      [{ items: items("ab"), total: 2 }, badRequest],
      ["?page=1", "?page=2", "ab on 2, end stated"],
      { pagination: { type: "page", totalPath: "/total" } },
    ],
    [
      "a 404 is the end after a flag that is not named",
      [{ items: items("ab"), has_more: false }, notFound],
      ["?page=1", "?page=2", "", "ab on 2, end stated"],
      { pagination: { type: "page" } },
    ],
    [
      "a 400 is the end after as many pages as there are",
      [{ items: items("ab"), total_pages: 2 }, { items: items("c"), total_pages: 2 }, badRequest],
      ["?page=1", "?page=2", "?page=3", "", "abc on 3, end stated"],
      { pagination: { type: "page" } },
    ],
    [
      "a 400 is an error after fewer pages than there are",
      [{ items: items("ab"), total_pages: 2 }, badRequest],
      ["?page=1", "?page=2", "refused: 400 Bad Request."],
      { pagination: { type: "page" } },
    ],
    [
      "a 404 is the end if no next page was named",
      [{ items: items("ab"), next: "?page=2" }, { items: items("c"), next: null }, notFound],
      ["?page=1", "?page=2", "?page=3", "", "abc on 3, end stated"],
      { pagination: { type: "page" } },
    ],
    [
      "a 404 is an error after a hint at another page",
      [{ items: items("ab"), total: 2, next_cursor: "c1" }, notFound],
      ["?page=1", "?page=2", "not-found: 404 Not Found."],
      { pagination: { type: "page" } },
    ],
    [
      "a first page that was left out is an error where the service refuses the page after the last",
      [{ items: items("ab"), has_more: false }, badRequest, { items: items("xy"), has_more: true }],
      [
        "?page=1",
        "?page=2",
        "",
        'listing: Without "page" in the request, the service lists other workflows than with page=1: the listing does not begin there. Set pagination.start to the number with which the service begins, such as 0.',
      ],
      { pagination: { type: "page" } },
    ],
    [
      "another status is an error",
      [{ items: items("ab"), total: 2 }, gone],
      ["?page=1", "?page=2", "refused: 410 Gone."],
      { pagination: { type: "page" } },
    ],
    [
      "the last page again is the end if the total is reached",
      [
        { items: items("ab"), total: 3 },
        { items: items("c"), total: 3 },
        { items: items("c"), total: 3 },
      ],
      ["?page=1", "?page=2", "?page=3", "abc on 3, end stated"],
      { pagination: { type: "page" } },
    ],
    [
      "the last page again is the end after a flag that is not named",
      [
        { items: items("ab"), is_last: false },
        { items: items("c"), is_last: true },
        { items: items("c"), is_last: true },
      ],
      ["?page=1", "?page=2", "?page=3", "", "abc on 3, end stated"],
      { pagination: { type: "page" } },
    ],
    [
      "the same page again is an error if it names no next page",
      [
        { items: items("ab"), next: null },
        { items: items("ab"), next: null },
      ],
      [
        "?page=1",
        "?page=2",
        'listing: The page has the same 2 workflows as page 1. The listing would never end. Does it know the query parameter "page"? If not, set pagination.parameter to its own. If the service counts items, not pages, set the pagination type "offset".',
      ],
      { pagination: { type: "page" } },
    ],
    [
      "the same page again is an error beside a cursor, even if the total is reached",
      [
        { items: items("ab"), total: 2, next_cursor: "c1" },
        { items: items("ab"), total: 2, next_cursor: "c1" },
      ],
      [
        "?page=1",
        "?page=2",
        'listing: The page has the same 2 workflows as page 1. The listing would never end. Does it know the query parameter "page"? If not, set pagination.parameter to its own. If the service counts items, not pages, set the pagination type "offset".',
      ],
      { pagination: { type: "page" } },
    ],
    [
      "pages that overlap are an error if nothing identifies their items",
      [{ items: names("abc") }, { items: names("bcd") }],
      [
        "?page=0",
        "?page=1",
        'listing: Page 2 begins with the 2 workflows with which the page before ends. If the service counts items, not pages, set the pagination type "offset".',
      ],
      { pagination: { type: "page", start: 0 } },
    ],
    [
      "the same page again is an error without a total",
      [{ items: items("ab") }, { items: items("ab") }],
      [
        "?page=1",
        "?page=2",
        'listing: The page has the same 2 workflows as page 1. The listing would never end. Does it know the query parameter "page"? If not, set pagination.parameter to its own. If the service counts items, not pages, set the pagination type "offset".',
      ],
      { pagination: { type: "page" } },
    ],
    [
      "the same page again is an error, by offset",
      [{ items: items("ab") }, { items: items("ab") }],
      [
        "?offset=0",
        "?offset=2",
        'listing: The page has the same 2 workflows as page 1. The listing would never end. Does it know the query parameter "offset"? If not, set pagination.parameter to its own. If the service counts pages, not items, set the pagination type "page".',
      ],
      { pagination: { type: "offset" } },
    ],
    [
      "the same page again is an error beside a flag for more",
      [
        { items: items("ab"), more: true, total: 2 },
        { items: items("ab"), more: true, total: 2 },
      ],
      [
        "?page=1",
        "?page=2",
        'listing: The page has the same 2 workflows as page 1. The listing would never end. Does it know the query parameter "page"? If not, set pagination.parameter to its own. If the service counts items, not pages, set the pagination type "offset".',
      ],
      { pagination: { type: "page", morePath: "/more" } },
    ],
    [
      "a total that is not reached is an error",
      [
        { items: items("ab"), total: 9 },
        { items: [], total: 9 },
      ],
      [
        "?page=1",
        "?page=2",
        'listing: The pages end after 2 workflows on 2 pages, but an earlier response says at "/total" that there are 9 workflows.',
      ],
      { pagination: { type: "page" } },
    ],
    [
      "a total that is not named does not count on the empty page",
      [
        { items: items("ab"), total: 2 },
        { items: [], total: 0 },
      ],
      ["?page=1", "?page=2", "ab on 2, end stated"],
      { pagination: { type: "page" } },
    ],
    [
      "a flag on the empty page counts",
      [{ items: items("ab") }, { items: [], has_more: true }],
      [
        "?page=1",
        "?page=2",
        'listing: The pages end after 2 workflows on 2 pages, but the response says at "/has_more" that more pages follow: true.',
      ],
      { pagination: { type: "page" } },
    ],
    [
      "a flag on the page before the empty one does not count",
      [{ items: items("ab"), has_more: true }, { items: [] }],
      ["?page=1", "?page=2", "", "ab on 2"],
      { pagination: { type: "page" } },
    ],
    [
      "a number of pages that is not reached is an error",
      [
        { items: items("ab"), pages: 4 },
        { items: [], pages: 4 },
      ],
      [
        "?page=1",
        "?page=2",
        'listing: The pages end after 2 workflows on 2 pages, but an earlier response says at "/pages" that there are 4 pages.',
      ],
      { pagination: { type: "page" } },
    ],
    [
      "remaining items are an error",
      [
        { items: items("ab"), remaining: 3 },
        { items: [], remaining: 0 },
      ],
      [
        "?page=1",
        "?page=2",
        'listing: The pages end after 2 workflows on 2 pages, but the response says at "/remaining" that 3 more follow.',
      ],
      { pagination: { type: "page" } },
    ],
    [
      "a total on an empty first page is refused",
      [{ items: [], total: 9 }],
      [
        "?page=1",
        'listing: The response says at "/total" that there are 9 workflows. 0 workflows on 1 page were read.',
      ],
      { pagination: { type: "page" } },
    ],
    [
      "a mark that the response is not complete is refused",
      [{ items: items("a"), truncated: true, more: false }],
      [
        "?page=1",
        'listing: The response says at "/truncated" that it is not complete: true. 1 workflow on 1 page was read.',
      ],
      { pagination: { type: "page", morePath: "/more" } },
    ],
    [
      "a mark that parts are missing is refused on a page in the middle",
      [
        { items: items("a"), partial: true, next: "?page=2" },
        { items: items("b"), partial: false },
      ],
      [
        "",
        'listing: The response says at "/partial" that it is not complete: true. 1 workflow on 1 page was read. If a part of the service did not respond, try again later. If that does not say that workflows are missing, set pagination: { type: "cursor", urlPath: "/next", ignoreTotals: true }. If it says only that more pages follow, set pagination: { type: "cursor", urlPath: "/next", morePath: "/partial" }',
      ],
      {},
    ],
    [
      "a mark that parts are missing may be the flag of an argument",
      [
        { items: items("a"), partial: true, next: "?page=2" },
        { items: items("b"), partial: false },
      ],
      ["", "?page=2", "ab on 2"],
      { pagination: { type: "cursor", urlPath: "/next", morePath: "/partial" } },
    ],
    [
      "a mark that parts are missing is refused beside another flag",
      [
        { items: items("a"), partial: true, more: true },
        { items: items("b"), more: false },
      ],
      [
        "?page=1",
        'listing: The response says at "/partial" that it is not complete: true. 1 workflow on 1 page was read. If a part of the service did not respond, try again later. If that does not say that workflows are missing, set pagination.ignoreTotals to true. If it says only that more pages follow, set pagination.morePath to "/partial"',
      ],
      { pagination: { type: "page", morePath: "/more" } },
    ],
    [
      "a warning that parts are missing is refused on a page in the middle",
      [{ items: items("a"), warnings: ["Region eu did not respond"], next: "?page=2" }, { items: items("b") }],
      [
        "",
        'listing: The response says at "/warnings/0" that it is not complete: "Region eu did not respond". 1 workflow on 1 page was read. If a part of the service did not respond, try again later. If that does not say that workflows are missing, set pagination: { type: "cursor", urlPath: "/next", ignoreTotals: true }',
      ],
      {},
    ],
    [
      "a field that says that parts are missing is an error, which names the argument that ignores it",
      [{ items: items("a"), degraded: true, next: "?page=2" }],
      [
        "",
        'unavailable: The response has status 200, but its body reports an error at "/degraded". This is a fault of the service: try again later, or ask those who run it. If that is not about the listing, read the response as it is: `getJson`, without `itemsPath` and `pagination`. For several pages, set `ignoreTotals` in `pagination`.',
      ],
    ],
    [
      "a field that says that parts are missing is ignored if an argument says so",
      [
        { items: items("a"), degraded: true, next: "?page=2" },
        { items: items("b"), unreachable: ["eu"] },
      ],
      ["", "?page=2", "ab on 2"],
      { pagination: { type: "cursor", urlPath: "/next", ignoreTotals: true } },
    ],
    [
      "an error is not ignored by that argument",
      [{ items: items("a"), error: "no database", next: "?page=2" }],
      [
        "",
        'unavailable: The response has status 200, but its body reports an error at "/error": "no database". This is a fault of the service: try again later, or ask those who run it.',
      ],
      { pagination: { type: "cursor", urlPath: "/next", ignoreTotals: true } },
    ],
    [
      "a warning that parts are missing is ignored on each page if an argument says so",
      [
        { items: items("a"), warnings: ["Region eu did not respond"], next: "?page=2" },
        { items: items("b"), partial: true, warnings: ["Region eu did not respond", "truncated"] },
      ],
      ["", "?page=2", "ab on 2"],
      { pagination: { type: "cursor", urlPath: "/next", ignoreTotals: true } },
    ],
    [
      "a warning that parts are missing is refused on a later page that is the last one",
      [
        { items: items("a"), next: "?page=2" },
        { items: items("b"), warnings: ["Region eu did not respond"] },
      ],
      [
        "",
        "?page=2",
        'listing: The response says at "/warnings/0" that it is not complete: "Region eu did not respond". 2 workflows on 2 pages were read. If a part of the service did not respond, try again later. If that does not say that workflows are missing, set pagination: { type: "cursor", urlPath: "/next", ignoreTotals: true }',
      ],
      {},
    ],
    [
      "a warning that parts are missing is refused on the last page",
      [{ items: items("a"), warnings: ["Region eu did not respond"] }],
      [
        "",
        'listing: The response says at "/warnings/0" that it is not complete: "Region eu did not respond". 1 workflow on 1 page was read. If a part of the service did not respond, try again later.',
      ],
      {},
    ],
    [
      "a warning about a limit is no error on a page in the middle",
      [{ items: items("a"), warnings: ["results truncated due to limit"], next: "?page=2" }, { items: items("b") }],
      ["", "?page=2", "ab on 2"],
      {},
    ],
    [
      "a flag that this is not the last page is refused",
      [{ items: items("a"), is_last: false, more: false }],
      [
        "?page=1",
        'listing: The response says at "/is_last" that this is not the last page: false. 1 workflow on 1 page was read.',
      ],
      { pagination: { type: "page", morePath: "/more" } },
    ],
    [
      "a count does not matter beside a total that is named",
      [{ items: items("a"), total: 1, count: 9 }, { items: [] }],
      ["?page=1", "?page=2", "a on 2, end stated"],
      { pagination: { type: "page", totalPath: "/total" } },
    ],
    [
      "a total of pages is no total of items",
      [
        { items: items("ab"), page: { number: 1, total: 2 } },
        { items: items("cd"), page: { number: 2, total: 2 } },
        { items: [], page: { number: 3, total: 2 } },
      ],
      ["?page=1", "?page=2", "?page=3", "", "abcd on 3, end stated"],
      { pagination: { type: "page" } },
    ],
    [
      "a total counts if the empty page has none",
      [{ items: items("ab"), total: 3 }, { items: [] }],
      [
        "?page=1",
        "?page=2",
        'listing: The pages end after 2 workflows on 2 pages, but an earlier response says at "/total" that there are 3 workflows.',
      ],
      { pagination: { type: "page" } },
    ],
    [
      "a first page that was left out is an error",
      [{ items: items("ab") }, { items: [] }, { items: items("xy") }],
      [
        "?page=1",
        "?page=2",
        "",
        'listing: Without "page" in the request, the service lists other workflows than with page=1: the listing does not begin there. Set pagination.start to the number with which the service begins, such as 0.',
      ],
      { pagination: { type: "page" } },
    ],
    [
      "a first page whose items changed is the same",
      [{ items: items("ab") }, { items: [] }, { items: [{ id: "a", runs: 2 }] }],
      ["?page=1", "?page=2", "", "ab on 2"],
      { pagination: { type: "page" } },
    ],
    [
      "a page that begins inside the first page is an error",
      [{ items: items("bc"), has_more: false }, { items: items("abc") }],
      [
        "?page=1",
        "",
        'listing: Without "page" in the request, the service lists other workflows than with page=1: the listing does not begin there. Set pagination.start to the number with which the service begins, such as 0.',
      ],
      { pagination: { type: "page", morePath: "/has_more" } },
    ],
    [
      "nothing at page 0 is an error beside a total of 0, where other pages follow",
      [
        { items: [], total: 0 },
        { items: items("xy"), total: 2 },
      ],
      [
        "?page=0",
        "",
        'listing: Without "page" in the request, the service lists workflows, and with page=0 it lists none. Set pagination.start to the number with which the service begins, such as 1. If the service takes "page" for a filter, set pagination.parameter to the one for the page, such as "$skip".',
      ],
      { pagination: { type: "page", start: 0, totalPath: "/total" } },
    ],
    [
      "a first page that shares an item is the same, if no field identifies the items",
      [{ items: names("ab") }, { items: [] }, { items: names("xb") }],
      ["?page=1", "?page=2", "", "ab on 2"],
      { pagination: { type: "page" } },
    ],
    [
      "an item on no page shows that the number was taken for a filter",
      [{ items: items("ab") }, { items: [] }, { items: items("abx") }],
      ["?page=1", "?page=2", "", ON_NO_PAGE],
      { pagination: { type: "page" } },
    ],
    [
      "an item on no page is an error also if several numbers have items",
      [{ items: items("ab") }, { items: items("c") }, { items: [] }, { items: items("axb") }],
      ["?page=1", "?page=2", "?page=3", "", ON_NO_PAGE],
      { pagination: { type: "page" } },
    ],
    [
      "an item on no page is an error also if a total matches, if items have a field of the parameter's name",
      [
        { items: numbered("a"), total: 1 },
        { items: [], total: 0 },
        { items: numbered("abc"), total: 9 },
      ],
      ["?page=1", "?page=2", "", ON_NO_PAGE],
      { pagination: { type: "page", totalPath: "/total" } },
    ],
    [
      "an item on no page is an error also if the number of pages ends the listing",
      [
        { items: numbered("a"), total: 1, pages: 1 },
        { items: numbered("abc"), total: 9, pages: 3 },
      ],
      ["?page=1", "", ON_NO_PAGE],
      { pagination: { type: "page", totalPagesPath: "/pages" } },
    ],
    [
      "more items than on all pages are an error also if no field identifies them",
      [
        { items: [{ page: 1 }], total: 1, pages: 1 },
        { items: [{ page: 1 }, { page: 2 }], total: 2, pages: 2 },
      ],
      ["?page=1", "", ON_NO_PAGE],
      { pagination: { type: "page", totalPagesPath: "/pages" } },
    ],
    ...["filter[rank]", "rank__gte", "attributes.rank"].map((parameter): Case => [
      `a filter on a field inside the items: ${parameter}`,
      [
        { data: [{ id: "a", attributes: { rank: 1 } }], total: 1, pages: 1 },
        { data: ["a", "b"].map((id) => ({ id, attributes: { rank: 1 } })), total: 2, pages: 2 },
      ],
      [
        `?${new URLSearchParams({ [parameter]: "1" }).toString()}`,
        "",
        ON_NO_PAGE.replaceAll('"page"', JSON.stringify(parameter)),
      ],
      { pagination: { type: "page", parameter, totalPagesPath: "/pages" } },
    ]),
    [
      "a total that matches is enough if no field has the parameter's name",
      [
        { items: items("a"), total: 1, pages: 1 },
        { items: items("abc"), total: 9, pages: 3 },
      ],
      ["?page=1", "a on 1, end stated"],
      { pagination: { type: "page", totalPagesPath: "/pages" } },
    ],
    ...[badRequest, new ServiceError("422.", { code: "refused", status: 422 })].map((refusal): Case => [
      `a first page that is refused may be one with another parameter: ${refusal.message}`,
      [refusal],
      [
        "?page=1",
        `refused: ${refusal.message} Does it know the query parameter "page"? If not, set pagination.parameter to its own. If the service counts items, not pages, set the pagination type "offset".`,
      ],
      { pagination: { type: "page" } },
    ]),
    [
      "a first page that is refused for another reason has nothing to do with its parameter",
      [gone],
      ["?page=1", "refused: 410 Gone."],
      { pagination: { type: "page" } },
    ],
    [
      "all items without a number, in another order, are those of the pages",
      [{ items: items("ab") }, { items: items("c") }, { items: [] }, { items: items("acb") }],
      ["?page=1", "?page=2", "?page=3", "", "abc on 3"],
      { pagination: { type: "page" } },
    ],
    [
      "a total that matches after several pages is that of the listing",
      [
        { items: items("ab"), total: 3 },
        { items: items("c"), total: 3 },
        { items: [], total: 3 },
      ],
      ["?page=1", "?page=2", "?page=3", "abc on 3, end stated"],
      { pagination: { type: "page", totalPath: "/total" } },
    ],
    [
      "items that an offset left out are an error",
      [{ items: items("abc") }, { items: [] }, { items: items("xabc") }],
      [
        "?skip=1",
        "?skip=4",
        "",
        'listing: Without "skip" in the request, the service lists other workflows than with skip=1: the listing does not begin there. Set pagination.start to the number with which the service begins, such as 0.',
      ],
      { pagination: { type: "offset", start: 1, parameter: "skip" } },
    ],
    [
      "a first page with items that were not there before is an error",
      [{ items: [] }, { items: items("x") }],
      [
        "?page=1",
        "",
        'listing: Without "page" in the request, the service lists workflows, and with page=1 it lists none. Set pagination.start to the number with which the service begins, such as 0. If the service takes "page" for a filter, set pagination.parameter to the one for the page, such as "$skip".',
      ],
      { pagination: { type: "page" } },
    ],
    [
      "a service may refuse a request without a number",
      [{ items: items("ab") }, { items: [] }, badRequest],
      ["?page=1", "?page=2", "", "?page=0", "ab on 2"],
      { pagination: { type: "page" } },
    ],
    [
      "a service may fail at a request without a number",
      [{ items: items("ab") }, { items: [] }, crash],
      ["?page=1", "?page=2", "", "?page=0", "ab on 2"],
      { pagination: { type: "page" } },
    ],
    [
      "a service that is overloaded when the listing is checked is an error",
      [{ items: items("ab") }, { items: [] }, unavailable],
      ["?page=1", "?page=2", "", "unavailable: 503."],
      { pagination: { type: "page" } },
    ],
    [
      "a service that limits requests when the listing is checked is an error",
      [{ items: items("ab") }, { items: [] }, badRequest, limited],
      ["?page=1", "?page=2", "", "?page=0", "rate-limited: 429."],
      { pagination: { type: "page" } },
    ],
    [
      "a service that takes the token no more when the listing is checked is an error",
      [{ items: items("ab"), archived: true }, unauthorized],
      ["?offset=0", "?offset=2", "refused: 401."],
      { pagination: { type: "offset", lastPath: "/archived" } },
    ],
    [
      "an empty page without a number is no doubt",
      [{ items: items("ab") }, { items: [] }, { items: [] }],
      ["?page=1", "?page=2", "", "ab on 2"],
      { pagination: { type: "page" } },
    ],
    [
      "an error in a page without a number shows nothing of the others",
      [{ items: items("ab") }, { items: [] }, { error: "boom" }],
      ["?page=1", "?page=2", "", "?page=0", "ab on 2"],
      { pagination: { type: "page" } },
    ],
    [
      "a page without a number may have no list",
      [{ items: items("ab") }, { items: [] }, { message: "Which page?" }],
      ["?page=1", "?page=2", "", "?page=0", "ab on 2"],
      { pagination: { type: "page" } },
    ],
    [
      "pages from 0 leave nothing out",
      [{ items: items("ab") }, { items: [] }, { items: items("xy") }],
      ["?page=0", "?page=1", "ab on 2"],
      { pagination: { type: "page", start: 0 } },
    ],
    [
      "a first page that was left out is an error where all pages come without a number",
      [{ items: items("ab") }, { items: [] }, { items: items("xyab") }],
      [
        "?page=1",
        "?page=2",
        "",
        'listing: Without "page" in the request, the service lists other workflows than with page=1: the listing does not begin there. Set pagination.start to the number with which the service begins, such as 0.',
      ],
      { pagination: { type: "page" } },
    ],
    [
      "a first page that was left out is an error where a number is required",
      [{ items: items("ab") }, { items: [] }, badRequest, { items: items("xy") }],
      [
        "?page=1",
        "?page=2",
        "",
        "?page=0",
        "listing: With page=0 in the request, the service lists other workflows than with page=1: the listing does not begin there. Set pagination.start to the number with which the service begins, such as 0.",
      ],
      { pagination: { type: "page" } },
    ],
    [
      "nothing at page 0 is an error where the pages begin with 1",
      [{ items: [] }, { items: items("xy") }],
      [
        "?page=0",
        "",
        'listing: Without "page" in the request, the service lists workflows, and with page=0 it lists none. Set pagination.start to the number with which the service begins, such as 1. If the service takes "page" for a filter, set pagination.parameter to the one for the page, such as "$skip".',
      ],
      { pagination: { type: "page", start: 0 } },
    ],
    [
      "nothing at page 0 is an error where the pages begin with 1 and a number is required",
      [{ items: [] }, notFound, { items: items("xy") }],
      [
        "?page=0",
        "",
        "?page=1",
        'listing: With page=1 in the request, the service lists workflows, and with page=0 it lists none. Set pagination.start to the number with which the service begins, such as 1. If the service takes "page" for a filter, set pagination.parameter to the one for the page, such as "$skip".',
      ],
      { pagination: { type: "page", start: 0 } },
    ],
    [
      "an empty listing has nothing at page 0",
      [{ items: [] }, { items: [] }],
      ["?page=0", "", "nothing on 1"],
      { pagination: { type: "page", start: 0 } },
    ],
    [
      "an empty page 0 before other pages is an error",
      [{ items: [], n: 2 }],
      [
        "?page=0",
        "listing: The response says that there are several pages, but page 0 is empty. Is the service's first page page 1? Set pagination.start to its number, such as 1.",
      ],
      { pagination: { type: "page", start: 0, totalPagesPath: "/n" } },
    ],
    [
      "a flag of something else ends no listing",
      [{ items: items("ab"), archived: false }, { items: items("cd") }],
      [
        "?page=0",
        "?page=1",
        "listing: The argument `pagination` ends the listing after 1 page, but the service has a next page with other workflows. Do morePath, lastPath and totalPagesPath lead to what ends the listing? If not, leave them out.",
      ],
      { pagination: { type: "page", start: 0, morePath: "/archived" } },
    ],
    [
      "a number of something else ends no listing",
      [{ items: items("ab"), version: 1 }, { items: items("cd") }],
      [
        "?page=0",
        "?page=1",
        "listing: The argument `pagination` ends the listing after 1 page, but the service has a next page with other workflows. Do morePath, lastPath and totalPagesPath lead to what ends the listing? If not, leave them out.",
      ],
      { pagination: { type: "page", start: 0, totalPagesPath: "/version" } },
    ],
    [
      "a flag of an unknown name ends a listing where nothing follows",
      [{ items: items("ab"), goes_on: false }, { items: [] }, { items: items("b") }],
      ["?offset=0", "?offset=2", "?offset=1", "ab on 1"],
      { pagination: { type: "offset", morePath: "/goes_on" } },
    ],
    [
      "a flag of an unknown name ends a listing where a next page is refused",
      [{ items: items("ab"), goes_on: false }, badRequest],
      ["?page=0", "?page=1", "ab on 1"],
      { pagination: { type: "page", start: 0, morePath: "/goes_on" } },
    ],
    [
      "a flag of an unknown name that ends the second page is doubted once",
      [{ items: items("ab"), goes_on: true }, { items: items("c"), goes_on: false }, { items: [] }],
      ["?page=0", "?page=1", "?page=2", "abc on 2"],
      { pagination: { type: "page", start: 0, morePath: "/goes_on" } },
    ],
    [
      "a flag of an unknown name that was seen on two pages is not doubted",
      [
        { items: items("ab"), goes_on: true },
        { items: items("cd"), goes_on: true },
        { items: items("e"), goes_on: false },
      ],
      ["?page=0", "?page=1", "?page=2", "abcde on 3"],
      { pagination: { type: "page", start: 0, morePath: "/goes_on" } },
    ],
    [
      "a flag that is about the page before ends no listing",
      [
        { items: items("ab"), has_previous: false },
        { items: items("cd"), has_previous: true },
        { items: items("e"), has_previous: true },
      ],
      [
        "?page=0",
        "?page=1",
        "?page=2",
        "listing: The argument `pagination` ends the listing after 2 pages, but the service has a next page with other workflows. Do morePath, lastPath and totalPagesPath lead to what ends the listing? If not, leave them out.",
      ],
      { pagination: { type: "page", start: 0, lastPath: "/has_previous" } },
    ],
    [
      "the number of items on a page is not the number of pages",
      [
        { items: items("abc"), count: 3 },
        { items: items("def"), count: 3 },
        { items: items("ghi"), count: 3 },
        { items: items("j"), count: 1 },
      ],
      [
        "?page=0",
        "?page=1",
        "?page=2",
        "?page=3",
        "listing: The argument `pagination` ends the listing after 3 pages, but the service has a next page with other workflows. Do morePath, lastPath and totalPagesPath lead to what ends the listing? If not, leave them out.",
      ],
      { pagination: { type: "page", start: 0, totalPagesPath: "/count" } },
    ],
    [
      "the number of a page is not the number of pages, even if a size beside it is larger than the page",
      [{ items: items("ab"), page: 1, size: 3, next: "?page=2" }, { items: items("c") }],
      [
        "?page=0",
        "?page=1",
        "listing: The argument `pagination` ends the listing after 1 page, but the service has a next page with other workflows. Do morePath, lastPath and totalPagesPath lead to what ends the listing? If not, leave them out.",
      ],
      { pagination: { type: "page", start: 0, totalPagesPath: "/page" } },
    ],
    [
      "an offset that is the number of a page is an error",
      [{ items: items("ab") }, { items: items("ef") }, { items: [] }, { items: items("cd") }],
      [
        "?page=0",
        "?page=2",
        "?page=4",
        "?page=1",
        'listing: The service does not list item 2 of the first page at its offset, which is 1 more than that of the first item. Does "page" count pages? Then set the pagination type "page".',
      ],
      { pagination: { type: "offset", parameter: "page" } },
    ],
    [
      "an offset that is the number of a page is an error where that page does not exist",
      [{ items: items("abc") }, { items: [] }, notFound],
      [
        "?page=0",
        "?page=3",
        "?page=2",
        'listing: The service does not list item 3 of the first page at its offset, which is 2 more than that of the first item. Does "page" count pages? Then set the pagination type "page".',
      ],
      { pagination: { type: "offset", parameter: "page" } },
    ],
    [
      "a service may refuse an offset inside a page",
      [{ items: items("abc") }, { items: [] }, badRequest],
      ["?offset=0", "?offset=3", "?offset=2", "abc on 2"],
      { pagination: { type: "offset" } },
    ],
    [
      "offsets of pages with one item each are not doubted",
      [{ items: items("a") }, { items: items("b") }, { items: [] }],
      ["?offset=0", "?offset=1", "?offset=2", "ab on 3"],
      { pagination: { type: "offset" } },
    ],
    [
      "an offset is not doubted where the first page is all and says so",
      [{ items: items("ab"), has_more: false }],
      ["?offset=0", "ab on 1, end stated"],
      { pagination: { type: "offset", morePath: "/has_more" } },
    ],
    [
      "an empty page between counted pages ends nothing",
      [
        { items: items("ab"), pages: 3 },
        { items: [], pages: 3 },
        { items: items("c"), pages: 3 },
      ],
      ["?page=0", "?page=1", "?page=2", "abc on 3, end stated"],
      { pagination: { type: "page", start: 0, totalPagesPath: "/pages" } },
    ],
    [
      "an empty first page with the number 0, of one page, is an empty listing",
      [{ items: [], pages: 1 }],
      ["?page=0", "", "nothing on 1, end stated"],
      { pagination: { type: "page", start: 0, totalPagesPath: "/pages" } },
    ],
    [
      "an empty first page with the number 1, of several pages, ends nothing",
      [
        { items: [], pages: 2 },
        { items: items("c"), pages: 2 },
      ],
      ["?page=1", "?page=2", "", "c on 2, end stated"],
      { pagination: { type: "page", totalPagesPath: "/pages" } },
    ],
    [
      "an empty first page that says that more follow ends nothing",
      [
        { items: [], has_more: true },
        { items: items("c"), has_more: false },
      ],
      ["?page=0", "?page=1", "", "c on 2, end stated"],
      { pagination: { type: "page", start: 0, morePath: "/has_more" } },
    ],
    [
      "a total that only the first page has is an error if an argument names it",
      [{ items: items("ab"), sum: 3 }, { items: items("c") }, { items: [] }],
      [
        "?page=1",
        "?page=2",
        "?page=3",
        'listing: The response has no number at totalPath "/sum". If that is not the number of all workflows, leave pagination.totalPath out. If it changed while the pages were read, try again.',
      ],
      { pagination: { type: "page", totalPath: "/sum" } },
    ],
    [
      "a total that is the size of a page does not end a listing whose pages are all the same",
      [
        { items: items("ab"), limit: 2, total: 5 },
        { items: items("ab"), limit: 2, total: 5 },
      ],
      [
        "?page=1",
        "?page=2",
        'listing: The page has the same 2 workflows as page 1. The listing would never end. Does it know the query parameter "page"? If not, set pagination.parameter to its own. If the service counts items, not pages, set the pagination type "offset".',
      ],
      { pagination: { type: "page", totalPath: "/limit" } },
    ],
    [
      "the same page again names the parameter that the response repeats",
      [
        { items: items("ab"), current_page: 1, total_pages: 2 },
        { items: items("ab"), current_page: 1, total_pages: 2 },
      ],
      [
        "?page=1",
        "?page=2",
        'listing: The page has the same 2 workflows as page 1. The listing would never end. Does it know the query parameter "page"? If not, set pagination.parameter to its own, such as "current_page". If the service counts items, not pages, set the pagination type "offset".',
      ],
      { pagination: { type: "page", totalPagesPath: "/total_pages" } },
    ],
    [
      "a flag of an unknown name ends no full page if the next one is the same",
      [
        { items: items("ab"), page: 1, limit: 2 },
        { items: items("ab"), page: 1, limit: 2 },
      ],
      [
        "?p=1",
        "",
        "?p=2",
        'listing: The next page has the same items as the first one. The listing would never end. Does it know the query parameter "p"? If not, set pagination.parameter to its own. If the service counts items, not pages, set the pagination type "offset".',
      ],
      { pagination: { type: "page", parameter: "p", lastPath: "/page" } },
    ],
    [
      "a size that the service takes for a filter is an error",
      [{ data: [] }, { data: items("ab") }],
      [
        "?limit=7&page=1",
        "",
        'listing: With "limit" in the request, the service lists no workflows. Without what the argument `pagination` adds, it does. Does it know the query parameter "limit"? If not, set pagination.sizeParameter to its own, or leave size out.',
      ],
      { pagination: { type: "page", size: 7 } },
    ],
    [
      "a listing without workflows is empty with a size, too",
      [{ data: [] }, { data: [] }, { data: [] }],
      ["?limit=7&page=1", "", "?limit=7", "nothing on 1"],
      { pagination: { type: "page", size: 7 } },
    ],
    [
      "a page of a filter is no end if the service's own address leads to more",
      [{ data: items("ab"), next: "?token=t" }, { data: [] }, { data: items("c") }],
      [
        "?n=0",
        "?n=1",
        "?token=t",
        "listing: The pages of the argument `pagination` end, but the address that the service gives for its next page has other workflows. Leave pagination out: the address is then followed.",
      ],
      { pagination: { type: "page", parameter: "n", start: 0 } },
    ],
    [
      "an address on another origin is no reason to send a request there",
      [{ data: items("ab"), next: "https://other.example/?token=t" }, { data: [] }, { data: items("b") }],
      ["?n=0", "?n=2", "?n=1", "ab on 2"],
      { pagination: { type: "offset", parameter: "n" } },
    ],
    [
      "a total that is the size of a full page does not prove the end",
      [{ data: items("ab"), page: 1, limit: 2, n: 2 }, { data: [] }, { data: [] }],
      [
        "?page=0",
        "?page=2",
        "?page=1",
        'listing: The service does not list item 2 of the first page at its offset, which is 1 more than that of the first item. Does "page" count pages? Then set the pagination type "page".',
      ],
      { pagination: { type: "offset", parameter: "page", totalPath: "/n" } },
    ],
    ...["limit", "/limit", "header:X-Limit"].map((totalPath): Case => {
      const page = new WithHeaders({ "x-limit": "2" }, { data: items("ab"), limit: 2 });
      return [
        `the size of a page is no total: ${totalPath}`,
        [page, page],
        [
          "?page=1",
          "?page=2",
          `listing: The response has the size of a page at totalPath "${totalPath}", and no total. Set pagination.totalPath to the path of the number of all workflows, or leave it out.`,
        ],
        { pagination: { type: "page", totalPath } },
      ];
    }),
    [
      "an end by the number of pages is checked if a total is smaller than what was read",
      [
        { items: items("a"), total: 1, n: 2 },
        { items: items("b"), total: 1, n: 2 },
        { items: items("c"), total: 1, n: 2 },
      ],
      [
        "?page=0",
        "?page=1",
        "?page=2",
        "listing: The argument `pagination` ends the listing after 2 pages, but the service has a next page with other workflows. Do morePath, lastPath and totalPagesPath lead to what ends the listing? If not, leave them out.",
      ],
      { pagination: { type: "page", start: 0, totalPagesPath: "/n" } },
    ],
    [
      "a parameter that the service takes for a filter is an error",
      [
        { data: [], total: 0, limit: 2, skip: 0 },
        { data: items("ab"), total: 3, limit: 2, skip: 0 },
      ],
      [
        "?skip=0",
        "",
        'listing: Without "skip" in the request, the service lists workflows, and with skip=0 it lists none. Set pagination.start to the number with which the service begins, such as 1. If the service takes "skip" for a filter, set pagination.parameter to the one for the page, such as "$skip".',
      ],
      { pagination: { type: "offset", parameter: "skip", totalPath: "/total" } },
    ],
    [
      "a parameter that the service takes for a filter is an error, also if no page has items without a size (Feathers)",
      [
        { data: [], total: 0, limit: 0, skip: 0 },
        { data: [], total: 3, limit: 0, skip: 0 },
      ],
      [
        "?skip=0",
        "",
        'listing: Without "skip" in the request, the response says at "/total" that there are 3 workflows, and with skip=0 the service lists none. If the service takes "skip" for a filter, set pagination.parameter to the one for the page, such as "$skip".',
      ],
      { pagination: { type: "offset", parameter: "skip", totalPath: "/total" } },
    ],
    [
      "a total that is ignored is none without the number either",
      [
        { data: [], total: 0 },
        { data: [], total: 3 },
      ],
      ["?page=1", "", "nothing on 1"],
      { pagination: { type: "page", start: 1, ignoreTotals: true } },
    ],
    [
      "the number before the start is named",
      [{ items: items("ab") }, { items: [] }, { items: items("xy") }],
      [
        "?p=3",
        "?p=4",
        "",
        'listing: Without "p" in the request, the service lists other workflows than with p=3: the listing does not begin there. Set pagination.start to the number with which the service begins, such as 2.',
      ],
      { pagination: { type: "page", parameter: "p", start: 3 } },
    ],
    [
      "an item that comes twice is an error",
      [{ items: items("ab") }, { items: items("bc") }],
      [
        "?page=1",
        "?page=2",
        "listing: One of the workflows, with the id b, is on page 1 and on page 2. Another one may be missing.",
      ],
      { pagination: { type: "page" } },
    ],
    ...["_id", "uid", "uuid", "key", "slug", "workflowId"].map((field): Case => [
      `an item that comes twice is an error, by its ${field}`,
      [{ items: [{ [field]: "a" }, { [field]: "b" }] }, { items: [{ [field]: "b" }] }],
      [
        "?page=1",
        "?page=2",
        `listing: One of the workflows, with the ${field} b, is on page 1 and on page 2. Another one may be missing.`,
      ],
      { pagination: { type: "page" } },
    ]),
    [
      "an item that comes twice is an error, by the uid in its metadata",
      [{ items: [{ metadata: { uid: "a" } }, { metadata: { uid: "b" } }] }, { items: [{ metadata: { uid: "b" } }] }],
      [
        "?page=1",
        "?page=2",
        "listing: One of the workflows, with the uid b, is on page 1 and on page 2. Another one may be missing.",
      ],
      { pagination: { type: "page" } },
    ],
    [
      "an item whose fields come in another order comes twice",
      [{ items: [{ id: "a" }, { id: "b", on: true }] }, { items: [{ on: true, id: "b" }] }],
      [
        "?page=1",
        "?page=2",
        "listing: One of the workflows, with the id b, is on page 1 and on page 2. Another one may be missing.",
      ],
      { pagination: { type: "page" } },
    ],
    [
      "equal items that nothing identifies may come twice",
      [{ items: [{ name: "a" }, { name: "b" }] }, { items: [{ name: "b" }] }, { items: [] }],
      ["?page=0", "?page=1", "?page=2", "abb on 3"],
      { pagination: { type: "page", start: 0 } },
    ],
    [
      "a total that is named and becomes smaller is an error: an item may have moved to a page before",
      [
        { items: items("ab"), n: 5 },
        { items: items("de"), n: 4 },
      ],
      [
        "?page=0",
        "?page=1",
        'listing: The response says at "/n" that there are 4 workflows, and on the page before that there are 5. Some may be missing.',
      ],
      { pagination: { type: "page", start: 0, totalPath: "/n" } },
    ],
    [
      "a total that is named may be another one on the empty page after the last",
      [
        { items: items("ab"), n: 2 },
        { items: [], n: 0 },
      ],
      ["?page=0", "?page=1", "ab on 2"],
      { pagination: { type: "page", start: 0, totalPath: "/n" } },
    ],
    [
      "an empty page that names a next one at another origin is no empty listing",
      [{ items: [], next: "https://other.example/v2/workflows?page=2" }, notFound, { items: [] }],
      [
        "?page=1",
        "",
        "?page=0",
        'listing: The next page would come from "https://other.example", another origin than https://service.example: nothing was sent there. The access token is for the service alone. Is baseUrl the address that the service itself uses?',
      ],
      { pagination: { type: "page" } },
    ],
    [
      "an empty page that names a next one by a template is no empty listing",
      [{ items: [], next: "/v2/workflows/{page}" }, { items: [] }],
      [
        "?page=1",
        "",
        'listing: The response names the next page by a template with "{page}" in it. Set pagination to say which query parameter carries the next page, and where its value is.',
      ],
      { pagination: { type: "page" } },
    ],
    [
      "a last page with items may name a next one at another origin",
      [
        { items: items("ab"), next: "https://other.example/v2/workflows?page=2" },
        { items: [] },
        { items: items("ab") },
      ],
      ["?page=1", "?page=2", "", "ab on 2"],
      { pagination: { type: "page" } },
    ],
    [
      "a total that is named shows that the first page is there",
      [
        { items: items("ab"), n: 2 },
        { items: [], n: 2 },
      ],
      ["?page=1", "?page=2", "ab on 2"],
      { pagination: { type: "page", totalPath: "/n" } },
    ],
  ])("%s", async (_name, replies, outcome, ...[reading]) => {
    expect(await read(replies, reading)).toEqual(outcome);
  });
});

describe("limits and errors", () => {
  it.each<Case>([
    [
      "no more bytes are left to check the start",
      [{ items: items("a") }, { items: [] }, { items: items("x") }],
      ["?page=1", "?page=2", "a on 2"],
      { limits: { maxBytes: 34 }, pagination: { type: "page" } },
    ],
    [
      "more pages than the limit are an error",
      [
        { items: items("a"), next: "?2" },
        { items: items("b"), next: "?3" },
      ],
      [
        "",
        "?2",
        "too-large: The listing goes on after 2 pages with 2 workflows; `maxPages` allows no more. Raise `maxPages`, or ask for fewer workflows with `query`.",
      ],
      { limits: { maxPages: 2 } },
    ],
    [
      "a second page is an error with a limit of one",
      [{ items: items("a"), next: "?2" }],
      [
        "",
        "too-large: The listing goes on after 1 page with 1 workflows; `maxPages` allows no more. Raise `maxPages`, or ask for fewer workflows with `query`.",
      ],
      { limits: { maxPages: 1 } },
    ],
    [
      "as many pages as the limit are read",
      [{ items: items("a"), next: "?2" }, { items: items("b") }],
      ["", "?2", "ab on 2"],
      { limits: { maxPages: 2 } },
    ],
    [
      "an empty page more than the limit is read, if only that shows the end",
      [{ items: items("a") }, { items: items("b") }, { items: [] }],
      ["?page=1", "?page=2", "?page=3", "", "ab on 3"],
      { limits: { maxPages: 2 }, pagination: { type: "page" } },
    ],
    [
      "a page with items more than the limit is an error",
      [{ items: items("a") }, { items: items("b") }, { items: items("c") }],
      [
        "?page=1",
        "?page=2",
        "?page=3",
        "too-large: The listing goes on after 2 pages with 2 workflows; `maxPages` allows no more. Raise `maxPages`, or ask for fewer workflows with `query`.",
      ],
      { limits: { maxPages: 2 }, pagination: { type: "page" } },
    ],
    [
      "no page more than the limit is read, if a flag shows the end",
      [
        { items: items("a"), more: true },
        { items: items("b"), more: true },
      ],
      [
        "?page=1",
        "?page=2",
        "too-large: The listing goes on after 2 pages with 2 workflows; `maxPages` allows no more. Raise `maxPages`, or ask for fewer workflows with `query`.",
      ],
      { limits: { maxPages: 2 }, pagination: { type: "page", morePath: "/more" } },
    ],
    [
      "more bytes than the limit are an error",
      [{ items: items("a"), next: "?2" }, { items: items("b") }],
      [
        "",
        "too-large: The listing is over 33 bytes, with 1 workflows on 1 page so far; maxResponseBytes allows no more. Raise `maxResponseBytes`, or ask for fewer workflows with `query`.",
      ],
      { limits: { maxBytes: 33 } },
    ],
    [
      "no page is requested when no bytes are left",
      [{ items: items("a"), next: "?2" }, { items: items("b") }],
      [
        "",
        "too-large: The listing is over 34 bytes, with 1 workflows on 1 page so far; maxResponseBytes allows no more. Raise `maxResponseBytes`, or ask for fewer workflows with `query`.",
      ],
      { limits: { maxBytes: 34 } },
    ],
    [
      "a page that exceeds what is left of the limit names the limit",
      [{ items: items("a"), next: "?2" }, tooLarge],
      [
        "",
        "?2",
        "too-large: The listing is over 10000 bytes, with 1 workflows on 1 page so far; maxResponseBytes allows no more. Raise `maxResponseBytes`, or ask for fewer workflows with `query`.",
      ],
    ],
    [
      "a first page that exceeds the limit stays as it is",
      [tooLarge],
      ["", "too-large: more than the 10 bytes allowed"],
    ],
    [
      "a page that exceeds what is left of the limit names the pages so far",
      [{ items: items("a"), next: "?2" }, { items: items("b"), next: "?3" }, tooLarge],
      [
        "",
        "?2",
        "?3",
        "too-large: The listing is over 10000 bytes, with 2 workflows on 2 pages so far; maxResponseBytes allows no more. Raise `maxResponseBytes`, or ask for fewer workflows with `query`.",
      ],
    ],
    [
      "a body of an error that exceeds a limit stays as it is",
      [{ items: items("a"), next: "?2" }, tooLargeError],
      ["", "?2", "too-large: x"],
    ],
    [
      "an error of another kind stays as it is",
      [{ items: items("a"), next: "?2" }, notJson],
      ["", "?2", "not-json: x"],
    ],
    [
      "an error in a body is an error",
      [{ items: items("a"), next: "?2" }, { error: "boom" }],
      [
        "",
        "?2",
        'unavailable: The response has status 200, but its body reports an error at "/error": "boom". This is a fault of the service: try again later, or ask those who run it.',
      ],
    ],
    [
      "an error in the body of a later page may be the end of the listing",
      [{ items: items("a"), count: 2 }, { items: items("b"), count: 2 }, { error: "No such page" }],
      [
        "?page=1",
        "?page=2",
        "?page=3",
        'unavailable: The response has status 200, but its body reports an error at "/error": "No such page". This is a fault of the service: try again later, or ask those who run it. If the page before was the last one, set pagination.morePath, lastPath or totalPagesPath to the field that shows it.',
      ],
      { pagination: { type: "page" } },
    ],
    [
      "an error by its media type is an error",
      [new WithHeaders({ "content-type": "application/problem+json" }, { items: items("a") })],
      [
        "",
        "unavailable: The response has status 200, but its body reports an error. This is a fault of the service: try again later, or ask those who run it.",
      ],
    ],
    [
      "a body without a list is an error",
      [{ a: 1 }],
      [
        "",
        'listing: The response has no list of workflows: it is an object with the keys "a" (a number). Set `itemsPath` (an argument, or `pulumi config set workflows:itemsPath /path/to/list`) to the path of the list. If the service leaves out an empty list, or has null for it, end the path with a question mark: "/path/to/list?".',
      ],
    ],
    [
      "itemsPath names the list",
      [{ flows: items("a"), items: [] }],
      ["", "a on 1"],
      { limits: { itemsPath: "/flows" } },
    ],
  ])("%s", async (_name, replies, outcome, ...[reading]) => {
    expect(await read(replies, reading)).toEqual(outcome);
  });
});

describe("a page without its list, after one with items", () => {
  const pagination: Pagination = { type: "cursor", cursorPath: "/next" };

  it.each<[name: string, page: object, ids: string, reading: Reading]>([
    ["it has a cursor", { next: "c2" }, "abc on 3", { pagination }],
    ["it has an address", { next: "?page=3" }, "abc on 3", {}],
    [
      "it describes itself too",
      { kind: "list", selfLink: "/a", total: 3, next: "c2" },
      "abc on 3, end stated",
      { pagination },
    ],
    ["the list's place is given", { next: "c2" }, "abc on 3", { pagination, limits: { itemsPath: "/items" } }],
  ])("is empty if it says how the pages go on: %s", async (_name, page, outcome, reading) => {
    const first = { items: items("ab"), next: reading.pagination === undefined ? "?page=2" : "c1" };
    expect((await read([first, page, { items: items("c") }], reading)).at(-1)).toBe(outcome);
  });

  it.each<[page: object, message: string]>([
    [{}, "has no list of workflows"],
    [{ total: 3 }, "has no list of workflows"],
    [{ next: "" }, "has no list of workflows"],
    [{ hasMore: true }, "has no list of workflows"],
    [{ next: "c2", state: "degraded" }, "reports an error"],
    [{ next: "c2", region: "north" }, "has no list of workflows"],
    [{ next: "c2", meta: { rows: items("c") } }, "has no list of workflows"],
    [{ next: "c2", items: null }, "has null"],
    [{ next: "c2", message: "Internal error", code: 13 }, "reports an error"],
    [{ next: "c2", error: "denied" }, "reports an error"],
  ])("is an error otherwise: %j", async (page, message) => {
    const outcome = await read([{ items: items("ab"), next: "c1" }, page, { items: items("c") }], { pagination });
    expect(outcome.at(-1)).toContain(message);
  });

  it("is an error if it is the first", async () => {
    expect((await read([{ next: "c2" }, { items: items("c") }], { pagination })).at(-1)).toContain("has no list");
  });
});

describe("a first page without a list", () => {
  it.each<[page: object]>([
    [{ total: 0 }],
    [{ items: null, total: 0 }],
    [{ page: { size: 20, totalElements: 0, totalPages: 0 } }],
    [{ total: 0, count: 0, _links: { self: { href: "/a" } } }],
  ])("is an empty listing if it says that there are 0 items: %j", async (page) => {
    expect(await read([page])).toEqual(["", "nothing on 1, end stated"]);
  });

  it.each<[page: object]>([
    [{}],
    [{ total: 1 }],
    [{ total: 0, count: 1 }],
    [{ page: { size: 20, totalPages: 0 } }],
    [{ total: 0, next: "?page=2" }],
    [{ total: 0, next_page: 2 }],
    [{ total: 0, region: "north" }],
  ])("is an error otherwise: %j", async (page) => {
    expect((await read([page])).at(-1)).toContain("listing: The response has no list of workflows");
  });
});

describe("behind a gateway that adds a path", () => {
  const url = "https://service.example/gateway/v2/workflows";
  const rest = [{ items: items("c") }];

  it.each<[next: string, requested: string]>([
    ["/v2/workflows?page=2", "?page=2"],
    ["https://service.example/v2/workflows?page=2", "?page=2"],
    ["http://service.example/v2/workflows?page=2", "?page=2"],
    ["/v2/workflows/?page=2", "/?page=2"],
    ["/workflows?page=2", "?page=2"],
    ["/gateway/v2/workflows?page=2", "?page=2"],
    // Another path is another listing, or the service's own way to name a page.
    ["/v3/workflows?page=2", "https://service.example/v3/workflows?page=2"],
    ["/flows?page=2", "https://service.example/flows?page=2"],
    ["/2/workflows?page=2", "https://service.example/2/workflows?page=2"],
    ["/?page=2", "https://service.example/?page=2"],
    ["/pages/v2/workflows?page=2", "https://service.example/pages/v2/workflows?page=2"],
  ])("the next page %s is requested at %s", async (next, requested) => {
    const followed = await read([{ items: items("ab"), next }, ...rest], { url });
    expect(followed.slice(1)).toEqual([requested, "abc on 2"]);
    const named = await read([{ items: items("ab"), next }, ...rest], {
      url,
      pagination: { type: "cursor", urlPath: "/next" },
    });
    expect(named).toEqual(followed);
  });

  it("an address on another origin stays what it is", async () => {
    const next = "https://other.example/v2/workflows?page=2";
    expect((await read([{ items: items("ab"), next }, ...rest], { url })).at(-1)).toContain("another origin");
  });
});
