/** The guard against vanishing lists: nothing disappears from a stack because the service listed less, unless the user allows it. */
import { ListingError, SettingsError } from "../../base/errors.js";
import { variableOf } from "../../base/excerpt.js";
import { jsonIn } from "../../base/json-path.js";
import type { Environment } from "../../settings/read-settings.js";
import { type ParsedArguments, parseOne } from "../arguments/parse-arguments.js";
import type { JsonValue } from "../json/json.js";
import type { Listing } from "../types.js";
import { diffItems, itemsIn } from "./changes.js";
import { few, nameOf } from "./describe.js";
import { identityFor, type KeyPath } from "./identity.js";

/** What the guard knows, beside the listing. */
interface GuardContext extends Pick<ParsedArguments, "guard" | "request"> {
  readonly environment: Environment;
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

/** What is allowed if nothing is set. Of several limits, one is enough. */
const DEFAULTS = { allowEmpty: [false], maxRemoved: [3, "30%"] } as const;

/**
 * @param last what a resource had; `undefined` for functions and `Workflows.get`, which have no last listing.
 * @throws ListingError `vanished`: the service lists nothing, more are gone than `maxRemoved` allows, or fewer than `minItems` match.
 * @throws SettingsError if a variable of the guard has another value than its argument takes.
 */
export function assertListed(listing: Listing, context: GuardContext, last?: LastListing): void {
  const { all, count, digest, unmatched = "" } = listing;
  const { minItems = 0 } = context.guard;
  const [allowEmpty, maxRemoved] = [limitOf("allowEmpty", context), limitOf("maxRemoved", context)];
  const shown = (text: string, secret: string): string => (context.isSecret ? secret : text.trimEnd());
  if (all.length === 0 && last?.count !== 0 && !allowEmpty.limits.includes(true)) {
    const before = last === undefined ? "" : shown(` The last listing had ${last.count}.`, "");
    throw notAllowed("allowEmpty", `The service lists no workflows.${before} ${allowEmpty.origin}`, "true", last);
  }
  if (all.length > 0 && last !== undefined && !last.isOtherRequest && last.digest !== digest) {
    const removed = removedFrom(last, listing, context.request.keyPath);
    const gone = Math.max(removed.length, last.count - count);
    const isWithin = (limit: unknown): boolean =>
      typeof limit === "string" ? gone * 100 <= last.count * parseInt(limit) : gone <= Number(limit);
    if (!maxRemoved.limits.some(isWithin)) {
      const names = removed.length === 0 ? "" : `: ${few(removed, 5, nameOf)}`;
      const problem = shown(
        `${gone} of ${last.count} workflows are gone${names}. ${unmatched}`,
        "Too many workflows are gone. Their names are secret.",
      );
      throw notAllowed("maxRemoved", `${problem} ${maxRemoved.origin}`, shown(String(gone), "100%"), last);
    }
  }
  if (count < minItems) {
    const problem = shown(
      `Matching workflows: ${count}, fewer than \`minItems\` requires (${minItems}). ${unmatched}`,
      "Fewer workflows match than `minItems` requires.",
    );
    const hint = "Lower `minItems`, or check `where`, `query` and the service.";
    throw new ListingError(problem, { code: "vanished", hint });
  }
}

/** The workflows of the last listing that are not in this one; none if nothing identifies them. */
function removedFrom(last: LastListing, { matching }: Listing, keyPath: KeyPath): readonly JsonValue[] {
  const before = itemsIn(last.json) ?? [];
  const all = [...before, ...matching];
  // Another `keyPath` does not switch the comparison off. What identified the last listing may be missing now; and the state may have
  // fewer fields than the service lists.
  const others = keyPath === "none" ? [] : [identityFor(before, undefined), identityFor(all, "name")];
  const identityOf = [identityFor(all, last.keyPath), identityFor(all, keyPath), ...others].find(
    (one) => one !== undefined && before.every((item) => one(item) !== undefined),
  );
  return identityOf === undefined ? [] : diffItems(before, matching, identityOf).removed;
}

function notAllowed(name: keyof typeof DEFAULTS, problem: string, value: string, last: LastListing | undefined) {
  const forOneRun = `${variableOf(name)}=${value} ${last?.command ?? "pulumi up"}`;
  const allow = `If this is right for the service and \`query\`, then for this run: \`${forOneRun}\`. For good: set the argument \`${name}\`.`;
  const hint = last && `${allow} Until an update accepts it, previews of this stack fail for everybody.`;
  return new ListingError(problem, { code: "vanished", hint: hint ?? allow });
}

/** The argument, or the variable that wins over it for one run, as limits; and where they came from, for messages. */
function limitOf(name: keyof typeof DEFAULTS, { guard, environment }: GuardContext) {
  const text = environment[variableOf(name)]?.trim() ?? "";
  const source = text === "" ? `The argument \`${name}\`` : `The environment variable ${variableOf(name)}`;
  const given = name === "allowEmpty" && /^[01]$/.test(text) ? text === "1" : (jsonIn(text.toLowerCase()) ?? text);
  const { value, issues } = text === "" ? { value: guard[name], issues: [] } : parseOne(name, given);
  if (issues.length > 0) {
    throw new SettingsError(issues.map((issue) => ({ property: "", reason: `${source} ${issue}` })));
  }
  const limits: readonly unknown[] = value === undefined ? DEFAULTS[name] : [value];
  return {
    limits,
    origin: `${value === undefined ? `The default of \`${name}\`` : source} is ${limits.join(" or ")}.`,
  };
}
