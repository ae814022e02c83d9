/** Which signals are read from bodies and headers. */
import { SIGNAL_NAMES } from "../../../provider/workflows/listing/signal-names.js";
import { namedSignals, type Signal, type SignalKind } from "../../../provider/workflows/listing/signals.js";
import type { JsonValue } from "../../../provider/workflows/json/json.js";

const url = new URL("https://service.example/v2/workflows?limit=5");
const signalsOf = (fields: unknown, headers = {}, unrelated: readonly string[] = []): Signal[] =>
  namedSignals(
    { body: { items: [{ id: 1, total: 9 }], ...(fields as object) }, response: { headers, url } },
    "/items",
    unrelated,
  );
const shown = (signals: readonly Signal[]): string =>
  signals
    .filter(({ kind }) => kind !== "unknownSign" && kind !== "unknown")
    .map(({ kind, location, value }) => `${kind} ${location} ${String(value)}`)
    .join(", ");

it.each<[fields: unknown, signals: string]>([
  [{ next: "/v2/workflows?page=2" }, "nextUrl /next /v2/workflows?page=2"],
  [{ next: "?page=2" }, "nextUrl /next ?page=2"],
  [{ next: 2 }, "nextNumber /next 2"],
  [{ next: "b64+/==" }, "cursor /next b64+/=="],
  [{ next: null }, "cursor /next null"],
  [{ next: true }, "hasMore /next true"],
  [{ next_page_url: "abc" }, "nextUrl /next_page_url abc"],
  [{ nextPageToken: "/abc" }, "cursor /nextPageToken /abc"],
  [{ next_link_id: "abc" }, "cursor /next_link_id abc"],
  [{ "@odata.nextLink": "x" }, "nextUrl /@odata.nextLink x"],
  [{ links: { next: { href: "/a" }, self: "/b" } }, "nextUrl /links/next/href /a, otherPage /links/self /b"],
  [{ links: [{ rel: "self", href: "/b" }, { next: "/a" }] }, "nextUrl /links/1/next /a"],
  [{ links: [{ name: "next", href: "/a" }] }, "nextUrl /links/0/href /a"],
  [{ tags: [{ name: "next", href: "/a" }, { next: "/a" }, { rel: "nextWeek", href: "/a" }] }, ""],
  [{ links: ["x", { rel: "alternate", href: "/b" }, { rel: "NEXT", href: "/a" }] }, "nextUrl /links/2/href /a"],
  [
    {
      links: [
        { rel: ["self"], href: "/b" },
        { rel: ["next"], href: "/a" },
      ],
    },
    "nextUrl /links/1/href /a",
  ],
  [{ links: [{ rel: "next", href: null }] }, "nextUrl /links/0/href null"],
  [{ paging: { next: { after: "NTI" } } }, "cursor /paging/next/after NTI"],
  [{ meta: { page: { total: 9, pages: 3 } } }, "total /meta/page/total 9, totalPages /meta/page/pages 3"],
  [{ next: "-1" }, "cursor /next null"],
  [{ next: "//service.example/a" }, "nextUrl /next //service.example/a"],
  [{ has_more: 1, is_last: "no" }, "hasMore /has_more true, isLast /is_last false"],
  [{ total: " 9.0 ", count: "3x", num_found: "1234567890123456" }, "total /total 9"],
  [{ "hydra:next": "?page=2" }, "nextUrl /hydra:next ?page=2"],
  [{ has_more: true, isLast: false }, "hasMore /has_more true, isLast /isLast false"],
  [{ has_more: "false" }, "hasMore /has_more false"],
  [{ last: 7 }, "totalPages /last 7"],
  [{ last: "/v2/workflows" }, "otherPage /last /v2/workflows"],
  [{ total: { value: 9, relation: "eq" } }, "total /total/value 9"],
  [{ link: [{ relation: "next", url: "/a" }] }, "nextUrl /link/0/url /a"],
  [{ pg: { offset: 0, limit: 10, sort: "asc" } }, "offset /pg/offset 0, pageSize /pg/limit 10"],
  [{ continue: { cmcontinue: "a|b", continue: "-" } }, "cursor /continue/continue -"],
  [{ LastEvaluatedKey: { pk: "x", after: "y" } }, "position /LastEvaluatedKey/after y"],
  [
    { totalCount: { value: 9 }, done: "false", ["a".repeat(1001)]: true },
    "total /totalCount/value 9, isLast /done false",
  ],
  [{ total: "1,234,567", pages: "10,000+", count: "1,23" }, "total /total 1234567, totalPages /pages 10000"],
  [{ count: "9", num_found: 9 }, "count /count 9, total /num_found 9"],
  [{ startIndex: 1, totalResults: 9 }, "offset /startIndex 1, total /totalResults 9"],
  [{ cursor: "abc", offset: "abc" }, "position /cursor abc, position /offset abc"],
  [{ metadata: { remainingItemCount: 4 } }, "remaining /metadata/remainingItemCount 4"],
  [{ truncated: "yes" }, "hasMore /truncated true"],
  [{ nextPage: "Yes" }, "hasMore /nextPage true"],
  [{ nextPage: "No" }, "hasMore /nextPage false"],
  [{ totalNormAttorneyCount: 9, attorneys_total_fee: 5 }, ""],
  [{ owner: { total: 9, next: "?page=2" } }, ""],
  [{ lastPage: true }, "isLast /lastPage true"],
  [{ lastPage: 3 }, "totalPages /lastPage 3"],
  [{ end_of_stream: false, last_batch: false }, "isLast /end_of_stream false, isLast /last_batch false"],
  [
    { noOfPages: 5, lastPageNo: 5, pages_left: 4 },
    "totalPages /noOfPages 5, totalPages /lastPageNo 5, remaining /pages_left 4",
  ],
  [{ lastItem: 20, startPage: 1, totalValue: 15, syncState: "done" }, ""],
  [{ total: { value: 9, page: 2 } }, "total /total/value 9, pageNumber /total/page 2"],
  [{ quota: { limit: 100, total: 100, remaining: 97 } }, ""],
])("%j", (fields, signals) => {
  expect(shown(signalsOf(fields))).toBe(signals);
});

it("more links than a call has arguments are read", () => {
  const links = Array.from({ length: 150_000 }, () => ({ rel: "next", href: "/a" }));
  expect(signalsOf({ links })).toHaveLength(links.length);
});

it.each<[headers: Record<string, string>, signals: string]>([
  [{ link: '<abc>; rel="next"' }, "nextUrl header:Link abc"],
  [{ "x-next-page": "2", "x-total-pages": "3" }, "nextNumber header:x-next-page 2, totalPages header:x-total-pages 3"],
  [{ "x-next-page": "" }, "cursor header:x-next-page null"],
  [{ "x-wp-total": "9", "opc-next-page": "abc" }, "total header:x-wp-total 9, cursor header:opc-next-page abc"],
  [{ "content-range": "items 0-4/23" }, "total header:content-range 23"],
  [{ "content-range": "items 0-4/*" }, "offset header:content-range 0"],
  [{ "content-range": "items */*" }, ""],
  [{ "content-range": "bytes 0-4/*" }, ""],
  [
    { "x-pagination-limit": "5", "x-pagination-has-more": "true" },
    "pageSize header:x-pagination-limit 5, hasMore header:x-pagination-has-more true",
  ],
  [{ "x-pagination": '{"TotalPages":3}' }, "totalPages header:x-pagination/TotalPages 3"],
  [{ "x-generated-total": "9" }, "total header:x-generated-total 9"],
  [{ "has-more": "?1" }, "hasMore header:has-more true"],
  [{ "x-more-results": "?0" }, "hasMore header:x-more-results false"],
  [{ "x-ratelimit-remaining": "5", "x-rate-limit-total": "9", "content-length": "9", age: "3" }, ""],
])("headers %j", (headers, signals) => {
  expect(shown(signalsOf({}, headers))).toBe(signals);
});

it.each<[fields: unknown, unrelated: string[], signals: string]>([
  [{ total: 9, meta: { total: 8 } }, ["total"], ""],
  [{ total: 9, meta: { total: 8 } }, ["/meta/total"], "total /total 9"],
  [{ total: 9, meta: { total: 8, pages: 2 } }, ["/meta"], "total /total 9"],
  [{ total: 9 }, ["header:X-Total-Count"], "total /total 9"],
])("%j without %j", (fields, unrelated, signals) => {
  const headers = unrelated.some((field) => field.startsWith("header:")) ? { "x-total-count": "8" } : {};
  expect(shown(signalsOf(fields, headers, unrelated))).toBe(signals);
});

it.each<[fields: unknown, signs: string[], unknown: string[]]>([
  [{ overflow: true, active: false }, ["/overflow"], []],
  [{ navigation: { hasNextPage: true }, batch: { has_more: false } }, ["/navigation/hasNextPage"], []],
  [{ onward: "?page=2", elsewhere: "/v2/other?page=2", docs: "https://a/docs" }, ["/onward"], ["/elsewhere", "/docs"]],
  [{ a: { b: { c: { d: { on: "?page=2" } } } } }, ["/a/b/c/d/on"], []],
  [{ a: { b: { c: { d: { e: { on: "?page=2" } } } } } }, [], []],
  [{ took: 5, version: "1.0", note: null, empty: "" }, [], ["/took", "/version"]],
  [{ home: "/v2/workflows", here: "?limit=5", sort: "workflows?name" }, [], ["/home", "/here", "/sort"]],
  [{ docs: "//[", on: "https://other.example/v2/workflows?page=2" }, [], ["/docs", "/on"]],
  [{ LastEvaluatedKey: { pk: { S: "wf_5" } }, search_after: [17, "wf_5"] }, ["/LastEvaluatedKey", "/search_after"], []],
  [{ _links: { next: [{ href: "/a" }] }, next: { limit: 5, skip: 5 } }, ["/_links/next", "/next"], []],
  [{ next: {}, cursor: [], after: null }, [], []],
  [{ next: { href: null } }, [], []],
  [{ owner: { overflow: true } }, [], []],
  [{ nav: { deep: { on: "?page=2", self: "?page=1", docs: "/docs?page=2" } } }, ["/nav/deep/on"], []],
  [{ facets: [{ overflow: true, on: "?page=2" }] }, [], []],
  [{ links: { first: "?page=1", last: "?page=4" } }, [], []],
  [{ _links: { self: { href: "?page=1", templated: true } } }, [], []],
])("%j looks like more at %j", (fields, signs, unknown) => {
  const at = (...looked: SignalKind[]): string[] =>
    signalsOf(fields).flatMap(({ kind, location }) => (looked.includes(kind) ? [location] : []));
  expect(at("unknownSign")).toEqual(signs);
  expect(at("unknown")).toEqual(unknown);
});

it.each(Object.entries(SIGNAL_NAMES).map(([kind, { example }]) => ({ kind, example })))(
  "$example is $kind",
  ({ kind, example }) => {
    const [signal] = signalsOf(JSON.parse(`{${example}}`) as JsonValue);
    expect(signal?.kind.replace(/^(?:nextUrl|cursor|nextNumber)$/, "next")).toBe(kind);
  },
);
