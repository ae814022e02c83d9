/** Keeps requests apart, so that no more than `requestsPerSecond` are sent. */
import type { Deadline } from "./deadline.js";
import { within } from "./within.js";

/** Resolves when it is this request's turn; rejects with a `WaitEnd` when its deadline ends first. */
export type RateLimit = (deadline: Deadline) => Promise<void>;

export function createRateLimit(requestsPerSecond: number | undefined): RateLimit {
  if (requestsPerSecond === undefined) return () => Promise.resolve();
  let slot: Promise<() => Promise<void>> | undefined;
  let line: Promise<unknown> = Promise.resolve();

  const openSlots = async (): Promise<() => Promise<void>> => {
    const { default: pThrottle } = await import("p-throttle");
    // One in an interval, rather than many at its start: no bursts, and a rate below one a second is possible.
    return pThrottle({ limit: 1, interval: 1000 / requestsPerSecond })(() => Promise.resolve());
  };

  return (deadline) => {
    let given = false;
    // Only the first in line holds a timer: those that gave up take no slot and keep no process alive.
    const turn = line.then(async () => {
      if (given) return;
      slot ??= openSlots();
      await (
        await slot
      )();
    });
    line = turn.catch(() => undefined);
    return within(turn, deadline).finally(() => {
      given = true;
    });
  };
}
