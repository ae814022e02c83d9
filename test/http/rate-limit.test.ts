/** That no more requests are sent than allowed. */
import { systemClock } from "../../provider/http/clock.js";
import { createDeadline } from "../../provider/http/deadline.js";
import { createRateLimit } from "../../provider/http/rate-limit.js";
import { createTransport } from "../../provider/http/transport.js";
import type { Clock, ServiceRequest } from "../../provider/http/types.js";
import { createFakeClock } from "../support/clocks.js";
import { json, serve } from "../support/servers.js";

const seconds = (count: number, signal?: AbortSignal) => createDeadline(count, systemClock, signal);

it("without a limit nobody waits", async () => {
  const before = performance.now();
  await Promise.all(Array.from({ length: 1000 }, () => createRateLimit(undefined, systemClock)(seconds(1))));
  expect(performance.now() - before).toBeLessThan(2000);
});

it("requests are kept apart by the limit, retries included", async () => {
  const arrived: number[] = [];
  const server = await serve((response, request, index) => {
    arrived.push(performance.now());
    json("{}", index === 0 ? 503 : 200)(response, request, index);
  });
  try {
    const transport = createTransport({ requestsPerSecond: 20, random: () => 0 });
    const request: ServiceRequest = {
      doing: "list the workflows",
      method: "GET",
      url: new URL(server.url),
      headers: {},
      redirects: "never",
      deadline: seconds(10),
    };
    const began = performance.now();
    await Promise.all(Array.from({ length: 5 }, () => transport.send(request)));
    expect(arrived).toHaveLength(6);
    // Five times 50 ms after the first, whenever that was.
    expect((arrived.at(-1) ?? 0) - began).toBeGreaterThan(5 * 50 - 10);
  } finally {
    await server.close();
  }
});

it("who gives up while waiting takes nobody's turn, and keeps no timer", async () => {
  const sleeping = new Set<number>();
  const clock: Clock = {
    ...systemClock,
    sleep: async (milliseconds, signal) => {
      sleeping.add(milliseconds);
      await systemClock.sleep(milliseconds, signal).finally(() => sleeping.delete(milliseconds));
    },
  };
  const turn = createRateLimit(2, clock);
  await turn(seconds(10));
  const controller = new AbortController();
  const cancelled = Array.from({ length: 50 }, () => turn(seconds(100, controller.signal)));
  const late = turn(seconds(0.05));
  controller.abort();
  await Promise.all(cancelled.map((one) => expect(one).rejects.toThrow("cancelled")));
  await expect(late).rejects.toThrow("deadline");
  await new Promise(setImmediate);
  expect(sleeping.size).toBe(0);
  const before = performance.now();
  await turn(seconds(10));
  expect(performance.now() - before).toBeLessThan(1000);
});

it("a wall clock that is set back keeps nobody waiting", async () => {
  const clock = createFakeClock();
  const turn = createRateLimit(1, clock);
  await turn(seconds(10));
  clock.jump(-3_600_000);
  await turn(seconds(10));
  clock.advance(2000);
  await turn(seconds(10));
  expect(clock.slept).toEqual([1000]);
});
