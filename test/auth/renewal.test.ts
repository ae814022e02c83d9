/** A 401 renews the token once, for everybody who waits. Nothing else does. */
import {
  createClient,
  failureOf,
  openService,
  goodListing,
  numberedTokens,
  type Script,
  TOKEN,
} from "../support/client.js";
import type { ErrorCode } from "../../provider/base/errors.js";
import { json } from "../support/replies.js";
import { type FakeRequest, type Reply } from "../support/fake-service.js";

const unauthorized = json({ error: "invalid_token" }, 401);

/** A service whose listing takes only the n-th token that it gave, counted from 0. */
function taking(accepted: number): Script {
  const isGood = ({ headers }: FakeRequest): boolean => headers.authorization === `Bearer token-${accepted}`;
  return {
    token: [numberedTokens(3600)],
    list: [(_response, request) => (isGood(request) ? goodListing : unauthorized)],
  };
}

it("a 401 renews the token and repeats the request once", async () => {
  const service = await openService(taking(1));
  await createClient(service).list();
  expect(service.requestsTo("token")).toHaveLength(2);
  expect(service.requestsTo("listing")).toHaveLength(2);
});

it("fifty requests with a refused token renew it once", async () => {
  const service = await openService(taking(1));
  const { list } = createClient(service);
  await Promise.all(Array.from({ length: 50 }, () => list()));
  expect(service.requestsTo("token")).toHaveLength(2);
  expect(service.requestsTo("listing")).toHaveLength(100);
});

it("a second 401 is an error", async () => {
  const service = await openService(taking(99));
  await failureOf(createClient(service).list(), "refused", /401/);
  expect(service.requestsTo("token")).toHaveLength(2);
  expect(service.requestsTo("listing")).toHaveLength(2);
});

it("a new token with the same value is sent once more, and a second 401 is an error", async () => {
  const service = await openService({ list: [unauthorized] });
  await failureOf(createClient(service).list(), "refused", /401/);
  expect(service.requestsTo("token")).toHaveLength(2);
  expect(service.requestsTo("listing")).toHaveLength(2);
});

it.each<[what: string, refusal: Reply]>([
  ["in WWW-Authenticate", json("", 403, { "www-authenticate": 'Bearer realm="x", error="invalid_token"' })],
  ["in its body", json({ error: "invalid_token" }, 403)],
  ["in the text of its body", json({ error: { code: 4, message: "invalid_token: expired" } }, 403)],
])("a 403 with invalid_token %s renews the token once", async (_what, refusal) => {
  const service = await openService({ list: [refusal, goodListing] });
  await createClient(service).list();
  expect(service.requestsTo("token")).toHaveLength(2);
  const never = await openService({ list: [refusal] });
  await failureOf(createClient(never).list(), "forbidden", /403 Forbidden/);
  expect(never.requestsTo("token")).toHaveLength(2);
  expect(never.requestsTo("listing")).toHaveLength(2);
});

const EXPIRED = 'Bearer realm="api", error="invalid_token", error_description="The token, \\"x\\", expired", scope="a"';

const refusedPage: Reply = (response) =>
  response.writeHead(401, { "content-type": "text/html", "www-authenticate": EXPIRED }).end("<h1>401</h1> No");

it.each<[what: string, refusal: Reply, code: ErrorCode, message: RegExp]>([
  [
    "an empty 401",
    json("", 401, { "www-authenticate": EXPIRED }),
    "refused",
    /401 Unauthorized: invalid_token: The token, "x", expired\. /,
  ],
  [
    "an empty 403",
    json("", 403, { "www-authenticate": EXPIRED }),
    "forbidden",
    /403 Forbidden: invalid_token: The token, "x", exp/,
  ],
  [
    "a body that repeats the status",
    json({ status: 403, error: "Forbidden" }, 403, { "www-authenticate": 'Bearer error="insufficient_scope"' }),
    "forbidden",
    /403 Forbidden: insufficient_scope\. /,
  ],
  ["a web page", refusedPage, "refused", /401 Unauthorized: invalid_token/],
  [
    "a body with its own reason",
    json({ message: "why" }, 401, { "www-authenticate": EXPIRED }),
    "refused",
    /401 Unauthorized: why\. /,
  ],
  [
    "a challenge without an error",
    json("", 401, { "www-authenticate": 'Bearer realm="api"' }),
    "refused",
    /401 Unauthorized\. /,
  ],
  [
    "a realm that looks like a parameter",
    json("", 403, { "www-authenticate": 'Bearer realm="set error=invalid_token, or \\"error=x\\""' }),
    "forbidden",
    /403 Forbidden\. /,
  ],
  [
    "the second of two challenges, in other spellings",
    json("", 403, { "www-authenticate": ["Negotiate", 'bearer REALM="error=a", Error = insufficient_scope,scope=x'] }),
    "forbidden",
    /403 Forbidden: insufficient_scope\. /,
  ],
  [
    "a secret in it",
    json("", 401, { "www-authenticate": `Bearer error="x", error_description="${TOKEN}"` }),
    "refused",
    /\[secret\]/,
  ],
])("the reason of a refusal is shown: %s", async (_what, refusal, code, message) => {
  const service = await openService({ list: [refusal] });
  await failureOf(createClient(service).list(), code, message);
});

it("the reason in WWW-Authenticate of a token request is shown", async () => {
  const challenge = {
    "www-authenticate": 'Basic realm="x", error="invalid_client", error_description="Unknown client"',
  };
  const service = await openService({ token: [json("", 401, challenge)] });
  await failureOf(createClient(service).list(), "token-refused", /401 Unauthorized: invalid_client: Unknown client\. /);
});

it("a 403 renews nothing", async () => {
  const service = await openService({ list: [json({ message: "no right to list" }, 403)] });
  const { list } = createClient(service);
  await failureOf(list(), "forbidden", /no right to list/);
  await failureOf(list(), "forbidden");
  expect(service.requestsTo("token")).toHaveLength(1);
  expect(service.requestsTo("listing")).toHaveLength(2);
});

it.each([400, 401, 403])("a token request that ends with %d and an OAuth error is not repeated", async (status) => {
  const body = { error: "invalid_client", error_description: "Client authentication failed" };
  const service = await openService({ token: [json(body, status, { "www-authenticate": "Basic" })] });
  const client = createClient(service, { credentialsHint: "They came from stack config." });
  const message = /invalid_client: Client authentication failed.*They came/;
  const error = await failureOf(client.list(), "token-refused", message);
  expect(error.hint).toMatch(/^They came from stack config\./);
  expect(service.requests).toHaveLength(1);
  expect(service.requestsTo("listing")).toHaveLength(0);
});
