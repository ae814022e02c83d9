/** The client-side limit: how long a request waits before it is sent. */
import { type Clock, type Deadline, within } from "../base/deadline.js";

/** Resolves when the request may be sent; rejects with a `WaitEnd` if its deadline passes first. */
export type RateLimit = (deadline: Deadline) => Promise<void>;

/** One request for each interval. There are no bursts, and the rate may be less than one a second. */
export function createRateLimit(requestsPerSecond: number | undefined, clock: Clock): RateLimit {
  if (requestsPerSecond === undefined) {
    return () => Promise.resolve();
  }
  const interval = 1000 / requestsPerSecond;
  let next = clock.monotonic();
  let queue: Promise<unknown> = Promise.resolve();

  return (deadline) => {
    const abort = new AbortController();
    // Only the first request in the queue has a timer, and clears it. Aborted requests take no slot and keep no process alive.
    const slot = queue.then(async () => {
      if (abort.signal.aborted) {
        return;
      }
      const wait = next - clock.monotonic();
      if (wait > 0) {
        await clock.sleep(wait, abort.signal);
      }
      next = clock.monotonic() + interval;
    });
    queue = slot.catch(() => undefined);
    return within(slot, deadline).finally(() => abort.abort());
  };
}
