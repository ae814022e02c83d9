/** Services in memory that page in every way, for the tests of reading: where a page begins, and what stands beside its items. */
import type { Pagination } from "../../../provider/workflows/arguments/argument-types.js";
import type { ListingRequest } from "../../../provider/workflows/types.js";
import type { Reply } from "./reader.js";

/** One page of a service: items from 0-based `at` on, and what follows. */
export interface View {
  readonly items: readonly { id: number }[];
  readonly at: number;
  readonly total: number;
  readonly hasMore: boolean;
}

export type Service = (url: URL) => Reply;
export type Position = (url: URL, size: number) => number | undefined;

export const numberIn = (url: URL, name: string): number | undefined =>
  url.searchParams.has(name) ? Number(url.searchParams.get(name)) : undefined;
export const page =
  (name = "page", base = 1): Position =>
  (url, size) =>
    ((numberIn(url, name) ?? base) - base) * size;
export const offset =
  (name = "offset", base = 0): Position =>
  (url) =>
    (numberIn(url, name) ?? base) - base;
/** A cursor is the position; "x" is behind all items. */
export const letter =
  (name: string): Position =>
  (url) =>
    Number(url.searchParams.get(name)?.replace("x", "99") ?? 0);
export const cursor = letter("cursor");
export const start = offset("start_cursor");
/** A cursor is the last item. */
export const after: Position = (url) => (numberIn(url, "after") ?? -1) + 1;

/** A service with pages of three. `known`: the parameters that it does not refuse; default: all. */
export function service(total: number, position: Position, body: (view: View) => unknown, known?: readonly string[]) {
  return (url: URL): Reply => {
    const at = position(url, 3) ?? 0;
    if (at < 0 || [...url.searchParams.keys()].some((name) => known?.includes(name) === false)) {
      return { status: 400 };
    }
    const items = Array.from({ length: Math.max(0, Math.min(3, total - at)) }, (_, index) => ({ id: at + index }));
    return { body: body({ items, at, total, hasMore: at + 3 < total }) };
  };
}

/** Pages with these fields beside their items. */
export const having =
  (fields: (view: View) => object) =>
  (view: View): object => ({ items: view.items, ...fields(view) });
export const withTotal = having(({ total }) => ({ total }));
export const withNine = having(() => ({ total: 9 }));
export const withMetaNine = having(() => ({ meta: { total: 9 } }));
export const withFlag = having(({ hasMore }) => ({ has_more: hasMore }));
export const withLimit = having(({ at }) => ({ limit: 3, offset: at }));
export const withPages = having(({ total, at }) => ({ page: at / 3 + 1, total_pages: Math.ceil(total / 3) }));
/** Counted from 0. */
export const withLastIndex = having(({ total, at }) => ({ page: at / 3, lastPage: Math.ceil(total / 3) - 1 }));
export const withLastCount = having(({ total, at }) => ({ page: at / 3, lastPage: Math.ceil(total / 3) }));
export const withRelay = having(({ at, hasMore }) => ({
  pageInfo: { startCursor: String(at + 100), endCursor: String(at + 3), hasNextPage: hasMore },
}));
export const withCursor = having(({ at, hasMore }) => ({ next_cursor: hasMore ? at + 3 : null }));
export const withEnds = having(({ at, hasMore }) => ({ start_cursor: null, end_cursor: hasMore ? at + 3 : null }));
export const withLink = having(({ at, hasMore }) => ({ next: hasMore ? `?cursor=${at + 3}` : null }));
export const withEnd = having(({ total }) => ({ total, done: true }));
/** Under the name of a flag that says the contrary. */
export const withLast = having(({ hasMore }) => ({ more: !hasMore }));
/** A cursor that leads to an empty page. */
export const withLeft = having(({ at }) => ({ next_cursor: at === 0 ? "x" : null, has_more: false }));
export const withPosition = having(({ at }) => ({ paging: { cursors: { after: at === 0 ? "x" : undefined } } }));
/** The total is that of the page. */
export const withCount = having(({ items }) => ({ total: items.length }));
export const withDone = (view: View): object => ({ ...withCount(view), ...withCursor(view), done: true });
/** The cursor is on the last page too. */
export const endless = having(({ at, hasMore }) => ({ next_cursor: at + 3, has_more: hasMore }));
export const bare = ({ items }: View): unknown => items;

/** The queries, one after the other, without the first plain one. */
export const asked = (text: string): string[] => ["", ...text.split(" ").filter((query) => query !== "")];

/** Pages of these sizes: by an offset and a limit, or by a cursor with this number of each page. */
export function uneven(sizes: readonly number[], number?: string) {
  return (url: URL): Reply => {
    const at = numberIn(url, number === undefined ? "offset" : "cursor") ?? 0;
    const starts = sizes.map((_, index) => sizes.slice(0, index).reduce((sum, size) => sum + size, 0));
    const size = sizes[starts.indexOf(at)] ?? 0;
    const items = Array.from({ length: size }, (_, index) => ({ id: at + index }));
    const next = starts.includes(at + size) ? at + size : null;
    return {
      body: number === undefined ? { items, offset: at, limit: 3 } : { items, [number]: size, next_cursor: next },
    };
  };
}

/** Ids that go down: a page of three items, then one of one. */
export const lastIsZero = (url: URL): Reply => ({
  body: { "": [{ id: 2 }, { id: 1 }, { id: 0 }], "0": [{ id: 3 }] }[url.searchParams.get("after") ?? ""] ?? [],
});

/** One page of three items. */
export const beside = (fields: object) => service(3, page(), ({ items }) => ({ items, ...fields }));

export const once = (pagination: Pagination): ListingRequest => ({ pagination });
export const byPage = { type: "page" } as const satisfies Pagination;
export const byOffset = { type: "offset" } as const satisfies Pagination;
export const byCursor = { type: "cursor", cursorPath: "/next_cursor" } as const satisfies Pagination;
export const byMeta = { type: "cursor", cursorPath: "/meta/next_cursor" } as const satisfies Pagination;
export const byLast = { type: "cursor", lastItemPath: "/id", parameter: "after" } as const satisfies Pagination;

export type Body = (view: View) => unknown;

/** Pages one after the other, whatever is asked for. */
export function inTurn(...bodies: readonly unknown[]): () => Reply {
  let next = 0;
  return () => ({ body: bodies[Math.min(next++, bodies.length - 1)] });
}

export const [one, two, three] = [[{ id: 1 }], [{ id: 2 }], [{ id: 3 }]];
