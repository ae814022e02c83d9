/** The setting `headers`: where they are sent, where not, and that no message shows their values. */
import { EXACT_FORMS } from "../support/secret-spellings.js";
import { inspect } from "node:util";
import { version } from "../../package.json";
import { createTransport, type TransportOptions } from "../../provider/auth/transport.js";
import type { ServiceResponse, ServiceRequest } from "../../provider/http/types.js";
import { createHastyClock } from "../support/clocks.js";
import { openedInTests } from "../support/opened.js";
import { listingRequest } from "../support/requests.js";
import { json, redirect, inOrder } from "../support/replies.js";
import { type Reply, startFakeService, type FakeService } from "../support/fake-service.js";

const API_KEY = "gateway/key+1 u?";

const { opened } = openedInTests();

async function exchange(
  replies: Reply[],
  headers: TransportOptions["headers"],
  request: Partial<ServiceRequest> = {},
): Promise<{ server: FakeService; outcome: ServiceResponse | Error }> {
  const server = await opened(startFakeService({ isStrict: false, reply: inOrder(...replies) }));
  const sending = createTransport({ clock: createHastyClock(), headers }).send(listingRequest(server.url, request));
  return { server, outcome: await sending.catch((error: unknown) => error as Error) };
}

/** The headers of the one request. */
async function sent(headers: TransportOptions["headers"], request: Partial<ServiceRequest> = {}) {
  const { server } = await exchange([json("{}", request.method === "POST" ? 201 : 200)], headers, request);
  return server.requests[0]?.headers;
}

const TOKEN_REQUEST = { method: "POST", body: "grant_type=client_credentials", redirects: "never" } as const;

it.each<[string, Partial<ServiceRequest>]>([
  ["the token request", TOKEN_REQUEST],
  ["the listing", {}],
])("they are sent with %s", async (_name, request) => {
  expect(await sent({ "X-Api-Key": API_KEY }, request)).toMatchObject({ "x-api-key": API_KEY });
});

it("they are sent again with a retry and after a redirect on the same origin", async () => {
  const replies = [json("{}", 503), redirect("/elsewhere"), json("{}")];
  const { server } = await exchange(replies, { "x-api-key": API_KEY });
  const received = server.requests.map(({ path, headers }) => [path, headers["x-api-key"]]);
  expect(received).toEqual(["/", "/", "/elsewhere"].map((path) => [path, API_KEY]));
});

it.each<[what: string, headers: TransportOptions["headers"], own: Record<string, string>, name: string, value: string]>(
  [
    // what                                       setting                           the request's own   header    sent
    ["User-Agent names this package", undefined, {}, "user-agent", `pulumi-workflows/${version}`],
    ["User-Agent can be set", { "User-Agent": "acme-ci/7" }, {}, "user-agent", "acme-ci/7"],
    ["Accept is JSON", undefined, {}, "accept", "application/json"],
    ["Accept can be set for all requests", { Accept: "a/b" }, { accept: "c/d" }, "accept", "a/b"],
    [
      "credentials cannot be replaced",
      { Authorization: "Basic x" },
      { authorization: "Bearer a" },
      "authorization",
      "Bearer a",
    ],
  ],
)("%s", async (_what, headers, own, name, value) => {
  expect(await sent(headers, { headers: own })).toMatchObject({ [name]: value });
});

it("a header that describes the body is that of the request", async () => {
  const type = { "content-type": "application/x-www-form-urlencoded" };
  const headers = await sent(
    { "Content-Type": "text/plain", "content-encoding": "gzip" },
    { ...TOKEN_REQUEST, headers: type },
  );
  expect(headers).toMatchObject(type);
  expect(headers).not.toHaveProperty("content-encoding");
});

it.each<[name: string, isShown: boolean]>([
  ["Accept", true],
  ["Accept-Language", true],
  ["User-Agent", true],
  ["Version", true],
  ["X-GitHub-Api-Version", true],
  ["X-Api-Key", false],
  ["X-Accept-Code", false],
  ["X-User-Agent", false],
  ["Version-Token", false],
  ["X-Version-Key", false],
  ["X-Conversion", false],
  ["Cookie-Accept", false],
])("the value of %s is no secret: %s", async (name, isShown) => {
  const { outcome } = await exchange([json({ error: "no value-2026-03-14 here" }, 400)], {
    [name]: "value-2026-03-14",
  });
  expect((outcome as Error).message.includes("value-2026-03-14")).toBe(isShown);
});

it.each<[name: string, value: string, shown: string]>([
  ["X-Environment", "production", "Not found in production"],
  ["X-Client", "workflows-cli", "These workflows of workflows-cli cannot be read"],
  ["X-Trace", "fifteen-letters", "no fifteen-letters here"],
  ["X-Trace", "sixteen--letters", "no [secret] here"],
  ["X-Api-Key", "abc", "no abc here"],
  ["X-Api-Key", "abcd", "no [secret] here"],
  ["X-Auth", "queue", "no [secret] here"],
  ["X-Session", "queue", "no [secret] here"],
  ["Passcode", "queue", "no [secret] here"],
  ["X-Client-Secret", "queue", "no [secret] here"],
  ["X-Signature", "queue", "no [secret] here"],
  ["X-Credential", "queue", "no [secret] here"],
])("of the header %s, the value %s in a message: %s", async (name, value, shown) => {
  const text = shown.replace("[secret]", value);
  const { outcome } = await exchange([json({ error: text }, 400)], { [name]: value });
  expect((outcome as Error).message).toContain(`400 Bad Request: ${shown}.`);
});

it.each(Object.entries(EXACT_FORMS))("a service that repeats a value %s finds it masked", async (_name, spell) => {
  const { outcome } = await exchange([json({ error: `bad key ${spell(API_KEY)}!` }, 400)], { "x-api-key": API_KEY });
  expect(outcome).toMatchObject({ code: "refused", message: expect.stringContaining("bad key [secret]!") as string });
  expect(inspect(outcome, { showHidden: true, depth: 10 })).not.toContain(spell(API_KEY));
});
