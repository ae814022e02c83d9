/** Rule 6: every page is new, or empty, or an error. A listing that changed is read once more from the start. */
import type { ListingRequest } from "../../../provider/workflows/types.js";
import { SeenItems } from "../../../provider/workflows/listing/seen-items.js";
import {
  always,
  byCursor,
  byPage,
  eachError,
  eachWhole,
  expectError,
  items,
  numberIn,
  read,
  type Reply,
  type Service,
} from "./reader.js";

const EIGHT = Array<number>(8).fill(20);
const page = ({ page: number }: { page: number }) => ({ page: number });
/** Page `from` and all after it are refused. */
const refusing = (from: number, reply: Reply, fields: (view: { page: number }) => object = page): Service =>
  byPage(EIGHT, fields, { instead: (number) => (number >= from ? reply : undefined) });

it.each([400, 401, 403, 404, 405, 409, 422, 429, 500, 502, 503])(
  "a page in the middle that is refused with %d is an error",
  async (status) => {
    for (const from of [2, 3, 4, 8]) {
      await expectError(["", refusing(from, { status, body: "no" }), new RegExp(`returned ${status}`), 160]);
      await expectError(["", refusing(from, { status, body: "no" }, () => ({ total: 160 })), /returned|Tried/, 160]);
    }
    await expectError([
      "",
      refusing(4, { status }),
      new RegExp(`returned ${status}`),
      160,
      { pagination: { type: "page" } },
    ]);
  },
);

eachError([
  [
    "404 after the last page, where nothing states the end",
    byPage([20, 20], page, { instead: (n) => (n > 2 ? { status: 404 } : undefined) }),
    /returned 404/,
    40,
  ],
  [
    "offset 40 for every later one",
    (url) => ({ body: { items: items(Math.min(40, numberIn(url, "offset", 0)), 20), offset: 0, total: 160 } }),
    /leads to pages/,
    160,
  ],
  [
    "a cursor that leads back",
    (url) => ({ body: { items: items(url.searchParams.has("cursor") ? 3 : 0, 3), next_cursor: "a" } }),
    /leads to pages that were read before/,
    9,
  ],
  [
    "a declared parameter that is ignored",
    always(items(0, 20)),
    /\?page=2 leads to pages.*own parameter/,
    160,
    { pagination: { type: "page" } },
  ],
  [
    "a declared parameter that is ignored, beside a total of each page",
    always({ items: items(0, 20), total: 20, next: null }),
    /\?pg=2 leads to pages/,
    160,
    { pagination: { type: "page", parameter: "pg" } },
  ],
  [
    "416 while a flag says more",
    byPage([20], ({ page: number }) => ({ page: number, has_more: true }), {
      instead: (n) => (n > 1 ? { status: 416 } : undefined),
    }),
    /Tried|that there are more/,
    160,
  ],
  [
    "416 for a cursor",
    (url) => (url.search === "" ? { body: { items: items(0, 3), next: "?cursor=a" } } : { status: 416 }),
    /returned 416/,
    6,
  ],
  [
    "an item in the middle that was read before",
    byPage([3, 3], page, {
      instead: (n) => (n === 2 ? { body: { items: [...items(3, 2), ...items(0, 1)] } } : undefined),
    }),
    /changed twice.*page 2 has items that were read before.*nothing identifies them, set `keyPath` to "none"/,
    6,
  ],
])("%s is an error");

eachWhole([
  [
    "416 after the last page",
    byPage([20, 20, 20], page, { instead: (n) => (n > 3 ? { status: 416 } : undefined) }),
    60,
    "page=2 page=3 page=4",
  ],
  [
    "a declared page after the only one is refused, and its declared total is reached",
    byPage([3], () => ({ total: 3 }), { instead: (n) => (n > 1 ? { status: 400 } : undefined) }),
    3,
    "page=1 page=2",
    { pagination: { type: "page", totalPath: "/total" } },
  ],
])("%s is the end");

/** The first `times` requests for a page after the first get this reply. */
const once = (service: Service, reply: Reply, times = 1): Service => {
  let left = times;
  return (url, index) => (url.search !== "" && left-- > 0 ? reply : service(url, index));
};
const linked = byCursor([6, 6, 6], (next) => ({ next: next && `?c=${next}` }), "c");
const continued = byCursor([6, 6], (next) => ({ metadata: { continue: next } }), "continue");
/** Six items and a count of seven, until an empty page says six: one was deleted meanwhile. */
function shrinking(): Service {
  let count = 7;
  return (url, index) => {
    count = numberIn(url, "page", 1) > 2 ? 6 : count;
    return byPage([3, 3], () => ({ count }))(url, index);
  };
}
/** An item is inserted before the others when the first page has been read. */
const inserting: Service = (url, index) => {
  const all = index === 0 ? items(1, 8) : items(0, 9);
  const at = numberIn(url, "offset", 0);
  return { body: { items: all.slice(at, at + 3), has_more: at + 3 < all.length } };
};
const TWICE = "c=c2  c=c2 c=c3";

eachWhole([
  ["an expired cursor on page 2", once(continued, { status: 410 }), 12, "continue=c2  continue=c2"],
  ["items that moved to the next page", once(linked, { body: { items: items(5, 6), next: "?c=c3" } }), 18, TWICE],
  [
    "a total that moved",
    once(
      byCursor([3, 3], (next) => ({ total: 6, next: next && `?c=${next}` }), "c"),
      { body: { items: items(3, 3), total: 7, next: null } },
    ),
    6,
    "c=c2  c=c2",
  ],
  [
    "a count that an empty page corrects",
    shrinking(),
    6,
    "offset=3 page=1 page=2 page=3  offset=3 page=1 page=2 page=3",
  ],
  [
    "an item that was inserted, so that the last one comes again",
    inserting,
    9,
    "page=1 offset=3   page=1 page=2 offset=3 offset=1 offset=6",
  ],
  [
    "a number of pages that moved",
    once(
      byPage([3, 3], ({ page: n }) => ({ page: n, pages: 2 })),
      { body: { items: items(3, 3), page: 2, pages: 3 } },
    ),
    6,
    "page=2  page=2",
  ],
])("%s: read once more from the start");

it("a cursor that expires twice (410) is an error that says what helps", async () => {
  await expectError([
    "",
    once(continued, { status: 410 }, 2),
    /changed twice while it was read: page 2 is gone.*larger pages/,
    12,
  ]);
});

it.each<[what: string, keyPath: ListingRequest["keyPath"], first: object[], second: object[], isRead: boolean]>([
  ["equal rows at the border, which the user allows", "none", [{ n: "a" }, { n: "b" }], [{ n: "b" }, { n: "c" }], true],
  ["equal items without identity on two pages", undefined, [{ n: 1 }, { n: 2 }], [{ n: 3 }, { n: 1 }], false],
  [
    "one id with other fields on two pages",
    undefined,
    [
      { id: 1, n: 1 },
      { id: 2, n: 2 },
    ],
    [
      { id: 3, n: 3 },
      { id: 1, n: 4 },
    ],
    false,
  ],
  ["a field that only some items have", undefined, [{ id: 1, n: 1 }], [{ n: 3 }, { id: 1, n: 4 }], true],
  ["two paths that make one identity", ["/team", "/id"], [{ id: 1, team: "a" }], [{ id: 1, team: "b" }], true],
])("%s: read: %s", async (_, keyPath, first, second, isRead) => {
  const all = [...first, ...second];
  const service: Service = (url) => ({
    body: { items: numberIn(url, "page", 1) === 1 ? first : second, page: numberIn(url, "page", 1), total: all.length },
  });
  const reading = read(service, { keyPath });
  await (isRead
    ? expect(reading).resolves.toMatchObject({ items: all })
    : expect(reading).rejects.toThrow(/changed twice/));
});

it.each<[pages: string, next: string, comparison: string]>([
  ["ab", "cd", "new items"],
  ["ab", "ab", "the same page again"],
  ["ab", "a", "items that were read before"],
  ["ab", "ca", "items that were read before"],
  ["ab", "b", "the last item again"],
  ["ab", "bc", "the last item again"],
  ["a b", "b", "the same page again"],
  ["ab cd", "be", "items that were read before"],
])("after %s, %j brings %s", (pages, next, comparison) => {
  const seen = new SeenItems(undefined);
  const itemsOf = (ids: string) => Array.from(ids, (id) => ({ id }));
  for (const ids of pages.split(" ")) {
    seen.compare(itemsOf(ids));
    seen.add(itemsOf(ids));
  }
  expect(seen.compare(itemsOf(next))).toBe(comparison);
});
