/** The transport's own rate limit: how long a request waits before it is sent. Runs in both processes. */
import type { Clock, Deadline } from "../base/deadline.js";

/** Thrown if a request would have to wait longer for its turn than its deadline allows. */
export class TooLongWait extends Error {
  constructor(
    readonly waitMs: number,
    readonly requestsPerSecond: number,
  ) {
    super("too long a wait");
  }
}

/** Resolves when the request may be sent. Rejects with a `TooLongWait` at once, or with the signal's reason when the deadline's signal aborts. */
export type RateLimit = (deadline: Deadline) => Promise<void>;

/**
 * Makes a limit that gives each request a turn of its own, one interval after the turn before. There are no bursts, and the rate may be
 * less than one a second. A request that is cancelled while it waits does not give its turn back.
 */
export function createRateLimit(requestsPerSecond: number | undefined, clock: Clock): RateLimit {
  if (requestsPerSecond === undefined) {
    return () => Promise.resolve();
  }
  let nextTurn = clock.monotonic();
  return async (deadline) => {
    const now = clock.monotonic();
    const turn = Math.max(now, nextTurn);
    const waitMs = turn - now;
    if (waitMs > 0 && waitMs >= deadline.remaining()) {
      throw new TooLongWait(waitMs, requestsPerSecond);
    }
    nextTurn = turn + 1000 / requestsPerSecond;
    if (waitMs > 0) {
      await clock.sleep(waitMs, deadline.signal);
    }
  };
}
