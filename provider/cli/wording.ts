/** How numbers are told to people. */

export function workflowCount(count: number): string {
  return `${count} ${count === 1 ? "workflow" : "workflows"}`;
}

/** "12 ms", "1.4 s". */
export function duration(milliseconds: number): string {
  return milliseconds < 1000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1000).toFixed(1)} s`;
}
