/** Rule 9: what sounds like paging and is not known is worth a trial or an error that names it, and never an end. */
import { always, byCursor, byPage, eachError, eachWhole, items, read } from "./reader.js";

const three = (fields: object) => always({ workflows: items(0, 3), ...fields });

eachError([
  [
    "true",
    three({ overflow: true }),
    /"\/overflow" may mean that more follow.*To read on, set `pagination`.*Only if these are all, set unrelatedFields: \["overflow"\]/,
    3,
  ],
  [
    "an address of this path",
    three({ older: "/v2/workflows?page=2" }),
    /"\/older"/,
    3,
    {},
    { type: "cursor", urlPath: "/older" },
  ],
  [
    "an address in any object",
    three({ a: { b: { c: { on: "?page=2" } } } }),
    /"\/a\/b\/c\/on"/,
    3,
    {},
    { type: "cursor", urlPath: "/a/b/c/on" },
  ],
  [
    "the last page alone, in Link",
    always(items(0, 20), { link: '</v2/workflows?page=5>; rel="last"' }),
    /"header:Link" may mean/,
    20,
  ],
  ["a total that cannot be read", three({ total: "23 items" }), /"\/total" may mean/, 3],
  [
    "a range of unknown length",
    always(items(0, 3), { "content-range": "0-2/*" }),
    /"header:content-range" may mean/,
    3,
  ],
  ["an object in place of a cursor", three({ nextKey: { pk: "a", sk: "b" } }), /"\/nextKey" may mean/, 3],
  ["an object in place of a flag", three({ has_more: { workflows: true } }), /"\/has_more" may mean/, 3],
  ["a list in place of a flag", three({ hasMore: [true] }), /"\/hasMore" may mean/, 3],
  ["an object with a token", three({ continuation: { token: "c2" } }), /"\/continuation" may mean/, 3],
  ["an object with its own name in it", three({ continue: { apcontinue: "B", continue: "-" } }), /"\/continue" may/, 3],
  ["an object with a position", three({ LastEvaluatedKey: { pk: "x", page: "3" } }), /"\/LastEvaluatedKey" may/, 3],
  [
    "an address under two names",
    three({ links: { self: "?page=1", older: "?page=2", last: "?page=2" } }),
    /"\/links\/(?:older|last)" may mean/,
    3,
  ],
  [
    "a cursor in another object",
    three({ window: { next_cursor: "c2" } }),
    /"\/window\/next_cursor"/,
    3,
    {},
    { type: "cursor", cursorPath: "/window/next_cursor" },
  ],
  [
    "the same beside a list of texts",
    three({ window: { next_cursor: "c2", columns: ["a"] } }),
    /"\/window\/next_cursor"/,
    3,
  ],
  ["true beside an empty list", always({ workflows: [], overflow: true }), /"\/overflow" may mean/, 0],
  [
    "an address beside an empty list",
    always({ workflows: [], older: "/v2/workflows?page=2" }),
    /"\/older" may mean/,
    0,
    {},
    { type: "cursor", urlPath: "/older" },
  ],
  [
    "true on an empty last page",
    byPage([3, 0], ({ page, hasMore }) => ({ page, ...(hasMore ? {} : { overflow: true }) })),
    /"\/overflow" may mean.*3 workflows on 2 pages/,
    3,
  ],
  [
    "a number that counts, beside the size of a page with room",
    byPage([18, 20, 22], () => ({ per_page: 20, total_runs: 60 }), { parameter: "p" }),
    /"\/total_runs" \(60\) that more workflows may follow/,
    60,
  ],
])("%s is an error that names the field");

eachWhole([
  ["a flag that these are all", three({ overflow: true, has_more: false }), 3, ""],
  ["a total that is reached", three({ cached: true, total: 3 }), 3, ""],
  ["the argument `unrelatedFields`", three({ overflow: true }), 3, "", { unrelatedFields: ["overflow"] }],
  ["the pagination none", three({ overflow: true }), 3, "", { pagination: { type: "none" } }],
])("it says nothing beside %s");

eachWhole([
  [
    "the first page as the last one",
    always(items(0, 20), { link: '<?page=1>; rel="first", <?page=1>; rel="last"' }),
    20,
    "",
  ],
  ["this page as the last one", three({ links: { self: "?page=1", last: "?page=1" } }), 3, ""],
  ["true about success", three({ success: true, ok: true, available: true }), 3, ""],
  ["another list", three({ executions: { items: [], next_cursor: "c2" } }), 3, ""],
  ["an address elsewhere", three({ docs: "https://docs.example/v2?page=2", home: "/v2/workflows" }), 3, ""],
  ["a total that is no number", three({ total: "unknown" }), 3, ""],
  ["an empty object in place of a cursor", three({ LastEvaluatedKey: {} }), 3, ""],
  ["a token of a session", always(items(0, 3), { "x-csrf-token": "abc", "x-auth-token": "abc" }), 3, ""],
])("no sign: %s");

it("a last page that is one too far, as a server of JSON:API may name it, is not reached and no error", async () => {
  const service = byCursor(
    [3, 3],
    (next) => ({ links: { next: next && `/v2/workflows?c=${next}`, last: "/v2/workflows?c=c3" } }),
    "c",
  );
  expect((await read(service)).items).toEqual(items(0, 6));
});

it.each<[location: string, fields: object]>([
  ["/overflow", { overflow: true }],
  ["/cursor", { cursor: "zz" }],
  ["/older", { older: "?page=4" }],
])(
  "%s in place of the next page of earlier pages is an error, and none if all pages have it",
  async (location, fields) => {
    const service = (everywhere: object) =>
      byCursor([1, 1, 1], (next) => ({ ...everywhere, ...(next === null ? fields : { next: `?c=${next}` }) }), "c");
    await expect(read(service({}))).rejects.toThrow(
      new RegExp(`"${location}" may mean .*Read so far: 3 workflows on 3 pages`),
    );
    expect((await read(service(fields))).items).toHaveLength(3);
  },
);
