/** A 401 renews the token once, for everybody who waits. Nothing else does. */
import { createClient, failureOf, openService, goodListing, numberedTokens, type Script } from "../support/client.js";
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

it.each([1, 50])("a refused token of %d requests is renewed once, and each is repeated once", async (count) => {
  const service = await openService(taking(1));
  const { list } = createClient(service);
  await Promise.all(Array.from({ length: count }, () => list()));
  expect(service.requestsTo("token")).toHaveLength(2);
  expect(service.requestsTo("listing")).toHaveLength(2 * count);
});

it.each<[what: string, script: Script]>([
  ["of another token", taking(99)],
  ["of a token with the same value", { list: [unauthorized] }],
])("a second 401, %s, is an error", async (_what, script) => {
  const service = await openService(script);
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

it("any other 403 renews nothing", async () => {
  const service = await openService({ list: [json({ message: "no right to list" }, 403)] });
  await failureOf(createClient(service).list(), "forbidden", /no right to list/);
  expect(service.requests).toHaveLength(2);
});
