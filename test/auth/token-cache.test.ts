/** When a token is used again, when it is renewed, and who shares it. */
import { createClient, failureOf, openService, numberedTokens } from "../support/client.js";
import { createFakeClock } from "../support/clocks.js";
import { json } from "../support/replies.js";

/** A source whose tokens are token-0, token-1, … Each token request takes `requestMilliseconds` of the clock. */
async function fixture(expiresIn: number, requestMilliseconds = 0) {
  const clock = createFakeClock();
  const service = await openService({ token: [numberedTokens(expiresIn, () => clock.advance(requestMilliseconds))] });
  const { tokens } = createClient(service, { clock });
  return { clock, service, tokens, value: async () => (await tokens.getToken()).value };
}

it("the lifetime is counted from when the request was sent", async () => {
  const { clock, value } = await fixture(600, 100_000);
  await value();
  clock.advance(439_999);
  expect(await value()).toBe("token-0");
  clock.advance(1);
  expect(await value()).toBe("token-1");
});

it("fifty callers at once fail with one token request, and the next call sends another", async () => {
  const service = await openService({ token: [json({ error: "invalid_client" }, 401), numberedTokens(60)] });
  const { tokens } = createClient(service);
  await Promise.all(Array.from({ length: 50 }, () => failureOf(tokens.getToken(), "token-refused")));
  expect(service.requests).toHaveLength(1);
  await tokens.getToken();
  expect(service.requests).toHaveLength(2);
});

it("dropping an old token leaves a newer one alone", async () => {
  const { tokens, service, value } = await fixture(3600);
  const first = await tokens.getToken();
  tokens.invalidate(first);
  expect(await value()).toBe("token-1");
  tokens.invalidate(first);
  expect(await value()).toBe("token-1");
  expect(service.requests).toHaveLength(2);
});

it("after a machine has slept, a token whose time is over is renewed once", async () => {
  const { clock, service, value } = await fixture(600);
  await value();
  clock.jump(86_400_000);
  expect([await value(), await value()]).toEqual(["token-1", "token-1"]);
  expect(service.requests).toHaveLength(2);
});
