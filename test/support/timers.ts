/** The timers of this process, and waiting without one of a fixed length. */

/** How many timers keep the process alive. */
export function activeTimers(): number {
  return process.getActiveResourcesInfo().filter((resource) => resource === "Timeout").length;
}

/** Resolves when the condition is true. The test's own time limit ends it otherwise. */
export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) {
    await new Promise((resolve) => setImmediate(resolve));
  }
}
