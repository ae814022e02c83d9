/** One deployment's view of the service: the requests to it, however many readers there are. */
import { type Emulator, startEmulator } from "../../provider/testing/emulator.js";
import { createCertificate } from "../support/certificates.js";
import type { ListingRequest } from "../../provider/workflows/types.js";
import { createSession, type Session, type SessionOptions } from "../../provider/workflows/session.js";

describe("a session", () => {
  let service: Emulator;
  beforeEach(async () => {
    service = await startEmulator({
      workflows: [
        { id: 1, name: "Import" },
        { id: 2, name: "Export" },
      ],
      tenants: [{ clientId: "there", clientSecret: "another", workflows: [{ id: 3, name: "Elsewhere" }] }],
    });
  });
  afterEach(async () => await service.close());

  function open(settings: Record<string, string> = {}, options: Partial<SessionOptions> = {}): Session {
    const config: Record<string, string> = {
      baseUrl: service.url,
      clientId: service.clientId,
      clientSecret: service.clientSecret,
      connections: JSON.stringify({ there: { clientId: "there", clientSecret: "another" } }),
      ...settings,
    };
    return createSession({ config: (key) => config[key], environment: {}, ...options });
  }

  function requestCounts(): { tokens: number; listings: number } {
    return { tokens: service.requestsTo("token").length, listings: service.requestsTo("listing").length };
  }

  test("a hundred readers at once cost one token and one listing, and so do a hundred after them", async () => {
    const session = open();
    const read = async (): Promise<unknown> => session.list({ request: {}, view: {} });
    const first = await Promise.all(Array.from({ length: 100 }, read));
    const second = await Promise.all(Array.from({ length: 100 }, read));
    expect(new Set([...first, ...second]).size).toBe(1);
    expect(requestCounts()).toEqual({ tokens: 1, listings: 1 });
  });

  test("one response serves every view of it", async () => {
    const session = open();
    const one = await session.list({ request: {}, view: { where: { name: "Import" } } });
    const names = await session.list({ request: {}, view: { select: ["name"] } });
    expect([one.json, names.json]).toEqual(['[{"id":1,"name":"Import"}]', '[{"name":"Import"},{"name":"Export"}]']);
    expect(requestCounts()).toEqual({ tokens: 1, listings: 1 });
  });

  test("another query is another listing, with the same token; the order of an argument's keys makes none", async () => {
    const session = open();
    await session.list({ request: { query: { a: 1, b: 2 } }, view: {} });
    await session.list({ request: { query: { b: 2, a: 1 } }, view: {} });
    await session.list({ request: { query: { a: 1 } }, view: {} });
    expect(requestCounts()).toEqual({ tokens: 1, listings: 2 });
  });

  test.each<[string, ListingRequest, ListingRequest]>([
    ["a number and its text in a query", { query: { a: 1 } }, { query: { a: "1" } }],
    ["a value and a list of it", { query: { a: true } }, { query: { a: ["true"] } }],
    ["an empty query, and none", { query: {} }, {}],
    ["a query with an empty list, and none", { query: { a: [] } }, {}],
    ["the default of an argument, and none", { maxPages: 1000 }, {}],
    ["the argument itemsPath, and the setting", { itemsPath: "/workflows" }, {}],
    ["the argument pagination, and the setting", { pagination: { type: "none" } }, {}],
  ])("requests that send the same are one listing: %s", async (_title, one, other) => {
    const session = open({ itemsPath: "/workflows", pagination: '{"type":"none"}' });
    await session.list({ request: one, view: {} });
    await session.list({ request: other, view: {} });
    expect(requestCounts()).toEqual({ tokens: 1, listings: 1 });
  });

  test("a path is read once, whether or not it may be missing", async () => {
    const session = open();
    const request = { path: "/v2/workflows", request: {} };
    const [one, other] = await Promise.all([
      session.json({ ...request, allowMissing: false }),
      session.json({ ...request, allowMissing: true }),
    ]);
    expect(other).toBe(one);
    expect(requestCounts()).toEqual({ tokens: 1, listings: 1 });
    const missing = { path: "/v2/nothing", request: {} };
    const results = await Promise.allSettled([
      session.json({ ...missing, allowMissing: false }),
      session.json({ ...missing, allowMissing: true }),
    ]);
    expect(results).toMatchObject([{ reason: { code: "not-found" } }, { value: undefined }]);
    expect(service.requests.filter(({ path }) => path === "/v2/nothing")).toHaveLength(1);
  });

  test("connections share neither token nor listing", async () => {
    const session = open();
    const [here, there] = await Promise.all([
      session.list({ request: {}, view: {} }),
      session.list({ connection: "there", request: {}, view: {} }),
    ]);
    expect([here.count, there.count]).toEqual([2, 1]);
    expect(requestCounts()).toEqual({ tokens: 2, listings: 2 });
  });

  test("two sessions share nothing", async () => {
    await open().list({ request: {}, view: {} });
    await open().list({ request: {}, view: {} });
    expect(requestCounts()).toEqual({ tokens: 2, listings: 2 });
  });

  test("the token is the one that the listing was read with", async () => {
    const session = open();
    await session.list({ request: {}, view: {} });
    expect((await session.token(undefined)).value).toBe(service.tokens[0]);
    expect(requestCounts()).toEqual({ tokens: 1, listings: 1 });
  });

  test("all readers of a failed listing get the error, and the next reader sends a new request", async () => {
    service.failNext("listing", { status: 400 });
    const session = open();
    const read = async (): Promise<unknown> => session.list({ request: {}, view: {} });
    const results = await Promise.allSettled([read(), read()]);
    expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await expect(read()).resolves.toHaveProperty("count", 2);
    expect(requestCounts().listings).toBe(2);
  });

  test("in a provider's host a failure is kept too: no resource waits for another's deadline again", async () => {
    service.failAlways("listing", { status: 400 });
    const session = open({}, { keepFailures: true });
    await expect(session.list({ request: {}, view: {} })).rejects.toThrow("400");
    await expect(session.list({ request: {}, view: {} })).rejects.toThrow("400");
    expect(requestCounts().listings).toBe(1);
  });

  test("refused credentials are sent once, whatever the number of listings", async () => {
    const session = open({ clientSecret: "wrong" });
    for (const number of [1, 2, 3]) {
      await expect(session.list({ request: { query: { number } }, view: {} })).rejects.toMatchObject({
        code: "token-refused",
        message: expect.stringContaining("`workflows:clientSecret` (stack config)") as string,
      });
    }
    expect(requestCounts()).toEqual({ tokens: 1, listings: 0 });
  });

  test.each([400, 401, 403])("credentials that are refused with %i are named with their source", async (status) => {
    service.failAlways("token", { status });
    await expect(open().token(undefined)).rejects.toMatchObject({
      hint: expect.stringContaining(
        "Check the client credentials: they came from `workflows:clientId` (stack config) and `workflows:clientSecret` (stack config).",
      ) as string,
    });
  });

  test("a token request that fails in another way leaves the credentials out of its advice", async () => {
    service.failAlways("token", { status: 404 });
    await expect(open().token(undefined)).rejects.toMatchObject({
      hint: expect.not.stringContaining("client credentials") as string,
    });
  });

  test("a response without a token is no refusal of the credentials: the next reader requests one again", async () => {
    service.failNext("token", { status: 200, body: { scope: "all" } });
    const session = open();
    await expect(session.token(undefined)).rejects.toMatchObject({ code: "token-response" });
    await expect(session.list({ request: {}, view: {} })).resolves.toHaveProperty("count", 2);
    expect(requestCounts()).toEqual({ tokens: 2, listings: 1 });
  });

  test("a token that the service no longer accepts is requested again, once for all readers", async () => {
    const session = open();
    await session.list({ request: {}, view: {} });
    service.failNext("listing", { status: 401 });
    await session.list({ request: { query: { a: 1 } }, view: {} });
    await session.list({ request: { query: { a: 2 } }, view: {} });
    expect(requestCounts()).toEqual({ tokens: 2, listings: 4 });
  });

  test("the service is identified by its address, its client and the place of the items, and by no secret", () => {
    const identity = open().service(undefined);
    expect(identity).toMatch(/^[0-9a-f]{16}\.[0-9a-f]{8}$/);
    expect(open({ clientSecret: "another", maxRetries: "0" }).service(undefined)).toBe(identity);
    const others = [
      { baseUrl: `${service.url}/eu` },
      { clientId: "another" },
      { itemsPath: "/a" },
      { itemsPath: "/b" },
    ];
    const identities = others.map((settings) => open(settings).service(undefined));
    expect(new Set([identity, open().service("there"), ...identities]).size).toBe(6);
    expect(requestCounts()).toEqual({ tokens: 0, listings: 0 });
  });

  test("the headers of the settings are sent with every request", async () => {
    await open({ headers: '{"X-Gateway-Key":"k3y"}' }).list({ request: {}, view: {} });
    expect(service.requests.map(({ headers }) => headers["x-gateway-key"])).toEqual(["k3y", "k3y"]);
  });

  test("every secret of the settings is redacted, the key of the client's certificate too", async () => {
    const { cert, key } = await createCertificate(undefined);
    const session = open({ clientCertificate: cert, clientKey: key });
    await session.token(undefined);
    const shown = session.redactor.redact(`It says ${key} and ${service.clientSecret}.`);
    expect(shown).not.toContain(key.split("\n")[1]);
    expect(shown).not.toContain(service.clientSecret);
  });

  describe("a listing that may be one page of more", () => {
    beforeEach(() => {
      service.listingText = JSON.stringify(Array.from({ length: 10 }, (_, id) => ({ id })));
    });
    const fault = "The service lists 10 workflows, which is a usual page size";

    test("is a warning, once for all readers", async () => {
      const warnings: string[] = [];
      const session = open({}, { onWarning: (message) => warnings.push(message) });
      await session.list({ request: {}, view: {} });
      await session.list({ request: { query: { a: 1 } }, view: {} });
      expect(warnings).toEqual([expect.stringContaining(fault)]);
      expect(warnings[0]).toMatch(/set pagination: \{ type: "none" \}$/);
      service.listingText = JSON.stringify(Array.from({ length: 20 }, (_, id) => ({ id })));
      await session.list({ request: { query: { a: 2 } }, view: {} });
      expect(warnings).toHaveLength(2);
    });

    test("is a warning in the program's language", async () => {
      const warnings: string[] = [];
      const session = open({}, { language: "python", onWarning: (message) => warnings.push(message) });
      await session.list({ request: {}, view: {} });
      expect(warnings[0]).toMatch(/set pagination=/);
    });

    test("is read where nobody wants warnings", async () => {
      await expect(open().list({ request: {}, view: {} })).resolves.toHaveProperty("count", 10);
    });
  });

  test("what was found out about a listing is information, once for all readers", async () => {
    service.listingText = '{"workflows":[{"id":1}],"shown":7}';
    const lines: string[] = [];
    const session = open({}, { onInformation: (line) => lines.push(line) });
    await session.list({ request: {}, view: {} });
    await session.list({ request: { query: { a: 1 } }, view: {} });
    expect(lines).toEqual([expect.stringContaining('"/shown" is not known to say anything about pages')]);
  });

  test("bad settings are an error before anything is sent", async () => {
    const session = open({ clientId: "a:b", maxRetries: "many" });
    await expect(session.list({ request: {}, view: {} })).rejects.toMatchObject({
      issues: [{ property: "clientId" }, { property: "maxRetries" }],
    });
    expect(requestCounts()).toEqual({ tokens: 0, listings: 0 });
  });

  test("the setting unrelatedFields applies if the argument is not given", async () => {
    const hinting = await startEmulator({
      listingResponse: (workflows: unknown[]) => ({ workflows, has_more: true }),
      clientId: service.clientId,
      clientSecret: service.clientSecret,
    });
    const session = open({ baseUrl: hinting.url, unrelatedFields: "has_more" });
    expect((await session.list({ request: {}, view: {} })).count).toBe(5);
    await expect(session.list({ request: { unrelatedFields: [] }, view: {} })).rejects.toMatchObject({
      code: "listing",
    });
    await hinting.close();
  });

  test.each<[language: SessionOptions["language"], argument: string]>([
    ["typescript", 'set unrelatedFields: ["tenant"].'],
    ["yaml", 'set unrelatedFields: ["tenant"].'],
    ["python", 'set unrelated_fields=["tenant"].'],
    ["command line", "set --unrelated-fields 'tenant'."],
  ])("a sentence beside an empty list is why, unless unrelatedFields names it (%s)", async (language, argument) => {
    service.listingText = '{"tenant":"ACME Corp Inc","workflows":[]}';
    const session = open({}, { language });
    const refused = session.list({ request: {}, view: {} });
    await expect(refused).rejects.toMatchObject({
      code: "unavailable",
      hint: expect.stringContaining(argument) as string,
    });
    expect((await session.list({ request: { unrelatedFields: ["tenant"] }, view: {} })).count).toBe(0);
  });

  test.each<[request: ListingRequest, isRead: boolean]>([
    [{}, false],
    [{ keyPath: "name" }, true],
    [{ keyPath: ["id", "name"] }, true],
    [{ keyPath: "none" }, true],
  ])("two workflows with one identity are an error, unless %j says what identifies them", async (request, isRead) => {
    service.workflows = [
      { id: 1, name: "a" },
      { id: 1, name: "b" },
    ];
    const listing = open().list({ request, view: {} });
    await (isRead ? expect(listing).resolves.toMatchObject({ count: 2 }) : expect(listing).rejects.toThrow("keyPath"));
  });

  test("the setting itemsPath applies if the argument is not given", async () => {
    service.listingText = '{"a":[1],"b":[1,2,3]}';
    const session = open({ itemsPath: "/b" });
    expect((await session.list({ request: {}, view: {} })).count).toBe(3);
    expect((await session.list({ request: { itemsPath: "/a" }, view: {} })).count).toBe(1);
  });

  describe("pagination of the settings", () => {
    const byOffset = JSON.stringify({ type: "offset", morePath: "/more" });

    test("applies if the argument is not given", async () => {
      service.listingText = '{"workflows":[{"id":1}],"more":false}';
      expect((await open({ pagination: byOffset }).list({ request: {}, view: {} })).count).toBe(1);
      expect(service.requestsTo("listing").map(({ query }) => query)).toEqual([""]);
    });

    test("gives way to the argument, and to that of a connection", async () => {
      const there = { clientId: "there", clientSecret: "another", pagination: { type: "none" } };
      const session = open({ pagination: byOffset, connections: JSON.stringify({ there }) });
      await session.list({ request: { pagination: { type: "none" } }, view: {} });
      await session.list({ connection: "there", request: {}, view: {} });
      expect(service.requestsTo("listing").map(({ query }) => query)).toEqual(["", ""]);
    });

    test.each([
      ['{"type":"pages"}', '`workflows:pagination` cannot be used: `pagination.type` is "pages"'],
      ['{"size":10}', "`workflows:pagination` cannot be used: `pagination.type` is missing"],
      ['{"type":"cursor"}', "`workflows:pagination` cannot be used: `pagination.cursorPath` is missing"],
      ['{"type":"page","start":"1"}', "`workflows:pagination` cannot be used: `pagination.start` is"],
    ])("is checked as the argument is, before anything is sent: %s", async (pagination, reason) => {
      const session = open({ pagination });
      await expect(session.list({ request: {}, view: {} })).rejects.toMatchObject({
        issues: [{ property: "pagination", reason: expect.stringContaining(reason) as string }],
      });
      expect(() => session.settings(undefined)).toThrow(reason);
      expect(requestCounts()).toEqual({ tokens: 0, listings: 0 });
    });

    test("does not send a parameter of the query twice", async () => {
      const pagination = '{"type":"offset","size":5}';
      const reading = open({ pagination }).list({ request: { query: { limit: 7 } }, view: {} });
      const reason = "`workflows:pagination` does not go with this query: `query.limit` is also sent by";
      await expect(reading).rejects.toMatchObject({
        issues: [{ property: "query", reason: expect.stringContaining(reason) as string }],
      });
    });
  });

  test("progress is reported while it waits", async () => {
    service.failNext("listing", { status: 503, headers: { "retry-after": "0" } });
    const lines: string[] = [];
    await open({}, { onProgress: (line) => lines.push(line) }).list({ request: {}, view: {} });
    expect(lines).toEqual([expect.stringMatching(/^503 Service Unavailable, waiting .*, attempt 2 of 5$/)]);
  });

  test("an aborted session sends nothing more", async () => {
    service.failAlways("listing", { hang: "before-headers" });
    const stop = new AbortController();
    const reading = open({}, { signal: stop.signal }).list({ request: {}, view: {} });
    while (requestCounts().listings === 0) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    stop.abort();
    await expect(reading).rejects.toMatchObject({ code: "cancelled" });
    expect(requestCounts().listings).toBe(1);
  });
});
