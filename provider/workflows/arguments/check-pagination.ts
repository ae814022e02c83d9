/** Checks the options of `pagination` beside each other, and beside `query`. Each of them is valid. */
import type { CursorPagination, PageOptions, Pagination, Query } from "./argument-types.js";
import { PAGINATION_DEFAULTS } from "./names.js";

/** An option that does not go with the others, and why: the rest of a sentence. */
interface OptionIssue {
  readonly key: string;
  readonly message: string;
}

const notBoth = (key: string, other: string): OptionIssue => ({
  key,
  message: `does not go with \`pagination.${other}\`: give one of them.`,
});

/** What all ways of pagination demand of their options. */
export function checkPageOptions(pagination: Exclude<Pagination, { type: "none" }>): OptionIssue[] {
  const { morePath, lastPath, size, sizeParameter }: PageOptions = pagination;
  const issues: OptionIssue[] = [];
  if (morePath !== undefined && lastPath !== undefined) {
    issues.push(notBoth("lastPath", "morePath"));
  }
  if (size === undefined && sizeParameter !== undefined) {
    issues.push({ key: "sizeParameter", message: "has no effect without `pagination.size`: give both, or none." });
  }
  const { size: sent, page } = parametersOf(pagination);
  if (sent !== undefined && sent === page) {
    issues.push({ key: "sizeParameter", message: `is "${sent}", as \`pagination.parameter\`: they must differ.` });
  }
  return issues;
}

export function checkCursorOptions(pagination: CursorPagination): OptionIssue[] {
  const { urlPath, lastItemPath, parameter, requestHeader } = pagination;
  const [first, second] = (["cursorPath", "urlPath", "lastItemPath"] as const).filter(
    (option) => pagination[option] !== undefined,
  );
  const issues: OptionIssue[] = [];
  if (first === undefined) {
    const message =
      'is missing; type "cursor" needs it, or `urlPath`, or `lastItemPath`: the path of what names the next page.';
    issues.push({ key: "cursorPath", message });
  }
  if (first !== undefined && second !== undefined) {
    issues.push(notBoth(second, first));
  }
  for (const [key, value] of Object.entries({ parameter, requestHeader })) {
    if (value !== undefined && urlPath !== undefined) {
      issues.push({ key, message: "does not go with `pagination.urlPath`, which names whole addresses." });
    }
  }
  if (parameter !== undefined && requestHeader !== undefined) {
    issues.push(notBoth("requestHeader", "parameter"));
  }
  if (lastItemPath === "") {
    issues.push({ key: "lastItemPath", message: "is an empty string, but takes a field of the item, such as /id." });
  }
  return [...issues, ...checkPageOptions(pagination)];
}

/** A query parameter that `pagination` sends too, and why: the rest of a sentence. Counting goes on from one with a page's number. */
export function checkQuery(query: Query = {}, pagination: Pagination | undefined): OptionIssue[] {
  const size = pagination === undefined || pagination.type === "none" ? undefined : parametersOf(pagination).size;
  return size !== undefined && Object.hasOwn(query, size)
    ? [{ key: size, message: "is also sent by `pagination.size`: leave one of them out." }]
    : [];
}

/** The query parameters of a page's size and of its number, offset or cursor, if they are sent. */
function parametersOf(pagination: Exclude<Pagination, { type: "none" }>): { size?: string; page?: string } {
  const { type, size, sizeParameter = PAGINATION_DEFAULTS.sizeParameter } = pagination;
  const { parameter = PAGINATION_DEFAULTS[type].parameter } = pagination;
  return { ...(size === undefined ? {} : { size: sizeParameter }), page: parameter };
}
