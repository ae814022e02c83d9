/** Rule 1: the first request is the plain one, and no parameter of the user's `query` is changed, but the one that `pagination` names. */
import { byOffset, byPage, eachError, eachWhole, items, read } from "./reader.js";

/** Pages of 33 by `page`, which need this filter. */
const filtered = (name: string, value: string) => {
  const service = byPage([33, 33, 33], ({ page }) => ({ page }));
  return (url: URL, index: number) => (url.searchParams.get(name) === value ? service(url, index) : { status: 400 });
};
const numbered = byPage([33, 33, 33], ({ page }) => ({ page, total: 99 }));

eachWhole([
  ["from, a date", filtered("from", "2026-01-01"), 99, next("from=2026-01-01"), { query: { from: "2026-01-01" } }],
  ["skip, a word", filtered("skip", "archived"), 99, next("skip=archived"), { query: { skip: "archived" } }],
  [
    "number, which is no name that the page states",
    filtered("number", "1"),
    99,
    next("number=1"),
    { query: { number: 1 } },
  ],
])("a filter of the user's stays as it is: %s");

function next(filter: string): string {
  return [2, 3, 4].map((page) => `${filter}&page=${page}`).join(" ");
}

eachWhole([
  ["page=1", numbered, 99, "page=2 page=3", { query: { page: 1 } }],
  [
    "page=0",
    byPage([3, 2], ({ page }) => ({ page: page - 1, total: 5 }), { first: 0 }),
    5,
    "page=1",
    { query: { page: "0" } },
  ],
  [
    "offset=0",
    byOffset(7, 3, ({ at }) => ({ offset: at, total: 7 })),
    7,
    "offset=3 offset=6",
    { query: { offset: 0 } },
  ],
])("a parameter that says where the listing begins, and that the page states, goes on: %s");

eachError([
  [
    "page=3, and a total",
    numbered,
    /"page" would lead to them, but `query` has it.*Leave "page" out of `query`/,
    undefined,
    { query: { page: 3 } },
    { type: "page", parameter: "page" },
  ],
  [
    "page=2, stated as current_page",
    byPage([33, 33, 33], ({ page }) => ({ current_page: page, per_page: 50 })),
    /Leave "page" out of `query`/,
    undefined,
    { query: { page: 2 } },
  ],
  [
    "offset=3, and a flag",
    byOffset(9, 3, ({ at, hasMore }) => ({ offset: at, has_more: hasMore })),
    /Leave "offset" out/,
    undefined,
    { query: { offset: 3 } },
  ],
  [
    "a filter with the name of the position",
    (url) => ({
      body:
        url.searchParams.get("from") === "2026-01-01"
          ? { items: items(0, 3), from: 0, size: 3, total: 9 }
          : { items: [] },
    }),
    /Leave "from" out of `query`/,
    9,
    { query: { from: "2026-01-01" } },
  ],
])("where the next page needs a parameter of `query`, the error says what it does: %s");

it("the paste for a page in `query` reads on from there", async () => {
  const service = byPage([3, 3, 3], ({ page, hasMore }) => ({ page, has_more: hasMore }));
  const pagination = { type: "page", parameter: "page" } as const;
  expect((await read(service, { query: { page: 2 }, pagination })).items).toEqual(items(3, 6));
});
