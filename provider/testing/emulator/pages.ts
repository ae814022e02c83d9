/** Divides the emulator's listing into pages, each with a cursor for the next one. Runs in the test. */

interface Page {
  readonly workflows: unknown[];
  /** The cursor of the next page; `undefined` on the last page. */
  readonly nextCursor: string | undefined;
}

/** Returns the page at a cursor such as `after-50`, the first page for `null`, and `undefined` for any other text. */
export function pageAt(workflows: readonly unknown[], cursor: string | null, pageSize: number): Page | undefined {
  const start = /^after-(\d+)$/.exec(cursor ?? "after-0")?.[1];
  if (start === undefined) {
    return undefined;
  }
  const end = Number(start) + pageSize;
  return {
    workflows: workflows.slice(Number(start), end),
    nextCursor: end < workflows.length ? `after-${end}` : undefined,
  };
}
