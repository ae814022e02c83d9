/** The emulator's pages, by the usual conventions. */

/** How the listing is divided: how a response names the next page, and how a request selects it. */
export type EmulatorPagination = "link" | "cursor" | "page" | "offset";

export interface Page {
  readonly workflows: unknown[];
  /** Beside the workflows in the response. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** The cursor of the next page, for a `Link` header. */
  readonly link: string | undefined;
}

/** The page that a query selects; `undefined` if there is no such page. */
export function pageOf(
  workflows: readonly unknown[],
  query: URLSearchParams,
  pagination: EmulatorPagination,
  pageSize: number,
): Page | undefined {
  const size = pagination === "link" ? pageSize : numberIn(query, "limit", pageSize);
  if (size === undefined || size < 1 || size > pageSize) {
    return undefined;
  }
  const start = startOf(query, pagination, size);
  if (start === undefined) {
    return undefined;
  }
  const end = start + size;
  const next = end < workflows.length ? `after-${end}` : undefined;
  return {
    workflows: workflows.slice(start, end),
    link: pagination === "link" ? next : undefined,
    fields: {
      link: {},
      cursor: { next_cursor: next ?? null },
      page: { page: start / size + 1, total_pages: Math.ceil(workflows.length / size) },
      offset: { offset: start, limit: size, total: workflows.length },
    }[pagination],
  };
}

/** How many workflows are before the page. */
function startOf(query: URLSearchParams, pagination: EmulatorPagination, size: number): number | undefined {
  switch (pagination) {
    case "page": {
      const page = numberIn(query, "page", 1);
      return page === undefined || page < 1 ? undefined : (page - 1) * size;
    }
    case "offset":
      return numberIn(query, "offset", 0);
    case "link":
    case "cursor": {
      const after = /^after-(\d+)$/.exec(query.get("cursor") ?? "after-0")?.[1];
      return after === undefined ? undefined : Number(after);
    }
  }
}

/** A whole number; `undefined` if the parameter is anything else, or is there twice. */
function numberIn(query: URLSearchParams, name: string, otherwise: number): number | undefined {
  const [text, ...others] = query.getAll(name);
  if (text === undefined) {
    return otherwise;
  }
  return others.length === 0 && /^(0|[1-9]\d{0,8})$/.test(text) ? Number(text) : undefined;
}
