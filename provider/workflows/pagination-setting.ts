/** The setting `pagination`: it passes the rules of the argument `pagination`, which wins over it. */
import type { Settings } from "../settings/read-settings.js";
import type { Pagination } from "./arguments/argument-types.js";
import { parseArguments } from "./arguments/parse-arguments.js";
import type { ListingRequest } from "./types.js";

/** What is wrong with it by these rules, as the rest of a sentence. */
export function findPaginationIssues(pagination: object): readonly string[] {
  const parsed = parseArguments("getWorkflows", { pagination });
  return "issues" in parsed ? parsed.issues.map(({ reason }) => `cannot be used: ${reason}`) : [];
}

/** How the next pages of `request` are read: its argument, else the setting, which has no issues. */
export function paginationOf({ pagination }: ListingRequest, settings: Settings): Pagination | undefined {
  if (pagination !== undefined || settings.pagination === undefined) {
    return pagination;
  }
  const parsed = parseArguments("getWorkflows", { pagination: settings.pagination });
  return "value" in parsed ? parsed.value.request.pagination : undefined;
}
