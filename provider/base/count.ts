/** Writes numbers of things for messages. Runs in both processes. */

/** Returns a number with its noun, which ends in "s": "1 workflow", "3 workflows". */
export function describeCount(count: number, plural: string): string {
  return `${count} ${count === 1 ? plural.replace(/s$/, "") : plural}`;
}
