/** Waits for something no longer than a deadline allows. */
import type { Deadline } from "./deadline.js";

/** Longest delay a timer takes; one above it fires at once. */
export const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** How a wait ended without its result. */
export class WaitEnd extends Error {
  constructor(readonly reason: "deadline" | "cancelled") {
    super(reason);
  }
}

/** The result of `promise`, or a `WaitEnd` when the deadline passes (`grace` milliseconds later) or its signal aborts. */
export async function within<T>(promise: Promise<T>, deadline: Deadline, grace = 0): Promise<T> {
  const { signal } = deadline;
  let stop: () => void = () => undefined;
  const end = new Promise<never>((_resolve, reject) => {
    const cancel = (): void => reject(new WaitEnd("cancelled"));
    if (signal?.aborted === true) cancel();
    signal?.addEventListener("abort", cancel, { once: true });
    const timer = setTimeout(
      () => reject(new WaitEnd("deadline")),
      Math.min(LONGEST_TIMER_MS, deadline.remaining() + grace),
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
