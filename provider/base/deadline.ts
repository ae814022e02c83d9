/** Time: the clock, the deadline of an operation, and waiting no longer than it allows. */
import { setMaxListeners } from "node:events";
import { setTimeout as wait } from "node:timers/promises";

/** Time, passed in so that tests need not wait. */
export interface Clock {
  /** Milliseconds since the epoch; may jump. */
  now(): number;
  /** Milliseconds from an arbitrary start; never goes back. */
  monotonic(): number;
  /** Resolves after `milliseconds`; rejects with the signal's reason when it aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

/** The time of one operation with all its attempts and waits. Requests that share a deadline share its time. */
export interface Deadline {
  /** The whole time allowed. Seconds. */
  readonly seconds: number;
  /** Milliseconds left; never below zero. */
  remaining(): number;
  /** Aborted when the caller no longer wants the result. Time does not abort it. */
  readonly signal: AbortSignal | undefined;
}

/** The longest delay of a timer. A timer with a longer one fires at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The machine's own clock: `Date.now`, `performance.now` and timers. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  sleep: async (milliseconds, signal) => {
    await wait(Math.min(MAX_TIMER_MS, milliseconds), undefined, { signal });
  },
};

/**
 * A deadline that ends `seconds` from now.
 *
 * @param signal cancels the operation when it aborts: what waits rejects with `cancelled`, and nothing more is sent.
 */
export function createDeadline(seconds: number, clock: Clock, signal?: AbortSignal): Deadline {
  // Many requests may listen to one signal. That is no leak, and users would see Node.js's warning of one.
  if (signal instanceof EventTarget) {
    setMaxListeners(Infinity, signal);
  }
  const end = clock.monotonic() + seconds * 1000;
  return { seconds, signal, remaining: () => Math.max(0, end - clock.monotonic()) };
}

/** A wait that ended without its result: because of the "deadline", or "cancelled". */
export class WaitEnd extends Error {}

/**
 * The result of `promise`. Rejects with a `WaitEnd` when the deadline passes or its signal aborts.
 *
 * @param grace milliseconds to wait after the deadline.
 */
export async function within<T>(promise: Promise<T>, deadline: Deadline, grace = 0): Promise<T> {
  const { signal } = deadline;
  let stop: () => void = () => undefined;
  const end = new Promise<never>((_resolve, reject) => {
    const cancel = (): void => reject(new WaitEnd("cancelled"));
    if (signal?.aborted === true) {
      cancel();
    }
    signal?.addEventListener("abort", cancel, { once: true });
    const timer = setTimeout(
      () => reject(new WaitEnd("deadline")),
      Math.min(MAX_TIMER_MS, deadline.remaining() + grace),
    );
    stop = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", cancel);
    };
  });
  try {
    return await Promise.race([promise, end]);
  } finally {
    stop();
  }
}

/** "12 s", "0.4 s", "0.005 s". */
export function inSeconds(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  return `${seconds >= 10 ? Math.ceil(seconds) : Number(seconds < 0.1 ? seconds.toPrecision(1) : seconds.toFixed(1))} s`;
}
