/** The time limit of an operation with all its attempts and waits, and the caller's abort signal. */
import { setMaxListeners } from "node:events";
import type { Clock } from "./types.js";

/** The time of one operation. Requests that share a deadline share its time. */
export interface Deadline {
  /** The whole time allowed. Seconds. */
  readonly seconds: number;
  /** Milliseconds left; never below zero. */
  remaining(): number;
  /** Aborted when the caller no longer wants the result. Time does not abort it. */
  readonly signal: AbortSignal | undefined;
}

/**
 * A deadline that ends `seconds` from now.
 *
 * @param signal ends the operation when it aborts: what waits rejects with `cancelled`, and nothing more is sent.
 */
export function createDeadline(seconds: number, clock: Clock, signal?: AbortSignal): Deadline {
  // Many requests may listen to one signal. That is no leak, and users would see Node.js's warning of one.
  if (signal instanceof EventTarget) setMaxListeners(0, signal);
  const end = clock.monotonic() + seconds * 1000;
  return { seconds, signal, remaining: () => Math.max(0, end - clock.monotonic()) };
}
