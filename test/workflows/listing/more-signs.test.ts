/** Rules 2 and 4: signs of more pages that real products have, what is tried for them, and when an empty page is the end. */
import { WorkflowsError } from "../../../provider/base/errors.js";
import type { ListingRequest } from "../../../provider/workflows/types.js";
import { rejectionOf } from "../../support/thrown.js";
import { inTurn } from "./paged-replies.js";
import { read, type Reply } from "./reader.js";

type Service = (url: URL) => Reply;

const ids = (from: number, count: number) =>
  Array.from({ length: Math.max(0, count) }, (_, index) => ({ id: from + index }));
const two = ids(0, 2);

/** Five items on pages of two, by an offset or a page number under this name; other parameters are ignored. */
const five =
  (fields: (at: number) => object, headers: Reply["headers"] = {}): Service =>
  (url) => {
    const page = url.searchParams.get("page");
    const at = page === null ? Number(url.searchParams.get("offset") ?? 0) : 2 * (Math.max(1, Number(page)) - 1);
    return { headers: at === 0 ? headers : {}, body: { items: ids(at, Math.min(2, 5 - at)), ...fields(at) } };
  };

it.each<[what: string, service: Service]>([
  ["a total in resultSetMetadata", five(() => ({ resultSetMetadata: { totalCount: 5 } }))],
  ["a total in info", five(() => ({ info: { totalCount: 5 } }))],
  ["a number of pages in paging", five(() => ({ paging: { total_pages: 3 } }))],
  ["Pagination-Count", five(() => ({}), { "pagination-count": "5" })],
  ["X-Paging-TotalResults", five(() => ({}), { "x-paging-totalresults": "5" })],
  [
    "a link to the first and the last page",
    five(() => ({}), { link: '<?page=1>; rel="first", <?page=3>; rel="last"' }),
  ],
  ["a link to the last page", five(() => ({}), { link: '<?page=3>; rel="last"' })],
  ["a link to the last offset", five(() => ({}), { link: '<?offset=4>; rel="last"' })],
  ["links.last", five(() => ({ links: { first: "?page=1", last: "?page=3" } }))],
  ["_links.last.href", five(() => ({ _links: { self: { href: "?page=1" }, last: { href: "?page=3" } } }))],
  ["last_page_url", five(() => ({ last_page_url: "/v2/workflows?page=3" }))],
  [
    "a list of links",
    five(() => ({
      links: [
        { rel: "first", href: "?page=1" },
        { rel: "last", href: "?page=3" },
      ],
    })),
  ],
])("%s is followed", async (_, service) => {
  expect((await read(service)).items).toHaveLength(5);
});

it.each<[what: string, fields: object]>([
  ["a total in an object about something else", { usage: { totalCount: 912 } }],
  ["a total of another list", { executions: { totalCount: 912, items: [{ id: 1 }] } }],
  ["a total of another list under a name for results", { results: { totalCount: 912, items: [] } }],
  ["a total deep in an object", { usage: { month: { totalCount: 912 } } }],
])("%s says nothing about the listing", async (_, fields) => {
  expect(await read(() => ({ body: { workflows: two, ...fields } }))).toMatchObject({ items: two, requested: [""] });
});

it.each<[what: string, fields: object]>([
  ["a flag that the list is limited", { limited: true }],
  ["a flag that the list is capped", { meta: { capped: true } }],
])("%s is an error, because there is no number that it qualifies", async (_, fields) => {
  const error = await rejectionOf(
    WorkflowsError,
    read(() => ({ body: { workflows: two, ...fields } })),
  );
  expect(error.message).toMatch(/may mean that more follow/);
});

it.each<[what: string, fields: object]>([
  ["a cursor", { next_cursor: "c2" }],
  ["a flag", { has_more: true }],
])("no parameter is advised for %s if all that were tried led to empty pages", async (_, fields) => {
  const service: Service = (url) => ({ body: url.search === "" ? { items: two, ...fields } : { items: [] } });
  const error = await rejectionOf(WorkflowsError, read(service));
  expect(error.hint).toMatch(/^To read on, set `pagination` with the service's own parameter\./);
  expect(error.pagination).toBeUndefined();
});

it("a link to the last page is exact only beside the first page's, and counts on the first page only", async () => {
  const link =
    (text: string): Service =>
    () => ({ headers: { link: text }, body: { items: two } });
  const one = await read(link('<?page=1>; rel="first", <?page=1>; rel="last"'));
  expect(one).toMatchObject({ items: two, requested: [""] });
  const inexact = rejectionOf(WorkflowsError, read(link('<?page=1>; rel="last"')));
  expect(await inexact).toMatchObject({ message: expect.stringMatching(/Tried for the next page/) as string });
});

it.each<[what: string, body: (url: string) => object, link: string]>([
  ["in the body", (last) => ({ _links: { last: { href: last } } }), ""],
  ["in a header", () => ({}), '<?page=3>; rel="last", '],
])("a last page that was named %s must be reached", async (_, fields, link) => {
  const service: Service = ({ searchParams }) =>
    searchParams.get("page") === "2"
      ? { body: { items: [{ id: 3 }] } }
      : { headers: { link: `${link}<?page=2>; rel="next"` }, body: { items: two, ...fields("?page=3") } };
  const error = await rejectionOf(WorkflowsError, read(service));
  expect(error.message).toMatch(/The service says 3 at .*; 3 workflows on 2 pages could be read/i);
});

it.each<[what: string, query: Record<string, string>, field: string, parameter: string]>([
  ["AWS", {}, "NextToken", "nextToken"],
  ["AWS, with a marker", {}, "NextMarker", "marker"],
  ["a pascal parameter", {}, "NextToken", "NextToken"],
  ["another parameter in snake case", { max_results: "2" }, "nextMarker", "next_marker"],
  ["another parameter with hyphens", { "max-results": "2" }, "nextMarker", "marker"],
])("the parameter of a cursor is tried in the spelling of its field and of other parameters: %s", async (...row) => {
  const [, query, field, parameter] = row;
  const service: Service = ({ searchParams }) => {
    const at = Number(searchParams.get(parameter)?.slice(1) ?? 0);
    return { body: { items: ids(at, Math.min(2, 5 - at)), ...(at < 4 ? { [field]: `t${at + 2}` } : {}) } };
  };
  expect((await read(service, { query })).items).toHaveLength(5);
});

/** A first page of two items; a tried parameter that the service knows brings an empty page, and any other the first page. */
const emptyBehind =
  (first: object, known: string, empty: object = {}): Service =>
  ({ searchParams }) => {
    const value = searchParams.get(known);
    const isFirst = value === null || (known === "page" && Number(value) <= 1);
    return { body: isFirst ? { workflows: two, ...first } : { workflows: [], ...empty } };
  };

it.each<[what: string, service: Service]>([
  ["a cursor that is gone", emptyBehind({ nextPageToken: "b64" }, "pageToken")],
  ["a cursor that is null", emptyBehind({ nextPageToken: "b64" }, "pageToken", { nextPageToken: null })],
  ["the number of a next page that is null", emptyBehind({ next_page: 2 }, "page", { next_page: null })],
  ["a flag that is false", emptyBehind({ has_more: true }, "page", { has_more: false })],
])("an empty page is the end if other parameters are ignored: %s", async (_, service) => {
  expect(await read(service)).toMatchObject({ items: two });
});

it.each<[what: string, service: Service, advice: object]>([
  [
    "a cursor that is still there",
    emptyBehind({ nextPageToken: "b64" }, "pageToken", { nextPageToken: "b64" }),
    { type: "cursor", cursorPath: "/nextPageToken", parameter: "pageToken" },
  ],
  [
    "a total that counts more",
    emptyBehind({ nextPageToken: "b64", total: 9 }, "pageToken"),
    { type: "cursor", cursorPath: "/nextPageToken", parameter: "pageToken" },
  ],
  [
    "a flag that is still true",
    emptyBehind({ has_more: true }, "page", { has_more: true }),
    { type: "page", parameter: "page" },
  ],
])("an empty page is not the end with %s, and the advice names the parameter that answered", async (...row) => {
  const [, service, advice] = row;
  const error = await rejectionOf(WorkflowsError, read(service));
  expect(error.pagination).toEqual(advice);
  expect(error.message).toMatch(/To read on, set pagination: \{[^}]*\}\. Only if these are all, set unrelatedFields/);
});

it("an empty page is not the end if the parameter is a field of the items, or if all candidates bring one", async () => {
  const filter = emptyBehind({ next: "abc" }, "cursor");
  const withField: Service = (url) => {
    const { body } = filter(url) as { body: { workflows: object[] } };
    return { body: { ...body, workflows: body.workflows.map((item) => ({ ...item, cursor: "x" })) } };
  };
  await rejectionOf(WorkflowsError, read(withField));
  const all: Service = ({ search }) => ({ body: search === "" ? { workflows: two, next: "abc" } : { workflows: [] } });
  await rejectionOf(WorkflowsError, read(all));
});

it("a declared cursor that is gone is not the end of a page that links to a next one", async () => {
  const service: Service = ({ searchParams }) =>
    searchParams.has("cursor")
      ? { headers: { link: '<?page=3>; rel="next"' }, body: { items: [] } }
      : { body: { items: two, next_cursor: "a" } };
  const request: ListingRequest = { pagination: { type: "cursor", cursorPath: "/next_cursor" } };
  expect(await rejectionOf(WorkflowsError, read(service, request))).toMatchObject({
    message: expect.stringMatching(/says that more follow at "header:Link"; 2 workflows/) as string,
  });
});

describe("a cursor that expires", () => {
  /** The second page is refused so many times. */
  const expiring = (times: number, status: number): { service: Service; requests: () => number } => {
    let requests = 0;
    let left = times;
    const service: Service = ({ searchParams }) => {
      requests += 1;
      if (!searchParams.has("cursor")) {
        return { body: { items: two, next: "?cursor=a" } };
      }
      return left-- > 0 ? { status, body: "The cursor has expired" } : { body: { items: ids(2, 1) } };
    };
    return { service, requests: () => requests };
  };

  it.each([410, 400])("is read once more from the start after status %d", async (status) => {
    const { service, requests } = expiring(1, status);
    expect((await read(service)).items).toHaveLength(3);
    expect(requests()).toBe(4);
  });

  it("is an error the second time, which says what helps", async () => {
    const error = await rejectionOf(WorkflowsError, read(expiring(2, 410).service));
    expect(error).toMatchObject({
      code: "refused",
      message: expect.stringMatching(/The cursor expired twice.*larger pages.*requestsPerSecond/) as string,
    });
    expect(error.pagination).toBeUndefined();
  });
});

it.each<[address: string, pagination: object | undefined]>([
  ["http://inner:8080/v2/workflows?page=2", { type: "page", parameter: "page" }],
  ["https://service.example:8443/v2/workflows?offset=2", { type: "offset", parameter: "offset" }],
  ["ftp://service.example/v2/workflows?page=2", { type: "page", parameter: "page" }],
  ["http://inner:8080/v2/workflows?cursor=abc", undefined],
  ["http://inner:8080/v2/workflows?page=7", undefined],
])("the address %s on another origin is refused with the pagination %j", async (next, pagination) => {
  const error = await rejectionOf(
    WorkflowsError,
    read(() => ({ body: { items: two, next } })),
  );
  expect(error.message).toMatch(/nothing was sent there/);
  expect(error.pagination).toEqual(pagination);
  expect(/in place of that address/.test(error.message)).toBe(pagination !== undefined);
});

describe("the pagination none", () => {
  const once: ListingRequest = { pagination: { type: "none" } };
  const page =
    (fields: object, headers = {}): Service =>
    () => ({ headers, body: { items: two, ...fields } });

  it.each<[place: string, service: Service]>([
    ["/next", page({ next: "?page=2" })],
    ["/next_page_token", page({ next_page_token: "b64", total: 2 })],
    ["/cursor", page({ cursor: "b64" })],
    ["/next_page", page({ next_page: 2 })],
    ["/has_more", page({ has_more: true })],
    ["/isLast", page({ isLast: false })],
    ["header:Link", page({}, { link: '<?page=2>; rel="next"' })],
  ])("is an error that names %s", async (place, service) => {
    const { message, pagination } = await rejectionOf(WorkflowsError, read(service, once));
    expect(message).toContain(`the response says at "${place}" that more follow`);
    expect(message).toMatch(
      /To read on, leave out `pagination`.*`pulumi up --refresh=false`.*Only if these are all, set unr/,
    );
    expect(pagination).toBeUndefined();
    const unrelatedFields = [place.replace(/^.*[:/]/, "")];
    expect((await read(service, { ...once, unrelatedFields })).items).toEqual(two);
  });

  it.each<[what: string, fields: object]>([
    ["a total alone", { total: 250 }],
    ["a number of pages alone", { total_pages: 3 }],
    ["a flag that these are all, beside a cursor", { next_cursor: "b64", has_more: false }],
    ["a full page", { limit: 2 }],
    ["an unknown flag", { cached: true }],
  ])("reads one page beside %s", async (_, fields) => {
    expect(await read(page(fields), once)).toMatchObject({ items: two, requested: [""] });
  });
});

it.each<[location: string, fields: object, headers?: Record<string, string>]>([
  ["/total", { total: "23 items" }],
  ["/total_count", { total_count: "2.3e1" }],
  ["header:x-total-count", {}, { "x-total-count": "23, 5" }],
  ["header:x-total", {}, { "x-total": '"23"' }],
  ["/window/next_cursor", { window: { next_cursor: "c2" } }],
  ["/older", { older: "?page=2" }],
])(
  "an unknown sign at %s is an error, but not beside a flag that these are all",
  async (location, fields, headers = {}) => {
    const readWith = (more: object) => read(() => ({ headers, body: { workflows: two, ...fields, ...more } }));
    expect((await rejectionOf(WorkflowsError, readWith({}))).message).toContain(`"${location}"`);
    expect((await readWith({ has_more: false })).items).toEqual(two);
  },
);

it.each<[location: string, fields: object, pagination: object | undefined]>([
  ["/total", { total: "23 items" }, undefined],
  ["/cont", { cont: true }, { type: "page", morePath: "/cont" }],
  ["/older", { older: "?page=2" }, { type: "cursor", urlPath: "/older" }],
  ["/window/next_cursor", { window: { next_cursor: "c2" } }, { type: "cursor", cursorPath: "/window/next_cursor" }],
])("the error for an unknown sign at %s suggests what its value is for", async (_, fields, pagination) => {
  const error = await rejectionOf(
    WorkflowsError,
    read(() => ({ body: { workflows: two, ...fields } })),
  );
  expect(error.pagination).toEqual(pagination);
});

it("an earlier page again for a cursor is no end, although a total says so", async () => {
  const service: Service = () => ({ body: { workflows: two, total: 2, next_cursor: "c2" } });
  const pagination = { type: "cursor", cursorPath: "/next_cursor", parameter: "page_token" } as const;
  const error = await rejectionOf(WorkflowsError, read(service, { pagination }));
  expect(error.message).toMatch(/leads to pages that were read before/);
});

it("a text beside several lists does not report an error", async () => {
  const body = { rows: [{ id: 1 }], facets: [{ name: "a" }], description: "My list of jobs" };
  const error = await rejectionOf(
    WorkflowsError,
    read(() => ({ body })),
  );
  expect(error.message).toMatch(/no clear list of workflows.*"\/rows" \(1 items\) or "\/facets"/);
});

it.each<[what: string, fields: object, headers?: Record<string, string>]>([
  ["a cursor of another list", { executions: { next_cursor: "c2", items: [] } }],
  ["an address of the last page that is the first", { links: { first: "?page=1", last: "?page=1" } }],
  ["an address of the last page that is this page", { links: { self: "?page=1", last: "?page=1" } }],
  ["a link to a last page that is the first", {}, { link: '<?offset=0>; rel="first", <?offset=0>; rel="last"' }],
  ["a total that is no number", { total: "unknown" }],
])("%s says nothing", async (_, fields, headers = {}) => {
  expect(await read(() => ({ headers, body: { workflows: two, ...fields } }))).toMatchObject({ requested: [""] });
});

it("an unknown true beside a total that is reached says nothing", async () => {
  const fields = { total: 2, cached: true };
  expect((await read(() => ({ body: { items: two, ...fields } }))).items).toEqual(two);
});

it.each<[location: string, fields: object]>([
  ["/overflow", { overflow: true }],
  ["/cursor", { cursor: "zz" }],
  ["/older", { older: "?page=4" }],
])("%s in place of the next address of earlier pages is an error", async (location, fields) => {
  const readWith = (everywhere: object) =>
    read(({ searchParams }) => {
      const at = Number(searchParams.get("page") ?? 1);
      const sign = at < 3 ? { next: `?page=${at + 1}` } : fields;
      return { body: { items: [{ id: at }], ...everywhere, ...sign } };
    });
  expect((await rejectionOf(WorkflowsError, readWith({}))).message).toMatch(
    new RegExp(`"${location}" may mean .*these 3 workflows`),
  );
  expect((await readWith(fields)).items).toHaveLength(3);
});

it("a cursor that is null only on the last page is no sign of more", async () => {
  const reply = inTurn({ items: [{ id: 1 }], next: "?page=2" }, { items: [{ id: 2 }], cursor: null });
  expect((await read(reply)).items).toHaveLength(2);
});
