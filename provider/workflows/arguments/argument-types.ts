/** The types of the arguments, written by hand. Editors, the page's tables and the plugin's schema show their words. */
import type { StandardSchemaV1 } from "@standard-schema/spec";

/** The arguments of the resource and of all functions, as plain values. */
export interface Arguments<T = unknown> {
  /** The path to read, below `baseUrl`. Parts in braces come from `parameters`. Example: `"/v2/workflows/{id}"` */
  path: string;
  /** Values for the parts of `path` in braces. They are percent-encoded. Default: none. Example: `{ id: "wf_1" }` */
  parameters?: Readonly<Record<string, QueryValue>> | undefined;
  /**
   * Query parameters of the request, in the given order (the plugin sorts them by name). A list repeats the parameter.
   * They are not added to next-page URLs that come from the service. Default: none. Example: `{ tag: ["a", "b"] }`
   */
  query?: Query | undefined;
  /**
   * Path to the array of workflows in the response; `""` is the whole response. If the path ends in `?`, a list that is
   * missing or `null` is an empty list. Default: the setting `itemsPath`, otherwise found automatically; `getJson` uses
   * neither. Example: `"/result/workflows"`
   */
  itemsPath?: string | undefined;
  /**
   * How to request the next page. Default: the setting `pagination`, otherwise found automatically; `getJson` without
   * `itemsPath` uses neither. Example: `{ type: "page" }`
   */
  pagination?: Pagination | undefined;
  /**
   * The maximum number of pages. If there are more, you get an error, never a part of the list. Default: `1000`.
   * Example: `20`
   */
  maxPages?: number | undefined;
  /**
   * Which items to keep: for each field's path, a value or operators. Default: all.
   * Example: `{ "owner.team": { in: ["Search"] } }`
   */
  where?: Where | undefined;
  /**
   * Paths of fields to keep. If no item has the field, that is an error, unless the path ends in `?`. Default: all
   * fields. Example: `["id"]`
   */
  select?: readonly string[] | undefined;
  /**
   * Paths of fields to leave out, after `select`. If no item has the field, that is an error, unless the path ends in
   * `?`. Default: none. Example: `["lastRunAt"]`
   */
  ignoreFields?: readonly string[] | undefined;
  /**
   * The identity of an item: a path, several together, or `"none"`. If two items have the same identity, or no item has
   * the path, you get an error. Default: the first of `id`, `uuid`, `_id`, `key`, `workflowId` that all items have;
   * `getJson` uses this default only to compare pages. Example: `["team", "id"]`
   */
  keyPath?: string | readonly string[] | undefined;
  /**
   * The maximum number of items, after `where`. If there are more, you get an error, never a part of the list. Default:
   * no limit. Example: `500`
   */
  maxItems?: number | undefined;
  /**
   * The minimum number of items, after `where`. If there are fewer, you get an error. Default: no limit. Example: `1`
   */
  minItems?: number | undefined;
  /**
   * Allows that the service lists nothing. Otherwise an empty list is an error for a function, and for a resource that
   * had workflows. For one run, the environment variable `WORKFLOWS_ALLOW_EMPTY` takes precedence. Default: `false`.
   * Example: `true`
   */
  allowEmpty?: boolean | undefined;
  /**
   * How many workflows of the previous list may be missing at once: a number or a percentage; `"100%"` allows any. If
   * more are missing, you get an error. For one run, the environment variable `WORKFLOWS_MAX_REMOVED` takes precedence.
   * Default: three or 30%, whichever is more. Example: `"50%"`
   */
  maxRemoved?: number | string | undefined;
  /**
   * Response fields to ignore when looking for pagination and errors: names at any depth, or JSON Pointers. Default:
   * the setting `unrelatedFields`. Example: `["total"]`
   */
  unrelatedFields?: readonly string[] | undefined;
  /**
   * A name in the setting `connections`: another service or other credentials. Default: no connection.
   * Example: `"prod"`
   */
  connection?: string | undefined;
  /**
   * Makes all outputs secret: encrypted in the state, and redacted in what is shown. If an argument is secret, they are
   * secret anyway. A function that returns a promise cannot mark its result: use its Output form. Default: `false`.
   * Example: `true`
   */
  secret?: boolean | undefined;
  /**
   * When the list is read: at every preview, update and refresh (`"live"`), or only when an argument changes
   * (`"pinned"`). Default: `"live"`. Example: `"pinned"`
   */
  mode?: "live" | "pinned" | undefined;
  /**
   * Any plain values. When one of them changes, a pinned list is read again. Default: none.
   * Example: `["v2", { day: 3 }]`
   */
  triggers?: readonly unknown[] | undefined;
  /**
   * The reaction if the service cannot be reached, or reports a failure that is retried (408, 429, 500, 502, 503, 504
   * …), or an error in a body with status 200 that is not a refusal: `"fail"`, or `"keep"` the last list with the same
   * arguments, with a warning. Default: `"fail"`. Example: `"keep"`
   */
  whenUnavailable?: "fail" | "keep" | undefined;
  /**
   * Returns `undefined` instead of an error if no workflow matches, or if the service has nothing at the path (404,
   * 410, or 204). Default: `false`. Example: `true`
   */
  allowMissing?: boolean | undefined;
  /**
   * Checks and types the items, or the value of `getJson`: a Standard Schema validator (zod, …). Default: none.
   * Example: `z.object({ id: z.string() })`
   */
  schema?: StandardSchemaV1<unknown, T> | undefined;
}

/** The value of a query parameter. A number beyond 2^53 is written as text. */
export type QueryValue = string | number | boolean;

/** Query parameters by their names. A list repeats its key: `{ tag: ["a", "b"] }` is sent as `tag=a&tag=b`. */
export type Query = Readonly<Record<string, string | number | boolean | readonly QueryValue[]>>;

/**
 * How to request the next page. If you set this, next-page links in the response are ignored. A location is a path into
 * the body, such as `/meta/next` or `meta.next`. Add a `?` at the end if the field may be missing. A location can also
 * be a response header: `header:X-Next-Page`, or `header:X-Pagination/totalPages` for JSON in a header.
 */
export type Pagination = CursorPagination | PagePagination | OffsetPagination | NoPagination;

/** The options of all ways of pagination that send further requests. */
export interface PageOptions {
  /**
   * The query parameter of the cursor, page or offset. Counting continues from its value in `query`. Default: the
   * `type`, such as `"page"`.
   */
  readonly parameter?: string | undefined;
  /** Items requested on each page, sent as `sizeParameter`. Default: not sent. */
  readonly size?: number | undefined;
  /** The query parameter that carries `size`. Its value in `query` takes precedence. Default: `"limit"`. */
  readonly sizeParameter?: string | undefined;
  /**
   * Where each response has a flag that is false on the last page, such as `/has_more`: a boolean, 1 or 0, "true", "no"
   * and so on.
   */
  readonly morePath?: string | undefined;
  /** Where each response has a flag that is true on the last page, such as `/isLast`. Not with `morePath`. */
  readonly lastPath?: string | undefined;
  /**
   * Where each response has the number of all items, such as `/total` or `header:X-Total-Count`. Reading fewer items
   * than this is an error. Once so many have been read, reading ends.
   */
  readonly totalPath?: string | undefined;
}

/**
 * Each response names the next page. On the last page the field is missing, `null`, `false`, `0`, `-1` or an empty
 * string. Exactly one of `cursorPath`, `urlPath` and `lastItemPath` is needed.
 */
export interface CursorPagination extends PageOptions {
  /** Each response names the next page. */
  readonly type: "cursor";
  /** Where the next page's cursor is, such as `/next_cursor`. It may be the next page's number or the next offset. */
  readonly cursorPath?: string | undefined;
  /**
   * Where the next page's address is, whole or relative, such as `/_links/next/href`. Of an address on another host,
   * only the query is used. Not with `parameter`.
   */
  readonly urlPath?: string | undefined;
  /**
   * The field of the last item that is the cursor, such as `/id`. Reading stops at an empty page, or when `morePath` or
   * `lastPath` says so.
   */
  readonly lastItemPath?: string | undefined;
}

/**
 * Numbered pages; whether they start at 0 or 1 is detected. Reading stops at the first empty page that does not say
 * that more follow, or when the flag or number that you name says so.
 */
export interface PagePagination extends PageOptions {
  /** Pages are numbered. */
  readonly type: "page";
  /**
   * Where each response has the number of pages, such as `/total_pages` or `header:X-Total-Pages`. Reading stops after
   * this number.
   */
  readonly totalPagesPath?: string | undefined;
}

/**
 * Pages requested by the number of items before them. Reading stops at the first empty page that does not say that more
 * follow, or when the flag or total that you name says so.
 */
export interface OffsetPagination extends PageOptions {
  /** Pages are requested by the number of items before them. */
  readonly type: "offset";
}

/**
 * The first page is the whole list. If a response names a next page, or has a flag that more follow, you get an error.
 * Totals are not compared. `getJson` without `itemsPath` returns the response as it is.
 */
export interface NoPagination {
  /** One page has all items. */
  readonly type: "none";
}

/** A value to compare with. Numbers are compared as decimals, exactly. One beyond 2^53 is written as text. */
export type WhereValue = string | number | boolean | null;

/**
 * An object contains operators, all of which must match. In a list, one matching element is enough, and `not` requires
 * that no element matches. A missing field matches only `{ exists: false }` and `{ not: … }`.
 */
export interface WhereOperators {
  /** The text starts with this (case-sensitive). */
  readonly startsWith?: string;
  /** The text ends with this (case-sensitive). */
  readonly endsWith?: string;
  /** The text contains this (case-sensitive). */
  readonly contains?: string;
  /** Equal to one of these; `[]` matches nothing. */
  readonly in?: readonly WhereValue[];
  /** A value or operators that must not match. */
  readonly not?: WhereCondition;
  /** `true`: the field is present, even if it is `null`. `false`: it is missing. */
  readonly exists?: boolean;
  /**
   * Greater than this number, or a string after this one (by UTF-16 code units: right for ISO 8601 dates in one zone).
   */
  readonly gt?: string | number;
  /** The same as `gt`, or equal. */
  readonly gte?: string | number;
  /** Less than this number, or a string before this one. */
  readonly lt?: string | number;
  /** The same as `lt`, or equal. */
  readonly lte?: string | number;
}

/** A value means equality. */
export type WhereCondition = string | number | boolean | null | WhereOperators;

/**
 * Conditions on fields, all of which must match. A key is the path of a field, such as `owner.name`. If no item has the
 * field, you get an error, except with the operator `exists`, or if the path ends in a question mark (`archived?`).
 */
export type Where = Readonly<Record<string, WhereCondition>>;
