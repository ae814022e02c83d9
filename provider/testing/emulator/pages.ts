/** Divides the emulator's listing into pages, in each style that services use. Runs in the test. */

/** A style of pagination: how a response names the next page, and how a request selects it. */
export type EmulatorPagination = keyof typeof WAYS;

export interface Page {
  readonly workflows: unknown[];
  /** The fields beside the workflows in the response. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The cursor of the next page, for a `Link` header. */
  readonly link: string | undefined;
}

/** The position of a page in the listing, from which its fields are computed. */
interface View {
  readonly start: number;
  readonly size: number;
  readonly total: number;
  /** The number of the next page's first workflow; `null` on the last page. */
  readonly next: number | null;
}

interface Way {
  /** The query parameter that selects a page: `cursor` with `after-N`, `page` from 1 on, or `offset` from 0 on. */
  readonly by: "cursor" | "page" | "offset";
  readonly fields: (view: View) => Readonly<Record<string, unknown>>;
}

const cursorOf = (next: number | null): string | null => (next === null ? null : `after-${next}`);

const WAYS = {
  link: { by: "cursor", fields: () => ({}) },
  address: { by: "cursor", fields: ({ next }) => ({ next: next === null ? null : `?cursor=after-${next}` }) },
  cursor: { by: "cursor", fields: ({ next }) => ({ next_cursor: cursorOf(next) }) },
  position: {
    by: "cursor",
    fields: ({ next, total }) => ({ cursor: `after-${next ?? total}`, has_more: next !== null }),
  },
  number: { by: "page", fields: ({ next, size }) => ({ next_page: next === null ? null : next / size + 1 }) },
  page: {
    by: "page",
    fields: ({ start, size, total }) => ({ page: start / size + 1, total_pages: Math.ceil(total / size) }),
  },
  more: { by: "page", fields: ({ next }) => ({ has_more: next !== null }) },
  last: { by: "page", fields: ({ next }) => ({ isLast: next === null }) },
  offset: { by: "offset", fields: ({ start, size, total }) => ({ offset: start, limit: size, total }) },
  total: { by: "offset", fields: ({ total }) => ({ total }) },
  count: { by: "offset", fields: ({ total }) => ({ count: total }) },
  remaining: { by: "offset", fields: ({ start, size, total }) => ({ remaining: Math.max(0, total - start - size) }) },
  size: { by: "offset", fields: ({ start, size }) => ({ offset: start, limit: size }) },
} as const satisfies Readonly<Record<string, Way>>;

/** Returns the page that a query selects, or `undefined` if it does not exist. */
export function pageOf(
  workflows: readonly unknown[],
  query: URLSearchParams,
  pagination: EmulatorPagination,
  pageSize: number,
): Page | undefined {
  const { by, fields }: Way = WAYS[pagination];
  const size = pagination === "link" ? pageSize : numberIn(query, "limit", pageSize);
  if (size === undefined || size < 1 || size > pageSize) {
    return undefined;
  }
  const start = startOf(query, by, size);
  if (start === undefined) {
    return undefined;
  }
  const total = workflows.length;
  const next = start + size < total ? start + size : null;
  return {
    workflows: workflows.slice(start, start + size),
    link: pagination === "link" ? (cursorOf(next) ?? undefined) : undefined,
    fields: fields({ start, size, total, next }),
  };
}

/** Returns how many workflows are before the page. */
function startOf(query: URLSearchParams, by: Way["by"], size: number): number | undefined {
  switch (by) {
    case "page": {
      const page = numberIn(query, "page", 1);
      return page === undefined || page < 1 ? undefined : (page - 1) * size;
    }
    case "offset":
      return numberIn(query, "offset", 0);
    case "cursor": {
      const after = /^after-(\d+)$/.exec(query.get("cursor") ?? "after-0")?.[1];
      return after === undefined ? undefined : Number(after);
    }
  }
}

/** Returns a parameter that is a whole number, or `undefined` if it is anything else, or is there twice. */
function numberIn(query: URLSearchParams, name: string, defaultValue: number): number | undefined {
  const [text, ...repeated] = query.getAll(name);
  if (text === undefined) {
    return defaultValue;
  }
  return repeated.length === 0 && /^(0|[1-9]\d{0,8})$/.test(text) ? Number(text) : undefined;
}
