/** Time: the clock, the deadline of an operation, and waiting no longer than it allows. Runs in both processes. */
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

/** Maximum delay of `setTimeout`. A larger value fires immediately. */
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
 * Makes a deadline that ends `seconds` from now.
 *
 * @param signal cancels the operation when it aborts: it fails with the code `cancelled`, and nothing more is sent.
 */
export function createDeadline(seconds: number, clock: Clock, signal?: AbortSignal): Deadline {
  // Many requests listen to one signal. Without this, Node.js prints a MaxListenersExceededWarning. A signal of another library may
  // not be an EventTarget, and Node.js would refuse it here.
  if (signal instanceof EventTarget) {
    setMaxListeners(Infinity, signal);
  }
  const end = clock.monotonic() + seconds * 1000;
  return { seconds, signal, remaining: () => Math.max(0, end - clock.monotonic()) };
}

/** Thrown when a wait ends without its result: the time has passed, or the caller has aborted. */
export class WaitEnd extends Error {}

/** Returns the result of `promise`. Rejects with a `WaitEnd` after `timeoutMs`, or when the signal aborts. */
export async function withTimeout<T>(promise: Promise<T>, timeoutMs: number, signal?: AbortSignal): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  let cancel = (): void => undefined;
  const end = new Promise<never>((_resolve, reject) => {
    cancel = () => reject(new WaitEnd("cancelled"));
    timer = setTimeout(() => reject(new WaitEnd("the time has passed")), Math.min(MAX_TIMER_MS, timeoutMs));
  });
  if (signal?.aborted === true) {
    cancel();
  }
  signal?.addEventListener("abort", cancel, { once: true });
  try {
    return await Promise.race([promise, end]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", cancel);
  }
}

/** Writes milliseconds as seconds: "12 s", "0.4 s", "0.005 s". */
export function inSeconds(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  if (seconds >= 10) {
    return `${Math.ceil(seconds)} s`;
  }
  // `Number` drops the zeros at the end: "1.0" becomes 1.
  return `${Number(seconds < 0.1 ? seconds.toPrecision(1) : seconds.toFixed(1))} s`;
}
