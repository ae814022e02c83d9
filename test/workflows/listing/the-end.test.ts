/** Rule 7: an end is believed only if it was stated. A `count` never ends a listing. */
import type { Pagination } from "../../../provider/workflows/arguments/argument-types.js";
import {
  always,
  byCursor,
  byOffset,
  byPage,
  eachError,
  eachWhole,
  items,
  numberIn,
  read,
  type Service,
} from "./reader.js";

const byNumber: Pagination = { type: "page" };
/** Pages of seven, seven and six, which state their number, and a field that is about something else. */
const seven = (fields: object) => byPage([7, 7, 6], ({ page }) => ({ page, ...fields }));
const ALL = "page=2 page=3 page=4";

eachWhole([
  [
    "a count that echoes the size of a page",
    byPage([50, 47, 50, 12], ({ page }) => ({ page, per_page: 50, count: 50 })),
    159,
    "page=2 page=3 page=4 page=5",
  ],
  ["a count of each page", byPage([3, 2, 3], ({ page, count }) => ({ page, count })), 8, "page=2 page=3 page=4"],
  [
    "a total of each page, where the pages are declared",
    byPage([3, 3, 2], ({ count }) => ({ total: count })),
    8,
    "page=1 page=2 page=3 page=4",
    { pagination: byNumber },
  ],
  [
    "a flag of each page, where the pages are declared",
    byPage([3, 3, 2], () => ({ done: true, pages: 1 })),
    8,
    "page=1 page=2 page=3 page=4",
    { pagination: byNumber },
  ],
  [
    "a flag that is perhaps about a text, where the pages are declared",
    byPage([3, 3, 2], () => ({ truncated: false })),
    8,
    "page=1 page=2 page=3 page=4",
    { pagination: byNumber },
  ],
  ["a release that is not planned", seven({ next_release: null }), 20, ALL],
  ["a job that is done", seven({ status: { completed: true } }), 20, ALL],
  ["the items of a page, not its number", seven({ num_on_page: 1 }), 20, ALL],
  [
    "the null of a cursor that was not asked for",
    byPage([3, 3], ({ page }) => ({ page, request: { cursor: null, next: null } })),
    6,
    "page=2 page=3",
  ],
  ["an empty page that has a cursor", byCursor([0, 3], (next) => ({ cursor: next }), "cursor"), 3, "cursor=c2"],
])("this is none: %s");

eachWhole([
  [
    "pages that named the next one stop naming it",
    byCursor([3, 3], (next) => (next === null ? {} : { next_cursor: next }), "cursor"),
    6,
    "cursor=c2",
  ],
  ["a flag", byPage([3, 3], ({ page, hasMore }) => ({ page, has_more: hasMore })), 6, "page=2"],
  [
    "a flag that is perhaps about a text, if it said more before",
    byPage([3, 3], ({ page, hasMore }) => ({ page, truncated: hasMore })),
    6,
    "page=2",
  ],
  [
    "a flag beside a cursor that the last page has too",
    byCursor([3, 3], (next) => ({ cursor: next ?? "c9", is_last: next === null }), "cursor"),
    6,
    "cursor=c2",
  ],
  ["an exact total", byPage([3, 3], ({ page }) => ({ page, total: 6 })), 6, "page=2"],
  ["the last page, from 1", byPage([3, 3], ({ page }) => ({ current_page: page, last_page: 2 })), 6, "page=2"],
  [
    "the index of the last page, from 0",
    byPage([3, 3, 3], ({ page }) => ({ page: page - 1, lastPage: 2 }), { first: 0 }),
    9,
    "page=1 page=2 page=3",
  ],
  ["an empty page", byPage([3, 3], ({ page }) => ({ page })), 6, "page=2 page=3"],
  ["an empty page that says so", byPage([3], ({ page, count }) => ({ page, empty: count === 0 })), 3, "page=2 page=1"],
  ["an empty page that names itself", byCursor([3, 0], (next) => ({ next: `?c=${next ?? "c2"}` }), "c"), 3, "c=c2"],
])("this is one: %s");

/** A server that names a next page on every page, also of an empty list. */
const endless =
  (sizes: readonly number[], total?: number): Service =>
  (url) => {
    const page = Number(url.searchParams.get("c")?.slice(1) ?? 1);
    const at = sizes.slice(0, page - 1).reduce((sum, size) => sum + size, 0);
    const next = { next_cursor: `c${page + 1}`, next: `?c=c${page + 1}` };
    return { body: { items: items(at, sizes[page - 1] ?? 0), ...(total === undefined ? {} : { total }), ...next } };
  };
const declared: Pagination = { type: "cursor", cursorPath: "/next_cursor", parameter: "c", totalPath: "/total" };

eachWhole([
  ["an empty list", endless([], 0), 0, ""],
  ["two pages", endless([3, 2], 5), 5, "c=c2 c=c3"],
  ["two pages, declared", endless([3, 2], 5), 5, "c=c2 c=c3", { pagination: declared }],
])("an empty page where an exact total is reached is the end, whatever it names: %s");

eachError([
  ["a hundred empty pages in a row", endless([3]), /100 pages in a row have no items.*that more follow/, 3],
  [
    "more pages than maxPages",
    endless(Array<number>(9).fill(3)),
    /goes on after 5 pages\. Read so far.*Raise `maxPages`/,
    27,
    { maxPages: 5 },
  ],
  [
    "more empty pages than maxPages, by a cursor that never says more",
    byCursor([3, 3, ...Array<number>(40).fill(0)], (cursor) => ({ pageInfo: { cursor } }), "cursor"),
    /goes on after 5 pages/,
    6,
    { maxPages: 5 },
  ],
  [
    "more bytes on all pages than the limit",
    byPage([3, 3], ({ page }) => ({ page, text: "x".repeat(600_000) })),
    /The listing is over 1000000 bytes\. Read so far: 3 workflows on 1 page/,
    undefined,
  ],
  ["empty pages, and a total of 5", endless([3], 5), /100 pages in a row/, 5],
  [
    "an empty page without the flag that said more",
    byPage([3], ({ page, count }) => (count > 0 ? { page, has_more: true } : {})),
    /has_more" \(true\)/,
    3,
  ],
  [
    "an empty page by the last item under a wrong parameter, which denies the flag",
    byPage([3, 3], ({ hasMore }) => ({ has_more: hasMore }), { parameter: "p", first: 0 }),
    /has_more" \(true\) that there are more; 3 workflows on 2 pages/,
    6,
    { pagination: { type: "cursor", lastItemPath: "/id", parameter: "p" } },
  ],
  [
    "an empty page by an offset that counts pages, which denies the flag",
    (url) => {
      const page = numberIn(url, "offset", 0);
      return { body: { items: items(page * 3, page < 3 ? 3 : 0), offset: page, limit: 3, has_more: page < 2 } };
    },
    /has_more" \(true\) that there are more; 3 workflows on 2 pages/,
    9,
  ],
  [
    "an empty page that says more, by an offset",
    byOffset(3, 3, ({ at }) => ({ offset: at, has_more: true })),
    /has_more" \(true\)/,
    3,
  ],
  [
    "an empty page that names the next one, by an offset",
    byOffset(
      9,
      3,
      ({ at, hasMore }) => ({ next: hasMore ? `?offset=${at + 3}` : null }),
      "offset",
      (id) => id >= 3 && id < 6,
    ),
    /"\/next" that there are more.*unrelatedFields: \["next"\], with pagination/,
    6,
    { pagination: { type: "offset" } },
  ],
])("%s is an error");

it("as many pages as maxPages are read, and one empty page that ends the listing", async () => {
  const service = byPage([3, 3], ({ page }) => ({ page }));
  expect((await read(service, { maxPages: 2 })).items).toHaveLength(6);
});

eachWhole([
  [
    "morePath",
    byPage([3, 0, 2], ({ hasMore }) => ({ on: hasMore })),
    5,
    "page=1 page=2 page=3",
    { pagination: { ...byNumber, morePath: "/on" } },
  ],
  [
    "lastPath",
    byPage([3, 0, 2], ({ hasMore }) => ({ on: !hasMore })),
    5,
    "page=1 page=2 page=3",
    { pagination: { ...byNumber, lastPath: "/on" } },
  ],
  [
    "totalPagesPath",
    byPage([3, 0, 2], () => ({ on: 3 })),
    5,
    "page=1 page=2 page=3",
    { pagination: { ...byNumber, totalPagesPath: "/on" } },
  ],
  [
    "an empty page that names the next one",
    byPage([3, 0, 2], ({ page, hasMore }) => ({ next: hasMore ? `?page=${page + 1}` : null })),
    5,
    "page=1 page=2 page=3",
    { pagination: byNumber },
  ],
  [
    "totalPath",
    byPage([3, 2], () => ({ on: 5 })),
    5,
    "page=1 page=2",
    { pagination: { ...byNumber, totalPath: "/on" } },
  ],
  [
    "a size",
    byPage([3, 2], () => ({ total: 5 })),
    5,
    "limit=3&page=1 limit=3&page=2",
    { pagination: { ...byNumber, size: 3 } },
  ],
  [
    "an offset",
    (url) => ({ body: items(numberIn(url, "skip", 0), Math.min(3, 8 - numberIn(url, "skip", 0))) }),
    8,
    "skip=3 skip=6 skip=8",
    { pagination: { type: "offset", parameter: "skip" } },
  ],
  ["none", always({ items: items(0, 3), total: 9 }), 3, "", { pagination: { type: "none" } }],
])("declared: %s");

eachError([
  [
    "a wrong path",
    always({ items: items(0, 3) }),
    /no number at pagination\.totalPath "\/all"/,
    3,
    { pagination: { ...byNumber, totalPath: "/all" } },
  ],
  [
    "a flag that is none",
    always({ items: items(0, 3), on: "?" }),
    /no true or false at pagination\.morePath/,
    3,
    { pagination: { ...byNumber, morePath: "/on" } },
  ],
])("declared: %s is an error");
