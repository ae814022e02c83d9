/** The emulator that users get: tokens for its credentials, workflows in pages, one workflow, and failures that a test asks for. */
import { once } from "node:events";
import { connect } from "node:net";
import { type Emulator, startEmulator } from "../../provider/testing/emulator.js";

const FORM = { "content-type": "application/x-www-form-urlencoded" };

const basic = (id: string, secret: string): string => `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}`;

function requestToken(
  { url, clientId, clientSecret }: Emulator,
  authorization = basic(clientId, clientSecret),
): Promise<Response> {
  const body = "grant_type=client_credentials";
  return fetch(`${url}/v2/auth/token`, { method: "POST", headers: { authorization, ...FORM }, body });
}

async function newToken(emulator: Emulator): Promise<string> {
  return ((await (await requestToken(emulator)).json()) as { access_token: string }).access_token;
}

async function get(emulator: Emulator, target: string, token?: string): Promise<Response> {
  const headers = { authorization: `Bearer ${token ?? (await newToken(emulator))}` };
  return fetch(new URL(target, emulator.url), { headers });
}

it("a token that it issued reads all workflows, until it is revoked", async () => {
  await using emulator = await startEmulator();
  const token = await newToken(emulator);
  expect(encodeURIComponent(token)).not.toBe(token);
  const listing = await get(emulator, "/v2/workflows", token);
  expect(await listing.json()).toEqual({ workflows: emulator.workflows });
  expect(emulator.workflows).toHaveLength(5);
  emulator.tokens.length = 0;
  expect((await get(emulator, "/v2/workflows", token)).status).toBe(401);
});

it("a wrong secret gets no token", async () => {
  await using emulator = await startEmulator({ clientId: "my id+1", clientSecret: "p@ss:wü" });
  expect((await requestToken(emulator, basic("my id+1", "guess"))).status).toBe(401);
  expect(emulator.tokens).toEqual([]);
  expect((await requestToken(emulator)).status).toBe(200);
});

it("pages are joined by a Link header, and keep the query", async () => {
  await using emulator = await startEmulator({ pageSize: 2 });
  const token = await newToken(emulator);
  const seen: unknown[] = [];
  for (let target: string | undefined = "/v2/workflows?status=all"; target !== undefined;) {
    const page = await get(emulator, target, token);
    seen.push(...((await page.json()) as { workflows: unknown[] }).workflows);
    target = /^<(.*)>; rel="next"$/.exec(page.headers.get("link") ?? "")?.[1];
  }
  expect(seen).toEqual(emulator.workflows);
  const queries = emulator.requests.slice(1).map(({ query }) => query);
  expect(queries).toEqual(["status=all", "status=all&cursor=after-2", "status=all&cursor=after-4"]);
  expect((await get(emulator, "/v2/workflows?cursor=nonsense", token)).status).toBe(400);
  emulator.pageSize = 5;
  expect((await get(emulator, "/v2/workflows", token)).headers.get("link")).toBeNull();
});

it.each([
  ["a", 200, { id: "a", name: "A" }],
  ["x%2Fy%20z", 200, { id: "x/y z" }],
  ["b", 404, { error: "not_found" }],
])("one workflow, at /v2/workflows/%s: %i", async (id, status, expected) => {
  await using emulator = await startEmulator({ workflows: [{ id: "a", name: "A" }, { id: 7 }, { id: "x/y z" }, null] });
  const response = await get(emulator, `/v2/workflows/${id}`);
  expect({ status: response.status, body: await response.json() }).toEqual({ status, body: expected });
});

it("without a token there is no listing", async () => {
  await using emulator = await startEmulator();
  expect((await fetch(`${emulator.url}/v2/workflows`)).status).toBe(401);
});

it("failNext fails the next requests to one endpoint, in the order of its calls", async () => {
  await using emulator = await startEmulator();
  emulator.failNext("listing", 503);
  emulator.failNext("token", 401);
  emulator.failNext("listing", 429);
  expect((await requestToken(emulator)).status).toBe(401);
  const token = await newToken(emulator);
  const statuses = [];
  for (let n = 0; n < 3; n++) {
    statuses.push((await get(emulator, "/v2/workflows", token)).status);
  }
  expect(statuses).toEqual([503, 429, 200]);
});

it("closing it twice, within a request, ends at once", async () => {
  const emulator = await startEmulator();
  const socket = connect(Number(new URL(emulator.url).port), "127.0.0.1");
  await once(socket, "connect");
  await new Promise((resolve) => socket.write("GET /v2/workflows HTTP/1.1\r\n", resolve));
  const ended = new Promise((resolve) => socket.on("error", () => undefined).once("close", resolve));
  await emulator.close();
  await emulator.close();
  await ended;
  await expect(newToken(emulator)).rejects.toThrow();
});
