/** The emulator takes what the service documents, over real sockets, and nothing else. */
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import {
  emulatorEnvironment,
  startEmulator,
  type Emulator,
  type EmulatorOptions,
} from "../../provider/testing/index.js";

interface Reply {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  text: string;
}

/** Sends exactly what it is given: fetch would add and refuse headers of its own. */
function send(url: string, method: string, headers: Record<string, string> = {}, body = ""): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, { method, headers, agent: false }, (response) => {
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk: string) => (text += chunk));
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, text }));
      response.on("error", reject);
    });
    request.on("error", reject);
    request.end(body);
  });
}

const form = "application/x-www-form-urlencoded";
const grant = "grant_type=client_credentials";
const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;

async function requestToken(
  emulator: Emulator,
  change: { headers?: Record<string, string>; body?: string; query?: string; tenant?: number } = {},
): Promise<Reply> {
  const { clientId, clientSecret } = emulator.tenants[change.tenant ?? 0] ?? emulator;
  const headers = { authorization: basic(clientId, clientSecret), "content-type": form, ...change.headers };
  return send(`${emulator.url}/v2/auth/token${change.query ?? ""}`, "POST", headers, change.body ?? grant);
}

async function newToken(emulator: Emulator, tenant = 0): Promise<string> {
  const { text } = await requestToken(emulator, { tenant });
  return (JSON.parse(text) as { access_token: string }).access_token;
}

const list = (emulator: Emulator, token: string, query = "") =>
  send(`${emulator.url}/v2/workflows${query}`, "GET", { authorization: `Bearer ${token}` });

const running: Emulator[] = [];
async function start(options?: EmulatorOptions): Promise<Emulator> {
  const emulator = await startEmulator(options);
  running.push(emulator);
  return emulator;
}
afterEach(async () => {
  await Promise.all(running.splice(0).map((emulator) => emulator.close()));
});

describe("the token call", () => {
  test("answers the documented request with a bearer token that the listing accepts", async () => {
    const emulator = await start();
    const answer = await requestToken(emulator);
    expect(answer.status).toBe(200);
    expect(answer.headers["content-type"]).toBe("application/json");
    expect(answer.headers["cache-control"]).toBe("no-store");
    expect(JSON.parse(answer.text)).toEqual({
      access_token: emulator.tokens[0],
      token_type: "Bearer",
      expires_in: 3600,
    });
    const listing = await list(emulator, await newToken(emulator));
    expect(JSON.parse(listing.text)).toEqual({ workflows: emulator.workflows });
    expect(emulator.workflows).toHaveLength(5);
  });

  test("issues tokens that base64 and percent-encoding change, and never the same one", async () => {
    const emulator = await start();
    const tokens = [await newToken(emulator), await newToken(emulator)];
    expect(new Set(tokens).size).toBe(2);
    expect(emulator.tokens).toEqual(tokens);
    for (const token of tokens) {
      expect(token).toMatch(/^[\w\-.~+/]{80,}==$/);
      expect(encodeURIComponent(token)).not.toBe(token);
    }
  });

  test.each([
    { name: "a parameter of the content type", headers: { "content-type": `${form}; charset=utf-8` } },
    { name: "another case of the scheme", lower: true },
  ])("accepts $name", async ({ headers, lower }) => {
    const emulator = await start({ clientId: "my id+1", clientSecret: "p@ss:w/%rd+ü~" });
    const scheme = lower ? { authorization: basic("my id+1", "p@ss:w/%rd+ü~").replace("Basic", "basic") } : {};
    expect((await requestToken(emulator, { headers: { ...headers, ...scheme } })).status).toBe(200);
  });

  const encoded = basic(encodeURIComponent("my id+1"), encodeURIComponent("p@ss:w/%rd+ü~"));
  test.each([
    { name: "percent-encoded credentials", headers: { authorization: encoded } },
    { name: "a wrong secret", headers: { authorization: basic("my id+1", "guess") } },
    {
      name: "latin-1 instead of UTF-8",
      headers: { authorization: `Basic ${Buffer.from("my id+1:p@ss:w/%rd+ü~", "latin1").toString("base64")}` },
    },
    {
      name: "base64 without its padding",
      headers: { authorization: basic("my id+1", "p@ss:w/%rd+ü~").replace(/=+$/, "") },
    },
    { name: "a bearer token", headers: { authorization: "Bearer x" } },
    { name: "no credentials", headers: { authorization: "" } },
  ])("refuses $name with 401 and a challenge", async ({ headers }) => {
    const emulator = await start({ clientId: "my id+1", clientSecret: "p@ss:w/%rd+ü~" });
    const answer = await requestToken(emulator, { headers });
    expect(answer.status).toBe(401);
    expect(answer.headers["www-authenticate"]).toBe('Basic realm="workflows"');
    expect(JSON.parse(answer.text)).toMatchObject({ error: "invalid_client" });
    expect(emulator.tokens).toEqual([]);
  });

  test.each([
    { name: "a JSON body", body: '{"grant_type":"client_credentials"}', error: "invalid_request" },
    { name: "an empty body", body: "", error: "invalid_request" },
    { name: "a scope beside it", body: `${grant}&scope=all`, error: "invalid_request" },
    { name: "another grant", body: "grant_type=password", error: "unsupported_grant_type" },
    { name: "a query", query: "?grant_type=client_credentials", error: "invalid_request" },
    { name: "another content type", headers: { "content-type": "application/json" }, error: "invalid_request" },
    {
      name: "a content type that only starts alike",
      headers: { "content-type": `${form}2` },
      error: "invalid_request",
    },
  ])("refuses $name with 400", async ({ error, ...change }) => {
    const emulator = await start();
    const answer = await requestToken(emulator, change);
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.text)).toMatchObject({ error });
    expect(emulator.tokens).toEqual([]);
  });
});

describe("the listing call", () => {
  test("asks for a bearer token, without an error code where none was sent", async () => {
    const answer = await send(`${(await start()).url}/v2/workflows`, "GET");
    expect([answer.status, answer.headers["www-authenticate"]]).toEqual([401, 'Bearer realm="workflows"']);
  });

  test("refuses a token that is unknown, revoked or expired, and says which", async () => {
    const emulator = await start({ tokenLifetimeSeconds: 0.05 });
    const challenge = async (token: string) => (await list(emulator, token)).headers["www-authenticate"];
    expect(await challenge("made-up")).toContain('error="invalid_token"');
    const expired = await newToken(emulator);
    await wait(60);
    expect(await challenge(expired)).toContain("The access token expired");
    const revoked = await newToken(emulator);
    emulator.revokeTokens();
    expect(await challenge(revoked)).toContain("unknown or revoked");
  });

  test("takes no token from the query, and no body", async () => {
    const emulator = await start();
    const token = await newToken(emulator);
    const url = `${emulator.url}/v2/workflows`;
    expect((await send(`${url}?access_token=${encodeURIComponent(token)}`, "GET")).status).toBe(401);
    const headers = { authorization: `Bearer ${token}`, "content-length": "2" };
    expect((await send(url, "GET", headers, "{}")).status).toBe(400);
  });

  test("shows what the workflows are now, and a raw text byte for byte", async () => {
    const emulator = await start({ workflows: [{ id: 1 }] });
    const token = await newToken(emulator);
    emulator.workflows.push({ id: 2 });
    expect((await list(emulator, token)).text).toBe('{"workflows":[{"id":1},{"id":2}]}');
    emulator.workflows = [];
    expect((await list(emulator, token)).text).toBe('{"workflows":[]}');
    emulator.listingText = '[{"id": 12345678901234567890}] ';
    expect((await list(emulator, token)).text).toBe('[{"id": 12345678901234567890}] ');
    emulator.listingText = undefined;
    expect((await list(emulator, token)).text).toBe('{"workflows":[]}');
  });

  test("comes in pages that a Link header joins, where a page size is set", async () => {
    const emulator = await start({ pageSize: 2, pathPrefix: "/gateway/eu/" });
    const token = await newToken(emulator);
    const seen: unknown[] = [];
    let url: string | undefined = `${emulator.url}/v2/workflows?status=all`;
    while (url !== undefined) {
      const page = await send(url, "GET", { authorization: `Bearer ${token}` });
      seen.push(...(JSON.parse(page.text) as { workflows: unknown[] }).workflows);
      url = /^<(.*)>; rel="next"$/.exec((page.headers.link as string | undefined) ?? "")?.[1];
    }
    expect(seen).toEqual(emulator.workflows);
    expect(emulator.requestsTo("listing").map(({ query }) => query)).toEqual([
      "status=all",
      "status=all&cursor=after-2",
      "status=all&cursor=after-4",
    ]);
    expect((await list(emulator, token, "?cursor=nonsense")).status).toBe(400);
  });
});

test.each([
  { method: "GET", path: "/v2/auth/token", status: 405, allow: "POST" },
  { method: "POST", path: "/v2/workflows", status: 405, allow: "GET" },
  { method: "GET", path: "/v2/workflows/", status: 404 },
  { method: "GET", path: "/v2/workflows/wf_01HTZ4", status: 404 },
  { method: "GET", path: "//v2/workflows", status: 404 },
  { method: "GET", path: "/V2/workflows", status: 404 },
  { method: "GET", path: "/__proto__", status: 404 },
])("$method $path is answered with $status", async ({ method, path, status, allow }) => {
  const answer = await send((await start()).url + path, method);
  expect([answer.status, answer.headers.allow]).toEqual([status, allow]);
});

test("answers can be reshaped, as values and as text", async () => {
  const emulator = await start({
    tokenAnswer: (token) => ({ data: { token } }),
    listingAnswer: (workflows, query) => `${query.get("v") ?? ""}${workflows.length}`,
    tokenLifetimeSeconds: null,
  });
  expect(JSON.parse((await requestToken(emulator)).text)).toEqual({ data: { token: emulator.tokens[0] } });
  expect((await list(emulator, emulator.tokens[0] ?? "", "?v=x")).text).toBe("x5");
});

test("a function of the caller's that throws is told as a 500", async () => {
  const emulator = await start({
    tokenAnswer: () => {
      throw new TypeError("oops");
    },
  });
  expect(await requestToken(emulator)).toMatchObject({ status: 500, text: "The emulator failed: TypeError: oops" });
});

test("several tenants on one server each see their own workflows", async () => {
  const emulator = await start({ tenants: [{ clientId: "b", clientSecret: "c", workflows: [{ id: "only b" }] }] });
  expect((await list(emulator, await newToken(emulator, 1))).text).toBe('{"workflows":[{"id":"only b"}]}');
  expect(JSON.parse((await list(emulator, await newToken(emulator, 0))).text)).toEqual({
    workflows: emulator.workflows,
  });
  expect(emulator.tenants[0]).toBe(emulator);
  expect(emulator.environment(emulator.tenants[1])).toMatchObject({ WORKFLOWS_CLIENT_ID: "b" });
});

test("every request is recorded with what it carried and what it got", async () => {
  const emulator = await start();
  const before = Date.now();
  const token = await newToken(emulator);
  await list(emulator, token, "?a=1&b");
  await send(`${emulator.url}/elsewhere`, "DELETE");
  expect(emulator.requests).toMatchObject([
    { method: "POST", path: "/v2/auth/token", query: "", body: grant, status: 200 },
    {
      method: "GET",
      path: "/v2/workflows",
      query: "a=1&b",
      headers: { authorization: `Bearer ${token}` },
      status: 200,
    },
    { method: "DELETE", path: "/elsewhere", status: 404 },
  ]);
  expect(emulator.requests[0]?.at).toBeGreaterThanOrEqual(before);
  expect(emulator.requestsTo("token")).toHaveLength(1);
});

test("the environment leads to it, the path prefix included", async () => {
  const emulator = await start({ pathPrefix: "/p" });
  expect(emulator.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/p$/);
  expect(emulator.environment()).toEqual({
    WORKFLOWS_BASE_URL: emulator.url,
    WORKFLOWS_CLIENT_ID: emulator.clientId,
    WORKFLOWS_CLIENT_SECRET: emulator.clientSecret,
  });
  expect(emulatorEnvironment(emulator)).toEqual(emulator.environment());
});

test("two emulators share neither port, credentials nor tokens", async () => {
  const [one, two] = [await start(), await start()];
  expect(one.url).not.toBe(two.url);
  expect(one.clientSecret).not.toBe(two.clientSecret);
  expect((await list(two, await newToken(one))).status).toBe(401);
});

test("a port that is taken is an error", async () => {
  const port = Number(new URL((await start()).url).port);
  await expect(startEmulator({ port })).rejects.toMatchObject({ code: "EADDRINUSE" });
});

test("closing it twice, with a request that hangs, ends at once", async () => {
  const emulator = await start();
  emulator.failNext("listing", { hang: "after-headers" });
  const { body } = await fetch(`${emulator.url}/v2/workflows`);
  await emulator.close();
  await emulator.close();
  await expect(body?.getReader().closed).rejects.toThrow();
});
