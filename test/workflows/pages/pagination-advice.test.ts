/** What the hints of a page come to: the end, an address to follow, or an error with the argument that reads on. */
import { findItems } from "../../../provider/workflows/responses/find-items.js";
import { parseJson } from "../../../provider/workflows/json/json.js";
import { judge } from "../../../provider/workflows/pages/page-verdict.js";
import { contradiction, refusal } from "../../../provider/workflows/pages/pagination-advice.js";
import { otherParameters, renderArgument } from "../../../provider/workflows/pages/suggest-pagination.js";
import { collectHints } from "../../../provider/workflows/pages/pagination-hints.js";

const none: object[] = [];
const three = [{ id: "a" }, { id: "b" }, { id: "c" }];
const ten = Array.from({ length: 10 }, (_, id) => ({ id }));

interface Reading {
  readonly headers?: Readonly<Record<string, string>>;
  /** Of the request, with its question mark. */
  readonly query?: string;
  /** Pages before this one. Each had three items. */
  readonly pagesBefore?: number;
  readonly scope?: "all" | "limits";
}

/** "follow …", or the fault and the argument, or "the end" with what the response states of it. */
function adviceOn(body: object, { headers = {}, query = "", pagesBefore = 0, scope = "all" }: Reading = {}): string {
  const parsed = parseJson(JSON.stringify(body));
  const { items, pointer } = findItems(parsed);
  const hints = collectHints(parsed, pointer, {
    headers: { ...headers },
    url: new URL(`https://service.example/v2/workflows${query}`),
  });
  const progress = {
    pagesRead: pagesBefore + 1,
    itemsRead: 3 * pagesBefore + items.length,
    pageItems: items.length,
  };
  const { more, statesEnd, isTotal } = judge(hints, progress, scope);
  if (more === undefined) {
    return `the end${statesEnd ? ", stated" : ""}${isTotal ? ", by the total" : ""}`;
  }
  if (more.meaning === "address" && scope === "all") {
    return `follow ${String(more.value)}`;
  }
  const error = refusal(more, hints, progress, { noun: "workflows", language: "typescript" });
  const fault = error.problem.replace(/^The response /, "").replace(/\. \d+ workflows on .*$/, "");
  const argument = renderArgument(error.pagination ?? {}, "typescript").replace("pagination: ", "");
  return `${fault}; ${argument}${error.hint?.includes("set start to 0") === true ? ", or start 0" : ""}`;
}

describe("the end of a listing, or a reason to doubt it", () => {
  it.each<[body: object, advice: string, reading?: Reading]>([
    [three, "the end"],
    [{ items: three, total: 3 }, "the end, stated, by the total"],
    [{ items: three, total: 2 }, "the end, stated"],
    [{ items: three, count: 3 }, "the end"],
    [{ items: three, count: 1 }, "the end, stated"],
    [{ items: three, has_more: false }, "the end, stated"],
    [{ items: three, is_last: true }, "the end, stated"],
    [{ items: three, next: null }, "the end, stated"],
    [{ items: three, limit: 50 }, "the end, stated"],
    [{ items: three, limit: 3 }, "the end"],
    [{ items: three, limit: 2 }, "the end"],
    [{ items: three, remaining: 0 }, "the end, stated"],
    [{ items: none, remaining: 4 }, "the end, stated"],
    [{ items: three, pages: 1 }, "the end, stated"],
    [{ items: three, page: 1 }, "the end"],
    [{ items: three, truncated: false }, "the end"],
    [{ items: three, total: 6 }, "the end, stated, by the total", { pagesBefore: 1 }],
    [{ items: three, count: 6 }, "the end, stated, by the total", { pagesBefore: 1 }],
    [{ items: three, count: 3 }, "the end", { pagesBefore: 1 }],
    [
      { items: three, total: 6, grand_total: 7 },
      'says at "/grand_total" that there are 7 workflows; { type: "page", start: 1, totalPath: "/grand_total" }, or start 0',
      { pagesBefore: 1 },
    ],
    [{ items: three, is_last: true, next: "/x" }, "follow /x"],
    [{ items: none, is_last: true, next: "/x" }, "the end, stated"],
    [{ items: none, next: "/x" }, "follow /x"],
    [{ items: three, has_more: false, next_cursor: "c" }, "the end, stated"],
    [{ items: three, has_more: false, next_page: 2 }, "the end, stated"],
    [
      { items: three, has_more: false, total: 9 },
      'says at "/total" that there are 9 workflows; { type: "page", start: 1, totalPath: "/total" }, or start 0',
    ],
    [
      { items: three, warnings: ["results truncated due to limit"] },
      'says at "/warnings/0" that it is not complete: "results truncated due to limit"; { type: "page", start: 1 }, or start 0',
    ],
    [
      { items: three, has_more: false, truncated: true },
      'says at "/truncated" that it is not complete: true; { type: "page", start: 1, morePath: "/truncated" }, or start 0',
    ],
    [
      { items: three, has_more: true, is_last: true },
      'says at "/has_more" that more pages follow: true; { type: "page", start: 1, morePath: "/has_more" }, or start 0',
    ],
    [
      { items: three, has_more: true, is_last: false },
      'says at "/has_more" that more pages follow: true; { type: "page", start: 1, morePath: "/has_more" }, or start 0',
    ],
    [{ items: three, total: 3, grand_total: 2 }, "the end, stated"],
    [
      { items: three, page: 1, page_size: 3 },
      'says at "/page_size" that a page has 3 workflows, so that this page is full, and does not say whether more follow; { type: "page", start: 1 }',
    ],
    [{ items: three, page: 1, page_size: 4 }, "the end, stated"],
    [{ items: three, page: 1, page_size: 2 }, "the end"],
    [
      { items: three, offset: 0, limit: 3 },
      'says at "/limit" that a page has 3 workflows, so that this page is full, and does not say whether more follow; { type: "offset" }',
    ],
    [{ items: three, page: 1, size: 3 }, "the end"],
    [
      { items: ten, page: 1, size: 10, total: null, pages: null },
      'says at "/size" that a page has 10 workflows, so that this page is full, and does not say whether more follow; { type: "page", start: 1 }',
    ],
    [{ items: ten, page: 1, size: 10, pages: 1 }, "the end, stated"],
    [{ items: ten, size: 10 }, "the end"],
    [{ items: ten, page: 1, disk: { size: 10 } }, "the end"],
    [{ items: three, page: 1, limit: 3, total: 3 }, "the end, stated, by the total"],
    [{ items: three, page: 1, per_page: 3, has_more: false }, "the end, stated"],
    [{ items: three, page: 2, page_size: 3 }, "the end", { pagesBefore: 1 }],
    [{ items: none, page: 1, limit: 0 }, "the end"],
  ])("%j: %s", (body, advice, ...[reading]) => {
    expect(adviceOn(body, reading)).toBe(advice);
  });
});

describe("an address is followed", () => {
  it.each<[body: object, advice: string, reading?: Reading]>([
    [{ items: three, next: "/x?page=2" }, "follow /x?page=2"],
    [
      { items: three, links: { next: { path: "/workflows?page=2", href: "https://h.example/x?page=2" } } },
      "follow https://h.example/x?page=2",
    ],
    [{ items: three, links: { next: { path: "/workflows?page=2", href: "/x?page=2" } } }, "follow /workflows?page=2"],
    [{ items: three, next: "http://h.example/y" }, "follow /x?page=2", { headers: { link: "</x?page=2>; rel=next" } }],
    [{ items: three, next: "/x?page=2", total: 3 }, "follow /x?page=2"],
    [
      { items: three, links: { next: { path: "/workflows?page=2", href: "http://h.example/x?page=2" } } },
      "follow http://h.example/x?page=2",
    ],
    [
      { items: three, links: { next: { path: "/login?to=https://h.example/", href: "https://h.example/x?page=2" } } },
      "follow https://h.example/x?page=2",
    ],
  ])("%j: %s", (body, advice, ...[reading]) => {
    expect(adviceOn(body, reading)).toBe(advice);
  });
});

describe("a cursor", () => {
  it.each<[body: object, advice: string, reading?: Reading]>([
    [
      { items: three, next_cursor: "abc" },
      'names the next page at "/next_cursor"; { type: "cursor", cursorPath: "/next_cursor", parameter: "cursor" }',
    ],
    [
      { items: three, nextCursor: "abc" },
      'names the next page at "/nextCursor"; { type: "cursor", cursorPath: "/nextCursor", parameter: "cursor" }',
    ],
    [
      { items: three, next: "abc" },
      'names the next page at "/next"; { type: "cursor", cursorPath: "/next", parameter: "cursor" }',
    ],
    [
      { items: three, nextPageToken: "abc" },
      'names the next page at "/nextPageToken"; { type: "cursor", cursorPath: "/nextPageToken", parameter: "pageToken" }',
    ],
    [
      { items: three, NextToken: "abc" },
      'names the next page at "/NextToken"; { type: "cursor", cursorPath: "/NextToken", parameter: "NextToken" }',
    ],
    [
      { items: three, NextMarker: "abc" },
      'names the next page at "/NextMarker"; { type: "cursor", cursorPath: "/NextMarker", parameter: "Marker" }',
    ],
    [
      { items: three, next_page_token: "abc" },
      'names the next page at "/next_page_token"; { type: "cursor", cursorPath: "/next_page_token", parameter: "page_token" }',
    ],
    [
      // Zoom.
      { items: three, next_page_token: "abc", page_size: 3, total_records: 9 },
      'names the next page at "/next_page_token"; { type: "cursor", cursorPath: "/next_page_token", parameter: "next_page_token" }',
    ],
    [
      // X.
      { data: three, meta: { result_count: 3, next_token: "abc" } },
      'names the next page at "/meta/next_token"; { type: "cursor", cursorPath: "/meta/next_token", parameter: "pagination_token" }',
    ],
    [
      { items: three, next_token: "abc" },
      'names the next page at "/next_token"; { type: "cursor", cursorPath: "/next_token", parameter: "next_token" }',
    ],
    [
      { items: three, nextPagePointer: "abc" },
      'names the next page at "/nextPagePointer"; { type: "cursor", cursorPath: "/nextPagePointer", parameter: "pagePointer" }',
    ],
    [
      { items: three, position: "abc" },
      'names the next page at "/position"; { type: "cursor", cursorPath: "/position", parameter: "position" }',
    ],
    [
      { items: three, endCursor: "abc" },
      'names the next page at "/endCursor"; { type: "cursor", cursorPath: "/endCursor", parameter: "after" }',
    ],
    [
      { items: three, after: "abc" },
      'names the next page at "/after"; { type: "cursor", cursorPath: "/after", parameter: "after" }',
    ],
    [
      { items: three, cursor: "abc" },
      'names the next page at "/cursor"; { type: "cursor", cursorPath: "/cursor", parameter: "cursor" }',
    ],
    [
      { items: three, continuation_token: "abc" },
      'names the next page at "/continuation_token"; { type: "cursor", cursorPath: "/continuation_token", parameter: "continuation_token" }',
    ],
    [
      { items: three, nextContinuationToken: "abc" },
      'names the next page at "/nextContinuationToken"; { type: "cursor", cursorPath: "/nextContinuationToken", parameter: "continuation-token" }',
    ],
    [
      { items: three, marker: "abc" },
      'names the next page at "/marker"; { type: "cursor", cursorPath: "/marker", parameter: "marker" }',
    ],
    [
      { items: three, offset: "abc" },
      'names the next page at "/offset"; { type: "cursor", cursorPath: "/offset", parameter: "offset" }',
    ],
    [
      { items: three, bookmark: "abc" },
      'names the next page at "/bookmark"; { type: "cursor", cursorPath: "/bookmark", parameter: "bookmark" }',
    ],
    [
      { items: three, page_token: "abc" },
      'names the next page at "/page_token"; { type: "cursor", cursorPath: "/page_token", parameter: "page_token" }',
    ],
    [
      { items: three, "@odata.nextCursor": "abc" },
      'names the next page at "/@odata.nextCursor"; { type: "cursor", cursorPath: "/@odata.nextCursor", parameter: "cursor" }',
    ],
    [
      { items: three, cursors: { next: "abc" } },
      'names the next page at "/cursors/next"; { type: "cursor", cursorPath: "/cursors/next", parameter: "cursor" }',
    ],
    [
      { items: three, cursors: { after: "abc" } },
      'names the next page at "/cursors/after"; { type: "cursor", cursorPath: "/cursors/after", parameter: "after" }',
    ],
    [
      { items: three, paging: { cursors: { after: "abc" } } },
      'names the next page at "/paging/cursors/after"; { type: "cursor", cursorPath: "/paging/cursors/after", parameter: "after" }',
    ],
    [
      { items: three, metadata: { continue: "abc" } },
      'names the next page at "/metadata/continue"; { type: "cursor", cursorPath: "/metadata/continue", parameter: "continue" }',
    ],
    [
      { items: three, page_info: { end_cursor: "abc", has_next_page: true } },
      'names the next page at "/page_info/end_cursor"; { type: "cursor", cursorPath: "/page_info/end_cursor", parameter: "after", morePath: "/page_info/has_next_page" }',
    ],
    [{ items: three, page_info: { end_cursor: "abc", has_next_page: false } }, "the end, stated"],
    [
      { items: three, end_cursor: "abc", is_last: false },
      'names the next page at "/end_cursor"; { type: "cursor", cursorPath: "/end_cursor", parameter: "after", lastPath: "/is_last" }',
    ],
    [{ items: three, cursor: "abc", total: 3 }, "the end, stated, by the total"],
    [{ items: three, cursor: "abc", next: null }, "the end, stated"],
    [
      { items: three, cursor: "abc", next: null, has_more: true },
      'names the next page at "/cursor"; { type: "cursor", cursorPath: "/cursor", parameter: "cursor", morePath: "/has_more" }',
    ],
    [{ items: three, cursor: "abc" }, "the end", { pagesBefore: 1 }],
    [
      { items: three, next_cursor: "abc" },
      'names the next page at "/next_cursor"; { type: "cursor", cursorPath: "/next_cursor", parameter: "cursor" }',
      { pagesBefore: 1 },
    ],
    [
      { items: three, cursor: "abc", total: 9 },
      'names the next page at "/cursor"; { type: "cursor", cursorPath: "/cursor", parameter: "cursor" }',
    ],
    [
      three,
      'names the next page in the header X-Next-Cursor; { type: "cursor", cursorPath: "header:X-Next-Cursor", parameter: "cursor" }',
      { headers: { "x-next-cursor": "abc" } },
    ],
    [
      three,
      'names the next page in the header X-Next-Token; { type: "cursor", cursorPath: "header:X-Next-Token", parameter: "next_token" }',
      { headers: { "x-next-token": "abc" } },
    ],
    [
      three,
      'names the next page in the header Next-Token; { type: "cursor", cursorPath: "header:Next-Token", parameter: "next_token" }',
      { headers: { "next-token": "abc" } },
    ],
    [
      three,
      'names the next page in the header x-ms-continuation; { type: "cursor", cursorPath: "header:x-ms-continuation", requestHeader: "x-ms-continuation" }',
      { headers: { "x-ms-continuation": "abc" } },
    ],
    [
      three,
      'names the next page in the header x-ms-continuationtoken; { type: "cursor", cursorPath: "header:x-ms-continuationtoken", parameter: "continuationToken" }',
      { headers: { "x-ms-continuationtoken": "abc" } },
    ],
    [
      three,
      'names the next page in the header Opc-Next-Page; { type: "cursor", cursorPath: "header:Opc-Next-Page", parameter: "page" }',
      { headers: { "opc-next-page": "abc" } },
    ],
    [
      three,
      'names the next page in the header X-Next-Page-Token; { type: "cursor", cursorPath: "header:X-Next-Page-Token", parameter: "page_token" }',
      { headers: { "x-next-page-token": "abc" } },
    ],
    [
      three,
      'names the next page in the header X-Continuation-Token; { type: "cursor", cursorPath: "header:X-Continuation-Token", parameter: "continuation_token" }',
      { headers: { "x-continuation-token": "abc" } },
    ],
    [
      three,
      'names the next page in the header X-Cursor; { type: "cursor", cursorPath: "header:X-Cursor", parameter: "cursor" }',
      { headers: { "x-cursor": "abc" } },
    ],
    [
      three,
      'names the next page in the header X-Pagination/next; { type: "cursor", cursorPath: "header:X-Pagination/next", parameter: "cursor" }',
      { headers: { "x-pagination": '{"next":"abc"}' } },
    ],
    [
      three,
      'names the next page in the header X-Pagination/nextCursor; { type: "cursor", cursorPath: "header:X-Pagination/nextCursor", parameter: "cursor" }',
      { headers: { "x-pagination": '{"nextCursor":"abc"}' } },
    ],
  ])("%j: %s", (body, advice, ...[reading]) => {
    expect(adviceOn(body, reading)).toBe(advice);
  });
});

describe("the number of a next page", () => {
  it.each<[body: object, advice: string, reading?: Reading]>([
    [
      { items: three, next_page: 2 },
      'names the next page at "/next_page": 2; { type: "cursor", cursorPath: "/next_page", parameter: "page" }',
    ],
    [{ items: three, next_page: 0 }, "the end"],
    [{ items: three, next_page: 2, page: 2 }, "the end"],
    [
      { items: three, next_page: 2, page: 1 },
      'names the next page at "/next_page": 2; { type: "cursor", cursorPath: "/next_page", parameter: "page" }',
    ],
    [{ items: three, next_page: 2, page: 1, total_pages: 1 }, "the end, stated"],
    [
      { items: three, next_page: 2, total_pages: 3 },
      'names the next page at "/next_page": 2; { type: "cursor", cursorPath: "/next_page", parameter: "page" }',
    ],
    [{ items: three, next_page: 4, page: 1, total_pages: 3 }, "the end, stated", { pagesBefore: 2 }],
    [{ items: three, next_page: 2, total_pages: 1 }, "the end, stated"],
    [
      { items: three, next_page: 1, total_pages: 1 },
      'names the next page at "/next_page": 1; { type: "cursor", cursorPath: "/next_page", parameter: "page" }',
    ],
    [
      { items: three, next_offset: 3 },
      'names the next page at "/next_offset": 3; { type: "cursor", cursorPath: "/next_offset", parameter: "offset" }',
    ],
    [{ items: three, next_offset: 3, total: 3 }, "the end, stated, by the total"],
    [
      { items: three, next_offset: 2, total: 3 },
      'names the next page at "/next_offset": 2; { type: "cursor", cursorPath: "/next_offset", parameter: "offset" }',
    ],
    [
      { items: three, next_offset: 3, total: 9 },
      'names the next page at "/next_offset": 3; { type: "cursor", cursorPath: "/next_offset", parameter: "offset" }',
    ],
    [
      { items: three, nextPageStart: 3 },
      'names the next page at "/nextPageStart": 3; { type: "cursor", cursorPath: "/nextPageStart", parameter: "start" }',
    ],
    [{ items: three, nextPageStart: 3, total: 3 }, "the end, stated, by the total"],
    [
      { items: three, paging: { next: 3 } },
      'names the next page at "/paging/next": 3; { type: "cursor", cursorPath: "/paging/next", parameter: "offset" }',
    ],
    [{ items: three, next_start: 3, total: 3 }, "the end, stated, by the total"],
    [
      three,
      'names the next page in the header X-Next-Page: 2; { type: "cursor", cursorPath: "header:X-Next-Page", parameter: "page" }',
      { headers: { "x-next-page": "2" } },
    ],
    [{ items: three, next_skip: 3, total: 3 }, "the end, stated, by the total"],
    [
      { items: three, page: { next: 2, number: 1 } },
      'names the next page at "/page/next": 2; { type: "cursor", cursorPath: "/page/next", parameter: "page" }',
    ],
    [{ items: three, page: { next: 1, number: 1 } }, "the end"],
    [{ items: three, next_page_offset: 3, total: 3 }, "the end, stated, by the total"],
    [{ items: three, next_page_from: 3, total: 3 }, "the end, stated, by the total"],
    [{ items: three, next_page_skip: 3, total: 3 }, "the end, stated, by the total"],
  ])("%j: %s", (body, advice, ...[reading]) => {
    expect(adviceOn(body, reading)).toBe(advice);
  });
});

describe("a flag", () => {
  it.each<[body: object, advice: string, reading?: Reading]>([
    [
      { items: three, has_more: true },
      'says at "/has_more" that more pages follow: true; { type: "page", start: 1, morePath: "/has_more" }, or start 0',
    ],
    [
      { items: three, has_more: "true" },
      'says at "/has_more" that more pages follow: true; { type: "page", start: 1, morePath: "/has_more" }, or start 0',
    ],
    [
      { items: three, has_more: 1 },
      'says at "/has_more" that more pages follow: true; { type: "page", start: 1, morePath: "/has_more" }, or start 0',
    ],
    [
      { items: three, is_last: false },
      'says at "/is_last" that this is not the last page: false; { type: "page", start: 1, lastPath: "/is_last" }, or start 0',
    ],
    [
      { items: three, truncated: true },
      'says at "/truncated" that it is not complete: true; { type: "page", start: 1, morePath: "/truncated" }, or start 0',
    ],
    [
      { items: three, has_more: true, last_id: "c" },
      'says at "/has_more" that more pages follow: true; { type: "cursor", cursorPath: "/last_id", parameter: "after", morePath: "/has_more" }',
    ],
    [
      { object: "list", has_more: true, data: three },
      'says at "/has_more" that more pages follow: true; { type: "cursor", lastItemPath: "/id", parameter: "starting_after", morePath: "/has_more" }',
    ],
    [
      { items: three, has_more: true, page: 1 },
      'says at "/has_more" that more pages follow: true; { type: "page", start: 1, morePath: "/has_more" }',
    ],
    [
      { items: three, has_more: true, offset: 0 },
      'says at "/has_more" that more pages follow: true; { type: "offset", morePath: "/has_more" }',
    ],
    [
      { items: three, has_more: true, offset: 0, page: 1 },
      'says at "/has_more" that more pages follow: true; { type: "page", start: 1, morePath: "/has_more" }',
    ],
    [
      { items: three, has_more: true, page: 0 },
      'says at "/has_more" that more pages follow: true; { type: "page", start: 0, morePath: "/has_more" }',
    ],
    [
      { items: three, has_more: true, page: 3 },
      'says at "/has_more" that more pages follow: true; { type: "page", start: 1, morePath: "/has_more" }',
    ],
    [
      { items: three, has_more: true, page: 1 },
      'says at "/has_more" that more pages follow: true; { type: "page", start: 1, morePath: "/has_more" }',
      { pagesBefore: 1 },
    ],
    [
      { items: three, has_more: true, startAt: 0 },
      'says at "/has_more" that more pages follow: true; { type: "offset", parameter: "startAt", morePath: "/has_more" }',
    ],
    [
      { items: three, has_more: true, startIndex: 1 },
      'says at "/has_more" that more pages follow: true; { type: "offset", parameter: "startIndex", start: 1, morePath: "/has_more" }',
    ],
    [
      { items: three, more: true, skip: 0 },
      'says at "/more" that more pages follow: true; { type: "offset", parameter: "skip", morePath: "/more" }',
    ],
    [
      { value: three, "@odata.context": "x", has_more: true },
      'says at "/has_more" that more pages follow: true; { type: "offset", parameter: "$skip", morePath: "/has_more" }',
    ],
    [
      { value: three, "@odata.context": "x", has_more: true, page: 1 },
      'says at "/has_more" that more pages follow: true; { type: "page", start: 1, morePath: "/has_more" }',
    ],
    [
      { items: three, has_more: true, pageable: { pageNumber: 0 } },
      'says at "/has_more" that more pages follow: true; { type: "page", start: 0, morePath: "/has_more" }',
    ],
    [
      { items: three, has_more: true, page: { number: 0 } },
      'says at "/has_more" that more pages follow: true; { type: "page", start: 0, morePath: "/has_more" }',
    ],
    [
      { items: three, has_more: true, current_page: 1 },
      'says at "/has_more" that more pages follow: true; { type: "page", start: 1, morePath: "/has_more" }',
    ],
    [
      { items: three, has_more: true, pageNo: 1 },
      'says at "/has_more" that more pages follow: true; { type: "page", parameter: "pageNo", start: 1, morePath: "/has_more" }',
    ],
    [
      { items: three, has_more: true, pageable: { offset: 0 } },
      'says at "/has_more" that more pages follow: true; { type: "offset", morePath: "/has_more" }',
    ],
    [
      three,
      'says in the header X-Has-More that more pages follow: true; { type: "page", start: 1, morePath: "header:X-Has-More" }, or start 0',
      { headers: { "x-has-more": "true" } },
    ],
    [
      { items: three, has_more: true },
      'says at "/has_more" that more pages follow: true; { type: "page", start: 1, morePath: "/has_more" }',
      { headers: { "x-page": "1" } },
    ],
    [
      { items: three, has_more: true },
      'says at "/has_more" that more pages follow: true; { type: "offset", morePath: "/has_more" }',
      { headers: { "x-offset": "0" } },
    ],
  ])("%j: %s", (body, advice, ...[reading]) => {
    expect(adviceOn(body, reading)).toBe(advice);
  });
});

describe("the number of pages", () => {
  it.each<[body: object, advice: string, reading?: Reading]>([
    [
      { items: three, total_pages: 3 },
      'says at "/total_pages" that there are 3 pages; { type: "page", start: 1, totalPagesPath: "/total_pages" }, or start 0',
    ],
    [
      { items: three, total_pages: 3, page: 1 },
      'says at "/total_pages" that there are 3 pages; { type: "page", start: 1, totalPagesPath: "/total_pages" }',
    ],
    [
      { items: three, total_pages: 3, page: 0 },
      'says at "/total_pages" that there are 3 pages; { type: "page", start: 0, totalPagesPath: "/total_pages" }',
    ],
    [
      { items: three, last_page: 2, page: 0 },
      'says at "/last_page" that there are 3 pages; { type: "page", start: 0 }',
    ],
    [{ items: three, last_page: 2, page: 0 }, "the end, stated", { pagesBefore: 1 }],
    [{ items: three, last_page: 2, page: 0 }, "the end, stated", { pagesBefore: 2 }],
    [
      { items: three, last_page: 2, page: 1 },
      'says at "/last_page" that there are 3 pages; { type: "page", start: 1 }',
      { pagesBefore: 1 },
    ],
    [{ items: three, max_page: 0, page: 0 }, "the end, stated"],
    [{ items: three, total_pages: 1, page: 0 }, "the end, stated"],
    [{ items: three, total_pages: 3 }, "the end, stated", { pagesBefore: 2 }],
    [
      three,
      'says in the header X-Total-Pages that there are 3 pages; { type: "page", start: 1, totalPagesPath: "header:X-Total-Pages" }, or start 0',
      { headers: { "x-total-pages": "3" } },
    ],
    [
      three,
      'says in the header X-Total-Pages that there are 3 pages; { type: "page", start: 1, totalPagesPath: "header:X-Total-Pages" }',
      { headers: { "x-total-pages": "3", "x-page": "1" } },
    ],
    [{ items: three, page: { number: 1, total: 3 } }, "the end, stated, by the total"],
    [
      { items: three, page: { number: 1, total: 2 } },
      'says at "/page/total" that there are 2 pages; { type: "page", start: 1, totalPagesPath: "/page/total" }',
    ],
    [
      { items: three, page: { number: 1, total: 9 } },
      'says at "/page/total" that there are 9 workflows; { type: "page", start: 1, totalPath: "/page/total" }',
    ],
    [
      { items: three, page: { number: 1, total: 5 }, records: 30 },
      'says at "/page/total" that there are 5 pages; { type: "page", start: 1, totalPagesPath: "/page/total" }',
    ],
    [
      { items: three, page: 1, total: 2 },
      'says at "/total" that there are 2 pages; { type: "page", start: 1, totalPagesPath: "/total" }',
    ],
    [{ items: three, page: { number: 1 }, total: 2 }, "the end, stated"],
    [{ items: three, page: { number: 1, total: 2 } }, "the end, stated", { pagesBefore: 1 }],
    [
      three,
      'says in the header X-Total that there are 2 pages; { type: "page", start: 1, totalPagesPath: "header:X-Total" }',
      { headers: { "x-page": "1", "x-total": "2" } },
    ],
    [{ items: three, paging: { page: 1, total: 1 } }, "the end, stated"],
    [
      { items: three, paging: { page: 1, total: 5, count: 20 } },
      'says at "/paging/total" that there are 5 pages; { type: "page", start: 1, totalPagesPath: "/paging/total" }',
    ],
    [
      { items: three, page: { number: 1, total: 9, limit: 20 } },
      'says at "/page/total" that there are 9 workflows; { type: "page", start: 1, totalPath: "/page/total" }',
    ],
    [
      { items: three, max_pages: 3, page: 0 },
      'says at "/max_pages" that there are 3 pages; { type: "page", start: 0, totalPagesPath: "/max_pages" }',
    ],
    [
      { items: three, page_count: 3, page: 0 },
      'says at "/page_count" that there are 3 pages; { type: "page", start: 0, totalPagesPath: "/page_count" }',
    ],
    [
      { items: three, last_page: 3 },
      'says at "/last_page" that there are 3 pages; { type: "page", start: 1, totalPagesPath: "/last_page" }, or start 0',
    ],
  ])("%j: %s", (body, advice, ...[reading]) => {
    expect(adviceOn(body, reading)).toBe(advice);
  });
});

describe("the number of items", () => {
  it.each<[body: object, advice: string, reading?: Reading]>([
    [
      { flows: three, totalFlows: 9, number: 3, offset: 0 },
      'says at "/totalFlows" that there are 9 workflows; { type: "offset", totalPath: "/totalFlows" }',
    ],
    [{ flows: three, totalFlows: 3 }, "the end, stated, by the total"],
    [
      { policies: three, meta: { policy_count: 9 } },
      'says at "/meta/policy_count" that there are 9 workflows; { type: "page", start: 1, totalPath: "/meta/policy_count" }, or start 0',
    ],
    [
      { items: three, total: 9, start: 1613778578, end: 1613778579 },
      'says at "/total" that there are 9 workflows; { type: "page", start: 1, totalPath: "/total" }, or start 0',
    ],
    [
      { data: three, search_id: "s1", page: 1, total: 9 },
      'says at "/total" that there are 9 workflows; { type: "page", start: 1, totalPath: "/total" }',
    ],
    [
      { items: three, total: 9 },
      'says at "/total" that there are 9 workflows; { type: "page", start: 1, totalPath: "/total" }, or start 0',
    ],
    [
      { items: three, count: 9 },
      'says at "/count" that there are 9 workflows; { type: "page", start: 1, totalPath: "/count" }, or start 0',
    ],
    [
      { items: three, total: 9, page: 1 },
      'says at "/total" that there are 9 workflows; { type: "page", start: 1, totalPath: "/total" }',
    ],
    [
      { items: three, total: 9, offset: 0 },
      'says at "/total" that there are 9 workflows; { type: "offset", totalPath: "/total" }',
    ],
    [
      { items: three, "@odata.count": 9, "@odata.context": "x" },
      'says at "/@odata.count" that there are 9 workflows; { type: "offset", parameter: "$skip", totalPath: "/@odata.count" }',
    ],
    [
      { items: three, total_entries: 9 },
      'says at "/total_entries" that there are 9 workflows; { type: "offset", totalPath: "/total_entries" }',
    ],
    [
      { items: three, totalEntries: 9 },
      'says at "/totalEntries" that there are 9 workflows; { type: "offset", totalPath: "/totalEntries" }',
    ],
    [
      { items: three, total: 9 },
      'says at "/total" that there are 9 workflows; { type: "page", start: 1, totalPath: "/total" }, or start 0',
      { pagesBefore: 1 },
    ],
    [{ items: three, total: 9 }, "the end, stated, by the total", { pagesBefore: 2 }],
    [{ items: three, remaining: 4 }, 'says at "/remaining" that 4 more follow; { type: "page", start: 1 }, or start 0'],
    [
      { items: three, remaining: 4 },
      'says at "/remaining" that 4 more follow; { type: "page", start: 1 }, or start 0',
      { pagesBefore: 1 },
    ],
    [{ items: three, total: 9, filtered_total: 3 }, "the end, stated, by the total"],
    [
      { items: three, total: 9, total_matched: 3 },
      'says at "/total" that there are 9 workflows; { type: "page", start: 1, totalPath: "/total" }, or start 0',
    ],
    [{ items: three, total: 3, matched_total: 9 }, "the end, stated, by the total"],
    [{ items: three, count: 9, filtered_count: 3 }, "the end, stated, by the total"],
    [{ items: three, count: 9, filtered_total: 3 }, "the end, stated, by the total"],
    [
      three,
      'says in the header X-Total-Count that there are 9 workflows; { type: "page", start: 1, totalPath: "header:X-Total-Count" }, or start 0',
      { headers: { "x-total-count": "9" } },
    ],
    [
      three,
      'says in the header Content-Range that there are 9 workflows; { type: "offset", totalPath: "header:Content-Range" }',
      { headers: { "content-range": "items 0-2/9" } },
    ],
    [{ items: three, paging: { start: 0, count: 10, total: 3 } }, "the end, stated, by the total"],
    [
      { items: three, paging: { start: 0, count: 10, total: 20 } },
      'says at "/paging/total" that there are 20 workflows; { type: "offset", parameter: "start", totalPath: "/paging/total" }',
    ],
    [
      { items: three, paging: { start: 0, total: 3 }, count: 10 },
      'says at "/count" that there are 10 workflows; { type: "offset", parameter: "start", totalPath: "/count" }',
    ],
    [
      { items: three, paging: { count: 10, total: 3 } },
      'says at "/paging/count" that there are 10 workflows; { type: "page", start: 1, totalPath: "/paging/count" }, or start 0',
    ],
    [
      { items: three, total: 6, count: 3 },
      'says at "/total" that there are 6 workflows; { type: "page", start: 1, totalPath: "/total" }, or start 0',
    ],
    [
      { items: three, paging: { start: 0, count: 10, total: 10 } },
      'says at "/paging/total" that there are 10 workflows; { type: "offset", parameter: "start", totalPath: "/paging/total" }',
    ],
  ])("%j: %s", (body, advice, ...[reading]) => {
    expect(adviceOn(body, reading)).toBe(advice);
  });
});

describe("the address of a last page", () => {
  it.each<[body: object, advice: string, reading?: Reading]>([
    [
      { items: three, links: { last: "/x?page=4" } },
      'names at "/links/last" a last page that was not read; { type: "page", start: 1 }, or start 0',
    ],
    [{ items: three, links: { last: "/x?page=1" } }, "the end"],
    [
      { items: three, links: { last: "/x?p=4" } },
      'names at "/links/last" a last page that was not read; { type: "page", parameter: "p", start: 1 }, or start 0',
    ],
    [
      { items: three, links: { last: "/x?page_number=4" } },
      'names at "/links/last" a last page that was not read; { type: "page", parameter: "page_number", start: 1 }, or start 0',
    ],
    [
      { items: three, links: { last: "/x?currentPage=4" } },
      'names at "/links/last" a last page that was not read; { type: "page", parameter: "currentPage", start: 1 }, or start 0',
    ],
    [
      { items: three, links: { last: "/x?page=4#f" } },
      'names at "/links/last" a last page that was not read; { type: "page", start: 1 }, or start 0',
    ],
    [{ items: three, links: { last: "/x?offset=9" } }, "the end"],
    [{ items: three, links: { last: "/x" } }, "the end"],
    [{ items: three, links: { last: "/x?page=abc" } }, "the end"],
    [{ items: three, links: { last: "page=4" } }, "the end"],
    [
      { items: three, links: { last: "/x?page=4", next: null } },
      'names at "/links/last" a last page that was not read; { type: "page", start: 1 }, or start 0',
    ],
    [{ items: three, links: { last: "/x?offset=9", next: null } }, "the end, stated"],
    [
      three,
      'names in the header Link a last page that was not read; { type: "page", start: 1 }, or start 0',
      { headers: { link: "</x?page=4>; rel=last" } },
    ],
    [
      three,
      'names in the header Link a last page that was not read; { type: "page", start: 1 }, or start 0',
      { headers: { link: "</x?offset=4>; rel=last" } },
    ],
    [three, "the end", { headers: { link: "</x?page=1>; rel=last" } }],
    [{ items: three, links: { last: "/x?page=4" } }, "the end", { pagesBefore: 3 }],
    [
      { items: three, links: { last: "/x?page=4" } },
      'names at "/links/last" a last page that was not read; { type: "page", start: 1 }, or start 0',
      { pagesBefore: 2 },
    ],
    [{ items: three, links: { last: "/x?page=4" }, is_last: true }, "the end, stated"],
    [
      { items: three, total: 9, links: { last: "/x?page=4" } },
      'says at "/total" that there are 9 workflows; { type: "page", start: 1, totalPath: "/total" }, or start 0',
    ],
    [{ items: three, links: { last: "/x?offset=1#&page=4" } }, "the end"],
    [{ items: three, links: { last: "/x?webpage=4" } }, "the end"],
    [{ items: three, links: { last: "/x?pagesize=4" } }, "the end"],
    [{ items: three, next: null }, "the end, stated", { headers: { link: "</x?offset=4>; rel=last" } }],
  ])("%j: %s", (body, advice, ...[reading]) => {
    expect(adviceOn(body, reading)).toBe(advice);
  });
});

describe("beside an argument that names the next page, only flags, counts and totals count", () => {
  it.each<[body: object, advice: string, reading?: Reading]>([
    [{ items: three, next: "/x" }, "the end", { scope: "limits", pagesBefore: 1 }],
    [{ items: three, next_cursor: "c" }, "the end", { scope: "limits", pagesBefore: 1 }],
    [{ items: three, next_page: 2 }, "the end", { scope: "limits", pagesBefore: 1 }],
    [{ items: three, cursor: "c" }, "the end", { scope: "limits", pagesBefore: 1 }],
    [{ items: three, links: { last: "/x?page=4" } }, "the end", { scope: "limits", pagesBefore: 1 }],
    [
      { items: three, has_more: true },
      'says at "/has_more" that more pages follow: true; { type: "page", start: 1, morePath: "/has_more" }, or start 0',
      { scope: "limits", pagesBefore: 1 },
    ],
    [
      { items: three, total: 9 },
      'says at "/total" that there are 9 workflows; { type: "page", start: 1, totalPath: "/total" }, or start 0',
      { scope: "limits", pagesBefore: 1 },
    ],
    [
      { items: three, total_pages: 3 },
      'says at "/total_pages" that there are 3 pages; { type: "page", start: 1, totalPagesPath: "/total_pages" }, or start 0',
      { scope: "limits", pagesBefore: 1 },
    ],
    [
      { items: three, remaining: 3 },
      'says at "/remaining" that 3 more follow; { type: "page", start: 1 }, or start 0',
      { scope: "limits", pagesBefore: 1 },
    ],
    [{ items: none, remaining: 3 }, "the end, stated", { scope: "limits", pagesBefore: 1 }],
    [
      { items: none, has_more: true },
      'says at "/has_more" that more pages follow: true; { type: "page", start: 1, morePath: "/has_more" }, or start 0',
      { scope: "limits", pagesBefore: 1 },
    ],
  ])("%j: %s", (body, advice, ...[reading]) => {
    expect(adviceOn(body, reading)).toBe(advice);
  });
});

describe("the message", () => {
  const more = { meaning: "more", place: "/more", name: "more", parent: "", value: true } as const;
  const hints = { found: [more], namesNoNext: false, isStripeList: false, isODataList: false };
  const wording = { noun: "workflows", language: "typescript" } as const;

  it("after the first page offers both: that this is all, and how to read on", () => {
    const error = refusal(more, hints, { pagesRead: 1, itemsRead: 3, pageItems: 3 }, wording);
    expect(error.message).toBe(
      'The response says at "/more" that more pages follow: true. 3 workflows on 1 page were read. ' +
        'If that is all, set the pagination type "none". If the service\'s first page is page 0, set start to 0 in it. ' +
        'To read on, set pagination: { type: "page", start: 1, morePath: "/more" }',
    );
    expect(error).toMatchObject({ code: "listing", pagination: { type: "page", start: 1, morePath: "/more" } });
  });

  it("after further pages says how to read on, and what led to no next page", () => {
    const fault = 'The response has nothing at cursorPath "/next"';
    const error = refusal(more, hints, { pagesRead: 2, itemsRead: 6, pageItems: 3 }, { ...wording, fault });
    expect(error.message).toBe(
      'The response has nothing at cursorPath "/next", and the response says at "/more" that more pages follow: true. ' +
        "6 workflows on 2 pages were read. If the service's first page is page 0, set start to 0 in it. " +
        'To read on, set pagination: { type: "page", start: 1, morePath: "/more" }',
    );
  });

  it("for a Link header says to leave the argument out", () => {
    const link = { ...more, meaning: "address", place: "header:Link", value: "/x" } as const;
    const error = refusal(link, hints, { pagesRead: 1, itemsRead: 3, pageItems: 3 }, wording);
    expect(error.message).toBe(
      "The response names the next page in the header Link. 3 workflows on 1 page were read. " +
        "Leave pagination out: the address is then followed.",
    );
    expect(error.pagination).toBeUndefined();
  });

  it("for another address names its place", () => {
    const address = { ...more, meaning: "address", place: "/links/next", value: "/x" } as const;
    const error = refusal(address, hints, { pagesRead: 1, itemsRead: 3, pageItems: 3 }, wording);
    expect(error.pagination).toEqual({ type: "cursor", urlPath: "/links/next" });
  });

  it("says when an argument ended the listing too early", () => {
    const error = contradiction(
      more,
      { pagesRead: 2, itemsRead: 6, pageItems: 3 },
      { noun: "workflows", language: "typescript" },
    );
    expect(error.code).toBe("listing");
    expect(error.message).toBe(
      'The pages end after 6 workflows on 2 pages, but the response says at "/more" that more pages follow: true. ' +
        "If the listing changed while it was read, try again. If another field has the total or the flag, " +
        "set pagination.totalPath or pagination.morePath.",
    );
  });

  it.each([
    [undefined, "typescript", "set pagination.ignoreTotals to true."],
    ["/next", "typescript", 'set pagination: { type: "cursor", urlPath: "/next", ignoreTotals: true }.'],
    ["/next", "python", 'set pagination={"type": "cursor", "url_path": "/next", "ignore_totals": True}.'],
    [
      "header:Link",
      "command line",
      `set --pagination '{"type":"cursor","urlPath":"header:Link","ignoreTotals":true}'.`,
    ],
  ] as const)("says how to ignore a total that counts something else: %s, %s", (followedAt, language, advice) => {
    const total = { ...more, meaning: "total", place: "/total", value: 9 } as const;
    const read = { pagesRead: 2, itemsRead: 6, pageItems: 3 };
    const expected = `If that is not the number of all workflows, ${advice} `;
    expect(contradiction(total, read, { noun: "workflows", language, followedAt }).message).toContain(expected);
  });
});

it.each([
  ["typescript", 'pagination: { type: "cursor", cursorPath: "/it\'s", parameter: "nextPage" }'],
  ["yaml", 'pagination: { type: "cursor", cursorPath: "/it\'s", parameter: "nextPage" }'],
  ["python", 'pagination={"type": "cursor", "cursor_path": "/it\'s", "parameter": "nextPage"}'],
  ["command line", `--pagination '{"type":"cursor","cursorPath":"/it'\\''s","parameter":"nextPage"}'`],
] as const)("the argument is written as its reader writes it: %s", (language, text) => {
  expect(renderArgument({ type: "cursor", cursorPath: "/it's", parameter: "nextPage" }, language)).toBe(text);
});

describe("the parameter of the page, by the addresses of the service's own pages", () => {
  const total = (argument: string): string => `says at "/total" that there are 9 workflows; ${argument}`;

  it.each<[body: object, argument: string, reading?: Reading]>([
    // safrs has no next page before a last one that is not full.
    [
      { data: three, links: { self: "/v2/workflows?page[offset]=0&page[limit]=3" } },
      '{ type: "offset", parameter: "page[offset]", totalPath: "/total" }',
    ],
    [
      { items: three, _links: { self: { href: "/v2/workflows" }, first: { href: "/v2/workflows?p=1" } } },
      '{ type: "page", parameter: "p", start: 1, totalPath: "/total" }, or start 0',
    ],
    [
      { items: three, first_page_url: "/v2/workflows?pageNumber=1#top" },
      '{ type: "page", parameter: "pageNumber", start: 1, totalPath: "/total" }, or start 0',
    ],
    [
      { items: three, offset: 0, links: { self: "?skip=0" } },
      '{ type: "offset", parameter: "skip", totalPath: "/total" }',
    ],
    // What is no position, or perhaps a time, says nothing.
    [
      { items: three, links: { self: "?q=1&from=1700000000" } },
      '{ type: "page", start: 1, totalPath: "/total" }, or start 0',
    ],
    [{ items: three, links: { docs: "?skip=0" } }, '{ type: "page", start: 1, totalPath: "/total" }, or start 0'],
    [{ items: three, self: { owner: "?skip=0" } }, '{ type: "page", start: 1, totalPath: "/total" }, or start 0'],
    [
      { items: three },
      '{ type: "offset", parameter: "start", totalPath: "/total" }',
      { headers: { link: '<https://service.example/v2/workflows?start=0>; rel="first"' } },
    ],
    [{ items: three }, '{ type: "offset", parameter: "$skip", totalPath: "/total" }', { query: "?$limit=3" }],
    [{ items: three }, '{ type: "offset", parameter: "$skip", totalPath: "/total" }', { query: "?$top=3" }],
    [
      { items: three },
      '{ type: "offset", parameter: "page[offset]", totalPath: "/total" }',
      { query: "?page[limit]=3" },
    ],
    [
      { items: three },
      '{ type: "page", parameter: "page[number]", start: 1, totalPath: "/total" }, or start 0',
      { query: "?page[size]=3" },
    ],
    [
      { items: three },
      '{ type: "page", parameter: "_page", start: 1, totalPath: "/total" }, or start 0',
      { query: "?_limit=3" },
    ],
    [{ items: three }, '{ type: "page", start: 1, totalPath: "/total" }, or start 0', { query: "?limit=3" }],
  ])("%j: %s", (body, argument, ...[reading]) => {
    expect(adviceOn({ ...body, total: 9 }, reading)).toBe(total(argument));
  });

  it("is that of the number of the next page", () => {
    expect(adviceOn({ data: three, next: 2 }, { query: "?_page=1" })).toBe(
      'names the next page at "/next": 2; { type: "cursor", cursorPath: "/next", parameter: "_page" }',
    );
    expect(adviceOn({ data: three, next: 3 }, { query: "?_page=1" })).toBe(
      'names the next page at "/next": 3; { type: "cursor", cursorPath: "/next", parameter: "offset" }',
    );
  });
});

it.each([
  ["nextPageToken", "pageToken", ["nextPageToken", "next_page_token", "page_token", "page-token"]],
  ["next_page_token", "page_token", ["next_page_token", "nextPageToken", "pageToken", "page-token"]],
  ["next_cursor", "cursor", ["next_cursor", "nextCursor", "page[cursor]", "start_cursor"]],
  ["after_cursor", "after", ["after_cursor", "afterCursor", "page[after]"]],
  ["NextMarker", "Marker", ["NextMarker", "next_marker", "nextMarker"]],
  ["token", "token", []],
])("the cursor %s, if the service does not know %s, may be sent as %j", (field, parameter, others) => {
  expect(otherParameters(field, parameter)).toEqual(others);
});
