/** The types of the arguments, written by hand. Editors, the page's tables and the plugin's schema show their words. */
import type { StandardSchemaV1 } from "@standard-schema/spec";

/** The arguments of the resource and of all functions, as plain values. */
export interface Arguments<T = unknown> {
  /** The path to read, below `baseUrl`. Parts in braces come from `parameters`. Example: `"/v2/workflows/{id}"` */
  path: string;
  /** Values for the parts of `path` in braces. They are percent-encoded. Default: none. Example: `{ id: "wf_1" }` */
  parameters?: Readonly<Record<string, QueryValue>> | undefined;
  /**
   * Query parameters, in this order (with the plugin, in the order of their names); a list repeats its key. They are not added to
   * addresses of pages that the service names. Default: none. Example: `{ tag: ["a", "b"] }`
   */
  query?: Query | undefined;
  /**
   * Path to the array of workflows in the response; `""` is the whole response. With a question mark at its end, a list that is
   * missing or `null` is empty. Default: the setting `itemsPath`, else found automatically (`getJson`: neither). Example: `"/result/workflows"`
   */
  itemsPath?: string | undefined;
  /** How to request the next page. Default: the setting `pagination`, else found automatically. Example: `{ type: "page" }` */
  pagination?: Pagination | undefined;
  /** The maximum number of pages. More are an error, never a silent cut. Default: `1000`. Example: `20` */
  maxPages?: number | undefined;
  /** Which items to keep: values or operators, by a field's path. Default: all. Example: `{ "owner.team": { in: ["Search"] } }` */
  where?: Where | undefined;
  /** Paths of fields to keep. One that no item has is an error unless it ends in `?`. Default: all fields. Example: `["id"]` */
  select?: readonly string[] | undefined;
  /** Paths of fields to leave out, after `select`. The same rule applies. Default: none. Example: `["lastRunAt"]` */
  ignoreFields?: readonly string[] | undefined;
  /**
   * Order of the items: one or several paths of fields, the most important first; `-path` is descending. Ties stay in the service's
   * order, items without the field come last. Default: the service's order. Example: `["-createdAt", "name"]`
   */
  sortBy?: string | readonly string[] | undefined;
  /**
   * What identifies an item: a path, several together, or `"none"`. Two items with one identity are an error, and so is a path
   * that no item has. Default: the first of `id`, `uuid`, `_id`, `key`, `workflowId` that all items have; `getJson` compares only pages
   * by it. Example: `["team", "id"]`
   */
  keyPath?: string | readonly string[] | undefined;
  /** The maximum number of items, after `where`. More are an error, never a silent cut. Default: no limit. Example: `500` */
  maxItems?: number | undefined;
  /** The minimum number of items, after `where`. Fewer are an error. Default: no limit. Example: `1` */
  minItems?: number | undefined;
  /**
   * Whether the service may list nothing. Without it, that is an error for a function, and for a resource that had workflows. The
   * environment variable `WORKFLOWS_ALLOW_EMPTY` wins over it, for one run. Default: `false`. Example: `true`
   */
  allowEmpty?: boolean | undefined;
  /**
   * How many workflows of the previous listing may disappear in one update: a number or a percentage; `"100%"` allows any. The
   * environment variable `WORKFLOWS_MAX_REMOVED` wins, for one run. Default: three or 30%, whichever is more. Example: `"50%"`
   */
  maxRemoved?: number | string | undefined;
  /**
   * Response fields to ignore when looking for pagination and errors: names at any depth, or JSON Pointers. Default: the setting
   * `unrelatedFields`. Example: `["total"]`
   */
  unrelatedFields?: readonly string[] | undefined;
  /** A name in the setting `connections`: another service or other credentials. Default: no connection. Example: `"prod"` */
  connection?: string | undefined;
  /**
   * Makes all outputs secret: encrypted in the state, and redacted in what is shown. They are secret without it if an argument is
   * secret. A function that returns a promise cannot mark its result: use its Output form. Default: `false`. Example: `true`
   */
  secret?: boolean | undefined;
  /** Read at every preview, update and refresh, or, if `"pinned"`, when an argument changes. Default: `"live"`. Example: `"pinned"` */
  mode?: "live" | "pinned" | undefined;
  /** Any plain values: when one changes, a pinned listing is read again. Default: none. Example: `["v2", { day: 3 }]` */
  triggers?: readonly unknown[] | undefined;
  /**
   * If the service cannot be reached or reports an error of its own (408, 429, 5xx, or a body with status 200 that reports one):
   * `"fail"`, or `"keep"` the last listing with these arguments, with a warning. Default: `"fail"`. Example: `"keep"`
   */
  whenUnavailable?: "fail" | "keep" | undefined;
  /** Gives `undefined`, not an error, if nothing matches or the path does not exist (404). Default: `false`. Example: `true` */
  allowMissing?: boolean | undefined;
  /** Checks and types the items, or the value of `getJson`: a Standard Schema validator (zod, …). Default: none. Example: `z.object({ id: z.string() })` */
  schema?: StandardSchemaV1<unknown, T> | undefined;
}

/** The value of a query parameter. A number beyond 2^53 is written as text. */
export type QueryValue = string | number | boolean;

/** Query parameters by their names. A list repeats its key: `{ tag: ["a", "b"] }` is sent as `tag=a&tag=b`. */
export type Query = Readonly<Record<string, string | number | boolean | readonly QueryValue[]>>;

/**
 * How to request the next page. What the response names itself is then not followed. A location is a path into the body, such as
 * `/meta/next` or `meta.next`; with a question mark at its end, it may lead nowhere. Or it is `header:` and the name of a response
 * header: `header:X-Next-Page`, and for JSON in a header, `header:X-Pagination/totalPages`.
 */
export type Pagination = CursorPagination | PagePagination | OffsetPagination | NoPagination;

/** What all ways of pagination with further requests take. */
export interface PageOptions {
  /** The query parameter of the cursor, page or offset. Counting goes on from one in `query`. Default: the `type`, as `"page"`. */
  readonly parameter?: string | undefined;
  /** Items requested on each page, sent as `sizeParameter`. Default: not sent. */
  readonly size?: number | undefined;
  /** The query parameter that carries `size`. One in `query` wins over it. Default: `"limit"`. */
  readonly sizeParameter?: string | undefined;
  /** Where each response has a flag that is false on the last page, such as `/has_more`: a boolean, 1 or 0, "true", "no" and so on. */
  readonly morePath?: string | undefined;
  /** Where each response has a flag that is true on the last page, such as `/isLast`. Not with `morePath`. */
  readonly lastPath?: string | undefined;
  /**
   * Where each response has the number of all items, such as `/total` or `header:X-Total-Count`. Fewer items are an error. If all
   * were read, a page after the last one that is refused (400, 404, 410, 416, 422) or repeated counts as an empty one.
   */
  readonly totalPath?: string | undefined;
}

/**
 * Each response names the next page. On the last page the field is missing, `null`, `false`, `0`, `-1` or an empty string.
 * Exactly one of `cursorPath`, `urlPath` and `lastItemPath` is needed.
 */
export interface CursorPagination extends PageOptions {
  /** Each response names the next page. */
  readonly type: "cursor";
  /** Where the next page's cursor is, such as `/next_cursor`. It may be the next page's number or the next offset. */
  readonly cursorPath?: string | undefined;
  /** Where the next page's address is, whole or relative, on the same origin, such as `/_links/next/href`. Not with `parameter`. */
  readonly urlPath?: string | undefined;
  /** The field of the last item that is the cursor, such as `/id`. An empty page ends the listing, or `morePath` or `lastPath`. */
  readonly lastItemPath?: string | undefined;
}

/** Numbered pages, from 0 or 1, which is detected. They are read until one is empty, or the given flag or number ends the reading. */
export interface PagePagination extends PageOptions {
  /** Pages are numbered. */
  readonly type: "page";
  /** Where each response has the number of pages, such as `/total_pages` or `header:X-Total-Pages`. The reading ends after so many. */
  readonly totalPagesPath?: string | undefined;
}

/** Pages by the number of items before them, read until one is empty, or the flag that is named ends it. */
export interface OffsetPagination extends PageOptions {
  /** Pages are requested by the number of items before them. */
  readonly type: "offset";
}

/** One page has all items. A response that names a next page, or says that there are more, is an error. */
export interface NoPagination {
  /** One page has all items. */
  readonly type: "none";
}

/** A value to compare with. Numbers are compared as decimals, exactly. One beyond 2^53 is written as text. */
export type WhereValue = string | number | boolean | null;

/**
 * An object has operators, all of which must match. In a list, one matching element is enough, and `not` requires that no element
 * matches. A missing field matches only `{ exists: false }` and `{ not: … }`.
 */
export interface WhereOperators {
  /** The text starts with this (case-sensitive). */
  readonly startsWith?: string | undefined;
  /** The text ends with this (case-sensitive). */
  readonly endsWith?: string | undefined;
  /** The text contains this (case-sensitive). */
  readonly contains?: string | undefined;
  /** The text matches this JavaScript pattern (flag `u`, not anchored). More than 5 seconds in all for a listing are an error. */
  readonly matches?: string | undefined;
  /** Equal to one of these; `[]` matches nothing. */
  readonly in?: readonly WhereValue[] | undefined;
  /** What must not match: a value, or operators. */
  readonly not?: WhereCondition | undefined;
  /** `true`: the field is present, even if it is `null`. `false`: it is missing. */
  readonly exists?: boolean | undefined;
  /** Greater than this number, or a string after this one (by UTF-16 code units: right for ISO 8601 dates in one zone). */
  readonly gt?: string | number | undefined;
  /** As `gt`, or equal. */
  readonly gte?: string | number | undefined;
  /** Less than this number, or a string before this one. */
  readonly lt?: string | number | undefined;
  /** As `lt`, or equal. */
  readonly lte?: string | number | undefined;
}

/** A value means equality. */
export type WhereCondition = string | number | boolean | null | WhereOperators;

/**
 * Conditions on fields, all of which must match. A key is the path of a field, such as `owner.name`. A field that no item of the
 * listing has is an error. Exceptions: the operator `exists`, and a path that ends in a question mark (`archived?`).
 */
export type Where = Readonly<Record<string, WhereCondition>>;
