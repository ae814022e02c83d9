/** A 401 renews the token once, for everybody who waits. Nothing else does. */
import { createClient, failureOf, openService } from "../support/client.js";
import { goodListing, numberedTokens, type Script } from "../support/service.js";
import { json, type Received } from "../support/servers.js";

const unauthorized = json({ error: "invalid_token" }, 401);

/** A service whose listing takes only the n-th token that it gave, counted from 0. */
function taking(accepted: number): Script {
  const isGood = ({ headers }: Received): boolean => headers.authorization === `Bearer token-${accepted}`;
  return {
    token: [numberedTokens(3600)],
    list: [(...args) => (isGood(args[1]) ? goodListing : unauthorized)(...args)],
  };
}

it("a 401 renews the token and repeats the request once", async () => {
  const service = await openService(taking(1));
  await createClient(service).list();
  expect(service.tokenRequests()).toHaveLength(2);
  expect(service.listRequests()).toHaveLength(2);
});

it("fifty requests with a refused token renew it once", async () => {
  const service = await openService(taking(1));
  const { list } = createClient(service);
  await Promise.all(Array.from({ length: 50 }, () => list()));
  expect(service.tokenRequests()).toHaveLength(2);
  expect(service.listRequests()).toHaveLength(100);
});

it("a second 401 is an error", async () => {
  const service = await openService(taking(99));
  await failureOf(createClient(service).list(), "refused", /401/);
  expect(service.tokenRequests()).toHaveLength(2);
  expect(service.listRequests()).toHaveLength(2);
});

it("a new token with the same value is sent once more, and a second 401 is an error", async () => {
  const service = await openService({ list: [unauthorized] });
  await failureOf(createClient(service).list(), "refused", /401/);
  expect(service.tokenRequests()).toHaveLength(2);
  expect(service.listRequests()).toHaveLength(2);
});

it("a 403 renews nothing", async () => {
  const service = await openService({ list: [json({ message: "no right to list" }, 403)] });
  const { list } = createClient(service);
  await failureOf(list(), "forbidden", /no right to list/);
  await failureOf(list(), "forbidden");
  expect(service.tokenRequests()).toHaveLength(1);
  expect(service.listRequests()).toHaveLength(2);
});

it.each([400, 401, 403])("a token request that ends with %d and an OAuth error is not repeated", async (status) => {
  const body = { error: "invalid_client", error_description: "Client authentication failed" };
  const service = await openService({ token: [json(body, status, { "www-authenticate": "Basic" })] });
  const client = createClient(service, { credentialsHint: "They came from stack config." });
  const message = /invalid_client: Client authentication failed.*They came/;
  const error = await failureOf(client.list(), "token-refused", message);
  expect(error.hint).toMatch(/^They came from stack config\./);
  expect(service.requests).toHaveLength(1);
  expect(service.listRequests()).toHaveLength(0);
});
