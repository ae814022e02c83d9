/** The time an operation may take, with all its attempts and waits, and the caller's wish to stop it. */
import { setMaxListeners } from "node:events";
import type { Clock } from "./types.js";

/** The time of one operation. Requests that share a deadline share its time. */
export interface Deadline {
  /** The whole time allowed. Seconds. */
  readonly seconds: number;
  /** Milliseconds left; never below zero. */
  remaining(): number;
  /** Aborted when the caller no longer wants the answer. Not aborted by the passing of time. */
  readonly signal: AbortSignal | undefined;
}

/**
 * A deadline that ends `seconds` from now.
 *
 * @param signal ends the operation when it aborts: what waits rejects with `cancelled`, and nothing more is sent.
 */
export function createDeadline(seconds: number, clock: Clock, signal?: AbortSignal): Deadline {
  // Many requests may listen to one signal; that is no leak, and Node's warning would end up before the user.
  if (signal instanceof EventTarget) setMaxListeners(0, signal);
  const end = clock.monotonic() + seconds * 1000;
  return { seconds, signal, remaining: () => Math.max(0, end - clock.monotonic()) };
}
