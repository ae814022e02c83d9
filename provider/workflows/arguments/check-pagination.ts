/** Checks the options of `pagination` against each other, and against `query`. */
import type { Pagination, Query } from "./argument-types.js";
import { isUnknown } from "../engine-marks.js";
import type { ListingRequest } from "../types.js";
import { PAGINATION_DEFAULTS } from "./description.js";
import { pathTo } from "./fault-words.js";
import type { Report } from "./validate.js";

/** Checks `pagination` and `query`, each of them valid. */
export function checkPagination({ pagination, query = {} }: ListingRequest, report: Report): void {
  if (pagination === undefined || pagination.type === "none" || isUnknown(pagination) || isUnknown(query)) {
    return;
  }
  if (pagination.type === "cursor") {
    checkCursor(pagination, report);
  }
  if (pagination.morePath !== undefined && pagination.lastPath !== undefined) {
    report("pagination.lastPath", "does not go with `pagination.morePath`: give one of them.");
  }
  if (pagination.ignoreTotals === true && pagination.totalPath !== undefined) {
    report("pagination.ignoreTotals", "does not go with `pagination.totalPath`: give one of them.");
  }
  const { size, sizeParameter = PAGINATION_DEFAULTS.sizeParameter } = pagination;
  if (size === undefined) {
    if (pagination.sizeParameter !== undefined) {
      report("pagination.sizeParameter", "has no effect without `pagination.size`: give both, or none.");
    }
  } else {
    checkFree(query, sizeParameter, "`pagination.size`", report);
    if (sizeParameter === parameterOf(pagination)) {
      report("pagination.sizeParameter", `is "${sizeParameter}", as \`pagination.parameter\`: they must differ.`);
    }
  }
  // A query may say at which cursor to start; pages and offsets have `start`.
  if (pagination.type !== "cursor") {
    checkFree(query, parameterOf(pagination), "`pagination`, from its `start` on", report);
  }
}

function checkCursor(pagination: Pagination & { type: "cursor" }, report: Report): void {
  const { urlPath, lastItemPath, parameter, requestHeader } = pagination;
  const [first, second] = (["cursorPath", "urlPath", "lastItemPath"] as const).filter(
    (option) => pagination[option] !== undefined,
  );
  if (first === undefined) {
    report(
      "pagination.cursorPath",
      'is missing; type "cursor" needs it, or `urlPath`, or `lastItemPath`: the path of what names the next page.',
    );
  }
  if (second !== undefined) {
    report(`pagination.${second}`, `does not go with \`pagination.${String(first)}\`: give one of them.`);
  }
  for (const [option, value] of Object.entries({ parameter, requestHeader })) {
    if (value !== undefined && urlPath !== undefined) {
      report(`pagination.${option}`, "does not go with `pagination.urlPath`, which names whole addresses.");
    }
  }
  if (parameter !== undefined && requestHeader !== undefined) {
    report("pagination.requestHeader", "does not go with `pagination.parameter`: give one of them.");
  }
  if (lastItemPath === "") {
    report("pagination.lastItemPath", "is an empty string, but takes a field of the item, such as /id.");
  }
}

/** `undefined` while the type, and so the default, is not known. */
function parameterOf({ parameter, type }: Exclude<Pagination, { type: "none" }>): string | undefined {
  return parameter === undefined && isUnknown(type) ? undefined : (parameter ?? PAGINATION_DEFAULTS[type].parameter);
}

function checkFree(query: Query, parameter: string | undefined, sender: string, report: Report): void {
  if (parameter !== undefined && Object.hasOwn(query, parameter)) {
    report(pathTo("query", parameter), `is also sent by ${sender}: leave one of them out.`);
  }
}
