/** Cases 39 to 43: the token in use, and retries. */
import assert from "node:assert/strict";
import { WorkflowsError } from "../../provider/base/errors.js";
import { cutOff, json, reset } from "../support/servers.js";
import type { Received, Reply } from "../support/servers.js";
import { rejectionOf } from "../support/thrown.js";
import { failure, goodListing, goodToken, theCase } from "../support/client.js";

const unauthorized = json({ error: "invalid_token" }, 401);
const busy = (headers: Record<string, string> = {}, status = 503): Reply => json({ title: "busy" }, status, headers);

/** A service whose listing takes one token only, the n-th it gave. */
function only(accepted: number): { token: Reply[]; list: Reply[] } {
  const token: Reply = (...args) => json({ access_token: `token-${args[2]}`, expires_in: 3600 })(...args);
  const isGood = ({ headers }: Received): boolean => headers.authorization === `Bearer token-${accepted}`;
  return { token: [token], list: [(...args) => (isGood(args[1]) ? goodListing : unauthorized)(...args)] };
}

theCase(39, "a 401: one renewal, one repeat; a second 401 surfaces; many at once: one renewal", async (bench) => {
  const once = await bench.service(only(1));
  await bench.client(once).list();
  assert.equal(once.tokenRequests().length, 2);
  assert.equal(once.listRequests().length, 2);

  const many = await bench.service(only(1));
  const { list } = bench.client(many);
  await Promise.all(Array.from({ length: 50 }, () => list()));
  assert.equal(many.tokenRequests().length, 2);
  assert.equal(many.listRequests().length, 100);

  const never = await bench.service(only(99));
  await failure(bench.client(never).list(), "refused", /401/);
  assert.equal(never.tokenRequests().length, 2);
  assert.equal(never.listRequests().length, 2);
});

theCase(40, "a 403 renews nothing", async (bench) => {
  const service = await bench.service({ list: [json({ message: "no right to list" }, 403)] });
  const { list } = bench.client(service);
  await failure(list(), "forbidden", /no right to list/);
  await failure(list(), "forbidden");
  assert.equal(service.requests.length, 3);
});

theCase(41, "a 401 from the token request is never retried", async (bench) => {
  for (const status of [400, 403]) {
    const service = await bench.service({ token: [json({ error: "invalid_client" }, status)] });
    await failure(bench.client(service).list(), "token-refused");
    assert.equal(service.requests.length, 1);
  }
  const body = { error: "invalid_client", error_description: "Client authentication failed" };
  const service = await bench.service({ token: [json(body, 401, { "www-authenticate": "Basic" })] });
  const client = bench.client(service, { credentialsHint: "They came from stack config." });
  const error = await failure(
    client.list(),
    "token-refused",
    /invalid_client: Client authentication failed.*They came/,
  );
  assert.match(error.hint ?? "", /^They came from stack config\./);
  assert.equal(service.requests.length, 1);
  assert.equal(service.listRequests().length, 0);
});

theCase(42, "429, 5xx, resets retried with `Retry-After`; other 4xx not", async (bench) => {
  for (const fault of [408, 429, 500, 502, 503, 504].map((status) => busy({}, status)).concat(reset, cutOff)) {
    const service = await bench.service({ token: [fault, fault, goodToken], list: [fault, fault, goodListing] });
    const client = bench.client(service);
    assert.equal((await client.list()).attempts, 3);
    assert.equal(service.requests.length, 6);
    assert.ok(client.slept.every((wait) => wait >= 0 && wait <= 1000));
    assert.equal(client.progress.length, 4);
  }
  for (const status of [400, 402, 404, 405, 409, 410, 418, 422, 451, 501, 505]) {
    const service = await bench.service({ list: [busy({ "retry-after": "1" }, status)] });
    await rejectionOf(WorkflowsError, bench.client(service).list());
    assert.equal(service.requests.length, 2, `${status} was repeated`);
  }
  const date = new Date(Date.now() + 12_500).toUTCString();
  for (const [after, least, most] of [
    ["12", 12_000, 12_000],
    [date, 11_000, 13_500],
  ] as const) {
    const service = await bench.service({ list: [busy({ "retry-after": after }, 429), goodListing] });
    const client = bench.client(service, { deadlineSeconds: 60 });
    await client.list();
    const [wait = 0] = client.slept;
    assert.ok(wait >= least && wait <= most, `waited ${wait} for ${after}`);
    assert.match(client.progress.join(), /^429 Too Many Requests, waiting 1[0-3] s, attempt 2 of 5$/);
  }
  for (const odd of ["-5", "soon", "", "1-2"]) {
    const service = await bench.service({ list: [busy({ "retry-after": odd }), goodListing] });
    await bench.client(service).list();
    assert.equal(service.listRequests().length, 2);
  }
  const forever = await bench.service({ list: [busy({}, 500)] });
  const error = await failure(bench.client(forever).list(), "unavailable", /after 5 attempts/);
  assert.equal(error.attempts, 5);
});

theCase(43, "`Retry-After` beyond the deadline fails at once", async (bench) => {
  const service = await bench.service({ list: [busy({ "retry-after": "3600" }, 429)] });
  const client = bench.client(service);
  const message = /asks to wait 3600 s, but only .* of the deadline of 20 s are left/;
  const error = await failure(client.list(), "rate-limited", message);
  assert.deepEqual([error.status, error.attempts], [429, 1]);
  assert.deepEqual(client.slept, []);
});
