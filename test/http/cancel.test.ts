/** Case 44: cancelling. */
import assert from "node:assert/strict";
import { createDeadline, systemClock } from "../../provider/base/deadline.js";
import { json, type Reply } from "../support/servers.js";
import { failure, goodToken, TOKEN, theCase } from "../support/client.js";

theCase(44, "cancelled (functions and plugin): stops waiting and sends nothing more", async (bench) => {
  const first = new AbortController();
  const hanging = await bench.service({ list: [() => first.abort(new Error(TOKEN))] });
  const hung = bench.client(hanging, { signal: first.signal });
  const start = Date.now();
  await failure(hung.list(), "cancelled");
  assert.ok(Date.now() - start < 5000);
  assert.equal(hanging.listRequests().length, 1);

  const second = new AbortController();
  const limit: Reply = (...args) => {
    json("", 429, { "retry-after": "15" })(...args);
    setTimeout(() => second.abort(), 100);
  };
  const limited = await bench.service({ list: [limit] });
  const waiting = bench.client(limited, { signal: second.signal, clock: systemClock });
  const began = Date.now();
  await failure(waiting.list(), "cancelled");
  assert.ok(Date.now() - began < 5000);
  assert.equal(limited.listRequests().length, 1);

  const untouched = await bench.service();
  await failure(bench.client(untouched, { signal: AbortSignal.abort() }).list(), "cancelled");
  assert.equal(untouched.opened(), 0);

  let arrive: (respond: () => void) => void = () => undefined;
  const arrival = new Promise<() => void>((resolve) => (arrive = resolve));
  const slow = await bench.service({ token: [(...args) => arrive(() => goodToken(...args))] });
  const { tokens } = bench.client(slow);
  const third = new AbortController();
  const gone = failure(tokens.getToken(createDeadline(20, systemClock, third.signal)), "cancelled");
  const stays = tokens.getToken(createDeadline(20, systemClock));
  const impatient = failure(tokens.getToken(createDeadline(0.2, systemClock)), "timeout");
  const respond = await arrival;
  third.abort();
  await gone;
  await impatient;
  respond();
  assert.equal((await stays).value, TOKEN);
  assert.equal(slow.requests.length, 1);
});
