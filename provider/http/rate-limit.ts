/** The transport's own rate limit: how long a request waits before it is sent. Runs in both processes. */
import { type Clock, type Deadline, raceDeadline } from "../base/deadline.js";

/** Thrown if a request would have to wait longer for its turn than its deadline allows. */
export class TooLongWait extends Error {
  constructor(
    readonly waitMs: number,
    readonly requestsPerSecond: number,
  ) {
    super("too long a wait");
  }
}

/** Resolves when the request may be sent. Rejects with a `TooLongWait` at once, or with a `WaitEnd` if the deadline passes first. */
export type RateLimit = (deadline: Deadline) => Promise<void>;

/** Makes a limit that lets one request pass in each interval. There are no bursts, and the rate may be less than one a second. */
export function createRateLimit(requestsPerSecond: number | undefined, clock: Clock): RateLimit {
  if (requestsPerSecond === undefined) {
    return () => Promise.resolve();
  }
  const interval = 1000 / requestsPerSecond;
  let next = clock.monotonic();
  let queue: Promise<unknown> = Promise.resolve();
  let queued = 0;

  return async (deadline) => {
    const expectedWaitMs = Math.max(0, next - clock.monotonic()) + queued * interval;
    if (expectedWaitMs > 0 && expectedWaitMs >= deadline.remaining()) {
      throw new TooLongWait(expectedWaitMs, requestsPerSecond);
    }
    const abort = new AbortController();
    let isQueued = true;
    queued += 1;
    const leave = (): void => {
      queued -= Number(isQueued);
      isQueued = false;
    };
    // Only the head of the queue runs a timer. A caller that gives up releases its place and leaves no timer behind.
    const slot = queue.then(async () => {
      if (abort.signal.aborted) {
        return;
      }
      const waitMs = next - clock.monotonic();
      if (waitMs > 0) {
        await clock.sleep(waitMs, abort.signal);
      }
      next = clock.monotonic() + interval;
      leave();
    });
    queue = slot.catch(() => undefined);
    try {
      await raceDeadline(slot, deadline);
    } finally {
      leave();
      abort.abort();
    }
  };
}
