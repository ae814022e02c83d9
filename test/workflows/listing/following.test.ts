/** Rule 3: a page that names the next one is followed, and the token goes to the service alone. */
import {
  always,
  byCursor,
  byPage,
  eachError,
  eachWhole,
  expectError,
  expectWhole,
  items,
  read,
  type Service,
  type View,
} from "./reader.js";

const SIZES = [3, 3, 2];
/** Pages that name the next one by what `fields` makes of its address. */
const linked = (fields: (address: string | null) => object, base = "/v2/workflows"): Service =>
  byPage(SIZES, ({ page, hasMore }) => fields(hasMore ? `${base}?page=${page + 1}` : null));
const inHeader = (link: (view: View) => string): Service =>
  byPage(SIZES, () => ({}), { headers: (view) => ({ link: link(view) }) });
const BOTH = "page=2 page=3";

eachWhole([
  ["next", linked((next) => ({ next })), 8, BOTH],
  ["an object", linked((href) => ({ next: { href } })), 8, BOTH],
  ["false on the last page", linked((next) => ({ next: next ?? false })), 8, BOTH],
  ["JSON:API", linked((next) => ({ links: { next, self: "/v2/workflows" } })), 8, BOTH],
  ["HAL", linked((href) => ({ _links: href === null ? {} : { next: { href: `${href}{&sort}` } } })), 8, BOTH],
  [
    "a list of links",
    linked((href) => ({
      links: [
        { rel: "self", href: "/v2/workflows" },
        { rel: "next", href },
      ],
    })),
    8,
    BOTH,
  ],
  [
    "a Link header",
    inHeader(({ page, hasMore }) => (hasMore ? `</v2/workflows?page=${page + 1}>; rel="next"` : "")),
    8,
    BOTH,
  ],
  ["an address beats every number", linked((next) => ({ next, total: 3, pages: 1 })), 8, BOTH],
])("%s is followed");

eachWhole([
  ["inside the cluster", linked((next) => ({ next }), "http://workflow-svc:8000/v2/workflows"), 8, BOTH],
  ["on another port", linked((next) => ({ next }), "https://service.example:8443/v2/workflows"), 8, BOTH],
  ["without the beginning of the path", linked((next) => ({ next }), "https://inner.example/workflows"), 8, BOTH],
])("of an address %s, only the query counts: the token goes to the service");

it("another path of the service is followed", async () => {
  const service: Service = ({ pathname }) =>
    pathname === "/v2/workflows/page/2"
      ? { body: { items: items(3, 3) } }
      : { body: { items: items(0, 3), next: "/v2/workflows/page/2" } };
  await expectWhole(["", service, 6, "/v2/workflows/page/2"]);
});

it.each([
  "https://elsewhere.example/steal?page=2",
  "//elsewhere.example/v1/workflows?page=2",
  "https://user@service.example/v2/workflows?page=2",
  "blob:https://service.example/v2/workflows?page=2",
  "https://[",
])("another path on another host is an error, and nothing is sent to %s", async (next) => {
  const service = always({ items: items(0, 3), next });
  const requested: string[] = [];
  await read(service, {}, requested).catch(() => undefined);
  expect(requested).toHaveLength(1);
  await expectError([next, service, /nothing was sent there.*Set `pagination` with the service's own/, 6]);
});

it("an address that lacks a parameter of `query` is followed, and the parameter is named", async () => {
  const service = linked((next) => ({ next }));
  const { dropped } = await read(service, { query: { enabled: true, team: "a" } });
  expect(dropped).toEqual(["enabled", "team"]);
  const whole: Service = (url, index) => {
    const reply = service(url, index);
    const text = JSON.stringify(reply.body).replace("?page=", "?enabled=true&page=");
    return { ...reply, body: text };
  };
  expect((await read(whole, { query: { enabled: true } })).dropped).toEqual([]);
});

eachWhole([
  ["urlPath", linked((on) => ({ meta: { on } })), 8, BOTH, { pagination: { type: "cursor", urlPath: "/meta/on" } }],
  [
    "urlPath wins over an address that the page names by itself",
    linked((on) => ({ on, next: on && "/v2/others?page=7" })),
    8,
    BOTH,
    { pagination: { type: "cursor", urlPath: "/on" } },
  ],
])("declared: %s");

eachError([
  [
    "an address of another host and path",
    byCursor(SIZES, (next) => ({ next: next && `http://inner.example/api/flows?cursor=${next}` }), "cursor"),
    /nothing was sent there.*Set `pagination` with the service's own parameter/,
    8,
  ],
  [
    "an address of another kind in place of the declared one",
    linked((on) => (on === null ? { next: "/v2/workflows?page=7" } : { on })),
    /"\/next" that there are more; 8 workflows on 3 pages/,
    8,
    { pagination: { type: "cursor", urlPath: "/on" } },
  ],
  [
    "no address in its place on the last page, which no advice may look away from",
    linked((next) => ({ next: next ?? "#" })),
    /"\/next" that there are more(?!.*unrelatedFields)/,
    8,
  ],
  [
    "a path that leads nowhere",
    linked((next) => ({ next })),
    /no text or number at pagination\.urlPath "\/nxt"/,
    8,
    { pagination: { type: "cursor", urlPath: "/nxt" } },
  ],
  [
    "a cursorPath that leads to an address",
    linked((next) => ({ next })),
    /at pagination\.cursorPath "\/next" is an address.*To read on, set pagination: \{"type":"cursor","urlPath":"\/next"\}/,
    8,
    { pagination: { type: "cursor", cursorPath: "/next", parameter: "page" } },
    { type: "cursor", urlPath: "/next" },
  ],
  [
    "an address of the same page",
    always({ items: items(0, 3), next: "/v2/workflows?page=1" }),
    /\?page=1 leads to pages that were read before/,
    3,
  ],
])("%s is an error");

it("what sounds like the next page and is a time, a step or another thing is not followed", async () => {
  const times = [
    { next: "2026-12-01T00:00:00Z" },
    { next: "Tue, 01 Dec 2026 00:00:00 GMT" },
    { after: "2026-12-01" },
    { nextRun: "2026-12-01" },
    { nextRunAt: 1_767_225_600 },
    { next_step: "approve" },
    { nextSyncToken: "abc" },
    { sync: "daily" },
    { "@odata.deltaLink": "https://elsewhere.example/delta" },
    { executions: { next_cursor: "c2", items: [] } },
  ];
  for (const fields of times) {
    await expectWhole(["", always({ workflows: items(0, 3), ...fields }), 3, ""]);
  }
});

it("a date under the name of a cursor is one", async () => {
  const service = byCursor(SIZES, (next) => ({ next_cursor: next?.replace("c", "2026-12-0") ?? null }), "cursor");
  const dated: Service = (url, index) => {
    url.searchParams.set("cursor", (url.searchParams.get("cursor") ?? "c1").replace("2026-12-0", "c"));
    return service(url, index);
  };
  await expectWhole(["", dated, 8, "cursor=2026-12-02 cursor=2026-12-03"]);
});
