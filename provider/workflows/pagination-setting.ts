/** The setting `pagination`: it passes the rules of the argument `pagination`, which wins over it. */
import type { Settings } from "../settings/read-settings.js";
import type { Pagination } from "./arguments/argument-types.js";
import { parseArguments } from "./arguments/parse-arguments.js";

/** What is wrong with it by these rules, as the rest of a sentence. */
export function findPaginationIssues(pagination: object): readonly string[] {
  const parsed = parseArguments("getWorkflows", { pagination });
  return "issues" in parsed ? parsed.issues.map(({ reason }) => `cannot be used: ${reason}`) : [];
}

/** The setting as an argument. Settings that are wrong were refused. */
export function paginationIn({ pagination }: Settings): Pagination | undefined {
  const parsed = pagination && parseArguments("getWorkflows", { pagination });
  return parsed && "value" in parsed ? parsed.value.request.pagination : undefined;
}
