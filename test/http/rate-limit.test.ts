/** The client-side limit. */
import { type Clock, createDeadline, systemClock } from "../../provider/base/deadline.js";
import { createTransport } from "../../provider/auth/transport.js";
import { createRateLimit } from "../../provider/http/rate-limit.js";
import { createFakeClock } from "../support/clocks.js";
import { openedInTests } from "../support/opened.js";
import { listingRequest } from "../support/requests.js";
import { json, inOrder } from "../support/replies.js";
import { startFakeService } from "../support/fake-service.js";

const { opened } = openedInTests();
const seconds = (count: number, signal?: AbortSignal) => createDeadline(count, systemClock, signal);

it("without a limit no request waits", async () => {
  const before = performance.now();
  await Promise.all(Array.from({ length: 1000 }, () => createRateLimit(undefined, systemClock)(seconds(1))));
  expect(performance.now() - before).toBeLessThan(2000);
});

it("the limit applies to requests and to retries", async () => {
  const arrived: number[] = [];
  const { url } = await opened(
    startFakeService({
      isStrict: false,
      reply: inOrder((_response, _request, index) => {
        arrived.push(performance.now());
        return json("{}", index === 0 ? 503 : 200);
      }),
    }),
  );
  const transport = createTransport({ requestsPerSecond: 20, clock: { ...systemClock, leastRetryMs: 1 } });
  const began = performance.now();
  await Promise.all(Array.from({ length: 5 }, () => transport.send(listingRequest(url))));
  expect(arrived).toHaveLength(6);
  // Five times 50 ms after the first, whenever that was.
  expect((arrived.at(-1) ?? 0) - began).toBeGreaterThan(5 * 50 - 10);
});

it("a request that is cancelled while waiting keeps no timer", async () => {
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
  const cancelled = Array.from({ length: 5 }, () => limit(seconds(100, controller.signal)));
  controller.abort();
  await Promise.all(cancelled.map((one) => expect(one).rejects.toThrow("aborted")));
  await new Promise(setImmediate);
  expect(sleeping.size).toBe(0);
});

it.each([
  ["the next request", 0.005, 1],
  ["a request behind others", 1, 130],
])("%s fails at once if its wait cannot fit its deadline, and the setting is named", async (_what, rate, before) => {
  const { url, requests } = await opened(startFakeService({ isStrict: false, reply: inOrder(json("{}")) }));
  const clock: Clock = { ...systemClock, sleep: () => new Promise<void>(() => undefined) };
  const transport = createTransport({ requestsPerSecond: rate, clock });
  const waiters = new AbortController();
  const request = listingRequest(url, { deadline: seconds(120, waiters.signal) });
  await transport.send(request);
  Array.from({ length: before - 1 }, () => void transport.send(request).catch(() => undefined));
  const began = performance.now();
  await expect(transport.send(request)).rejects.toMatchObject({
    code: "timeout",
    message: expect.stringMatching(
      /The limit of [\d.]+ requests per second delays the next one by \d+ s, but only 120 s .* Raise requestsPerSecond/,
    ) as string,
  });
  expect(performance.now() - began).toBeLessThan(5000);
  waiters.abort();
  expect(requests).toHaveLength(1);
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
