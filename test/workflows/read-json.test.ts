/** Other paths of the service: one response as it is, or a whole listing, or an error. */
import { type FakeService, startFakeService } from "../support/fake-service.js";
import { createSession, type JsonRequest, type Session } from "../../provider/workflows/session.js";
import { stringifyJson } from "../../provider/workflows/json/json.js";

const PATH = "/v2/things";
type Respond = (url: URL) => { body: unknown; status?: number; headers?: Record<string, string> };

let server: FakeService | undefined;
afterEach(async () => await server?.close());

/** A session with a service that gives a token, and the response of `respond` to everything else. */
async function open(
  respond: Respond,
  settings: Record<string, string> = {},
): Promise<{ session: Session; paths: () => string[] }> {
  const running = await startFakeService({
    takesAnyone: true,
    reply: ({ endpoint, url }) => (endpoint === "token" ? undefined : respond(url)),
  });
  server = running;
  const config: Record<string, string> = {
    baseUrl: `${running.url}/prefix`,
    clientId: "client",
    clientSecret: "a secret",
    maxRetries: "0",
    ...settings,
  };
  const gets = (): string[] => running.requestsTo("listing").map(({ target }) => target);
  return { session: createSession({ config: (key) => config[key], environment: {} }), paths: gets };
}

const jsonRequest = (request: Partial<JsonRequest> = {}): JsonRequest => ({
  path: PATH,
  request: {},
  allowMissing: false,
  ...request,
});

it.each([
  ["parts of the service that did not respond", '{"items":[{"id":"a"}],"unreachable":["eu"]}', "unavailable"],
  ["an unknown flag", '{"items":[{"id":"a"}],"degraded":true}', "listing"],
  ["an empty list beside a code", '{"items":[],"code":"REFUSED_INVOICES"}', "unavailable"],
])("%s: an error of a listing, and one response is given as it is", async (_name, body, code) => {
  const { session } = await open(() => ({ body }));
  await expect(session.json(jsonRequest({ request: { itemsPath: "/items" } }))).rejects.toMatchObject({ code });
  expect((await session.json(jsonRequest()))?.json).toBe(body);
});

it.each<[string, string]>([
  ["an object", '{"id":"wf_1","runs":9007199254740993,"price":1.50}'],
  ["the details of a failed workflow", '{"id":"wf_1","status":"failed","message":"out of memory","error":"ENOMEM"}'],
  ["an object with lists and counts", '{"id":1,"total":12,"done":false,"steps":[{"id":"a"}],"tags":["x"]}'],
  ["a status page", '{"status":"ok","version":"2.1"}'],
  ["a last page", '{"items":[{"id":1}],"has_more":false,"next":null}'],
  ["a string", '"hello"'],
  ["a number", "12345678901234567890"],
  ["null", "null"],
  ["an empty list", "[]"],
  ["a list of texts", '["a","b"]'],
])("%s is given as it is, numbers exactly", async (_name, body) => {
  const { session, paths } = await open(() => ({ body }));
  const result = await session.json(jsonRequest());
  expect(result?.json).toBe(body);
  expect(stringifyJson(result?.value ?? null)).toBe(body);
  expect(result?.digest).toMatch(/^[0-9a-f]{64}$/);
  expect(paths()).toEqual([`/prefix${PATH}`]);
});

it("the setting `pagination` is for listings: one response is given as it is", async () => {
  const settings = { pagination: '{"type":"cursor","cursorPath":"/after"}' };
  const { session, paths } = await open(() => ({ body: '{"id":1,"after":"c"}' }), settings);
  expect((await session.json(jsonRequest()))?.json).toBe('{"id":1,"after":"c"}');
  expect(paths()).toHaveLength(1);
});

it("equal requests share one response, and other ones do not", async () => {
  const { session, paths } = await open((url) => ({ body: { search: url.search } }));
  const query = { b: "two words", a: [1, 2] };
  const [one, two] = await Promise.all([
    session.json(jsonRequest({ request: { query } })),
    session.json(jsonRequest({ request: { query: { ...query } } })),
  ]);
  expect(two).toEqual(one);
  await session.json(jsonRequest());
  await session.json(jsonRequest({ path: "/v2/others" }));
  expect(paths()).toEqual([`/prefix${PATH}?b=two%20words&a=1&a=2`, `/prefix${PATH}`, "/prefix/v2/others"]);
});

it("neither the order of keys nor that of a listing's items changes the digest; the order inside a value does", async () => {
  const bodies: Record<string, unknown> = {
    "/one": '{"a":1,"b":[1,2]}',
    "/keys": '{"b":[1,2],"a":1}',
    "/turned": '{"a":1,"b":[2,1]}',
    "/list": [{ id: 1 }, { id: 2 }],
    "/list-turned": [{ id: 2 }, { id: 1 }],
  };
  const { session } = await open((url) => ({ body: bodies[url.pathname.replace("/prefix", "")] }));
  const digest = async (path: string, request: JsonRequest["request"] = {}): Promise<string | undefined> =>
    (await session.json(jsonRequest({ path, request })))?.digest;
  expect(await digest("/keys")).toBe(await digest("/one"));
  expect(await digest("/turned")).not.toBe(await digest("/one"));
  const listing = { itemsPath: "" };
  expect(await digest("/list-turned", listing)).toBe(await digest("/list", listing));
  expect(await digest("/list-turned")).not.toBe(await digest("/list"));
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
  [
    "the next page of a bare list is in its Link header",
    (url) =>
      url.searchParams.has("page")
        ? { body: [{ id: 2 }] }
        : { body: [{ id: 1 }], headers: { link: '<?page=2>; rel="next"' } },
    { itemsPath: "" },
    {},
  ],
])("%s", async (_name, respond, request, settings) => {
  const { session, paths } = await open(respond, settings);
  const read = await session.json(jsonRequest({ request }));
  expect(read?.json).toBe('[{"id":1},{"id":2}]');
  expect(paths()).toHaveLength(2);
});

it.each<[string, Respond]>([
  ["an address", () => ({ body: { items: [{ id: 1 }], next: "/v2/things?page=2" } })],
  ["a Link header", () => ({ body: { items: [{ id: 1 }] }, headers: { link: '<?page=2>; rel="next"' } })],
  ["a cursor", () => ({ body: { data: [{ id: 1 }], next_cursor: "abc" } })],
  ["a flag", () => ({ body: { results: [{ id: 1 }], has_more: true } })],
  ["a flag that this is not the last page", () => ({ body: { content: [{ id: 1 }], last: false } })],
  ["a flag beside a list of another name", () => ({ body: { nodes: [{ id: 1 }], pageInfo: { hasNextPage: true } } })],
  ["a Link header of a bare list", () => ({ body: [{ id: 1 }], headers: { link: '<?page=2>; rel="next"' } })],
])(
  "one page of more, by %s, is refused with what to set; the pagination type none takes it as it is",
  async (_name, respond) => {
    const { session } = await open(respond);
    await expect(session.json(jsonRequest())).rejects.toThrow(
      /^Could not read \/v2\/things: The response is one page.*itemsPath/s,
    );
    const read = await session.json(jsonRequest({ request: { pagination: { type: "none" } } }));
    expect(read?.json).toBe(JSON.stringify(respond(new URL("http://service")).body));
  },
);

it.each<[string, object]>([
  ["a flag for the last page beside a cursor", { is_last: true, next_cursor: "c9" }],
  ["a number of pages beside the number of a next one", { page: 1, total_pages: 1, next_page: 2 }],
  ["a total beside an offset", { total: 3, offset: 0, next_offset: 3 }],
])("a list that is complete is taken as it is: %s", async (_name, fields) => {
  const body = { items: [{ id: 1 }, { id: 2 }, { id: 3 }], ...fields };
  const { session } = await open(() => ({ body }));
  expect((await session.json(jsonRequest()))?.json).toBe(JSON.stringify(body));
});

it.each<[fields: object, place: string]>([
  [{ next: "/v2/things?page=2" }, "/next"],
  [{ next_cursor: "abc" }, "/next_cursor"],
  [{ cursor: "abc", has_more: true }, "/has_more"],
])("the refusal of one page of more, by %j, names %s and what to set", async (fields, place) => {
  const { session } = await open(() => ({ body: { items: [{ id: 1 }], ...fields } }));
  await expect(session.json(jsonRequest())).rejects.toMatchObject({
    code: "listing",
    message:
      `Could not read /v2/things: The response is one page: it has 1 item at "/items", and says at "${place}" that more follow. ` +
      'For all items, set `itemsPath` to "/items". Only for this response alone, set the pagination type "none". [listing]',
  });
});

it.each<[string, object]>([
  ["a cursor that the last page has too", { cursor: "abc" }],
  ["the address of a last page", { links: { last: "/v2/things?page=4" } }],
  ["a total", { total: 9 }],
])("one response with a list is taken as it is beside %s", async (_name, fields) => {
  const body = { items: [{ id: 1 }], ...fields };
  const { session } = await open(() => ({ body }));
  expect((await session.json(jsonRequest()))?.json).toBe(JSON.stringify(body));
});

it("a bare list that names a next page is refused; a total alone says nothing", async () => {
  const { session } = await open(({ search }) => ({
    body: [{ id: 1 }],
    headers: search === "" ? { link: '<?page=2>; rel="next"' } : { "x-total-count": "9" },
  }));
  await expect(session.json(jsonRequest())).rejects.toMatchObject({ code: "listing" });
  expect((await session.json(jsonRequest({ request: { query: { x: 1 } } })))?.json).toBe('[{"id":1}]');
});

it.each<[string, unknown]>([
  ["gRPC's gateway", { code: 13, message: "internal", details: [] }],
  ["a flag and errors", { success: false, errors: ["timed out"] }],
  ["GraphQL", { data: null, errors: [{ message: "timed out" }] }],
  ["an error alone", { error: { message: "boom" }, request_id: "r-1" }],
])("a body with status 200 that is nothing but an error is one: %s", async (_name, body) => {
  const { session } = await open(() => ({ body }));
  await expect(session.json(jsonRequest())).rejects.toMatchObject({ name: "WorkflowsError", code: "unavailable" });
});

it("a list that changes while it is read is read anew from its first page", async () => {
  const pages = ['[{"id":1},{"id":2}]', '[{"id":2},{"id":3}]', '[{"id":0},{"id":1}]', '[{"id":2},{"id":3}]'];
  const { session, paths } = await open(({ search }) => ({
    body: pages.shift(),
    headers: search === "" ? { link: `<?page=2>; rel="next"` } : {},
  }));
  expect((await session.json(jsonRequest({ request: { itemsPath: "" } })))?.json).toBe(
    '[{"id":0},{"id":1},{"id":2},{"id":3}]',
  );
  expect(paths()).toHaveLength(4);
});

it("404 is not-found with advice, or nothing where that is allowed, and is requested once", async () => {
  const { session, paths } = await open(() => ({ body: { error: "no such thing" }, status: 404 }));
  await expect(session.json(jsonRequest())).rejects.toMatchObject({
    code: "not-found",
    message: expect.stringMatching(/Could not read \/v2\/things.*allowMissing/s) as string,
  });
  const allowed = jsonRequest({ allowMissing: true });
  expect(await session.json(allowed)).toBeUndefined();
  expect(await session.json(allowed)).toBeUndefined();
  expect(paths()).toHaveLength(1);
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
  const { session } = await open(() => ({ body: text, status: 404, headers: { "content-type": type } }));
  const value = session.json(jsonRequest({ allowMissing: true }));
  await (isMissing
    ? expect(value).resolves.toBeUndefined()
    : expect(value).rejects.toMatchObject({ code: "not-found", status: 404 }));
});

it("a 404 of the token endpoint does not say that nothing is there", async () => {
  server = await startFakeService({ reply: () => ({ status: 404, body: { error: "no such thing" } }) });
  const config: Record<string, string> = { baseUrl: server.url, clientId: "client", clientSecret: "a secret" };
  const session = createSession({ config: (key) => config[key], environment: {} });
  await expect(session.json(jsonRequest({ allowMissing: true }))).rejects.toMatchObject({
    status: 404,
    doing: "create an access token",
  });
});

it("204 is an error that says so, or nothing where that is allowed", async () => {
  const { session, paths } = await open(() => ({ body: "", status: 204 }));
  await expect(session.json(jsonRequest())).rejects.toMatchObject({
    code: "not-found",
    status: 204,
    message: expect.stringMatching(
      /Could not read \/v2\/things: The service returned 204 No Content.*allowMissing/s,
    ) as string,
  });
  expect(await session.json(jsonRequest({ allowMissing: true }))).toBeUndefined();
  expect(paths()).toHaveLength(1);
});

it("a part of a value is refused, the whole value of a proxy that changed it is read", async () => {
  const { session } = await open(({ search }) => ({ body: { a: 1 }, status: search === "" ? 206 : 203 }));
  await expect(session.json(jsonRequest())).rejects.toMatchObject({ code: "not-json", status: 206 });
  const changed = jsonRequest({ request: { query: { x: "1" } } });
  expect((await session.json(changed))?.json).toBe('{"a":1}');
});

it.each([404, 410])("a later page with %d is an error, even if nothing need be there", async (status) => {
  const { session } = await open(({ search }) =>
    search === "" ? { body: { items: [{ id: 1 }], next: "?page=2" } } : { body: {}, status },
  );
  const asked = jsonRequest({ allowMissing: true, request: { itemsPath: "/items" } });
  await expect(session.json(asked)).rejects.toMatchObject({ code: "refused", status });
});

it("another status is an error even if nothing need be there", async () => {
  const { session } = await open(() => ({ body: {}, status: 403 }));
  await expect(session.json(jsonRequest({ allowMissing: true }))).rejects.toMatchObject({
    code: "forbidden",
    hint: expect.not.stringContaining("allowMissing") as string,
  });
});

it("no redirect leads elsewhere", async () => {
  const { session } = await open(() => ({ body: "", status: 302, headers: { location: "http://localhost:1/v2" } }));
  await expect(session.json(jsonRequest())).rejects.toMatchObject({ code: "redirect" });
});
