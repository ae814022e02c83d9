/** What is read as a hint at more pages, in bodies and headers, and what is not. */
import { findItems } from "../../../provider/workflows/responses/find-items.js";
import { parseJson } from "../../../provider/workflows/json/json.js";
import { collectHints } from "../../../provider/workflows/pages/pagination-hints.js";
import { readPlace } from "../../../provider/workflows/pages/places.js";

const items = [{ id: "a" }];
type Headers = Readonly<Record<string, string | string[]>>;

/** A line for each hint, such as "cursor /paging/next/after, after in next: c1". */
function hintsIn(body: unknown, headers: Headers = {}, itemsPath?: string): string[] {
  const parsed = parseJson(JSON.stringify(body));
  const { pointer } = findItems(parsed, itemsPath);
  const url = new URL("https://service.example/v2/workflows");
  const hints = collectHints(parsed, pointer, { headers: { ...headers }, url });
  const lines = hints.found.map(({ meaning, place, name, parent, value }) => {
    const where = parent === "" ? name : `${name} in ${parent}`;
    return `${meaning} ${place}, ${where}: ${String(value)}`;
  });
  return [
    ...lines,
    ...(hints.namesNoNext ? ["no next page"] : []),
    ...(hints.isStripeList ? ["a list as Stripe's"] : []),
    ...(hints.isODataList ? ["a list of OData"] : []),
  ];
}

const self = { rel: "self", href: "/a" };
const next = { rel: "next", href: "/b?page=2" };

describe("a number of items", () => {
  it.each([
    "filter_count",
    "filterTotal",
    "total_filter",
    "searchTotal",
    "globalTotal",
    "numTotal",
    "total_found",
    "TotalRecordsFound",
    "totalCnt",
    "list_total_cnt",
    "totCount",
    "entityTotal",
    "exact_count",
  ])("%s is a total", (name) => {
    expect(hintsIn({ items, [name]: 9 })).toEqual([`total /${name}, ${name}: 9`]);
  });

  it.each([
    "search_count",
    "queryCount",
    "search_result_count",
    "list_count",
    "dataCount",
    "docCount",
    "record_cnt",
    "match_count",
    "allCount",
    "collection_count",
    "foundRows",
    "totalMatchedRows",
    "totalEstimatedMatches",
    "total_estimated_results",
    "estimatedMatches",
  ])("%s is a count", (name) => {
    expect(hintsIn({ items, [name]: 9 })).toEqual([`count /${name}, ${name}: 9`]);
  });

  it.each(["retry_count", "error_count", "total_time", "search_time", "unfiltered_count", "match"])(
    "%s is none",
    (name) => {
      expect(hintsIn({ items, [name]: 9 })).toEqual([]);
    },
  );
});

describe("a body", () => {
  it.each<[body: object, hints: readonly string[], itemsPath?: string]>([
    [{ items, next: "/x?page=2" }, ["address /next, next: /x?page=2"]],
    [
      { items, nextPageAPI: "https://a.example/x?page=2" },
      ["address /nextPageAPI, nextPageAPI: https://a.example/x?page=2"],
    ],
    [{ items, scroll_param: "s1" }, ["weak cursor /scroll_param, scroll_param: s1"]],
    [{ items, search_id: "s1", list_id: "l1" }, []],
    [{ items, next_stream_position: "p1" }, ["cursor /next_stream_position, next_stream_position: p1"]],
    [{ items, next_min_id: "m1" }, ["cursor /next_min_id, next_min_id: m1"]],
    [{ items, requestContinuationToken: "t1" }, ["cursor /requestContinuationToken, requestContinuationToken: t1"]],
    [{ items, previousContinuationToken: "t1" }, []],
    [{ posts: items, more_posts: true }, ["more /more_posts, more_posts: true"]],
    [{ items, more_full_page_results: true }, ["more /more_full_page_results, more_full_page_results: true"]],
    [{ items, total_counts: 9 }, ["total /total_counts, total_counts: 9"]],
    [{ items, next: null }, ["no next page"]],
    [{ items, next: "" }, ["no next page"]],
    [{ items, next: {} }, ["no next page"]],
    [{ items, next: false }, ["more /next, next: false"]],
    [{ items, other: null }, []],
    [{ items, object: "list" }, ["a list as Stripe's"]],
    [{ items, object: "page" }, []],
    [{ value: items, "@odata.context": "x" }, ["a list of OData"]],
    [{ value: items, "@context": "x", "@count": 3 }, ["count /@count, @count: 3", "a list of OData"]],
    [{ value: items, "@context": "x" }, []],
    [{ value: items, "@count": 3 }, ["count /@count, @count: 3"]],
    [{ value: items, "odata.metadata": "x" }, ["a list of OData"]],
    [{ d: { results: items, __count: "3" } }, ["count /d/__count, __count in d: 3", "a list of OData"]],
    [{ d: { results: items } }, []],
    [{ value: items, "@iot.count": 3 }, ["count /@iot.count, @iot.count: 3", "a list of OData"]],
    [{ value: items, "@odata.count": 9 }, ["count /@odata.count, @odata.count: 9"]],
    [
      { items, total: { value: 5, relation: "eq" } },
      ["total /total/value, value in total: 5", "inexact total /total/relation, relation in total: false"],
    ],
    [
      { items, warnings: ["Deprecated.", "results truncated due to limit"] },
      ["truncated /warnings/1, warnings: results truncated due to limit"],
    ],
    [
      { items, meta: { notices: [{ code: "X", message: "Limited to 100 rows" }] } },
      ["truncated /meta/notices/0, notices in meta: Limited to 100 rows"],
    ],
    [{ items, warning: "Only the first 3 of 900" }, ["truncated /warning, warning: Only the first 3 of 900"]],
    [
      { items, warningMessages: ["Row limit reached"] },
      ["truncated /warningMessages/0, warningMessages: Row limit reached"],
    ],
    [{ items, warnings: ["2 items were omitted"] }, ["truncated /warnings/0, warnings: 2 items were omitted"]],
    [{ items, warnings: [], warning: "", info: "Access is limited to admins", notices: [{ n: 1 }, null, 3] }, []],
    [{ items, warnings: ["This version is deprecated."], message: "not all is well" }, []],
    [{ items, message: "Only the first 3 are shown" }, ["truncated /message, message: Only the first 3 are shown"]],
    [{ items, terminated_early: true }, ["truncated /terminated_early, terminated_early: true"]],
    [{ items, jobComplete: false }, ["last /jobComplete, jobComplete: false"]],
    [{ items, count: { value: 9 } }, ["count /count/value, value in count: 9"]],
    [{ items, meta: { partial: true } }, ["incomplete /meta/partial, partial in meta: true"]],
    [{ items, warning: { code: "PARTIAL_SUCCESS", message: "x" } }, ["incomplete /warning, warning: PARTIAL_SUCCESS"]],
    [
      { items, messages: [{ type: "WARN", text: "Search peer eu is down." }] },
      ["incomplete /messages/0, messages: Search peer eu is down."],
    ],
    [{ items, warnings: ["Workflow 7 failed.", "Region eu will be removed."] }, []],
    [{ items, warnings: ["0 clusters skipped", "No clusters are offline", "Sources: 3 ok, 0 failed"] }, []],
    [{ items, message: "The list is not partial" }, []],
    [{ items, message: "Results were not truncated. No workflows omitted." }, []],
    [{ items, message: "Regions: eu, us. Unavailable workflows are hidden" }, []],
    [{ items, warnings: ["partial is deprecated", "Partial results are supported", "Zone eu will be down"] }, []],
    [
      { items, warnings: ["No shards failed, but region eu-west.1 did not respond"] },
      ["incomplete /warnings/0, warnings: No shards failed, but region eu-west.1 did not respond"],
    ],
    [{ items: [{ id: "a", warnings: ["truncated"] }] }, []],
    [{ items, pages: ["9"], next: [], other: ["results truncated"] }, []],
    [
      { value: items, "value@odata.count": 9, "other@odata.count": 7 },
      ["count /value@odata.count, value@odata.count: 9", "a list of OData"],
    ],
    [
      { data: { flows: items }, "data@odata.nextLink": "/x?page=2" },
      ["address /data@odata.nextLink, data@odata.nextLink: /x?page=2"],
      "/data/flows",
    ],
    [{ data: { flows: items }, "flows@odata.nextLink": "/x?page=2" }, [], "/data/flows"],
    [{ items, totals: { items: 7 } }, ["total /totals/items, items in totals: 7"]],
    [{ items, counts: { items: { total: 5 } } }, ["total /counts/items/total, total in items: 5"]],
    [{ items, cursors: { next: "abc" } }, ["cursor /cursors/next, next in cursors: abc"]],
    [
      { items, paging: { cursors: { after: "abc", before: "x" } } },
      ["weak cursor /paging/cursors/after, after in cursors: abc"],
    ],
    [
      { items, paging: { next: { after: "c1", link: "/x?after=c1" } } },
      ["cursor /paging/next/after, after in next: c1", "address /paging/next/link, link in next: /x?after=c1"],
    ],
    [{ items, cursor: { value: "abc" } }, ["weak cursor /cursor/value, value in cursor: abc"]],
    [{ items, count: { all: 9 } }, ["count /count/all, all in count: 9"]],
    [{ items, paging: { token: "abc" } }, ["weak cursor /paging/token, token in paging: abc"]],
    [{ items, moreLinks: { next: "/x?page=2" } }, ["address /moreLinks/next, next in morelinks: /x?page=2"]],
    [{ items, olderPages: { next: "/x?page=2" } }, ["address /olderPages/next, next in olderpages: /x?page=2"]],
    [
      { items, followingPage: { next: "/x?page=2" } },
      ["address /followingPage/next, next in followingpage: /x?page=2"],
    ],
    [{ items, more: { token: "abc" } }, ["cursor /more/token, token in more: abc"]],
    [{ items, more: { results: 7 } }, ["remaining /more/results, results in more: 7"]],
    [{ items, older: { cursor: "abc" } }, ["cursor /older/cursor, cursor in older: abc"]],
    [{ items, more: { label: "Show more", enabled: "yes" } }, []],
    [{ items, loadMore: { cursor: "abc" } }, ["cursor /loadMore/cursor, cursor: abc"]],
    [
      { limit: 1, items, LastEvaluatedKey: { owner: null, id: { S: "abc" }, time: { N: "7" } } },
      ["size /limit, limit: 1", "cursor /LastEvaluatedKey/id/S, S: abc"],
    ],
    [{ items, LastEvaluatedKey: {} }, ["no next page"]],
    [{ items, LastEvaluatedKey: { id: null } }, []],
    [{ items, next: ["abc", "def"] }, ["cursor /next/0, next: abc"]],
    [{ items, next: { title: "Next page", href: null } }, ["no next page"]],
    [{ items, more: { url: "/x" } }, ["address /more/url, url in more: /x"]],
    [{ items, older: { href: "/x?y=1" } }, ["address /older/href, href in older: /x?y=1"]],
    [{ items, nextPage: { offset: 4 } }, ["next number /nextPage/offset, offset in nextpage: 4"]],
    [{ items, following: { href: "/x" } }, ["address /following/href, href in following: /x"]],
    [{ items, account: { total: 55, next: "/x?p=2" } }, []],
    [{ items, extra: { pagination: { total: 55 } } }, ["total /extra/pagination/total, total in pagination: 55"]],
    [{ items, extra: { list: [1], pagination: { total: 55 } } }, []],
    [{ items, extra: { other: { total: 55 } } }, []],
    [{ items, extra: { pagination: [{ total: 5 }] } }, []],
    [
      { items, extra: { pageInfo: { hasNextPage: true } } },
      ["more /extra/pageInfo/hasNextPage, hasNextPage in pageinfo: true"],
    ],
    [{ items, a: { b: { pagination: { total: 55 } } } }, []],
    [
      { items, state: { page: 1, total: 55 } },
      ["page /state/page, page in state: 1", "total /state/total, total in state: 55"],
    ],
    [
      { items, state: { offset: 0, hasMore: true } },
      ["offset /state/offset, offset in state: 0", "more /state/hasMore, hasMore in state: true"],
    ],
    [{ items, state: { page: 1, total: 55, runs: ["a"] } }, []],
    [{ items, state: { page: 1, name: "a" } }, []],
    [{ items, state: { start: 1, total: 55 } }, []],
    [{ items, state: { pageSize: 1, total: 55 } }, []],
    [
      { a: { b: { c: { d: { e: { f: { items, total: 9 }, total: 8 }, total: 7 } } } } },
      [
        "total /a/b/c/d/e/f/total, total in f: 9",
        "total /a/b/c/d/e/total, total in e: 8",
        "total /a/b/c/d/total, total in d: 7",
      ],
      "/a/b/c/d/e/f/items",
    ],
    [{ ite: { total: 5 }, item: { flows: items } }, [], "/item/flows"],
    [
      { a: { b: { c: { d: { e: { flows: items, pagination: { total: 9 } } } } } } },
      ["total /a/b/c/d/e/pagination/total, total in pagination: 9"],
      "/a/b/c/d/e/flows",
    ],
    [
      { meta: { meta: { meta: { meta: { meta: { total: 9 } } } } }, items },
      ["total /meta/meta/meta/meta/meta/total, total in meta: 9"],
    ],
    [
      { a: { b: { c: { d: { items, x: { pagination: { total: 9 } } } } } } },
      ["total /a/b/c/d/x/pagination/total, total in pagination: 9"],
      "/a/b/c/d/items",
    ],
    [
      { a: { b: { c: { d: { e: { items, x: { pagination: { total: 9 } } } } } } } },
      ["total /a/b/c/d/e/x/pagination/total, total in pagination: 9"],
      "/a/b/c/d/e/items",
    ],
    [
      { items, links: [self, next, { rel: "last", href: "/b?page=9" }] },
      ["address /links/1/href, href in next: /b?page=2", "last address /links/2/href, href in last: /b?page=9"],
    ],
    [{ items, link: [{ relation: "next", url: "/b?page=2" }] }, ["address /link/0/url, url in next: /b?page=2"]],
    [{ items, links: [{ rel: ["x", "next"], uri: "/b?page=2" }] }, ["address /links/0/uri, uri in next: /b?page=2"]],
    [{ items, links: [null, 1, "x", { rel: "next" }, { rel: "next", href: 5 }, { href: "/b" }] }, []],
    [{ items, links: [{ rel: "last", url: "/b?page=9" }] }, ["last address /links/0/url, url in last: /b?page=9"]],
    [{ items, links: [{ rel: "next", href: "" }] }, ["no next page"]],
    [{ items, links: [{ rel: "next", href: null }] }, ["no next page"]],
    [
      { items, links: [{ rel: "next", link: "/b?page=2", title: "Next page" }] },
      ["address /links/0/link, link in next: /b?page=2"],
    ],
    [{ items, links: [{ rel: "next", cursor: "c1" }] }, ["cursor /links/0/cursor, cursor in next: c1"]],
    [{ items, link: [{ type: "next", href: "/b?page=2" }] }, ["address /link/0/href, href in next: /b?page=2"]],
    [{ items, linkedRuns: [{ name: "next", url: "/b" }] }, []],
    [{ items, runs: [{ name: "next", url: "/b" }] }, []],
    [{ items, next: [{ href: "/b?page=2" }] }, ["address /next/0/href, href in next: /b?page=2"]],
    [{ items, next: [{ url: "/b?page=2" }] }, ["address /next/0/url, url in next: /b?page=2"]],
    [{ items, next: [{ uri: "/b?page=2" }] }, ["address /next/0/uri, uri in next: /b?page=2"]],
    [{ items, next: [{ id: "a" }, "b"] }, []],
    [{ items, related: [{ rel: "next", href: "/b?page=2" }] }, ["address /related/0/href, href in next: /b?page=2"]],
    [{ items, related: [{ relation: "next", url: "/b" }] }, ["address /related/0/url, url in next: /b"]],
    [
      { items, _links: { self: { href: "/a" }, last: { href: "/b?page=9" } } },
      ["last address /_links/last/href, href in last: /b?page=9"],
    ],
    [{ items, last: { href: "/b?page=9" } }, []],
    [{ last: { flows: items, total: 9 } }, ["total /last/total, total in last: 9"], "/last/flows"],
    [{ items, pagination_next: "/x?page=2" }, ["address /pagination_next, pagination_next: /x?page=2"]],
    [{ items, page_next: { token: "abc" } }, ["cursor /page_next/token, token in next: abc"]],
    [{ items, paging_next: 2 }, ["next number /paging_next, paging_next: 2"]],
    [{ items: [{ next: "/x", total: 9 }], page: { number: 0 } }, ["page /page/number, number in page: 0"]],
    [{ items, meta: { "x/next_cursor": "c" } }, []],
    [{ items, "my/meta": { next_cursor: "c" } }, ["cursor /my~1meta/next_cursor, next_cursor in mymeta: c"]],
  ])("%j: %j", (body, hints, ...[itemsPath]) => {
    expect(hintsIn(body, {}, itemsPath)).toEqual(hints);
  });

  it("has no hints in its items", () => {
    expect(hintsIn([{ rel: "next", href: "/b" }])).toEqual([]);
    expect(hintsIn({ flows: [{ rel: "next", href: "/b" }] })).toEqual([]);
  });

  it("has all of its links and warnings looked at", () => {
    const links = [...Array.from({ length: 200 }, () => self), next];
    expect(hintsIn({ items, links })).toEqual(["address /links/200/href, href in next: /b?page=2"]);
    const warnings = [...Array.from({ length: 200 }, () => "deprecated"), "results truncated"];
    expect(hintsIn({ items, warnings })).toEqual(["truncated /warnings/200, warnings: results truncated"]);
  });
});

describe("headers", () => {
  it.each<[headers: Headers, hints: readonly string[]]>([
    [{ link: '</x?page=2>; rel="next"' }, ["address header:Link, Link: /x?page=2"]],
    [{ link: '</x?page=9>; rel="last"' }, ["last address header:Link, Link: /x?page=9"]],
    [{ link: '</x?page=2>; rel="next"; results="false", </x?page=9>; rel="last"' }, ["no next page"]],
    [{ link: '</x?page=1>; rel="first"' }, ["no next page"]],
    [{ link: "" }, []],
    [{ link: '</x?page=2>; rel="next", </x?page=9>; rel="last"' }, ["address header:Link, Link: /x?page=2"]],
    [{ link: ['</x?page=1>; rel="prev"', '</x?page=2>; rel="next"'] }, ["address header:Link, Link: /x?page=2"]],
    [{ warning: '299 - "results truncated"' }, ['truncated header:Warning, Warning: 299 - "results truncated"']],
    [{ warning: '299 - "deprecated"' }, []],
    [{ "x-total-count": "9" }, ["total header:X-Total-Count, X-Total-Count: 9"]],
    [{ "x-total-count": ["9", "8"] }, ["total header:X-Total-Count, X-Total-Count: 9"]],
    [{ "total-count": "9" }, ["total header:Total-Count, Total-Count: 9"]],
    [{ count: "9" }, ["count header:Count, Count: 9"]],
    [{ "x-limit": "9" }, ["size header:X-Limit, X-Limit: 9"]],
    [{ limit: "9" }, []],
    [{ size: "9" }, []],
    [{ page: "9" }, ["page header:Page, Page: 9"]],
    [{ position: "abc" }, []],
    [{ number: "4" }, []],
    [{ "content-range": "items 0-2/10" }, ["total header:Content-Range, Content-Range: 10"]],
    [{ "content-range": "items 0-2/*" }, []],
    [{ "x-next-page": "2" }, ["next number header:X-Next-Page, X-Next-Page: 2"]],
    [{ "x-next-page": "" }, ["no next page"]],
    [{ "x-pagination-more": "" }, ["no next page"]],
    [{ "max-pages": "4" }, ["pages header:Max-Pages, Max-Pages: 4"]],
    [{ "next-page": "2" }, ["next number header:Next-Page, Next-Page: 2"]],
    [{ "pagination-total": "9" }, ["total header:Pagination-Total, Pagination-Total: 9"]],
    [{ "pagination-limit": "9" }, ["size header:Pagination-Limit, Pagination-Limit: 9"]],
    [{ "x-pagination-total-pages": "9" }, ["pages header:X-Pagination-Total-Pages, X-Pagination-Total-Pages: 9"]],
    [{ "x-page-count": "9" }, ["pages header:X-Page-Count, X-Page-Count: 9"]],
    [{ "x-wp-totalpages": "9" }, ["pages header:X-Wp-Totalpages, X-Wp-Totalpages: 9"]],
    [{ "x-ms-continuation": "abc" }, ["cursor header:x-ms-continuation, x-ms-continuation: abc"]],
    [{ "x-ms-total": "5" }, ["total header:x-ms-total, x-ms-total: 5"]],
    [{ "results-total": "5" }, ["total header:Results-Total, Results-Total: 5"]],
    [{ "items-limit": "5" }, ["size header:Items-Limit, Items-Limit: 5"]],
    [{ "list-next": "/x" }, ["address header:List-Next, Next: /x"]],
    [{ "opc-next-page": "tok" }, ["cursor header:Opc-Next-Page, Next-Page: tok"]],
    [{ "x-nomad-nexttoken": "tok" }, ["cursor header:X-Nomad-Nexttoken, Nexttoken: tok"]],
    [{ "acme-continuation": "tok" }, ["cursor header:Acme-Continuation, Continuation: tok"]],
    [{ "x-continuation-token": "t" }, ["cursor header:X-Continuation-Token, X-Continuation-Token: t"]],
    [
      { "x-pagination": '{"totalPages":4,"next":"/x?p=2"}' },
      [
        "pages header:X-Pagination/totalPages, totalPages in pagination: 4",
        "address header:X-Pagination/next, next in pagination: /x?p=2",
      ],
    ],
    [{ "x-pagination": "{bad" }, []],
    [{ "x-next-cursor": "{c1}" }, ["cursor header:X-Next-Cursor, X-Next-Cursor: {c1}"]],
    [{ "x-ms-continuation": '{"a":1}' }, ['cursor header:x-ms-continuation, x-ms-continuation: {"a":1}']],
    [{ "x-acme-total-count": "9" }, ["total header:X-Acme-Total-Count, X-Acme-Total-Count: 9"]],
    [{ "x-acme-totalcount": "9" }, ["total header:X-Acme-Totalcount, X-Acme-Totalcount: 9"]],
    [{ "x-acme-total-count-limit": "9" }, []],
    [{ "x-pagination": "[1]" }, []],
    [{ "x-meta": ' {"total":4}' }, ["total header:X-Meta/total, total in meta: 4"]],
    [{ "x-cursor": '{"next":"c"}' }, ["cursor header:X-Cursor/next, next in cursor: c"]],
    [{ "x-next-cursor": '{"shard":"s1"}' }, ["cursor header:X-Next-Cursor/shard, shard: s1"]],
    [{ "x-other": '{"total":4}' }, []],
    [{ pagination: '{"pages":{"total":4}}' }, ["total header:Pagination/pages/total, total in pages: 4"]],
    [{ "content-location": "/x?page=2" }, []],
    [{ location: "/x?page=2" }, []],
    [{ range: "0-1/9" }, []],
    [{ "accept-ranges": "3" }, []],
    [{ "x-has-more": "true" }, ["more header:X-Has-More, X-Has-More: true"]],
    [{ "more-results": "true" }, ["more header:More-Results, More-Results: true"]],
    [{ "x-request-count": "7" }, []],
    [{ "x-ratelimit-remaining": "7" }, []],
  ])("%j: %j", (headers, hints) => {
    expect(hintsIn(items, headers)).toEqual(hints);
  });

  it("of more than 4096 characters are no hints", () => {
    expect(hintsIn(items, { "x-next-cursor": "c".repeat(4096) })).toHaveLength(1);
    expect(hintsIn(items, { "x-next-cursor": "c".repeat(4097) })).toEqual([]);
  });
});

describe("the place of an option", () => {
  it.each<[place: string, headers: Headers, value: unknown]>([
    ["/a/b", {}, 1],
    ["a.b", {}, 1],
    ["header", {}, 2],
    ["header:X-Next", { "x-next": "v" }, "v"],
    ["header:x-next", { "x-next": ["v", "w"] }, "v"],
    ["header:X-Next", {}, undefined],
    ["header:X-Next/a", {}, undefined],
    ["header:X-Page/next/0", { "x-page": '{"next":["q"]}' }, "q"],
    ["header:X-Page/a~1b", { "x-page": '{"a/b":"q"}' }, "q"],
    ["header:X-Page/next", { "x-page": "no JSON" }, undefined],
  ])("%s with %j leads to %j", (place, headers, value) => {
    expect(readPlace({ a: { b: 1 }, header: 2 }, { ...headers }, place)).toBe(value);
  });
});
