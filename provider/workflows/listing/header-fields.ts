/** Lists the headers of a response that are about pages. Runs in both processes. */
import { jsonIn } from "../../base/json-path.js";
import { firstHeader } from "../../http/response.js";
import type { ServiceResponse } from "../../http/types.js";
import type { JsonValue } from "../json/json.js";
import { LINK_LOCATION, pageLinks } from "./link-header.js";
import { normaliseName } from "./names.js";
import { qualifierOf } from "./qualifiers.js";
import { bodyFields, HEADER_PREFIX, isNamedIn, type ResponseField } from "./response-fields.js";
import { isContainerName, isUnmistakable, kindOfName, type NamedKind } from "./signal-names.js";
import { numbersInQuery } from "./values.js";

export type ResponseHead = Pick<ServiceResponse, "headers" | "url"> & { readonly status?: number };

/** Returns the headers that are about pages. A header that contains a JSON object gives all fields of the object instead of itself. */
export function headerFields(response: ResponseHead, unrelated: readonly string[]): ResponseField[] {
  return Object.keys(response.headers).flatMap((name) => {
    const text = firstHeader(response.headers, name);
    const isUnrelated = text === undefined || isNamedIn(unrelated, HEADER_PREFIX + name, name);
    return isUnrelated ? [] : fieldsOfHeader(name, text, response, unrelated);
  });
}

function fieldsOfHeader(
  name: string,
  text: string,
  response: ResponseHead,
  unrelated: readonly string[],
): ResponseField[] {
  if (name === "link") {
    return linkFields(text, response.url, unrelated);
  }
  if (name === "content-range") {
    return contentRangeFields(text, response.status);
  }
  const normal = normaliseName(name);
  const location = HEADER_PREFIX + name;
  if (isContainerName(normal) && text.startsWith("{")) {
    return bodyFields((jsonIn(text) ?? null) as JsonValue, "", unrelated, location);
  }
  const isKnown = (candidate: string): boolean => {
    const kind = kindOfName(candidate, text);
    // The kind `otherPage` is for names that say nothing about the next page, such as `previous`.
    const isSignal = kind !== undefined && kind !== "otherPage";
    return isSignal || qualifierOf(candidate, text) !== undefined;
  };
  const knownName = [normal, ...namesWithoutPrefix(name)].find(isKnown);
  return knownName === undefined ? [] : [{ name, location, describesResponse: true, normal: knownName, value: text }];
}

/** Words that make a header one about pages, if they stand before a known name: `Pagination-Count`, `X-Paging-TotalResults`. */
const PAGE_PREFIXES = new Set(["pagination", "paging", "page", "pager", "paginator"]);

/**
 * Returns what is left of a header's name without the prefix of a vendor or of paging: `total` of `X-WP-Total`, `nextpage` of
 * `Opc-Next-Page`, `count` of `Pagination-Count`. Returns nothing for the header of a rate limit, because
 * `X-RateLimit-Remaining` does not count items.
 */
function namesWithoutPrefix(name: string): string[] {
  if (/\brate[-_]?limit/i.test(name)) {
    return [];
  }
  const parts = name
    .toLowerCase()
    .replace(/^x-/, "")
    .split(/[^a-z0-9]+/);
  return parts.slice(0, -1).flatMap((prefix, index) => {
    const ending = parts.slice(index + 1).join("");
    const isAboutPages =
      isUnmistakable(ending) || ending === "total" || ending.startsWith("next") || PAGE_PREFIXES.has(prefix);
    return isAboutPages ? [ending] : [];
  });
}

/** Returns the link to the next page. If there is none, returns the link to the last page and the number in its address. */
function linkFields(text: string, url: URL, unrelated: readonly string[]): ResponseField[] {
  const { first = "", next, last } = pageLinks(text, url);
  const isRelated = (rel: string): boolean => !isNamedIn(unrelated, LINK_LOCATION, rel);
  const field = { location: LINK_LOCATION, describesResponse: true };
  if (next !== undefined) {
    return isRelated("next") ? [{ ...field, name: "next", normal: "next", value: next }] : [];
  }
  if (last === undefined || !isRelated("last")) {
    return [];
  }
  const position = positionOfLast(last, first);
  return [
    { ...field, name: "last", normal: "last", value: last },
    ...(position === undefined ? [] : [{ ...field, name: "last", ...position }]),
  ];
}

/**
 * Reads from the address of the last page how many pages or items there are:
 * 1. `?page=5` beside a first `?page=1`: exactly 5 pages.
 * 2. `?page=5` alone: at least 5 pages, because they may be counted from 0.
 * 3. `?offset=20`: at least 21 items, because the last page has at least one. `?offset=0` says nothing, because the first page may be empty.
 */
function positionOfLast(
  last: string,
  first: string,
): Pick<ResponseField, "normal" | "value" | "exactness"> | undefined {
  const firstNumbers = new Map(numbersInQuery(first));
  const numberOf = (kind: NamedKind): [string, number] | undefined =>
    numbersInQuery(last).find(([parameter]) => kindOfName(normaliseName(parameter), 1) === kind);
  const page = numberOf("pageNumber");
  if (page !== undefined) {
    const base = firstNumbers.get(page[0]);
    const pages = page[1] - (base ?? 1) + 1;
    return { normal: "totalpages", value: String(pages), exactness: base === undefined ? "atLeast" : "exact" };
  }
  const offset = numberOf("offset");
  const isFirstPage = offset === undefined || offset[1] <= (firstNumbers.get(offset[0]) ?? 0);
  return isFirstPage ? undefined : { normal: "total", value: String(offset[1] + 1), exactness: "atLeast" };
}

const CONTENT_RANGE = /^\s*(?:([\w-]+)\s*[\s:=]\s*)?(?:\d+\s*-\s*(\d+)|\*)\s*\/\s*(\d+|\*)\s*$/;

/**
 * Reads the total of `items 0-4/23` (RFC 9110 §14.4). If the total is `*` and the status is 206, the end of the range is a lower bound:
 * `items 0-4/*` means at least 5 items.
 */
function contentRangeFields(text: string, status: number | undefined): ResponseField[] {
  const [, unit, last, total] = CONTENT_RANGE.exec(text) ?? [];
  const location = `${HEADER_PREFIX}content-range`;
  const field = { name: "content-range", location, describesResponse: true, normal: "contentrange" };
  if (unit === "bytes" || total === undefined) {
    return [];
  }
  if (total !== "*") {
    return [{ ...field, value: total }];
  }
  return status === 206 && last !== undefined
    ? [{ ...field, value: String(Number(last) + 1), exactness: "atLeast" }]
    : [];
}

/** Returns whether the `Content-Range` of a response gives positions of items. A range of ids does not: `id wf_1..wf_5` (Heroku). */
export function hasKnownRange({ headers }: Pick<ServiceResponse, "headers">): boolean {
  const [, , last] = CONTENT_RANGE.exec(firstHeader(headers, "content-range") ?? "") ?? [];
  return last !== undefined;
}

/** Returns what a path of `pagination` finds in a header: its text, but for `Content-Range: items 0-4/23` only the total, `23`. */
export function headerValue(name: string, text: string): string {
  return name === "content-range" ? (CONTENT_RANGE.exec(text)?.[3] ?? text) : text;
}
