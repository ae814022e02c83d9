/** The emulator takes what the service documents, over real sockets, and nothing else. */
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { request as httpsRequest } from "node:https";
import { connect } from "node:net";
import { startEmulator, type Emulator, type EmulatorOptions } from "../../provider/testing/emulator.js";
import type { EmulatorPagination } from "../../provider/testing/emulator/pages.js";
import { createSession } from "../../provider/workflows/session.js";
import { createAuthority, createCertificate } from "../support/certificates.js";

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
  test("responds to the documented request with a bearer token that the listing accepts", async () => {
    const emulator = await start();
    const response = await requestToken(emulator);
    expect(response.status).toBe(200);
    expect(response.headers["content-type"]).toBe("application/json");
    expect(response.headers["cache-control"]).toBe("no-store");
    expect(JSON.parse(response.text)).toEqual({
      access_token: emulator.tokens[0],
      token_type: "Bearer",
      expires_in: 3600,
    });
    const listing = await list(emulator, await newToken(emulator));
    expect(JSON.parse(listing.text)).toEqual({ workflows: emulator.workflows });
    expect(emulator.workflows).toHaveLength(5);
  });

  test("issues tokens that percent-encoding changes, and never the same one", async () => {
    const emulator = await start();
    const tokens = [await newToken(emulator), await newToken(emulator)];
    expect(new Set(tokens).size).toBe(2);
    expect(emulator.tokens).toEqual(tokens);
    expect(tokens.filter((token) => encodeURIComponent(token) === token)).toEqual([]);
  });

  test("accepts another case of the scheme", async () => {
    const emulator = await start({ clientId: "my id+1", clientSecret: "p@ss:w/%rd+ü~" });
    const authorization = basic("my id+1", "p@ss:w/%rd+ü~").replace("Basic", "basic");
    expect((await requestToken(emulator, { headers: { authorization } })).status).toBe(200);
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
    const response = await requestToken(emulator, { headers });
    expect(response.status).toBe(401);
    expect(response.headers["www-authenticate"]).toBe('Basic realm="workflows"');
    expect(JSON.parse(response.text)).toMatchObject({ error: "invalid_client" });
    expect(emulator.tokens).toEqual([]);
  });

  test.each([
    { name: "a JSON body", body: '{"grant_type":"client_credentials"}', error: "invalid_request" },
    { name: "an empty body", body: "", error: "invalid_request" },
    { name: "a scope beside it", body: `${grant}&scope=all`, error: "invalid_request" },
    { name: "another grant", body: "grant_type=password", error: "unsupported_grant_type" },
    { name: "a query", query: "?grant_type=client_credentials", error: "invalid_request" },
  ])("refuses $name with 400", async ({ error, ...change }) => {
    const emulator = await start();
    const response = await requestToken(emulator, change);
    expect(response.status).toBe(400);
    expect(JSON.parse(response.text)).toMatchObject({ error });
    expect(emulator.tokens).toEqual([]);
  });
});

describe("the listing call", () => {
  test("requires a bearer token, without an error code where none was sent", async () => {
    const response = await send(`${(await start()).url}/v2/workflows`, "GET");
    expect([response.status, response.headers["www-authenticate"]]).toEqual([401, 'Bearer realm="workflows"']);
  });

  test("refuses a token that is unknown or revoked, with the reason", async () => {
    const emulator = await start();
    const challenge = async (token: string) => (await list(emulator, token)).headers["www-authenticate"];
    expect(await challenge("made-up")).toContain('error="invalid_token"');
    const revoked = await newToken(emulator);
    emulator.revokeTokens();
    expect(await challenge(revoked)).toContain("unknown or revoked");
  });

  test("takes no token from the query", async () => {
    const emulator = await start();
    const query = `?access_token=${encodeURIComponent(await newToken(emulator))}`;
    expect((await send(`${emulator.url}/v2/workflows${query}`, "GET")).status).toBe(401);
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
    const emulator = await start({ pageSize: 2 });
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
  { method: "GET", path: "/v2/workflows/wf_01HTZ4", status: 401 },
  { method: "POST", path: "/v2/workflows/wf_01HTZ4", status: 405, allow: "GET" },
  { method: "GET", path: "/v2/workflows/wf_01HTZ4/", status: 404 },
  { method: "GET", path: "/v2/workflows/a/b", status: 404 },
  { method: "GET", path: "//v2/workflows", status: 404 },
  { method: "GET", path: "/V2/workflows", status: 404 },
  { method: "GET", path: "/__proto__", status: 404 },
])("the response to $method $path is $status", async ({ method, path, status, allow }) => {
  const response = await send((await start()).url + path, method);
  expect([response.status, response.headers.allow]).toEqual([status, allow]);
});

describe("the form of a request", () => {
  /** As a client writes it to the connection: no library adds, merges or refuses anything. */
  async function write(emulator: Emulator, lines: readonly string[], body = ""): Promise<string> {
    const { hostname, port } = new URL(emulator.url);
    const socket = connect(Number(port), hostname);
    socket.end([...lines, "Host: emulator", "Connection: close", "", body].join("\r\n"));
    const chunks: Buffer[] = [];
    for await (const chunk of socket) {
      chunks.push(chunk as Buffer);
    }
    return Buffer.concat(chunks).toString();
  }

  const POST = "POST /v2/auth/token HTTP/1.1";
  const LENGTH = `Content-Length: ${grant.length}`;
  const TYPE = `Content-Type: ${form}`;

  test.each<[string, readonly string[], number]>([
    ["as documented", [POST, "AUTH", TYPE, LENGTH], 200],
    ["with a charset", [POST, "AUTH", `${TYPE};charset="UTF-8"`, LENGTH], 200],
    ["with headers that change nothing", [POST, "AUTH", TYPE, LENGTH, "X-Request-Id: 1", "Accept-Encoding: br"], 200],
    ["that accepts JSON among others", [POST, "AUTH", TYPE, LENGTH, "Accept: text/html, application/json;q=0.5"], 200],
    ["with a bare question mark", [`POST /v2/auth/token? HTTP/1.1`, "AUTH", TYPE, LENGTH], 400],
    ["with Content-Encoding", [POST, "AUTH", TYPE, LENGTH, "Content-Encoding: identity"], 415],
    ["with another content type", [POST, "AUTH", "Content-Type: application/json", LENGTH], 400],
    ["with a content type that only starts alike", [POST, "AUTH", `${TYPE}2`, LENGTH], 400],
    ["with junk after the content type", [POST, "AUTH", `${TYPE}; junk`, LENGTH], 400],
    ["with another charset", [POST, "AUTH", `${TYPE}; charset=latin1`, LENGTH], 400],
    ["without a content type", [POST, "AUTH", LENGTH], 400],
    ["with two content types", [POST, "AUTH", TYPE, TYPE, LENGTH], 400],
    ["with two Authorization headers", [POST, "AUTH", "AUTH", TYPE, LENGTH], 400],
    ["with two spaces after the scheme", [POST, "AUTH2", TYPE, LENGTH], 401],
    ["that accepts no JSON", [POST, "AUTH", TYPE, LENGTH, "Accept: text/html"], 406],
    ["that refuses JSON", [POST, "AUTH", TYPE, LENGTH, "Accept: application/json;q=0"], 406],
    ["that expects 100-continue of another kind", [POST, "AUTH", TYPE, LENGTH, "Expect: 200-ok"], 417],
  ])("of a token request %s", async (_, lines, status) => {
    const emulator = await start();
    const authorization = `Authorization: ${basic(emulator.clientId, emulator.clientSecret)}`;
    const given = lines.map((line) =>
      line === "AUTH" ? authorization : line === "AUTH2" ? authorization.replace("Basic ", "Basic  ") : line,
    );
    expect(await write(emulator, given, grant)).toContain(`HTTP/1.1 ${status} `);
    expect(emulator.tokens).toHaveLength(status === 200 ? 1 : 0);
  });

  test("of a token request in chunks: 411", async () => {
    const emulator = await start();
    const authorization = `Authorization: ${basic(emulator.clientId, emulator.clientSecret)}`;
    const lines = [POST, authorization, TYPE, "Transfer-Encoding: chunked"];
    const body = `${grant.length.toString(16)}\r\n${grant}\r\n0\r\n\r\n`;
    expect(await write(emulator, lines, body)).toContain("HTTP/1.1 411 ");
  });

  test.each<[string, string, readonly string[], number]>([
    ["with a query", "?a%5Bb%5D=%C3%BC&c", [], 200],
    ["with a bare question mark", "?", [], 400],
    ["with brackets that are not encoded", "?a[b]=1", [], 400],
    ["with a percent sign that is not encoded", "?a=100%", [], 400],
    ["with a content type", "", ["Content-Type: application/json"], 400],
    ["with an empty body", "", ["Content-Length: 0"], 400],
    ["with an unknown Accept", "", ["Accept: application/vnd.other"], 406],
    ["with a second Authorization header", "", ["Authorization: Bearer x"], 400],
  ])("of a listing %s", async (_, query, lines, status) => {
    const emulator = await start();
    const authorization = `Authorization: Bearer ${await newToken(emulator)}`;
    const response = await write(emulator, [`GET /v2/workflows${query} HTTP/1.1`, authorization, ...lines]);
    expect(response).toContain(`HTTP/1.1 ${status} `);
  });

  test.each([
    ["two spaces", (token: string) => `Bearer  ${token}`],
    ["quotes", (token: string) => `Bearer "${token}"`],
  ])("of a bearer token with %s: 401", async (_, authorization) => {
    const emulator = await start();
    const headers = { authorization: authorization(await newToken(emulator)) };
    expect((await send(`${emulator.url}/v2/workflows`, "GET", headers)).status).toBe(401);
  });
});

describe("one workflow", () => {
  test.each([
    ["a", 200, { id: "a", name: "A" }],
    ["7", 200, { id: 7 }],
    ["x%2Fy%20z", 200, { id: "x/y z" }],
    ["b", 404, { error: "not_found" }],
    ["undefined", 404, { error: "not_found" }],
    ["%FF", 404, { error: "not_found" }],
  ])("at /v2/workflows/%s: %i", async (id, status, expected) => {
    const emulator = await start({
      workflows: [{ id: "a", name: "A" }, { id: 7 }, { id: "x/y z" }, { name: "?" }, null],
    });
    const response = await list(emulator, await newToken(emulator), `/${id}`);
    expect({ status: response.status, body: JSON.parse(response.text) as unknown }).toEqual({ status, body: expected });
    expect(emulator.requestsTo("detail")).toHaveLength(1);
  });

  test("can fail", async () => {
    const emulator = await start();
    emulator.failNext("detail", { status: 503 });
    expect((await list(emulator, await newToken(emulator), "/wf_01HTZ4")).status).toBe(503);
  });
});

describe("pages", () => {
  const workflows = [1, 2, 3, 4, 5].map((id) => ({ id }));

  test.each<[EmulatorPagination, number]>([
    ["link", 3],
    ["address", 3],
    ["cursor", 3],
    ["position", 3],
    ["number", 3],
    ["page", 3],
    ["more", 4],
    ["last", 4],
    ["offset", 3],
    ["total", 3],
    ["count", 3],
    ["remaining", 3],
    ["size", 4],
  ])("by %s are read to the end with nothing set, in %d requests", async (pagination, requests) => {
    const emulator = await start({ workflows, pageSize: 2, pagination });
    const session = createSession({ config: () => undefined, environment: emulator.environment() });
    expect((await session.list({ request: {}, view: {} })).items).toEqual(workflows);
    expect(emulator.requestsTo("listing")).toHaveLength(requests);
  });

  test.each<[EmulatorPagination, string]>([
    ["cursor", "?cursor=2"],
    ["cursor", "?limit=3"],
    ["page", "?page=0"],
    ["page", "?page=1&page=2"],
    ["offset", "?offset=-1"],
  ])("by %s: %s is a 400", async (pagination, query) => {
    const emulator = await start({ workflows, pageSize: 2, pagination });
    expect((await list(emulator, await newToken(emulator), query)).status).toBe(400);
  });
});

test("TLS with a private authority, which the environment names", async () => {
  const authority = await createAuthority();
  const emulator = await start({ tls: { ...(await createCertificate(authority)), authority: authority.cert } });
  const get = (ca?: string): Promise<unknown> =>
    new Promise((resolve) => {
      const request = httpsRequest(`${emulator.url}/v2/workflows`, { ca, agent: false }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      request.on("error", (error: NodeJS.ErrnoException) => resolve(error.code));
      request.end();
    });
  expect(await get()).toBe("UNABLE_TO_VERIFY_LEAF_SIGNATURE");
  expect(await get(authority.cert)).toBe(401);
  expect(emulator.environment()["WORKFLOWS_CA_CERTIFICATES"]).toBe(authority.cert);
});

test("responses can be reshaped, as values and as text", async () => {
  const emulator = await start({
    tokenResponse: (token) => ({ data: { token } }),
    listingResponse: (workflows, query) => `${query.get("v") ?? ""}${workflows.length}`,
  });
  expect(JSON.parse((await requestToken(emulator)).text)).toEqual({ data: { token: emulator.tokens[0] } });
  expect((await list(emulator, emulator.tokens[0] ?? "", "?v=x")).text).toBe("x5");
});

test("a function of the caller's that throws is reported as a 500", async () => {
  const emulator = await start({
    tokenResponse: () => {
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
  expect(emulator.requestsTo("token")).toHaveLength(1);
});

test("the environment leads to it", async () => {
  const emulator = await start();
  expect(emulator.environment()).toEqual({
    WORKFLOWS_BASE_URL: emulator.url,
    WORKFLOWS_CLIENT_ID: emulator.clientId,
    WORKFLOWS_CLIENT_SECRET: emulator.clientSecret,
  });
});

test("two emulators share neither port, credentials nor tokens", async () => {
  const [one, two] = [await start(), await start()];
  expect(one.url).not.toBe(two.url);
  expect(one.clientSecret).not.toBe(two.clientSecret);
  expect((await list(two, await newToken(one))).status).toBe(401);
});

test("closing it twice, with a request that hangs, ends at once", async () => {
  const emulator = await start();
  emulator.failNext("listing", { hang: "after-headers" });
  const { body } = await fetch(`${emulator.url}/v2/workflows`);
  await emulator.close();
  await emulator.close();
  await expect(body?.getReader().closed).rejects.toThrow();
});
