/** Cases 30 to 38: when a token is used again, and when not. */
import assert from "node:assert/strict";
import { createFakeClock } from "../support/clocks.js";
import { json } from "../support/servers.js";
import type { Reply } from "../support/servers.js";
import { failure, theCase } from "../support/client.js";
import type { Bench } from "../support/client.js";

/** Gives token-0, token-1, … */
const numbered =
  (expiresIn: number, meanwhile: () => void = () => undefined): Reply =>
  (response, request, index) => {
    meanwhile();
    json({ access_token: `token-${index}`, expires_in: expiresIn })(response, request, index);
  };

async function fixture(bench: Bench, expiresIn: number, duringRequest = 0) {
  const clock = createFakeClock();
  const service = await bench.service({ token: [numbered(expiresIn, () => clock.advance(duringRequest))] });
  const { tokens } = bench.client(service, { clock });
  return { clock, service, tokens, value: async () => (await tokens.getToken()).value };
}

theCase(30, "reuse before expiry", async (bench) => {
  const { clock, service, value } = await fixture(bench, 3600);
  for (let i = 0; i < 10; i += 1) {
    assert.equal(await value(), "token-0");
    clock.advance(300_000);
  }
  assert.equal(service.requests.length, 1);
});

theCase(31, "the boundary to the millisecond", async (bench) => {
  for (const [expiresIn, kept] of Object.entries({ 3600: 3540, 600: 540, 10: 9 })) {
    const { clock, value } = await fixture(bench, Number(expiresIn));
    await value();
    clock.advance(kept * 1000 - 1);
    assert.equal(await value(), "token-0");
    clock.advance(1);
    assert.equal(await value(), "token-1");
  }
});

theCase(32, "a lifetime shorter than the margin does not loop", async (bench) => {
  for (const [expiresIn, requests] of Object.entries({ 30: 1, 1: 1, 0: 2 })) {
    const { service, value } = await fixture(bench, Number(expiresIn));
    await value();
    await value();
    assert.equal(service.requests.length, requests);
  }
  const late = await fixture(bench, 5, 10_000);
  assert.equal(await late.value(), "token-0");
  assert.equal(late.service.requests.length, 1);
});

theCase(33, "lifetime counted from when the request was sent", async (bench) => {
  const { clock, value } = await fixture(bench, 600, 100_000);
  await value();
  clock.advance(439_999);
  assert.equal(await value(), "token-0");
  clock.advance(1);
  assert.equal(await value(), "token-1");
});

theCase(34, "N at once: one request", async (bench) => {
  const { service, value } = await fixture(bench, 3600);
  const values = await Promise.all(Array.from({ length: 100 }, value));
  assert.deepEqual([...new Set(values)], ["token-0"]);
  assert.equal(service.requests.length, 1);
});

theCase(35, "N at once and it fails: one request, all fail, the next call tries again", async (bench) => {
  const service = await bench.service({ token: [json({ error: "invalid_client" }, 401), numbered(60)] });
  const { tokens } = bench.client(service);
  await Promise.all(Array.from({ length: 50 }, () => failure(tokens.getToken(), "token-refused")));
  assert.equal(service.requests.length, 1);
  await tokens.getToken();
  assert.equal(service.requests.length, 2);
});

theCase(36, "dropping an old token leaves a newer one alone", async (bench) => {
  const { tokens, service, value } = await fixture(bench, 3600);
  const old = await tokens.getToken();
  tokens.invalidate(old);
  assert.equal(await value(), "token-1");
  tokens.invalidate(old);
  assert.equal(await value(), "token-1");
  assert.equal(service.requests.length, 2);
});

theCase(37, "two credentials, or two base URLs, never share", async (bench) => {
  const echo: Reply = (response, { headers, path }, index) => {
    const value = Buffer.from(`${headers.authorization ?? ""}${path}`).toString("hex");
    json({ access_token: value, expires_in: 3600 })(response, { method: "", path, headers, body: "" }, index);
  };
  const service = await bench.service({ token: [echo] });
  const clients = [
    bench.client(service),
    bench.client(service, { clientId: "another" }),
    bench.client(service, { secret: "another" }),
    bench.client(`${service.url}/prefix`),
  ];
  for (let round = 0; round < 2; round += 1) {
    const tokens = await Promise.all(clients.map(async (client) => (await client.tokens.getToken()).value));
    assert.equal(new Set(tokens).size, 4);
  }
  assert.equal(service.requests.length, 4);
});

theCase(38, "a clock that jumps back or ahead", async (bench) => {
  const back = await fixture(bench, 600);
  await back.value();
  back.clock.jump(-3_600_000);
  assert.equal(await back.value(), "token-0");
  back.clock.advance(540_000);
  assert.equal(await back.value(), "token-1", "kept past its life by a clock set back");

  const ahead = await fixture(bench, 600);
  await ahead.value();
  ahead.clock.jump(86_400_000);
  assert.equal(await ahead.value(), "token-1");
  assert.equal(await ahead.value(), "token-1");
  assert.equal(ahead.service.requests.length, 2);

  const clock = createFakeClock();
  const service = await bench.service({ token: [numbered(600, () => clock.jump(-86_400_000))] });
  const { tokens } = bench.client(service, { clock });
  await tokens.getToken();
  clock.advance(540_001);
  assert.equal((await tokens.getToken()).value, "token-1");

  const asleep = createFakeClock();
  const sleepy = await bench.service({ token: [numbered(600, () => asleep.jump(100_000))] });
  const slow = bench.client(sleepy, { clock: asleep }).tokens;
  await slow.getToken();
  asleep.advance(440_000);
  assert.equal((await slow.getToken()).value, "token-1", "counted from the response");
});
