/** The rate limit, and the waits before retries. */
import { systemClock, createDeadline } from "../../provider/http/deadline.js";
import { createTransport } from "../../provider/http/transport.js";
import type { Clock } from "../../provider/http/types.js";
import { createRateLimit, inSeconds, jitteredWait, parseRetryAfter } from "../../provider/http/waits.js";
import { createFakeClock } from "../support/clocks.js";
import { listingRequest } from "../support/requests.js";
import { json, serve } from "../support/servers.js";

const NOW = Date.UTC(2026, 0, 1, 12, 0, 0);
const seconds = (count: number, signal?: AbortSignal) => createDeadline(count, systemClock, signal);

it("without a limit no request waits", async () => {
  const before = performance.now();
  await Promise.all(Array.from({ length: 1000 }, () => createRateLimit(undefined, systemClock)(seconds(1))));
  expect(performance.now() - before).toBeLessThan(2000);
});

it("the limit applies to requests and to retries", async () => {
  const arrived: number[] = [];
  const server = await serve((response, request, index) => {
    arrived.push(performance.now());
    json("{}", index === 0 ? 503 : 200)(response, request, index);
  });
  try {
    const transport = createTransport({ requestsPerSecond: 20, random: () => 0 });
    const request = listingRequest(server.url);
    const began = performance.now();
    await Promise.all(Array.from({ length: 5 }, () => transport.send(request)));
    expect(arrived).toHaveLength(6);
    // Five times 50 ms after the first, whenever that was.
    expect((arrived.at(-1) ?? 0) - began).toBeGreaterThan(5 * 50 - 10);
  } finally {
    await server.close();
  }
});

it("a request that is cancelled while waiting takes no slot, and keeps no timer", async () => {
  const sleeping = new Set<number>();
  const clock: Clock = {
    ...systemClock,
    sleep: async (milliseconds, signal) => {
      sleeping.add(milliseconds);
      await systemClock.sleep(milliseconds, signal).finally(() => sleeping.delete(milliseconds));
    },
  };
  const limit = createRateLimit(2, clock);
  await limit(seconds(10));
  const controller = new AbortController();
  const cancelled = Array.from({ length: 50 }, () => limit(seconds(100, controller.signal)));
  const late = limit(seconds(0.05));
  controller.abort();
  await Promise.all(cancelled.map((one) => expect(one).rejects.toThrow("cancelled")));
  await expect(late).rejects.toThrow("deadline");
  await new Promise(setImmediate);
  expect(sleeping.size).toBe(0);
  const before = performance.now();
  await limit(seconds(10));
  expect(performance.now() - before).toBeLessThan(1000);
});

it("a wall clock that is set back delays no request", async () => {
  const clock = createFakeClock();
  const limit = createRateLimit(1, clock);
  await limit(seconds(10));
  clock.jump(-3_600_000);
  await limit(seconds(10));
  clock.advance(2000);
  await limit(seconds(10));
  expect(clock.slept).toEqual([1000]);
});

it.each([
  ["seconds", "12", undefined, 12_000],
  ["no seconds", "0", undefined, 0],
  ["a fraction, which the standard does not know", "0.5", undefined, 500],
  ["more seconds than a number can have", "9".repeat(400), undefined, 2 ** 31 * 1000],
  ["a date", "Thu, 01 Jan 2026 12:00:30 GMT", undefined, 30_000],
  ["a date in the past", "Thu, 01 Jan 2026 11:00:00 GMT", undefined, 0],
  [
    "a date by the service's own clock, an hour behind ours",
    "Thu, 01 Jan 2026 11:00:30 GMT",
    "Thu, 01 Jan 2026 11:00:00 GMT",
    30_000,
  ],
  ["an old form of date (RFC 850)", "Thursday, 01-Jan-26 12:00:30 GMT", undefined, 30_000],
  ["an old form of date (asctime), in GMT in each time zone", "Thu Jan  1 12:00:30 2026", undefined, 30_000],
  ["ISO 8601", "2026-01-01T12:00:30Z", undefined, 30_000],
  ["ISO 8601 in another zone", "2026-01-01T13:00:30.000+01:00", undefined, 30_000],
  ["ISO 8601 without a zone", "2026-01-01T12:00:30", undefined, undefined],
  ["an impossible date", "Thu, 99 Jan 2026 12:00:30 GMT", undefined, undefined],
  ["nothing", undefined, undefined, undefined],
  ["an empty string", "", undefined, undefined],
  ["a negative number", "-5", undefined, undefined],
  ["a word", "soon", undefined, undefined],
  ["a number that JavaScript parses as a date", "2026", undefined, 2_026_000],
])("Retry-After: %s", (_name, value, date, expected) => {
  expect(parseRetryAfter(value, date, NOW)).toBe(expected);
});

it.each([
  [1, 500],
  [2, 1000],
  [3, 2000],
  [4, 4000],
  [20, 30_000],
])("after %d failures the wait is at most %d ms", (failures, most) => {
  expect(jitteredWait(failures, () => 0)).toBe(0);
  expect(jitteredWait(failures, () => 0.5)).toBe(most / 2);
  expect(jitteredWait(failures, () => 1 - Number.EPSILON)).toBe(most);
});

it.each([
  [0, "0 s"],
  [1, "0.001 s"],
  [22, "0.02 s"],
  [100, "0.1 s"],
  [400, "0.4 s"],
  [1000, "1 s"],
  [9960, "10 s"],
  [12_000, "12 s"],
  [12_001, "13 s"],
])("%d ms is shown as %s", (milliseconds, text) => {
  expect(inSeconds(milliseconds)).toBe(text);
});
