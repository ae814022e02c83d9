/** A service with twenty-five workflows, four on a page, which pages as a case wants it. */
import type { IncomingHttpHeaders } from "node:http";
import { itemsFrom } from "../workflows/listing-service.js";

export const SIZE = 4;
export const ALL = itemsFrom(1, 25).map(({ id }) => ({ id: `wf_${id}`, name: `Workflow ${id}` }));
export const PAGES = Math.ceil(ALL.length / SIZE);

/** One page as the service sees it. */
export interface PageView {
  readonly items: readonly { id: string; name: string }[];
  /** 1 for the first page. */
  readonly number: number;
  readonly offset: number;
  /** The next page's cursor; `null` on the last page. */
  readonly cursor: string | null;
  /** The next page's number; `null` on the last page. */
  readonly next: number | null;
  /** The next page's offset; `null` on the last page. */
  readonly nextOffset: number | null;
  readonly isLast: boolean;
  /** `http://host:port` of the service. */
  readonly origin: string;
}

/** The page of a request: its number, from 0 on. */
export type Pager = (url: URL, headers: IncomingHttpHeaders) => number;

export const byPage =
  (parameter = "page", start = 1): Pager =>
  (url) =>
    Number(url.searchParams.get(parameter) ?? start) - start;

export const byOffset =
  (parameter = "offset", start = 0): Pager =>
  (url) =>
    (Number(url.searchParams.get(parameter) ?? start) - start) / SIZE;

/** Cursors are `c1+/=`, `c2+/=`, …, to be sent back as they are. */
export const byCursor =
  (parameter = "cursor"): Pager =>
  (url) =>
    pageOfCursor(url.searchParams.get(parameter));

export const byLastId =
  (parameter: string): Pager =>
  (url) => {
    const id = url.searchParams.get(parameter);
    return id === null ? 0 : (ALL.findIndex((item) => item.id === id) + 1) / SIZE;
  };

const pageOfCursor = (cursor: unknown): number =>
  typeof cursor === "string" ? Number(/^c(\d+)\+\/=$/.exec(cursor)?.[1]) : 0;

export function pageView(index: number, origin: string): PageView {
  const offset = index * SIZE;
  const isLast = offset + SIZE >= ALL.length;
  return {
    items: ALL.slice(offset, offset + SIZE),
    number: index + 1,
    offset,
    cursor: isLast ? null : `c${index + 1}+/=`,
    next: isLast ? null : index + 2,
    nextOffset: isLast ? null : offset + SIZE,
    isLast,
    origin,
  };
}

/** The response for a page: a body, or headers and a body. */
export type Render = (page: PageView) => unknown;

export class WithHeaders {
  constructor(
    readonly headers: Record<string, string>,
    readonly body: unknown,
    readonly status = 200,
  ) {}
}

/** Without the fields that are `null`: many services leave them out. */
export function present(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
