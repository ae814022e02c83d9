/** The client-side limit. */
import { createDeadline, systemClock } from "../../provider/base/deadline.js";
import { createTransport } from "../support/transport.js";
import { createRateLimit } from "../../provider/http/rate-limit.js";
import { serve } from "../support/client.js";
import { createFakeClock } from "../support/clocks.js";
import { listingRequest, requestListing } from "../support/requests.js";
import { json } from "../support/replies.js";

const seconds = (count: number) => createDeadline(count, systemClock);

it("the limit applies to requests and to retries", async () => {
  const arrived: number[] = [];
  const { url } = await serve((_response, _request, index) => {
    arrived.push(performance.now());
    return json("{}", index === 0 ? 503 : 200);
  });
  const transport = createTransport({ requestsPerSecond: 20, clock: { ...systemClock, leastRetryMs: 1 } });
  const began = performance.now();
  await Promise.all(Array.from({ length: 5 }, () => transport.send(listingRequest(url))));
  expect(arrived).toHaveLength(6);
  // Five times 50 ms after the first, whenever that was.
  expect((arrived.at(-1) ?? 0) - began).toBeGreaterThan(5 * 50 - 10);
});

it.each([
  ["the next request", 0.005, 1],
  ["a request behind others", 1, 130],
])("%s fails at once if its wait cannot fit its deadline, and the setting is named", async (_what, rate, before) => {
  const limit = createRateLimit(rate, { ...systemClock, sleep: () => new Promise(() => undefined) });
  Array.from({ length: before }, () => void limit(seconds(200)));
  await expect(limit(seconds(120))).rejects.toMatchObject({
    key: "OWN_RATE_LIMIT",
    what: expect.stringMatching(
      /The limit of [\d.]+ requests per second delays the next one by \d+ s, but only 120 s /,
    ) as string,
    row: { code: "timeout", advice: expect.stringContaining("Raise requestsPerSecond") as string },
  });
});

it("an error says what an earlier attempt ended with, if the limit leaves no time for another one", async () => {
  const service = await serve(json("{}", 503));
  const sending = requestListing(service, { requestsPerSecond: 0.01 });
  await expect(sending).rejects.toMatchObject({
    code: "timeout",
    problem: expect.stringContaining("; an earlier attempt ended with: 503 Service Unavailable") as string,
  });
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
