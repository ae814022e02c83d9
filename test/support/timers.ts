/** Waiting for a condition, and the time that work takes. */
import { setTimeout as wait } from "node:timers/promises";

/** Resolves when the condition is true. The test's own time limit ends it otherwise. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) {
    await wait(5);
  }
}

/** Returns the processor time of `work`, in milliseconds. Another program on the machine changes it little. */
export function processorMilliseconds(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  return process.cpuUsage(before).user / 1000;
}
