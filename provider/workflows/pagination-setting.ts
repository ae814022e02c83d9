/** The setting `pagination`: it passes the rules of the argument `pagination`, which wins over it. */
import { SettingsError } from "../http/errors.js";
import type { Settings } from "../settings/read-settings.js";
import type { Pagination } from "./arguments/argument-types.js";
import { parseArguments } from "./arguments/parse-arguments.js";
import type { ListingRequest } from "./types.js";

/** What is wrong with it by these rules, as the rest of a sentence. */
export function findPaginationIssues(pagination: object): readonly string[] {
  const parsed = parseArguments("getWorkflows", { pagination });
  return "issues" in parsed ? parsed.issues.map(({ reason }) => `cannot be used: ${reason}`) : [];
}

/**
 * How the next pages of `request` are read: its argument, else the setting.
 *
 * @throws SettingsError if a query parameter of the request is also sent by the setting.
 */
export function paginationOf(
  { pagination: argument, query }: ListingRequest,
  { pagination: setting }: Settings,
): Pagination | undefined {
  if (argument !== undefined || setting === undefined) {
    return argument;
  }
  const parsed = parseArguments("getWorkflows", { pagination: setting, query });
  if ("value" in parsed) {
    return parsed.value.request.pagination;
  }
  const reasons = parsed.issues.map(
    ({ reason }) => `The setting \`pagination\` does not go with this query: ${reason}`,
  );
  throw new SettingsError(reasons.map((reason) => ({ property: "query", reason })));
}
