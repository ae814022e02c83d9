/** The setting `headers`: where they are sent, where not, and that no message shows their values. */
import { inspect } from "node:util";
import { version } from "../../package.json";
import { createTransport } from "../../provider/http/transport.js";
import type { ServiceResponse, ServiceRequest, TransportOptions } from "../../provider/http/types.js";
import { createHastyClock } from "../support/clocks.js";
import { listingRequest } from "../support/requests.js";
import { json, redirect, type Reply, serve, type TestServer } from "../support/servers.js";

const API_KEY = "gateway/key+1 u?";

async function exchange(
  replies: Reply[],
  options: TransportOptions,
  request: Partial<ServiceRequest> = {},
): Promise<{ server: TestServer; outcome: ServiceResponse | Error }> {
  const server = await serve(...replies);
  try {
    const outcome = await createTransport({ clock: createHastyClock(), ...options })
      .send(listingRequest(`${server.url}/v2/workflows`, request))
      .catch((error: unknown) => error as Error);
    return { server, outcome };
  } finally {
    await server.close();
  }
}

it.each<[string, Partial<ServiceRequest>]>([
  ["the token request", { method: "POST", body: "grant_type=client_credentials", redirects: "never" }],
  ["the listing", {}],
])("they are sent with %s", async (_name, request) => {
  const { server } = await exchange([json("{}")], { headers: { "X-Api-Key": API_KEY } }, request);
  expect(server.requests.map(({ headers }) => headers["x-api-key"])).toEqual([API_KEY]);
});

it("they are sent again with a retry and after a redirect on the same origin", async () => {
  const replies = [json("{}", 503), redirect("/elsewhere"), json("{}")];
  const { server } = await exchange(replies, { headers: { "x-api-key": API_KEY } });
  expect(server.requests.map(({ path, headers }) => [path, headers["x-api-key"]])).toEqual([
    ["/v2/workflows", API_KEY],
    ["/v2/workflows", API_KEY],
    ["/elsewhere", API_KEY],
  ]);
});

it.each<[string, TransportOptions["headers"], string]>([
  ["names this package and its version", undefined, `pulumi-workflows/${version}`],
  ["can be set", { "User-Agent": "acme-ci/7" }, "acme-ci/7"],
])("User-Agent %s", async (_name, headers, expected) => {
  const { server } = await exchange([json("{}")], { headers });
  expect(server.requests[0]?.headers["user-agent"]).toBe(expected);
});

it("Accept is application/json unless it is set, and then it wins over that of the request", async () => {
  expect((await exchange([json("{}")], {})).server.requests[0]?.headers.accept).toBe("application/json");
  const options = { headers: { Accept: "application/vnd.api+json" } };
  const set = await exchange([json("{}")], options, { headers: { accept: "application/json, */*;q=0.1" } });
  expect(set.server.requests[0]?.headers.accept).toBe("application/vnd.api+json");
});

it("the request's own credentials win over a header of that name", async () => {
  const { server } = await exchange(
    [json("{}")],
    { headers: { Authorization: "Basic other" } },
    { headers: { authorization: "Bearer abcdef" } },
  );
  expect(server.requests[0]?.headers.authorization).toBe("Bearer abcdef");
});

it("a header that describes the body is that of the request", async () => {
  const { server } = await exchange(
    [json("{}", 201)],
    { headers: { "Content-Type": "text/plain", "content-encoding": "gzip" } },
    {
      method: "POST",
      body: "a=b",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      redirects: "never",
    },
  );
  expect(server.requests[0]?.headers).toMatchObject({ "content-type": "application/x-www-form-urlencoded" });
  expect(server.requests[0]?.headers).not.toHaveProperty("content-encoding");
});

it.each<[string, (value: string) => string]>([
  ["as it is", (value) => value],
  ["percent-encoded", encodeURIComponent],
  ["in base64", (value) => Buffer.from(value).toString("base64")],
  ["in JSON", (value) => JSON.stringify({ value }).replaceAll("/", "\\/")],
  ["in hex", (value) => Buffer.from(value).toString("hex")],
])("a service that repeats a value %s finds it redacted", async (_name, spell) => {
  const { outcome } = await exchange([json({ error: `bad key ${spell(API_KEY)}` }, 400)], {
    headers: { "x-api-key": API_KEY },
  });
  expect(outcome).toMatchObject({ code: "refused", message: expect.stringContaining("[withheld") as string });
  expect(inspect(outcome, { showHidden: true, depth: 10 })).toContain("[withheld");
  for (const form of [API_KEY, spell(API_KEY), "gateway"]) {
    expect(inspect(outcome, { showHidden: true, depth: 10 })).not.toContain(form);
  }
});
