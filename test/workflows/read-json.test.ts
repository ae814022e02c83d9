/** Other paths of the service: one response as it is, or a whole listing, or an error. */
import { stringifyJson } from "../../provider/workflows/json/json.js";
import { createSession, type JsonRequest } from "../../provider/workflows/session.js";
import { opened } from "../support/client.js";
import { type Answer, startFakeService } from "../support/fake-service.js";
import { openSession } from "./open-session.js";

const PATH = "/v2/things";
type Respond = (url: URL) => Answer;

const jsonRequest = (request: Partial<JsonRequest> = {}): JsonRequest => ({
  path: PATH,
  request: {},
  allowMissing: false,
  ...request,
});

it("an empty list beside a code is an error of a listing, and one response is given as it is", async () => {
  const body = '{"items":[],"code":"REFUSED_INVOICES"}';
  const { session } = await openSession(() => ({ body }));
  const listing = session.json(jsonRequest({ request: { itemsPath: "/items" } }));
  await expect(listing).rejects.toMatchObject({ code: "unavailable" });
  expect((await session.json(jsonRequest()))?.json).toBe(body);
});

it.each<[string, string]>([
  ["an object", '{"id":"wf_1","runs":9007199254740993,"price":1.50}'],
  ["the details of a failed workflow", '{"id":"wf_1","status":"failed","message":"out of memory","error":"ENOMEM"}'],
  ["an object with lists and counts", '{"id":1,"total":12,"done":false,"steps":[{"id":"a"}],"tags":["x"]}'],
  ["a last page", '{"items":[{"id":1}],"has_more":false,"next":null}'],
  ["a job that is done", '{"completed":true,"steps":[{"id":1}]}'],
  ["a number", "12345678901234567890"],
  ["null", "null"],
  ["a list of texts", '["a","b"]'],
])("%s is given as it is, numbers exactly", async (_name, body) => {
  const { session, targets } = await openSession(() => ({ body }));
  const result = await session.json(jsonRequest());
  expect(result?.json).toBe(body);
  expect(stringifyJson(result?.value ?? null)).toBe(body);
  expect(result?.digest).toMatch(/^[0-9a-f]{64}$/);
  expect(targets()).toEqual([PATH]);
});

it("the setting `pagination` is for listings: one response is given as it is", async () => {
  const settings = { pagination: '{"type":"cursor","cursorPath":"/after"}' };
  const { session, targets } = await openSession(() => ({ body: '{"id":1,"after":"c"}' }), { settings });
  expect((await session.json(jsonRequest()))?.json).toBe('{"id":1,"after":"c"}');
  expect(targets()).toHaveLength(1);
});

it("the order of items changes the digest of a value, and not that of a listing", async () => {
  const { session } = await openSession(({ pathname }) => ({
    body: pathname.endsWith("a") ? '[{"id":1},{"id":2}]' : '[{"id":2},{"id":1}]',
  }));
  const digestsOf = async (request: JsonRequest["request"]): Promise<unknown[]> => {
    const results = ["/a", "/b"].map((path) => session.json(jsonRequest({ path, request })));
    return (await Promise.all(results)).map((result) => result?.digest);
  };
  expect(new Set(await digestsOf({})).size).toBe(2);
  expect(new Set(await digestsOf({ itemsPath: "" })).size).toBe(1);
});

const pages = (url: URL): Record<string, unknown> =>
  url.searchParams.get("page") === "2" ? { rows: [{ id: 2 }], next: null } : { rows: [{ id: 1 }], next: "?page=2" };

it.each<[string, Respond, JsonRequest["request"], Record<string, string>]>([
  ["itemsPath reads all pages by their addresses", (url) => ({ body: pages(url) }), { itemsPath: "/rows" }, {}],
  [
    "pagination reads all pages, and finds the items",
    (url) => ({
      body: url.searchParams.get("cursor") === "c" ? { items: [{ id: 2 }] } : { items: [{ id: 1 }], after: "c" },
    }),
    { pagination: { type: "cursor", cursorPath: "/after" } },
    {},
  ],
  [
    "the setting `pagination` counts where a listing is requested",
    (url) => ({
      body: url.searchParams.get("cursor") === "c" ? { rows: [{ id: 2 }] } : { rows: [{ id: 1 }], after: "c" },
    }),
    { itemsPath: "/rows" },
    { pagination: '{"type":"cursor","cursorPath":"/after"}' },
  ],
])("%s", async (_name, respond, request, settings) => {
  const { session, targets } = await openSession(respond, { settings });
  const read = await session.json(jsonRequest({ request }));
  expect(read?.json).toBe('[{"id":1},{"id":2}]');
  expect(targets()).toHaveLength(2);
});

it.each<[string, Respond]>([
  ["an address", () => ({ body: { items: [{ id: 1 }], next: "/v2/things?page=2" } })],
  ["a Link header", () => ({ body: { items: [{ id: 1 }] }, headers: { link: '<?page=2>; rel="next"' } })],
  ["a cursor", () => ({ body: { data: [{ id: 1 }], next_cursor: "abc" } })],
  ["a flag beside a list of another name", () => ({ body: { nodes: [{ id: 1 }], pageInfo: { hasNextPage: true } } })],
])(
  "one page of more, by %s, is refused with what to set; the pagination type none takes it as it is",
  async (_name, respond) => {
    const { session } = await openSession(respond);
    await expect(session.json(jsonRequest())).rejects.toThrow(
      /^Could not read \/v2\/things: The response is one page: it has 1 item at "\/\w+", and says at ".+" that more follow\. For all items, set `itemsPath` to "\/\w+"\. Only/,
    );
    const read = await session.json(jsonRequest({ request: { pagination: { type: "none" } } }));
    expect(read?.json).toBe(JSON.stringify(respond(new URL("http://service")).body));
  },
);

it.each<[string, object]>([
  ["a flag for the last page beside a cursor", { is_last: true, next_cursor: "c9" }],
  ["a number of pages beside the number of a next one", { page: 1, total_pages: 1, next_page: 2 }],
  ["a total beside an offset", { total: 3, offset: 0, next_offset: 3 }],
  ["a cursor that the last page has too", { cursor: "abc" }],
  ["the address of a last page", { links: { last: "/v2/things?page=4" } }],
  ["a total alone", { total: 9 }],
])("one response with a list that may be whole is taken as it is, beside %s", async (_name, fields) => {
  const body = { items: [{ id: 1 }, { id: 2 }, { id: 3 }], ...fields };
  const { session } = await openSession(() => ({ body }));
  expect((await session.json(jsonRequest()))?.json).toBe(JSON.stringify(body));
});

it.each<[string, unknown]>([
  ["a flag and errors", { success: false, errors: ["timed out"] }],
  ["an error alone", { error: { message: "boom" }, request_id: "r-1" }],
])("a body with status 200 that is nothing but an error is one: %s", async (_name, body) => {
  const { session } = await openSession(() => ({ body }));
  await expect(session.json(jsonRequest())).rejects.toMatchObject({ name: "WorkflowsError", code: "unavailable" });
});

it("404 is not-found with advice, or nothing where that is allowed, and is requested once", async () => {
  const { session, targets } = await openSession(() => ({ body: { error: "no such thing" }, status: 404 }));
  await expect(session.json(jsonRequest())).rejects.toMatchObject({
    code: "not-found",
    message: expect.stringMatching(/Could not read \/v2\/things.*allowMissing/s) as string,
  });
  const allowed = jsonRequest({ allowMissing: true });
  expect(await session.json(allowed)).toBeUndefined();
  expect(await session.json(allowed)).toBeUndefined();
  expect(targets()).toHaveLength(1);
});

it.each<[what: string, body: unknown, type: string, isMissing: boolean]>([
  ["JSON", { error: "no such thing" }, "application/json", true],
  ["JSON about a route of the service", { error: "route 7 was deleted" }, "application/json", true],
  ["problem details", { title: "Not Found", status: 404 }, "application/problem+json", true],
  ["no body", "", "text/plain", true],
  ["a web page", "<html><title>404 Not Found</title>nginx</html>", "text/html", false],
  ["XML", "<Error><Code>NoSuchKey</Code></Error>", "application/xml", false],
  ["the text of Kubernetes' ingress", "default backend - 404", "text/plain", false],
  ["the text of Go and Traefik", "404 page not found", "text/plain", false],
  ["the JSON of Kong", { message: "no Route matched with those values" }, "application/json", false],
  ["the JSON of APISIX", { error_msg: "404 Route Not Found" }, "application/json", false],
  ["the JSON of Fastify", { message: "Route GET:/v2/things not found" }, "application/json", false],
])("with allowMissing, a 404 with %s", async (_what, body, type, isMissing) => {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const { session } = await openSession(() => ({ body: text, status: 404, headers: { "content-type": type } }));
  const value = session.json(jsonRequest({ allowMissing: true }));
  await (isMissing
    ? expect(value).resolves.toBeUndefined()
    : expect(value).rejects.toMatchObject({ code: "not-found", status: 404 }));
});

it("a 404 of the token endpoint does not say that nothing is there", async () => {
  const service = await opened(startFakeService({ reply: () => ({ status: 404, body: { error: "no such thing" } }) }));
  const session = createSession({ config: () => undefined, environment: service.environment() });
  await expect(session.json(jsonRequest({ allowMissing: true }))).rejects.toMatchObject({
    status: 404,
    doing: "create an access token",
  });
});

it("one id may stand in a list several times, unless `keyPath` says that it identifies an item", async () => {
  const { session } = await openSession(() => ({ body: { items: [{ id: 1 }, { id: 1 }] } }));
  const read = (keyPath?: string) => session.json(jsonRequest({ request: { itemsPath: "/items", keyPath } }));
  expect((await read())?.json).toBe('[{"id":1},{"id":1}]');
  await expect(read("id")).rejects.toThrow("have the same identity");
  await expect(read("uid")).rejects.toThrow("no workflow has a field");
});

it("204 is an error that says so, or nothing where that is allowed", async () => {
  const { session, targets } = await openSession(() => ({ body: "", status: 204 }));
  await expect(session.json(jsonRequest())).rejects.toMatchObject({
    code: "not-found",
    status: 204,
    message: expect.stringMatching(
      /Could not read \/v2\/things: The service returned 204 No Content.*allowMissing/s,
    ) as string,
  });
  expect(await session.json(jsonRequest({ allowMissing: true }))).toBeUndefined();
  expect(targets()).toHaveLength(1);
});

it("a part of a value is refused, the whole value of a proxy that changed it is read", async () => {
  const { session } = await openSession(({ search }) => ({ body: { a: 1 }, status: search === "" ? 206 : 203 }));
  await expect(session.json(jsonRequest())).rejects.toMatchObject({ code: "not-json", status: 206 });
  const changed = jsonRequest({ request: { query: { x: "1" } } });
  expect((await session.json(changed))?.json).toBe('{"a":1}');
});

it.each([404, 410])("a later page with %d is an error, even if nothing need be there", async (status) => {
  const { session } = await openSession(({ search }) =>
    search === "" ? { body: { items: [{ id: 1 }], next: "?page=2" } } : { body: {}, status },
  );
  const asked = jsonRequest({ allowMissing: true, request: { itemsPath: "/items" } });
  await expect(session.json(asked)).rejects.toMatchObject({ code: "refused", status });
});

it("another status is an error even if nothing need be there", async () => {
  const { session } = await openSession(() => ({ body: {}, status: 403 }));
  await expect(session.json(jsonRequest({ allowMissing: true }))).rejects.toMatchObject({
    code: "forbidden",
    hint: expect.not.stringContaining("allowMissing") as string,
  });
});
