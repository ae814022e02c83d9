/**
 * Guards against vanishing lists: nothing disappears from a stack because the service listed less, unless the user
 * allows it.
 */
import { WorkflowsError, NO_PROPERTY, SettingsError } from "../../base/errors.js";
import { variableOf } from "../../base/setting-names.js";
import { describeCount } from "../../base/text.js";
import { jsonIn } from "../../base/json-path.js";
import type { Environment } from "../../settings/read-settings.js";
import { type ParsedArguments, parseOne } from "../arguments/parse-arguments.js";
import { DEFAULTS } from "../arguments/table.js";
import type { JsonValue } from "../json/json.js";
import type { Listing } from "../types.js";
import { diffItems, itemsIn } from "./changes.js";
import { joinFirst, nameOf } from "./describe.js";
import { allHave, fieldsOfKeyPath, ID_FIELDS, identityBy, type IdentityOf, type KeyPath } from "./identity.js";

/** The arguments and the environment of a reading, for the guard. */
interface GuardContext extends Pick<ParsedArguments, "guard" | "request"> {
  readonly environment: Environment;
  /**
   * True if the messages of the guard must contain neither a workflow's name, nor a value, nor a number of workflows.
   */
  readonly isSecret: boolean;
}

/** A resource's previous listing, as far as the state has it. */
export interface PreviousListing {
  /** 0 if there was no listing, so that nothing can be gone. */
  readonly count: number;
  readonly digest: string | undefined;
  /** `undefined` in some states above 1 MB. Only counts are compared then. */
  readonly json: string | undefined;
  readonly keyPath: KeyPath;
  /**
   * True if the user has requested different workflows since, by another `where`, `query`, `connection` or base URL.
   */
  readonly isOtherRequest: boolean;
  /** The command to repeat, such as `pulumi up`. */
  readonly command: string;
}

const MAX_NAMES = 5;

/**
 * Throws if workflows have vanished.
 *
 * @param previous what a resource had; `undefined` for functions and `Workflows.get`, which have no previous listing.
 * @throws WorkflowsError `vanished`: the service lists nothing, more are gone than `maxRemoved` allows, or fewer than
 *   `minItems` match.
 * @throws SettingsError as `limitOf` does.
 */
export function assertListed(listing: Listing, context: GuardContext, previous?: PreviousListing): void {
  // Both variables are checked, even if nothing has vanished.
  const [allowEmpty, maxRemoved] = [limitOf("allowEmpty", context), limitOf("maxRemoved", context)];
  assertNotEmpty(listing, context, allowEmpty, previous);
  if (previous !== undefined) {
    assertFewRemoved(listing, context, maxRemoved, previous);
  }
  assertEnough(listing, context);
}

/** Throws if the service lists nothing, and that is not allowed. A resource that had no workflows has lost none. */
function assertNotEmpty(
  { all, remark }: Listing,
  { isSecret }: GuardContext,
  allowEmpty: Limit,
  previous?: PreviousListing,
): void {
  if (all.length > 0 || previous?.count === 0 || allowEmpty.limits.includes(true)) {
    return;
  }
  const quoted = remark === undefined || isSecret ? "" : `, and the response says at ${remark}`;
  const previousCount = previous === undefined || isSecret ? "" : ` The last listing had ${previous.count}.`;
  const problem = `The service lists no workflows${quoted}.${previousCount}`;
  throw notAllowed(allowEmpty, { problem, value: "true", previous });
}

/**
 * Throws if more of a resource's workflows are gone than is allowed. If the service lists nothing, `allowEmpty`
 * decides.
 */
function assertFewRemoved(listing: Listing, context: GuardContext, maxRemoved: Limit, previous: PreviousListing): void {
  if (listing.all.length === 0 || previous.isOtherRequest || previous.digest === listing.digest) {
    return;
  }
  const { keyPath } = context.request;
  const { removed, added, goneCount } = compareListings(listing, previous, keyPath);
  if (maxRemoved.limits.some((limit) => allowsRemoval(limit, goneCount, previous.count))) {
    return;
  }
  if (context.isSecret) {
    const problem = "Too many workflows are gone, and their names are secret.";
    throw notAllowed(maxRemoved, { problem, value: "100%", previous });
  }
  const names = joinFirst(removed, MAX_NAMES, (item) => nameOf(item, keyPath));
  const verb = goneCount === 1 ? "is" : "are";
  const gone = `${goneCount} of ${describeCount(previous.count, "workflows")} ${verb} gone`;
  const problem = names === "" ? `${gone}.` : `${gone}: ${names}.`;
  const areAllReplaced = removed.length > 0 && added.length >= removed.length;
  const advice = areAllReplaced ? `As many are new (${added.length}): ${SAME_WORKFLOWS}` : listing.unmatched;
  throw notAllowed(maxRemoved, { problem, value: String(goneCount), previous, advice });
}

/** Returns which workflows of the previous listing are gone, which are new, and how many are gone. */
function compareListings({ matching, count }: Listing, previous: PreviousListing, keyPath: KeyPath) {
  const before = itemsIn(previous.json) ?? [];
  const identityOf = comparableIdentity(before, previous.keyPath, keyPath);
  // Items without an identity cannot be compared, but their numbers can.
  const { removed, added } = identityOf ? diffItems(before, matching, identityOf) : { removed: [], added: [] };
  return { removed, added, goneCount: Math.max(removed.length, previous.count - count) };
}

const SAME_WORKFLOWS =
  "if they are the same workflows, also set `keyPath` to what identifies one and does not change, and name the resources by it.";

/**
 * Returns the first identity that all previous workflows have: that of the previous `keyPath`, else a usual id field,
 * else `name`. Returns `undefined` if they have none of these, or if `keyPath` was "none" and still is.
 *
 * The current `keyPath` does not count in the run in which it is new. Resources that are named by the previous identity
 * are replaced in this run, and the guard is to see that.
 */
function comparableIdentity(
  before: readonly JsonValue[],
  previousKeyPath: KeyPath,
  keyPath: KeyPath,
): IdentityOf | undefined {
  if (previousKeyPath === "none" && keyPath === "none") {
    return undefined;
  }
  const ownFields = fieldsOfKeyPath(previousKeyPath);
  const usualFields = [...ID_FIELDS, "name"].map((field) => [field]);
  const candidates = ownFields === undefined ? usualFields : [ownFields, ...usualFields];
  const fields = candidates.find((candidate) => allHave(before, candidate));
  return fields && identityBy(fields);
}

/** Returns whether a limit of `maxRemoved`, a number or a percentage such as "30%", allows that this many are gone. */
function allowsRemoval(limit: unknown, goneCount: number, previousCount: number): boolean {
  if (typeof limit === "string") {
    // We don't divide by 100, because 29 / 100 * 100 is less than 29 for a computer.
    return goneCount * 100 <= previousCount * parseInt(limit);
  }
  return goneCount <= Number(limit);
}

/** Throws if fewer workflows match than `minItems` requires. */
function assertEnough({ count, unmatched }: Listing, { guard, isSecret }: GuardContext): void {
  const { minItems = DEFAULTS.minItems } = guard;
  if (count >= minItems) {
    return;
  }
  const reason = unmatched === undefined ? "" : ` ${unmatched}`;
  const problem = isSecret
    ? "Fewer workflows match than `minItems` requires."
    : `Matching workflows: ${count}, fewer than \`minItems\` requires (${minItems}).${reason}`;
  const hint = "Lower `minItems`, or check `where`, `query` and the service.";
  throw new WorkflowsError(problem, { code: "vanished", hint });
}

/** Describes that fewer workflows are listed than a limit allows. */
interface Breach {
  /** The sentences that say what happened. */
  readonly problem: string;
  /** The value of the limit that would allow it. */
  readonly value: string;
  readonly previous: PreviousListing | undefined;
  readonly advice?: string | undefined;
}

/**
 * Returns the error for a listing that a limit does not allow: what happened, the command that allows it for one run,
 * the advice, and where the limit came from. It has four sentences at most.
 */
function notAllowed({ name, origin }: Limit, { problem, value, previous, advice }: Breach): WorkflowsError {
  const command = `\`${variableOf(name)}=${value} ${previous?.command ?? "pulumi up"}\``;
  const accept =
    previous === undefined
      ? `If this is right, for this run: ${command}.`
      : `If this is right, accept it once: ${command}; until then, previews of this stack fail for everybody.`;
  const limit = `${origin}; for good, set the argument \`${name}\`.`;
  const hint = [accept, advice, limit].filter((sentence) => sentence !== undefined).join(" ");
  return new WorkflowsError(problem, { code: "vanished", hint });
}

/** The arguments that have a variable for one run. */
export const GUARDED_NAMES = ["allowEmpty", "maxRemoved"] as const;
type GuardedName = (typeof GUARDED_NAMES)[number];

/** A limit on what may vanish, from an argument, its variable or the default. */
interface Limit {
  readonly name: GuardedName;
  /** One value, or several for a default. What one of them allows is allowed. */
  readonly limits: readonly unknown[];
  /** The beginning of a sentence: names the limit and where it came from. */
  readonly origin: string;
}

/**
 * Returns the limit of the environment variable, which is for one run, else that of the argument, else the default.
 *
 * @throws SettingsError if the variable has a value that its argument does not take.
 */
export function limitOf(name: GuardedName, { guard, environment }: Pick<GuardContext, "guard" | "environment">): Limit {
  const variable = variableOf(name);
  const text = environment[variable]?.trim() ?? "";
  if (text !== "") {
    const source = `The environment variable ${variable}`;
    const { value, issues } = parseOne(name, valueIn(name, text));
    if (issues.length > 0) {
      throw new SettingsError(issues.map((issue) => ({ property: NO_PROPERTY, reason: `${source} ${issue}` })));
    }
    return createLimit(name, source, [value]);
  }
  const argument = guard[name];
  return argument === undefined
    ? createLimit(name, `The default of \`${name}\``, DEFAULTS[name])
    : createLimit(name, `The argument \`${name}\``, [argument]);
}

function createLimit(name: GuardedName, source: string, limits: readonly unknown[]): Limit {
  return { name, limits, origin: `${source} is ${limits.join(" or ")}` };
}

/**
 * Parses the text of a variable. For `allowEmpty`, `1` and `True` mean true. For `maxRemoved`, `8` is a number and
 * `50%` stays text.
 */
function valueIn(name: GuardedName, text: string): unknown {
  if (name === "allowEmpty" && /^[01]$/.test(text)) {
    return text === "1";
  }
  return jsonIn(text.toLowerCase()) ?? text;
}
