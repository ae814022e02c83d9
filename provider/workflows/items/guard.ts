/** Guards against vanishing lists: nothing disappears from a stack because the service listed less, unless the user allows it. Runs in both processes. */
import { ListingError, NO_PROPERTY, SettingsError } from "../../base/errors.js";
import { variableOf } from "../../settings/names.js";
import { jsonIn } from "../../base/json-path.js";
import type { Environment } from "../../settings/read-settings.js";
import { type ParsedArguments, parseOne } from "../arguments/parse-arguments.js";
import { DEFAULTS } from "../arguments/table.js";
import type { JsonValue } from "../json/json.js";
import type { Listing } from "../types.js";
import { diffItems, itemsIn } from "./changes.js";
import { joinFirst, nameOf } from "./describe.js";
import { identityFor, type IdentityOf, type KeyPath } from "./identity.js";

/** The arguments and the environment of a reading, for the guard. */
interface GuardContext extends Pick<ParsedArguments, "guard" | "request"> {
  readonly environment: Environment;
  /** True if messages must not contain a workflow's name, a value, or a number of workflows. */
  readonly isSecret: boolean;
}

/** A resource's previous listing, as far as the state has it. A state may contain anything. */
export interface PreviousListing {
  /** 0 if there was no listing, so that nothing can be gone. */
  readonly count: number;
  readonly digest: unknown;
  /** `undefined` above 1 MB, because it is not stored then. Only counts are compared in that case. */
  readonly json: unknown;
  readonly keyPath: KeyPath;
  /** True if the user has requested different workflows since, by another `where`, `query`, `connection` or base URL. */
  readonly isOtherRequest: boolean;
  /** The command to repeat, such as `pulumi up`. */
  readonly command: string;
}

const MAX_NAMES = 5;

/**
 * Throws if workflows have vanished.
 *
 * @param previous what a resource had; `undefined` for functions and `Workflows.get`, which have no previous listing.
 * @throws ListingError `vanished`: the service lists nothing, more are gone than `maxRemoved` allows, or fewer than `minItems` match.
 * @throws SettingsError if a variable of the guard has a value that its argument does not take.
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

function assertNotEmpty(
  { all, remark }: Listing,
  { isSecret }: GuardContext,
  allowEmpty: Limit,
  previous?: PreviousListing,
): void {
  if (all.length > 0 || previous?.count === 0 || allowEmpty.limits.includes(true)) {
    return;
  }
  const previousCount = previous === undefined || isSecret ? "" : ` The last listing had ${previous.count}.`;
  const quoted = remark === undefined || isSecret ? "" : ` The response says at ${remark}.`;
  const problem = `The service lists no workflows.${quoted}${previousCount} ${allowEmpty.origin}`;
  throw notAllowed("allowEmpty", problem, "true", previous);
}

function assertFewRemoved(listing: Listing, context: GuardContext, maxRemoved: Limit, previous: PreviousListing): void {
  const { all, count, digest, unmatched = "" } = listing;
  if (all.length === 0 || previous.isOtherRequest || previous.digest === digest) {
    return;
  }
  const changes = compareWithPrevious(previous, listing, context.request.keyPath);
  // Nothing is in `removed` if nothing identifies the workflows, or if the state has no list of them. The counts can be compared then.
  const goneCount = Math.max(changes.removed.length, previous.count - count);
  if (maxRemoved.limits.some((limit) => allowsRemoval(limit, goneCount, previous.count))) {
    return;
  }
  if (context.isSecret) {
    const problem = "Too many workflows are gone. Their names are secret.";
    throw notAllowed("maxRemoved", `${problem} ${maxRemoved.origin}`, "100%", previous);
  }
  const sentences = [
    describeGone(goneCount, previous.count, changes),
    unmatched,
    maxRemoved.origin,
    keyAdvice(changes),
  ];
  const problem = sentences.filter((sentence) => sentence !== "").join(" ");
  throw notAllowed("maxRemoved", problem, String(goneCount), previous);
}

/** Returns whether a limit of `maxRemoved`, a number or a percentage such as "30%", allows that this many are gone. */
function allowsRemoval(limit: unknown, goneCount: number, previousCount: number): boolean {
  if (typeof limit === "string") {
    // We don't divide by 100, because 29 / 100 * 100 is less than 29 for a computer.
    return goneCount * 100 <= previousCount * parseInt(limit);
  }
  return goneCount <= Number(limit);
}

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
  throw new ListingError(problem, { code: "vanished", hint });
}

/** The changes since the previous listing. The lists are empty if nothing identifies the workflows. */
interface Changes {
  /** The previous workflows that the current listing does not have. */
  readonly removed: readonly JsonValue[];
  /** The workflows of `removed` that the service still lists, but that `where` does not match any more. */
  readonly leftWhere: readonly JsonValue[];
  readonly addedCount: number;
  /** True if `keyPath` is not set and the workflows have no usual id. */
  readonly lacksId: boolean;
  readonly keyPath: KeyPath;
}

/** Compares the previous workflows with the current ones that match `where`. */
function compareWithPrevious(previous: PreviousListing, { all, matching }: Listing, keyPath: KeyPath): Changes {
  const before = itemsIn(previous.json) ?? [];
  const hasUsualId = identityFor([...before, ...matching], undefined) !== undefined;
  const lacksId = keyPath === undefined && before.length > 0 && !hasUsualId;
  const identityOf = comparableIdentity(before, matching, previous.keyPath, keyPath);
  if (identityOf === undefined) {
    return { removed: [], leftWhere: [], addedCount: 0, lacksId, keyPath };
  }
  const { removed, added } = diffItems(before, matching, identityOf);
  const listedIdentities = new Set(all.map(identityOf));
  const leftWhere = removed.filter((item) => listedIdentities.has(identityOf(item)));
  return { removed, leftWhere, addedCount: added.length, lacksId, keyPath };
}

/**
 * Returns the first identity that all previous workflows have: by the previous `keyPath`, the current one, the default ids, or
 * `name`. A change of `keyPath` must not disable the guard.
 */
function comparableIdentity(
  before: readonly JsonValue[],
  matching: readonly JsonValue[],
  previousKeyPath: KeyPath,
  keyPath: KeyPath,
): IdentityOf | undefined {
  const items = [...before, ...matching];
  const configured = [identityFor(items, previousKeyPath), identityFor(items, keyPath)];
  // These are looked for in the previous workflows only, because the current ones may lack the id of the previous ones.
  const usual = keyPath === "none" ? [] : [identityFor(before, undefined), identityFor(before, "name")];
  return [...configured, ...usual].find(
    (identityOf) => identityOf !== undefined && before.every((item) => identityOf(item) !== undefined),
  );
}

/** Writes how many are gone, and names the first of them. A workflow that the service still lists has "left `where`". */
function describeGone(goneCount: number, previousCount: number, { removed, leftWhere, keyPath }: Changes): string {
  const names = (items: readonly JsonValue[]): string => joinFirst(items, MAX_NAMES, (item) => nameOf(item, keyPath));
  const total = `${goneCount} of ${previousCount} workflows`;
  if (removed.length === 0) {
    return `${total} are gone.`;
  }
  if (leftWhere.length === 0) {
    return `${total} are gone: ${names(removed)}.`;
  }
  if (leftWhere.length === removed.length) {
    return `${total} left \`where\`, and the service still lists them: ${names(leftWhere)}.`;
  }
  const stillListed = new Set(leftWhere);
  const gone = removed.filter((item) => !stillListed.has(item));
  return `${total} are gone or left \`where\`. Gone: ${names(gone)}. Left \`where\`: ${names(leftWhere)}.`;
}

/**
 * Returns the advice to set `keyPath`; "" if there is none. There are two cases:
 * 1. The workflows have no usual id.
 * 2. As many are new as are gone. They may be the same workflows, identified by a field that has changed.
 */
function keyAdvice({ removed, leftWhere, addedCount, lacksId }: Changes): string {
  if (lacksId) {
    return "The workflows have no usual id: set `keyPath` to what identifies one.";
  }
  const areAllReplaced = removed.length > leftWhere.length && addedCount >= removed.length;
  return areAllReplaced
    ? `As many are new (${addedCount}): if they are the same workflows, set \`keyPath\` to what identifies one and does not change.`
    : "";
}

/**
 * Returns the error for a listing that a limit does not allow.
 *
 * @param name the argument of the limit.
 * @param value the value that would allow the listing.
 */
function notAllowed(name: GuardedName, problem: string, value: string, previous?: PreviousListing): ListingError {
  const forOneRun = `${variableOf(name)}=${value} ${previous?.command ?? "pulumi up"}`;
  const allow = `If this is right for the service and \`query\`, then for this run: \`${forOneRun}\`. For good: set the argument \`${name}\`.`;
  const consequence =
    previous === undefined ? "" : " Until an update accepts it, previews of this stack fail for everybody.";
  return new ListingError(problem, { code: "vanished", hint: allow + consequence });
}

/** The arguments that have a variable for one run. */
type GuardedName = "allowEmpty" | "maxRemoved";

/** A limit on what may vanish, from an argument, its variable or the default. */
interface Limit {
  /** One value, or several for a default. What one of them allows is allowed. */
  readonly limits: readonly unknown[];
  /** A sentence that names the limit and where it came from. */
  readonly origin: string;
}

/** Returns the limit of the environment variable, which is for one run, else that of the argument, else the default. */
function limitOf(name: GuardedName, { guard, environment }: GuardContext): Limit {
  const variable = variableOf(name);
  const text = environment[variable]?.trim() ?? "";
  if (text !== "") {
    const source = `The environment variable ${variable}`;
    const { value, issues } = parseOne(name, valueIn(name, text));
    if (issues.length > 0) {
      throw new SettingsError(issues.map((issue) => ({ property: NO_PROPERTY, reason: `${source} ${issue}` })));
    }
    return createLimit(source, [value]);
  }
  const argument = guard[name];
  return argument === undefined
    ? createLimit(`The default of \`${name}\``, DEFAULTS[name])
    : createLimit(`The argument \`${name}\``, [argument]);
}

function createLimit(source: string, limits: readonly unknown[]): Limit {
  return { limits, origin: `${source} is ${limits.join(" or ")}.` };
}

/** Parses the text of a variable. For `allowEmpty`, `1` and `True` mean true. For `maxRemoved`, `8` is a number and `50%` stays text. */
function valueIn(name: GuardedName, text: string): unknown {
  if (name === "allowEmpty" && /^[01]$/.test(text)) {
    return text === "1";
  }
  return jsonIn(text.toLowerCase()) ?? text;
}
