/** What arguments say against each other, each of them being right for itself. */
import type { Pagination, Query } from "../argument-types.js";
import type { ListingRequest } from "../types.js";
import { isUnknown } from "./unknown.js";
import type { Report } from "./validate.js";
import { pathTo } from "./words.js";

export function checkTogether({ pagination, query = {} }: ListingRequest, report: Report): void {
  if (pagination === undefined || pagination.type === "none" || isUnknown(pagination) || isUnknown(query)) return;
  if (pagination.type === "cursor") checkCursor(pagination, report);
  const { size, sizeParameter = "limit" } = pagination;
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

function checkCursor({ cursorPath, urlPath, parameter }: Pagination & { type: "cursor" }, report: Report): void {
  if (cursorPath === undefined && urlPath === undefined) {
    report(
      "pagination.cursorPath",
      'is missing; type "cursor" needs it, or `urlPath`: a JSON Pointer to what names the next page.',
    );
  }
  if (cursorPath !== undefined && urlPath !== undefined) {
    report("pagination.urlPath", "does not go with `pagination.cursorPath`: give one of them.");
  }
  if (parameter !== undefined && urlPath !== undefined) {
    report("pagination.parameter", "does not go with `pagination.urlPath`, which names whole addresses.");
  }
}

function parameterOf(pagination: Exclude<Pagination, { type: "none" }>): string {
  return pagination.parameter ?? pagination.type;
}

function checkFree(query: Query, parameter: string, sender: string, report: Report): void {
  if (Object.hasOwn(query, parameter)) {
    report(pathTo("query", parameter), `is also sent by ${sender}: leave one of them out.`);
  }
}
