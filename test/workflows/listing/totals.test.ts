/** Rule 8: a total with a known name is reached, or it is an error. A bound ends nothing, and an estimate need not be reached. */
import { always, byCursor, byOffset, byPage, eachError, eachWhole, items, read } from "./reader.js";

const offset = { pagination: { type: "offset" } } as const;

eachError([
  [
    "a total greater than what can be read",
    byOffset(5, 3, () => ({ total: 9 })),
    /The service says at "\/total" \(9\) that there are more; 5 workflows on 3 pages could be read\..*unrelatedFields: \["total"\], with pagination/,
    9,
  ],
  [
    "a count, as Django has it",
    byCursor([3, 2], (next) => ({ count: 9, next: next && `?c=${next}` }), "c"),
    /"\/count" \(9\)/,
    9,
  ],
  [
    "a total of the first page alone",
    byCursor([3, 2], (next) => ({ ...(next === "c2" ? { total: 9 } : {}), next: next && `?c=${next}` }), "c"),
    /"\/total" \(9\)/,
    9,
  ],
  [
    "a flag beside it that these are all",
    always({ items: items(0, 3), total: 9, has_more: false }),
    /"\/total" \(9\)/,
    9,
  ],
  ["an empty page that says 0", byPage([3], ({ count }) => ({ total: count > 0 ? 9 : 0 })), /"\/total" \(9\)/, 9],
  ["a lower bound", byOffset(5, 3, () => ({ total: 9, total_relation: "gte" })), /"\/total" \(9\)/, 9],
  [
    "a range of which the rest cannot be read",
    always(items(0, 3), { "content-range": "items 0-2/25" }, 206),
    /content-range" \(25\)/,
    25,
  ],
  [
    "a part of the body, as a cache keeps it",
    always(items(0, 3), { "content-range": "bytes 0-99/250" }, 206),
    /a part of the body \(status 206, Content-Range: bytes 0-99\/250\)/,
    250,
  ],
  ["a part without a range", always(items(0, 3), {}, 206), /"header:content-range" may mean/, 25],
  [
    "one page again and again, with another signature in it",
    (url) => ({ body: { items: [1, 2, 3].map((n) => ({ name: n, link: `${n}${url.search}` })), total: 8 } }),
    /after 9 workflows the service says 8/,
    undefined,
  ],
])("a total must be reached: %s");

/** 50 items on pages of 25, and these fields: a number that is reached, and a word near it. */
const bounded = (fields: object) => byOffset(100, 25, () => fields);

it.each<[what: string, fields: object]>([
  ["a relation beside it", { total: 50, total_relation: "gte" }],
  ["a relation that is unknown", { total: 50, total_relation: "unknown" }],
  ["Elasticsearch's relation", { total: { value: 50, relation: "gte" } }],
  ["a relation around it", { relation: "gte", meta: { total: 50 } }],
  ["a flag that it is not exact", { count: 50, isExact: false }],
  ["a text with a plus", { total: "50+" }],
  ["an estimate by its name", { estimatedTotal: 50 }],
  ["an estimate in words", { total: 50, count_accuracy: "approximate" }],
])("a number that may be too low ends nothing: %s", async (_, fields) => {
  const { items: all } = await read(bounded(fields), offset);
  expect(all).toHaveLength(100);
});

it.each<[what: string, fields: object]>([
  ["by its name", { estimatedTotal: 140 }],
  ["in words", { total: 140, count_accuracy: "approximate" }],
  ["under a name that is not known", { total_runs: 140 }],
])("an estimate need not be reached: %s", async (_, fields) => {
  for (const request of [{}, offset]) {
    expect((await read(bounded(fields), request)).items).toHaveLength(100);
  }
});

eachWhole([
  [
    "an exact number ends without a further request",
    byOffset(50, 25, () => ({ total: 50, total_relation: "eq" })),
    50,
    "offset=25",
  ],
  [
    "a lower bound needs an empty page",
    byOffset(50, 25, () => ({ total: 50, total_relation: "gte" })),
    50,
    "offset=25 offset=1 offset=50",
  ],
  [
    "a lower bound on a page that has room",
    always({ items: items(0, 20), limit: 25, total: 20, total_relation: "gte" }),
    20,
    "",
  ],
  ["an estimate that the page reaches", always({ items: items(0, 3), estimatedTotal: 3 }), 3, ""],
  ["a total that says nothing", always({ items: items(0, 3), total: 90 }), 3, "", { unrelatedFields: ["total"] }],
  ["the same, in a header", always(items(0, 3), { "x-total": "90" }), 3, "", { unrelatedFields: ["X-Total"] }],
])("%s");

eachWhole([
  ["something else", always({ workflows: items(0, 3), usage: { totalCount: 912 } }), 3, ""],
  ["a quota", always({ workflows: items(0, 3), quota: { limit: 100, total: 100, remaining: 97 } }), 3, ""],
  [
    "the pages of another list",
    always({ workflows: items(0, 3), users: { list: [{ id: 1 }], pagination: { total: 70 } } }),
    3,
    "",
  ],
  ["items in a state", always({ items: items(0, 3), failed_count: 50, total_errors: 7 }), 3, ""],
  [
    "rate limits and times",
    always(items(0, 3), { "x-ratelimit-remaining": "4999", "x-rate-limit-total": "9", "x-runtime-total-ms": "12" }),
    3,
    "",
  ],
])("a total of %s says nothing");

eachWhole([
  ["in an object named like paging", byOffset(5, 3, () => ({ resultSetMetadata: { totalCount: 5 } })), 5, "offset=3"],
  [
    "with a position and a size, whatever the object is called",
    byOffset(5, 3, ({ at }) => ({ window: { offset: at, limit: 3, total: 5 } })),
    5,
    "offset=3",
  ],
  [
    "with a position and a number of pages",
    byPage([3, 2], ({ page }) => ({ navigation: { page, pages: 2 } })),
    5,
    "page=2",
  ],
  [
    "in an object with the request, and its lists",
    byOffset(5, 3, ({ at }) => ({ query: { sort: [{ field: "name" }], offset: at, limit: 3, total: 5 } })),
    5,
    "offset=3",
  ],
  ["beside columns", byOffset(5, 3, () => ({ meta: { total: 5, columns: [{ key: "a" }] } })), 5, "offset=3"],
])("a total is near %s");
