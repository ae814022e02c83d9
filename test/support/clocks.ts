/** Clocks for tests: one that is set by hand, and the machine's own without its waits. */
import { type Clock, systemClock } from "../../provider/base/deadline.js";

export interface FakeClock extends Clock {
  /** Lets time pass, for both clocks. */
  advance(milliseconds: number): void;
  /** Sets the wall clock alone. */
  jump(milliseconds: number): void;
  /** What was slept, in order. */
  readonly slept: number[];
}

/** Makes a clock that stands still until it is advanced. Sleeping advances it. */
export function createFakeClock(start = Date.UTC(2026, 0, 1)): FakeClock {
  let wall = start;
  let monotonic = 1000;
  const slept: number[] = [];
  const advance = (milliseconds: number): void => {
    wall += milliseconds;
    monotonic += milliseconds;
  };
  return {
    slept,
    advance,
    jump: (milliseconds) => {
      wall += milliseconds;
    },
    now: () => wall,
    monotonic: () => monotonic,
    leastRetryMs: 0,
    sleep: (milliseconds, signal) => {
      signal?.throwIfAborted();
      slept.push(milliseconds);
      advance(milliseconds);
      return Promise.resolve();
    },
  };
}

/** Makes a clock that is the machine's, but sleeps a millisecond. `slept` gets how long it should sleep. */
export function createHastyClock(slept: number[] = []): Clock {
  return {
    ...systemClock,
    leastRetryMs: 0,
    sleep: async (milliseconds, signal) => {
      slept.push(milliseconds);
      await systemClock.sleep(1, signal);
    },
  };
}
