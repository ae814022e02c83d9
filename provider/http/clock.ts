/** The machine's own clock. */
import { setTimeout as wait } from "node:timers/promises";
import type { Clock } from "./types.js";

/** `Date.now`, `performance.now` and timers. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: async (milliseconds, signal) => {
    await wait(milliseconds, undefined, signal === undefined ? {} : { signal });
  },
};
