/** The guard against vanishing lists: nothing disappears from a stack because the service listed less, unless the user allows it. */
import { ListingError, SettingsError } from "../../http/errors.js";
import { excerpt } from "../../http/excerpt.js";
import type { Environment } from "../../settings/read-settings.js";
import type { ArgumentsOf } from "../arguments/names.js";
import type { JsonValue } from "../json/json.js";
import type { Listing } from "../types.js";
import { itemsIn, listNames } from "./changes.js";
import { identityFor, type KeyPath, matchItems } from "./identity.js";

/** What the guard knows about a reading, beside the listing. */
export interface GuardContext {
  readonly args: ArgumentsOf<"guard">;
  readonly environment: Environment;
  readonly keyPath?: KeyPath;
  readonly hasQuery: boolean;
  /** Whether no message may name a workflow, a value or a number of them. */
  readonly isSecret: boolean;
}

/** A resource's last listing, as far as the state has it: a state may contain anything. */
export interface LastListing {
  /** 0 if there was none: nothing can be gone. */
  readonly count: number;
  readonly digest: unknown;
  /** Absent above 1 MB: the comparison is then by number. */
  readonly json: unknown;
  readonly keyPath: KeyPath;
  /** Whether the user asked for other workflows since: another `where`, `query`, `connection` or base URL. */
  readonly isOtherRequest: boolean;
  /** The command to repeat, such as `pulumi up`. */
  readonly command: string;
}

/** So many may go without being asked for: a number, or a part of the last listing. */
const FREE = ["3", "30%"];

/** Arguments of the guard, and the environment variables that win over them, for one run. */
const LIMITS = {
  allowEmpty: {
    variable: "WORKFLOWS_ALLOW_EMPTY",
    pattern: /^(?:true|false)$/,
    expected: "true or false",
    unset: "`allowEmpty` is not set",
  },
  maxRemoved: {
    variable: "WORKFLOWS_MAX_REMOVED",
    pattern: /^(?:\d{1,9}|(?:100|\d{1,2})%)$/,
    expected: 'a number, or a percentage such as "50%"',
    unset: `\`maxRemoved\` is not set: ${FREE.join(", or ")}, may be gone`,
  },
};

/**
 * @param last what a resource had; `undefined` for functions and `Workflows.get`, which have no last listing.
 * @throws ListingError `vanished`: the service lists nothing, more are gone than `maxRemoved` allows, or fewer than `minItems` match.
 * @throws SettingsError if a variable of the guard has another value than it takes.
 */
export function assertListed(listing: Listing, context: GuardContext, last?: LastListing): void {
  const { hasQuery, isSecret, keyPath, args } = context;
  const { all, count, digest, unmatched = "" } = listing;
  const [allowEmpty, maxRemoved] = [limitOf("allowEmpty", context), limitOf("maxRemoved", context)];
  if (all.length === 0 && last?.count !== 0 && allowEmpty.value !== "true") {
    const problem = hasQuery
      ? "Nothing matches this query, or the service is empty."
      : "The service lists no workflows.";
    const before = isSecret || last === undefined ? "" : ` The last listing had ${last.count}.`;
    throw vanished(`${problem}${before} ${allowEmpty.origin}.`, howToAllow("allowEmpty", "true", last));
  }
  if (all.length > 0 && last !== undefined && !last.isOtherRequest && last.digest !== digest) {
    const removed = removedFrom(last, listing, keyPath);
    const gone = Math.max(removed.length, last.count - count);
    if (!isAllowed(gone, last.count, maxRemoved.value)) {
      const names = removed.length === 0 ? "" : `: ${listNames(removed, gone)}`;
      const problem = isSecret
        ? "More of the workflows are gone than may be. Which ones is secret."
        : `${gone} of ${last.count} workflows are gone${names}. ${unmatched}`.trimEnd();
      const hint = howToAllow("maxRemoved", isSecret ? "100%" : String(gone), last);
      throw vanished(`${problem} ${maxRemoved.origin}.`, hint);
    }
  }
  const { minItems = 0 } = args;
  if (count < minItems) {
    const problem = isSecret
      ? "Fewer workflows match than `minItems` demands."
      : `Matching workflows: ${count}, fewer than \`minItems\` demands (${minItems}). ${unmatched}`.trimEnd();
    throw vanished(problem, "Lower `minItems`, or check `where`, `query` and the service.");
  }
}

/** Whether so many of the last listing may be gone. */
function isAllowed(gone: number, before: number, limit: string | undefined): boolean {
  const limits = limit === undefined ? FREE : [limit];
  return limits.some((one) => (one.endsWith("%") ? gone * 100 <= before * parseInt(one) : gone <= Number(one)));
}

/** The workflows of the last listing that are not in this one; none if nothing identifies them. */
function removedFrom(last: LastListing, { matching }: Listing, keyPath: KeyPath): readonly JsonValue[] {
  const before = itemsIn(last.json) ?? [];
  const all = [...before, ...matching];
  // Another `keyPath` does not set the comparison aside. What identified the last listing may be missing now; and the state may have
  // fewer fields than the service lists.
  const others = keyPath === "none" ? [] : [identityFor(before, undefined), identityFor(all, "name")];
  const identityOf = [identityFor(all, last.keyPath), identityFor(all, keyPath), ...others].find(
    (one) => one !== undefined && before.every((item) => one(item) !== undefined),
  );
  return identityOf === undefined ? [] : matchItems(before, matching, identityOf).removed;
}

function howToAllow(name: keyof typeof LIMITS, value: string, last: LastListing | undefined): string {
  const forOneRun = `${LIMITS[name].variable}=${value} ${last?.command ?? "pulumi up"}`;
  const allow = `If this is right, then for this run: \`${forOneRun}\`. For good: set the argument \`${name}\`.`;
  return last === undefined ? allow : `${allow} Until an update accepts it, previews of this stack fail for everybody.`;
}

function vanished(problem: string, hint: string): ListingError {
  return new ListingError(problem, { code: "vanished", hint });
}

/** The limit as text, and where it came from, for messages. An empty variable counts as not set. */
function limitOf(name: keyof typeof LIMITS, { args, environment }: GuardContext) {
  const { variable, pattern, expected, unset } = LIMITS[name];
  const text = environment[variable]?.trim() ?? "";
  const given = args[name];
  if (text === "") {
    const origin = given === undefined ? unset : `The argument \`${name}\` is ${JSON.stringify(given)}`;
    return { value: given?.toString(), origin };
  }
  if (!pattern.test(text)) {
    const reason = `The environment variable ${variable} is "${excerpt(text)}", but takes ${expected}.`;
    throw new SettingsError([{ property: "", reason }]);
  }
  return { value: text, origin: `The environment variable ${variable} is ${text}` };
}
