/** Checks the options of `pagination` beside each other, and beside `query`. Each of them is valid. */
import type { CursorPagination, Pagination, Query } from "./argument-types.js";
import { PAGINATION_DEFAULTS } from "./names.js";
import type { PartIssue } from "./schema-parts.js";

/** Options that do not go together: the first is reported. */
const APART: readonly (readonly [keyof CursorPagination, keyof CursorPagination])[] = [
  ["lastPath", "morePath"],
  ["urlPath", "cursorPath"],
  ["lastItemPath", "cursorPath"],
  ["lastItemPath", "urlPath"],
  ["parameter", "urlPath"],
  ["requestHeader", "urlPath"],
  ["requestHeader", "parameter"],
];

export function checkPagination(pagination: Pagination): PartIssue[] {
  const issue = (key: string, message: string): PartIssue => ({ path: [key], message });
  const isSet = (key: keyof CursorPagination): boolean => Object.hasOwn(pagination, key);
  const issues = APART.filter((pair) => pair.every(isSet)).map(([key, other]) =>
    issue(key, `does not go with \`pagination.${other}\`: give one of them.`),
  );
  if (pagination.type === "cursor" && !isSet("cursorPath") && !isSet("urlPath") && !isSet("lastItemPath")) {
    const others = "or `urlPath`, or `lastItemPath`: the path of what names the next page";
    issues.push(issue("cursorPath", `is missing; type "cursor" needs it, ${others}.`));
  }
  if (isSet("sizeParameter") && !isSet("size")) {
    issues.push(issue("sizeParameter", "has no effect without `pagination.size`: give both, or none."));
  }
  const { size, page } = parametersOf(pagination);
  if (size !== undefined && size === page) {
    issues.push(issue("sizeParameter", `is "${size}", as \`pagination.parameter\`: they must differ.`));
  }
  return issues;
}

/** A query parameter that `pagination` sends too. Counting goes on from one with a page's number. */
export function checkQuery(query: Query = {}, pagination: Pagination = { type: "none" }): PartIssue[] {
  const { size } = parametersOf(pagination);
  return size !== undefined && Object.hasOwn(query, size)
    ? [{ path: ["query", size], message: "is also sent by `pagination.size`: leave one of them out." }]
    : [];
}

/** The query parameters of a page's size and of its number, offset or cursor, if they are sent. */
function parametersOf(pagination: Pagination): { readonly size?: string | undefined; readonly page?: string } {
  if (pagination.type === "none") {
    return {};
  }
  const { type, size, sizeParameter = PAGINATION_DEFAULTS.sizeParameter } = pagination;
  const { parameter = PAGINATION_DEFAULTS[type].parameter } = pagination;
  return { size: size === undefined ? undefined : sizeParameter, page: parameter };
}
