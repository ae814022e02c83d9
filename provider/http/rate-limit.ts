/** Keeps requests apart, so that no more than `requestsPerSecond` are sent. */
import type { Deadline } from "./deadline.js";
import type { Clock } from "./types.js";
import { within } from "./within.js";

/** Resolves when the request may be sent; rejects with a `WaitEnd` if its deadline passes first. */
export type RateLimit = (deadline: Deadline) => Promise<void>;

/** One request an interval, so that there are no bursts and a rate below one a second is possible. */
export function createRateLimit(requestsPerSecond: number | undefined, clock: Clock): RateLimit {
  if (requestsPerSecond === undefined) return () => Promise.resolve();
  const interval = 1000 / requestsPerSecond;
  let next = clock.monotonic();
  let queue: Promise<unknown> = Promise.resolve();

  return (deadline) => {
    const abort = new AbortController();
    // Only the first in the queue has a timer, and clears it. Requests that were aborted take no slot and keep no process alive.
    const slot = queue.then(async () => {
      if (abort.signal.aborted) return;
      const wait = next - clock.monotonic();
      if (wait > 0) await clock.sleep(wait, abort.signal);
      next = clock.monotonic() + interval;
    });
    queue = slot.catch(() => undefined);
    return within(slot, deadline).finally(() => abort.abort());
  };
}
