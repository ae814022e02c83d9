/** The setting `pagination`: it passes the rules of the argument `pagination`, which wins over it. */
import { SettingsError } from "../http/errors.js";
import type { SettingRules } from "../settings/parse-settings.js";
import type { Settings } from "../settings/read-settings.js";
import type { Pagination } from "./arguments/argument-types.js";
import { parseArguments } from "./arguments/parse-arguments.js";
import type { ListingRequest } from "./types.js";

/** What settings must pass beside what their rows in the table demand. */
export const RULES: SettingRules = {
  pagination: (pagination) => {
    const parsed = parseArguments("getWorkflows", { pagination });
    return "issues" in parsed ? parsed.issues.map(({ reason }) => `cannot be used: ${reason}`) : [];
  },
};

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
  const parsed = parseArguments("getWorkflows", { pagination: setting.value, query });
  if ("value" in parsed) {
    return parsed.value.request.pagination;
  }
  const reasons = parsed.issues.map(({ reason }) => `${setting.subject} does not go with this query: ${reason}`);
  throw new SettingsError(reasons.map((reason) => ({ property: "query", reason })));
}
