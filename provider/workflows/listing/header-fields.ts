/** Lists the headers of a response that are about pages. Runs in both processes. */
import { jsonIn } from "../../base/json-path.js";
import { firstHeader } from "../../http/response.js";
import type { ServiceResponse } from "../../http/types.js";
import type { JsonValue } from "../json/json.js";
import { LINK_LOCATION, pageLinks } from "./link-header.js";
import { normaliseName } from "./names.js";
import { qualifierOf } from "./qualifiers.js";
import { bodyFields, HEADER_PREFIX, isNamedIn, type ResponseField } from "./response-fields.js";
import { isContainerName, isUnmistakable, isUnreadableTotal, kindOfName } from "./signal-names.js";

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
  const fallback = isUnreadableTotal(normal, text) ? normal : undefined;
  const knownName = [normal, ...namesWithoutPrefix(name)].find(isKnown) ?? fallback;
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
    const isAboutPages = isUnmistakable(ending) || ending.startsWith("next") || PAGE_PREFIXES.has(prefix);
    return isAboutPages ? [ending] : [];
  });
}

/** Returns the links to the first, the next and the last page. */
function linkFields(text: string, url: URL, unrelated: readonly string[]): ResponseField[] {
  return Object.entries(pageLinks(text, url) as Record<string, string>)
    .filter(([relation]) => !isNamedIn(unrelated, LINK_LOCATION, relation))
    .map(([relation, value]) => ({
      name: relation,
      normal: relation,
      value,
      location: LINK_LOCATION,
      describesResponse: true,
    }));
}

const CONTENT_RANGE = /^\s*(?:([\w-]+)\s*[\s:=]\s*)?(?:(\d+)\s*-\s*(\d+)|\*)\s*\/\s*(\d+|\*)\s*$/;

/**
 * Reads the total of `items 0-4/23` (RFC 9110 §14.4). A total of `*` is not known. Then the range is read by the status:
 * 1. With status 206, its end is a lower bound: `items 0-4/*` means at least 5 items.
 * 2. Otherwise its beginning is the offset of the page (PostgREST), so the request for the next page shows whether more items follow.
 */
function contentRangeFields(text: string, status: number | undefined): ResponseField[] {
  const [, unit, first, last, total] = CONTENT_RANGE.exec(text) ?? [];
  const location = `${HEADER_PREFIX}content-range`;
  const field = { name: "content-range", location, describesResponse: true, normal: "contentrange" };
  if (unit === "bytes" || total === undefined) {
    return [];
  }
  if (total !== "*") {
    return [{ ...field, value: total }];
  }
  if (first === undefined || last === undefined) {
    return [];
  }
  return status === 206
    ? [{ ...field, value: String(Number(last) + 1), exactness: "atLeast" }]
    : [{ ...field, name: "offset", normal: "offset", value: first }];
}

/** Returns whether the `Content-Range` of a response gives positions of items. A range of ids does not: `id wf_1..wf_5` (Heroku). */
export function hasKnownRange({ headers }: Pick<ServiceResponse, "headers">): boolean {
  const [, , , last] = CONTENT_RANGE.exec(firstHeader(headers, "content-range") ?? "") ?? [];
  return last !== undefined;
}

/** Returns what a path of `pagination` finds in a header: its text, but for `Content-Range: items 0-4/23` only the total, `23`. */
export function headerValue(name: string, text: string): string {
  return name === "content-range" ? (CONTENT_RANGE.exec(text)?.[4] ?? text) : text;
}
