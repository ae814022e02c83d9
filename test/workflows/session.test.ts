/** One deployment's view of the service: the requests to it, however many readers there are. */
import { createFakeClock } from "../support/clocks.js";
import { type FakeService, startFakeService } from "../support/fake-service.js";
import { hang } from "../support/replies.js";
import type { ListingRequest } from "../../provider/workflows/types.js";
import { createSession, type Session, type SessionOptions } from "../../provider/workflows/session.js";

describe("a session", () => {
  let service: FakeService;
  beforeEach(async () => {
    service = await startFakeService({
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

  const list = async (session: Session, request: ListingRequest = {}) => session.list({ request, view: {} });

  function requestCounts(): { tokens: number; listings: number } {
    return { tokens: service.requestsTo("token").length, listings: service.requestsTo("listing").length };
  }

  it("a hundred readers at once cost one token and one listing, and so do a hundred after them", async () => {
    const session = open();
    const read = async () => list(session);
    const first = await Promise.all(Array.from({ length: 100 }, read));
    const second = await Promise.all(Array.from({ length: 100 }, read));
    expect(new Set([...first, ...second].map(({ json }) => json)).size).toBe(1);
    expect(requestCounts()).toEqual({ tokens: 1, listings: 1 });
  });

  it.each<[what: string, one: ListingRequest, other: ListingRequest, listings: number]>([
    // what, one request, another one, requests that are sent for both
    ["another query", { query: { a: 1, b: 2 } }, { query: { a: 1 } }, 2],
    ["another order of keys", { query: { a: 1, b: 2 } }, { query: { b: 2, a: 1 } }, 1],
    ["a number and its text in a query", { query: { a: 1 } }, { query: { a: "1" } }, 1],
    ["the default of an argument, and none", { maxPages: 1000 }, {}, 1],
    ["the argument itemsPath, and the setting", { itemsPath: "/workflows" }, {}, 1],
  ])("requests that send the same are one listing: %s", async (_what, one, other, listings) => {
    const session = open({ itemsPath: "/workflows", pagination: '{"type":"none"}' });
    await list(session, one);
    await list(session, other);
    expect(requestCounts()).toEqual({ tokens: 1, listings });
  });

  it("a path is read once, whether or not it may be missing", async () => {
    const session = open();
    const request = { path: "/v2/workflows", request: {} };
    const [one, other] = await Promise.all([
      session.json({ ...request, allowMissing: false }),
      session.json({ ...request, allowMissing: true }),
    ]);
    expect(other).toEqual(one);
    expect(requestCounts()).toEqual({ tokens: 1, listings: 1 });
    const missing = { path: "/v2/nothing", request: {} };
    const results = await Promise.allSettled([
      session.json({ ...missing, allowMissing: false }),
      session.json({ ...missing, allowMissing: true }),
    ]);
    expect(results).toMatchObject([{ reason: { code: "not-found" } }, { value: undefined }]);
    expect(service.requests.filter(({ path }) => path === "/v2/nothing")).toHaveLength(1);
  });

  it("connections share neither token nor listing", async () => {
    const session = open();
    const [here, there] = await Promise.all([
      list(session),
      session.list({ connection: "there", request: {}, view: {} }),
    ]);
    expect([here.count, there.count]).toEqual([2, 1]);
    expect(requestCounts()).toEqual({ tokens: 2, listings: 2 });
  });

  it.each<[keepFailures: boolean, next: PromiseSettledResult<unknown>["status"], listings: number]>([
    [false, "fulfilled", 2],
    [true, "rejected", 1],
  ])(
    "all readers of a failed listing get the error; failures kept: %j, so the next is %s",
    async (keepFailures, next, listings) => {
      service.answerNext("listing", { status: 400 });
      const session = open({}, { keepFailures });
      const first = await Promise.allSettled([list(session), list(session)]);
      const [later] = await Promise.allSettled([list(session)]);
      expect([...first, later].map(({ status }) => status)).toEqual(["rejected", "rejected", next]);
      expect(requestCounts().listings).toBe(listings);
    },
  );

  it("refused credentials are sent once, whatever the number of listings", async () => {
    const session = open({ clientSecret: "wrong" });
    for (const number of [1, 2, 3]) {
      await expect(list(session, { query: { number } })).rejects.toMatchObject({
        code: "token-refused",
        message: expect.stringContaining("`workflows:clientSecret`") as string,
      });
    }
    expect(requestCounts()).toEqual({ tokens: 1, listings: 0 });
  });

  const fromConfig = "Check the client credentials: they came from `workflows:clientId` and `workflows:clientSecret`.";
  it.each<[status: number, hint: unknown]>([
    [401, expect.stringContaining(fromConfig)],
    [404, expect.not.stringContaining("client credentials")],
  ])(
    "a token request refused with %i names the source of the credentials if they are at fault",
    async (status, hint) => {
      service.answerAlways("token", { status });
      await expect(open().token(undefined)).rejects.toMatchObject({ hint });
    },
  );

  it("a listing that takes longer than its token lives is read to its end, with a new token for the later pages", async () => {
    const clock = createFakeClock();
    service.pageSize = 1;
    service.workflows = Array.from({ length: 12 }, (_, id) => ({ id }));
    service.reply = ({ endpoint }, index) => {
      clock.advance(500);
      const token = `token-${index}`;
      if (endpoint === "listing") {
        return undefined;
      }
      service.tokens.splice(0, 1, token);
      return { body: { access_token: token, expires_in: 2 } };
    };
    await expect(list(open({}, { clock }))).resolves.toHaveProperty("count", 12);
    expect(requestCounts()).toEqual({ tokens: 4, listings: 12 });
  });

  it("the service is identified by its address, its client and the place of the items, and by no secret", () => {
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

  it("a round number of items is a warning, once for all readers, and none for a reader that set minItems", async () => {
    const warnings: string[] = [];
    const session = open({}, { onWarning: (message) => warnings.push(message) });
    service.answerAlways("listing", { body: Array.from({ length: 10 }, (_, id) => ({ id })) });
    await session.list({ request: {}, view: {}, guard: { minItems: 10 } });
    expect(warnings).toEqual([]);
    await list(session);
    await list(session, { query: { a: 1 } });
    expect(warnings).toEqual([
      expect.stringMatching(/^The service lists 10 workflows, which is a usual page size.*set pagination: /),
    ]);
  });

  it("what was found out about a listing is information, once for all readers", async () => {
    const all = [{ id: 0 }, { id: 1 }, { id: 2 }];
    service.reply = ({ endpoint, url }) => {
      const at = Number(url.searchParams.get("offset") ?? 0);
      return endpoint === "listing" ? { body: { workflows: all.slice(at, at + 2), total: 3 } } : undefined;
    };
    const lines: string[] = [];
    const session = open({}, { onInformation: (line) => lines.push(line) });
    await list(session);
    await list(session, { query: { a: 1 } });
    expect(lines).toEqual([expect.stringContaining("was found by trying. To spare these requests, set")]);
  });

  const byOffset = JSON.stringify({ type: "offset", morePath: "/more" });
  const one = '{"workflows":[{"id":1}]';

  it.each<[settings: Record<string, string>, body: string, request: ListingRequest, result: number | string]>([
    // settings, body, arguments, number of items or code of the error
    [{ itemsPath: "/b" }, '{"a":[1],"b":[1,2,3]}', { itemsPath: "/a" }, 1],
    [{ unrelatedFields: "has_more" }, `${one},"has_more":true}`, {}, 1],
    [{ unrelatedFields: "has_more" }, `${one},"has_more":true}`, { unrelatedFields: [] }, "listing"],
    [{ pagination: byOffset }, `${one}}`, {}, "listing"],
    [{ pagination: byOffset }, `${one}}`, { pagination: { type: "none" } }, 1],
  ])("a setting applies if its argument is not given: %j, %s, %j", async (settings, body, request, result) => {
    service.answerAlways("listing", { body: body });
    const [read] = await Promise.allSettled([list(open(settings), request)]);
    expect(read).toMatchObject(
      typeof result === "number" ? { value: { count: result } } : { reason: { code: result } },
    );
    expect(service.requestsTo("listing")[0]?.query).toBe("");
  });

  it.each<[text: string, remark: string | undefined]>([
    ['{"message":"Please come back later","workflows":[]}', '"/message": "Please come back later"'],
    ['{"serverTime":"Mon, 05 Jan 2026 10:00:00 GMT","workflows":[]}', undefined],
  ])("a message beside an empty list is a warning: %s", async (text, remark) => {
    service.answerAlways("listing", { body: text });
    const warnings: string[] = [];
    const listing = await list(open({}, { onWarning: (message) => warnings.push(message) }));
    expect(listing).toMatchObject({ count: 0, remark });
    const warning = `The service lists no workflows, and the response says at ${remark}.`;
    expect(warnings).toEqual(remark === undefined ? [] : [warning]);
  });

  it("the setting pagination is checked as the argument is, before anything is sent", async () => {
    const session = open({ pagination: '{"type":"cursor"}' });
    const reason = '`workflows:pagination` cannot be used: `pagination.type` is "cursor", which needs `cursorPath`';
    await expect(list(session)).rejects.toMatchObject({
      issues: [{ property: "pagination", reason: expect.stringContaining(reason) as string }],
    });
    expect(() => session.settings(undefined)).toThrow(reason);
    expect(requestCounts()).toEqual({ tokens: 0, listings: 0 });
  });

  it("a size in the query wins over that of the setting pagination", async () => {
    const pagination = '{"type":"cursor","cursorPath":"/next_cursor?","size":5}';
    await list(open({ pagination }), { query: { limit: 7 } });
    await list(open({ pagination }));
    expect(service.requestsTo("listing").map(({ query }) => query)).toEqual(["limit=7", "limit=5"]);
  });

  it("an aborted session sends nothing more", async () => {
    service.answerAlways("listing", hang);
    const stop = new AbortController();
    const reading = list(open({}, { signal: stop.signal }));
    while (requestCounts().listings === 0) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    stop.abort();
    await expect(reading).rejects.toMatchObject({ code: "cancelled" });
    expect(requestCounts().listings).toBe(1);
  });
});
