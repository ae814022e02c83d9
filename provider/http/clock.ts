/** The machine's own clock. */
import { setTimeout as wait } from "node:timers/promises";
import type { Clock } from "./types.js";
import { LONGEST_TIMER_MS } from "./within.js";

/** `Date.now`, `performance.now` and timers. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: async (milliseconds, signal) => {
    await wait(Math.min(LONGEST_TIMER_MS, milliseconds), undefined, signal === undefined ? {} : { signal });
  },
};
