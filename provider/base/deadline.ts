/** Time: the clock, the deadline of an operation, and waiting no longer than it allows. */
import { setMaxListeners } from "node:events";
import { setTimeout as wait } from "node:timers/promises";

/** A clock, passed in so that tests need not wait. */
export interface Clock {
  /** Milliseconds since the epoch; may jump. */
  now(): number;
  /** Milliseconds from an arbitrary start; never goes back. */
  monotonic(): number;
  /** Resolves after `milliseconds`; rejects with the signal's reason when it aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
  /** The least wait before a second attempt. Milliseconds. */
  readonly leastRetryMs: number;
}

/** The end of the time for one operation, with all its attempts and waits. Several requests may share one deadline. */
export interface Deadline {
  /** The whole time allowed. Seconds. */
  readonly seconds: number;
  /** Milliseconds left; never below zero. */
  remaining(): number;
  /** Aborted when the time has passed, or when the caller no longer wants the result. */
  readonly signal: AbortSignal;
  /** Returns whether the caller no longer wants the result. */
  isCancelled(): boolean;
}

/** The machine's own clock: `Date.now`, `performance.now` and timers. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: async (milliseconds, signal) => {
    await wait(milliseconds, undefined, { signal });
  },
  leastRetryMs: 250,
};

/**
 * Makes a deadline that ends `seconds` from now. It does not keep the process alive.
 *
 * @param caller cancels the operation when it aborts: it fails with the code `cancelled`, and nothing more is sent.
 */
export function createDeadline(seconds: number, clock: Clock, caller?: AbortSignal): Deadline {
  const end = clock.monotonic() + seconds * 1000;
  const { controller, timer } = abortAfter(seconds * 1000);
  timer.unref();
  const signal = caller === undefined ? controller.signal : AbortSignal.any([controller.signal, caller]);
  // Many callers may wait with one deadline. Without this, Node.js prints a MaxListenersExceededWarning.
  setMaxListeners(Infinity, signal);
  return {
    seconds,
    remaining: () => Math.max(0, end - clock.monotonic()),
    signal,
    isCancelled: () => caller?.aborted === true,
  };
}

/**
 * Makes a controller that aborts itself after some time. `AbortSignal.timeout` cannot be used: inside
 * `AbortSignal.any`, Node.js 20 collects it as garbage, and it never aborts.
 */
export function abortAfter(milliseconds: number): { controller: AbortController; timer: NodeJS.Timeout } {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), milliseconds);
  return { controller, timer };
}

/** Returns the result of `promise`, or rejects with the signal's reason when it aborts first. The promise goes on. */
export async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason as Error);
  });
  signal.addEventListener("abort", stop, { once: true });
  if (signal.aborted) {
    stop();
  }
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", stop);
  }
}
