/** Rule 5: if a number or a flag says that more follow, the stated name and usual ones are tried, four at most; a stated position alone is one question. */
import {
  always,
  byOffset,
  byPage,
  eachError,
  eachWhole,
  expectError,
  items,
  read,
  type Service,
  type View,
} from "./reader.js";

const SIZES = [3, 3, 2];
const total = () => ({ total: 8 });
const flag = ({ hasMore }: View) => ({ has_more: hasMore });
eachWhole([
  ["a total: an offset first", byOffset(8, 3, total), 8, "offset=3 offset=6"],
  ["a total: then pages from 1", byPage(SIZES, total), 8, "offset=3 page=1 page=2 page=3"],
  ["a total: pages from 0", byPage(SIZES, total, { first: 0 }), 8, "offset=3 page=1 page=2"],
  [
    "an offset from 1",
    (url) => {
      const at = Number(url.searchParams.get("offset") ?? 1) - 1;
      return { body: { items: items(at, Math.min(3, 8 - at)), total: 8 } };
    },
    8,
    "offset=3  offset=4 offset=7",
  ],
  ["a flag alone", byPage(SIZES, flag), 8, "page=1 page=2 page=3"],
  ...[Number, String].map(
    (type) =>
      [
        `a flag that counts what follows, as ${type.name}`,
        byPage(SIZES, ({ at, count }) => ({ has_more: type(8 - at - count) })),
        8,
        "page=1 page=2 page=3",
      ] as const,
  ),
  ["a flag alone: pages from 0, confirmed", byPage(SIZES, flag, { first: 0 }), 8, "page=1 page=0 page=2"],
  ["a flag alone: an offset, confirmed", byOffset(8, 3, flag), 8, "page=1 page=2 offset=3 offset=1 offset=6"],
  [
    "the stated name",
    byPage(SIZES, ({ page }) => ({ pageNo: page, total: 8 }), { parameter: "pageNo" }),
    8,
    "pageNo=2 pageNo=3",
  ],
  ["the stated offset", byOffset(8, 3, ({ at }) => ({ startAt: at, total: 8 }), "startAt"), 8, "startAt=3 startAt=6"],
  [
    "pages state numbers from 1, and the parameter counts from 0",
    byPage(SIZES, ({ page }) => ({ page, total: 8 }), { first: 0 }),
    8,
    "page=2 page=1 page=2",
  ],
  [
    "a number that counts other things may count these",
    byPage(SIZES, () => ({ total_runs: 8 })),
    8,
    "offset=3 page=1 page=2 page=3 page=4",
  ],
  [
    "how many are left",
    byOffset(8, 3, ({ at, count }) => ({ remaining: 8 - at - count })),
    8,
    "offset=3 offset=1 offset=6 offset=8",
  ],
  [
    "a full page by its limit alone",
    byOffset(8, 3, () => ({ limit: 3 })),
    8,
    "page=1 page=2 offset=3 offset=1 offset=6 offset=8",
  ],
  [
    "a last page in a header",
    byPage(SIZES, () => ({}), { headers: ({ page }) => ({ "x-page": String(page), "x-last-page": "3" }) }),
    8,
    "page=2 page=3",
  ],
  [
    "JSON in a header",
    byPage(SIZES, () => ({}), { headers: () => ({ "x-pagination": '{"TotalCount":8}' }) }),
    8,
    "offset=3 page=1 page=2 page=3",
  ],
])("%s");

eachWhole([
  ["the page after it is empty", byPage([3], ({ page }) => ({ page })), 3, "page=2 page=1"],
  [
    "the page after it is 204",
    byPage([3], ({ page }) => ({ page }), { instead: (page) => (page > 1 ? { status: 204, body: "" } : undefined) }),
    3,
    "page=2 page=1",
  ],
  [
    "the page after it is empty, and the query asks for page 1",
    byPage([3], () => ({})),
    3,
    "page=2",
    { query: { page: 1 }, pagination: { type: "page" } },
  ],
  ...[204, 416, 200].map(
    (status) =>
      [
        `the parameter counts from 0, and the page after the last one is ${status}`,
        byPage([3, 3], ({ page, count }) => (count > 0 ? { page } : {}), {
          first: 0,
          instead: (page) => (status !== 200 && page > 2 ? { status, body: "" } : undefined),
        }),
        6,
        "page=2 page=1 page=2",
      ] as const,
  ),
  ["more pages follow", byPage(SIZES, ({ page }) => ({ page })), 8, "page=2 page=3 page=4"],
  [
    "more follow an offset and its limit",
    byOffset(8, 3, ({ at }) => ({ limit: 4, offset: at })),
    8,
    "offset=3 offset=6 offset=8",
  ],
  ["a next page that is null", always({ items: items(0, 3), page: 1, next: null }), 3, ""],
  ["a total that is reached", always({ items: items(0, 3), page: 1, total: 3 }), 3, ""],
  ["a number that is no first one", always({ items: items(0, 3), number: 20 }), 3, ""],
])("where only the position is stated, one question by its name, and one more if counting may begin with 0: %s");

it.each<[what: string, status: number | undefined]>([
  ["refused with 400", 400],
  ["refused with 422", 422],
  ["the same page again", undefined],
])("the first question is %s: the end if the page has room, with a doubt; else an error", async (_, status) => {
  const with_ =
    (fields: object): Service =>
    (url) =>
      status !== undefined && url.search !== "" ? { status } : { body: { items: items(0, 3), page: 1, ...fields } };
  const { items: all, doubt } = await read(with_({ per_page: 20 }));
  expect(all).toHaveLength(3);
  expect(doubt).toMatch(/^\?page=2 (?:was refused|gave the same page again)/);
  for (const fields of [{}, { per_page: 3 }, { per_page: 20, overflow: true }]) {
    await expectError([
      "",
      with_(fields),
      /To read on, set `pagination` with the service's own parameter.*\["page"\]/,
      3,
    ]);
  }
});

it.each([401, 403, 404, 429, 500, 503])("the first question is never answered by %d", async (status) => {
  const service: Service = (url) =>
    url.search === "" ? { body: { items: items(0, 3), page: 1, per_page: 20 } } : { status };
  await expectError(["", service, new RegExp(`returned ${status}`), 3]);
});

eachError([
  [
    "four trials, and no more",
    byPage(SIZES, total, { parameter: "p" }),
    /Tried for the next page: \?offset=3 \(the same page again\), \?page=2 .*\?startIndex=3 .*\?start=3/,
    8,
    {},
    { type: "offset", parameter: "skip" },
  ],
  [
    "filters under all usual names",
    byPage(SIZES, total, { parameter: "p" }),
    /Nothing was tried: `query` has the usual parameters/,
    8,
    { query: Object.fromEntries(["offset", "page", "startIndex", "start", "skip"].map((name) => [name, "x"])) },
  ],
  [
    "a flag: the last item may be the cursor",
    always({ items: items(0, 3), has_more: true }),
    /To read on, set pagination: \{"type":"cursor","lastItemPath":"\/id","parameter":"starting_after"\}/,
    3,
  ],
  [
    "a parameter that is a filter: no paste, because an empty page would be the end",
    (url) => ({ body: url.search === "" ? { items: items(0, 3), after: "abc" } : { items: [], after: "abc" } }),
    /To read on, set `pagination` with the service's own/,
    3,
  ],
  [
    "filters that match nothing, beside a total",
    (url) =>
      url.searchParams.has("p") || url.search === ""
        ? byPage([20, 20, 20], () => ({ total: 60 }), { parameter: "p" })(url, 0)
        : { body: { items: [], total: 0 } },
    /Tried for the next page: \?offset=20 \(no items\)/,
    60,
  ],
  ["an offset that counts pages", byPage([3, 3, 3, 3, 3], flag, { parameter: "offset", first: 0 }), /Tried/, 15],
  [
    "a full page by its limit, and no parameter is known",
    always({ items: items(0, 20), limit: 20 }),
    /says at "\/limit" that more workflows may follow/,
    20,
  ],
])("%s is an error");

it("what was found is the argument that spares the trials", async () => {
  const { found } = await read(byPage(SIZES, total));
  expect(found).toEqual({ type: "page", parameter: "page" });
  expect((await read(byPage(SIZES, total), { pagination: found })).found).toBeUndefined();
});
