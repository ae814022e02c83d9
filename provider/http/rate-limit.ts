/** Keeps requests apart, so that no more than `requestsPerSecond` are sent. */
import type { Deadline } from "./deadline.js";
import type { Clock } from "./types.js";
import { within } from "./within.js";

/** Resolves when it is this request's turn; rejects with a `WaitEnd` when its deadline ends first. */
export type RateLimit = (deadline: Deadline) => Promise<void>;

/** One turn an interval, rather than many at its start: no bursts, and a rate below one a second is possible. */
export function createRateLimit(requestsPerSecond: number | undefined, clock: Clock): RateLimit {
  if (requestsPerSecond === undefined) return () => Promise.resolve();
  const interval = 1000 / requestsPerSecond;
  let next = clock.monotonic();
  let line: Promise<unknown> = Promise.resolve();

  return (deadline) => {
    const gone = new AbortController();
    // Only the first in line holds a timer, and lets go of it: those that gave up take no turn and keep no process alive.
    const turn = line.then(async () => {
      if (gone.signal.aborted) return;
      const wait = next - clock.monotonic();
      if (wait > 0) await clock.sleep(wait, gone.signal);
      next = clock.monotonic() + interval;
    });
    line = turn.catch(() => undefined);
    return within(turn, deadline).finally(() => gone.abort());
  };
}
