/** Bodies and headers, then what they say about pages. */
import { FIELDS } from "../../../provider/workflows/listing/fields.js";
import { type Fact, readFacts } from "../../../provider/workflows/listing/page-facts.js";
import type { JsonValue } from "../../../provider/workflows/json/json.js";

const url = new URL("https://service.example/v2/workflows?limit=5");
const factsOf = (fields: unknown, headers = {}, unrelated: readonly string[] = []): Fact[] =>
  readFacts({ items: [{ id: 1, total: 9 }], ...(fields as object) }, "/items", { headers, url }, unrelated);
const DOUBTFUL = ["suspicious", "unknown"];
const shown = (facts: readonly Fact[]): string =>
  facts
    .filter(({ meaning }) => !DOUBTFUL.includes(meaning))
    .map(({ meaning, location, value }) => `${meaning} ${location} ${String(value)}`)
    .join(", ");

test.each<[fields: unknown, facts: string]>([
  [{ next: "/v2/workflows?page=2" }, "address /next /v2/workflows?page=2"],
  [{ next: "?page=2" }, "address /next ?page=2"],
  [{ next: 2 }, "next number /next 2"],
  [{ next: "b64+/==" }, "cursor /next b64+/=="],
  [{ next: null }, "cursor /next null"],
  [{ next: true }, "more /next true"],
  [{ next_page_url: "abc" }, "address /next_page_url abc"],
  [{ nextPageToken: "/abc" }, "cursor /nextPageToken /abc"],
  [{ next_link_id: "abc" }, "cursor /next_link_id abc"],
  [{ "@odata.nextLink": "x" }, "address /@odata.nextLink x"],
  [{ links: { next: { href: "/a" }, self: "/b" } }, "address /links/next/href /a, other /links/self /b"],
  [{ links: [{ rel: "self", href: "/b" }, { next: "/a" }] }, ""],
  [{ links: ["x", { rel: "alternate", href: "/b" }, { rel: "NEXT", href: "/a" }] }, "address /links/2/href /a"],
  [
    {
      links: [
        { rel: ["self"], href: "/b" },
        { rel: ["next"], href: "/a" },
      ],
    },
    "address /links/1/href /a",
  ],
  [{ links: [{ rel: "next", href: null }] }, "address /links/0/href null"],
  [{ paging: { next: { after: "NTI" } } }, "cursor /paging/next/after NTI"],
  [{ meta: { page: { total: 9, pages: 3 } } }, "total /meta/page/total 9, pages /meta/page/pages 3"],
  [{ next: "-1" }, "cursor /next null"],
  [{ next: "//service.example/a" }, "address /next //service.example/a"],
  [{ has_more: 1, is_last: "no" }, "more /has_more true, last /is_last false"],
  [{ total: " 9.0 ", count: "3x", num_found: "1234567890123456" }, "total /total 9"],
  [{ "hydra:next": "?page=2" }, "address /hydra:next ?page=2"],
  [{ has_more: true, isLast: false }, "more /has_more true, last /isLast false"],
  [{ has_more: "false" }, "more /has_more false"],
  [{ last: 7 }, "pages /last 7"],
  [{ last: "/v2/workflows" }, "other /last /v2/workflows"],
  [{ total: { value: 9, relation: "eq" } }, "total /total/value 9"],
  [{ link: [{ relation: "next", url: "/a" }] }, "address /link/0/url /a"],
  [{ pg: { offset: 0, limit: 10, sort: "asc" } }, "offset /pg/offset 0, size /pg/limit 10"],
  [{ continue: { cmcontinue: "a|b", continue: "-" } }, "cursor /continue/continue -"],
  [{ LastEvaluatedKey: { pk: "x", after: "y" } }, "position /LastEvaluatedKey/after y"],
  [
    { totalCount: { value: 9 }, done: "false", ["a".repeat(1001)]: true },
    "total /totalCount/value 9, last /done false",
  ],
  [{ count: "9", num_found: 9 }, "count /count 9, total /num_found 9"],
  [{ startIndex: 1, totalResults: 9 }, "offset /startIndex 1, total /totalResults 9"],
  [{ cursor: "abc", offset: "abc" }, "position /cursor abc, position /offset abc"],
  [{ metadata: { remainingItemCount: 4 } }, "remaining /metadata/remainingItemCount 4"],
  [{ truncated: "yes" }, "more /truncated true"],
  [{ totalNormAttorneyCount: 9, attorneys_total_fee: 5 }, ""],
  [{ owner: { total: 9, next: "?page=2" } }, ""],
  [{ lastPage: true }, "last /lastPage true"],
  [{ lastPage: 3 }, "pages /lastPage 3"],
  [{ end_of_stream: false, last_batch: false }, "last /end_of_stream false, last /last_batch false"],
  [{ noOfPages: 5, lastPageNo: 5, pages_left: 4 }, "pages /noOfPages 5, pages /lastPageNo 5, remaining /pages_left 4"],
  [{ lastItem: 20, startPage: 1, totalValue: 15, syncState: "done" }, ""],
  [{ total: { value: 9, page: 2 } }, "total /total/value 9, page /total/page 2"],
  [{ quota: { limit: 100, total: 100, remaining: 97 } }, ""],
])("%j", (fields, facts) => {
  expect(shown(factsOf(fields))).toBe(facts);
});

test("more links than a call has arguments are read", () => {
  const links = Array.from({ length: 150_000 }, () => ({ rel: "next", href: "/a" }));
  expect(factsOf({ links })).toHaveLength(links.length);
});

test.each<[headers: Record<string, string>, facts: string]>([
  [{ link: '<abc>; rel="next"' }, "address header:Link abc"],
  [{ "x-next-page": "2", "x-total-pages": "3" }, "next number header:x-next-page 2, pages header:x-total-pages 3"],
  [{ "x-next-page": "" }, "cursor header:x-next-page null"],
  [{ "x-wp-total": "9", "opc-next-page": "abc" }, "total header:x-wp-total 9, cursor header:opc-next-page abc"],
  [{ "content-range": "items 0-4/23" }, "total header:content-range 23"],
  [{ "content-range": "items 0-4/*" }, ""],
  [
    { "x-pagination-limit": "5", "x-pagination-has-more": "true" },
    "size header:x-pagination-limit 5, more header:x-pagination-has-more true",
  ],
  [{ "x-pagination": '{"TotalPages":3}' }, "pages header:x-pagination/TotalPages 3"],
  [{ "x-ratelimit-remaining": "5", "x-rate-limit-total": "9", "content-length": "9", age: "3" }, ""],
])("headers %j", (headers, facts) => {
  expect(shown(factsOf({}, headers))).toBe(facts);
});

test.each<[fields: unknown, unrelated: string[], facts: string]>([
  [{ total: 9, meta: { total: 8 } }, ["total"], ""],
  [{ total: 9, meta: { total: 8 } }, ["/meta/total"], "total /total 9"],
  [{ total: 9, meta: { total: 8, pages: 2 } }, ["/meta"], "total /total 9"],
  [{ total: 9 }, ["header:X-Total-Count"], "total /total 9"],
])("%j without %j", (fields, unrelated, facts) => {
  const headers = unrelated.some((field) => field.startsWith("header:")) ? { "x-total-count": "8" } : {};
  expect(shown(factsOf(fields, headers, unrelated))).toBe(facts);
});

test.each<[fields: unknown, suspicious: string[], unknown: string[]]>([
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
])("%j looks like more at %j", (fields, suspicious, unknown) => {
  const at = (...looked: Fact["meaning"][]): string[] =>
    factsOf(fields).flatMap(({ meaning, location }) => (looked.includes(meaning) ? [location] : []));
  expect(at("suspicious")).toEqual(suspicious);
  expect(at("unknown")).toEqual(unknown);
});

test.each(Object.entries(FIELDS).map(([meaning, { example }]) => ({ meaning, example })))(
  "$example says $meaning",
  ({ meaning, example }) => {
    const [fact] = factsOf(JSON.parse(`{${example}}`) as JsonValue);
    expect(fact?.meaning.replace(/^(?:address|cursor|next number)$/, "next")).toBe(meaning);
  },
);
