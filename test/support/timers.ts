/** The timers of this process. */

/** How many timers keep the process alive. */
export function activeTimers(): number {
  return process.getActiveResourcesInfo().filter((resource) => resource === "Timeout").length;
}
