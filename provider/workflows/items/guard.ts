/** Guards against vanishing lists: nothing disappears from a stack because the service listed less, unless the user allows it. Runs in both processes. */
import { ListingError, SettingsError } from "../../base/errors.js";
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

/** A resource's previous listing, as far as the state has it: a state may contain anything. */
export interface LastListing {
  /** 0 if there was none: nothing can be gone. */
  readonly count: number;
  readonly digest: unknown;
  /** Not stored above 1 MB; then only counts are compared. */
  readonly json: unknown;
  readonly keyPath: KeyPath;
  /** True if the user has requested other workflows since: another `where`, `query`, `connection` or base URL. */
  readonly isOtherRequest: boolean;
  /** The command to repeat, such as `pulumi up`. */
  readonly command: string;
}

const MAX_NAMES = 5;

/**
 * Throws if workflows have vanished.
 *
 * @param last what a resource had; `undefined` for functions and `Workflows.get`, which have no previous listing.
 * @throws ListingError `vanished`: the service lists nothing, more are gone than `maxRemoved` allows, or fewer than `minItems` match.
 * @throws SettingsError if a variable of the guard has a value that its argument does not take.
 */
export function assertListed(listing: Listing, context: GuardContext, last?: LastListing): void {
  // Both variables are checked, even if nothing has vanished.
  const [allowEmpty, maxRemoved] = [limitOf("allowEmpty", context), limitOf("maxRemoved", context)];
  assertNotEmpty(listing, context, allowEmpty, last);
  if (last !== undefined) {
    assertFewRemoved(listing, context, maxRemoved, last);
  }
  assertEnough(listing, context);
}

function assertNotEmpty(
  { all, remark }: Listing,
  { isSecret }: GuardContext,
  allowEmpty: Limit,
  last?: LastListing,
): void {
  if (all.length > 0 || last?.count === 0 || allowEmpty.limits.includes(true)) {
    return;
  }
  const previousCount = last === undefined || isSecret ? "" : ` The last listing had ${last.count}.`;
  const quoted = remark === undefined || isSecret ? "" : ` The response says at ${remark}.`;
  const problem = `The service lists no workflows.${quoted}${previousCount} ${allowEmpty.origin}`;
  throw notAllowed("allowEmpty", problem, "true", last);
}

function assertFewRemoved(listing: Listing, context: GuardContext, maxRemoved: Limit, last: LastListing): void {
  const { all, count, digest, unmatched = "" } = listing;
  if (all.length === 0 || last.isOtherRequest || last.digest === digest) {
    return;
  }
  const changes = compareWithLast(last, listing, context.request.keyPath);
  const goneCount = Math.max(changes.removed.length, last.count - count);
  const isWithin = (limit: unknown): boolean =>
    typeof limit === "string" ? goneCount * 100 <= last.count * parseInt(limit) : goneCount <= Number(limit);
  if (maxRemoved.limits.some(isWithin)) {
    return;
  }
  if (context.isSecret) {
    const problem = "Too many workflows are gone. Their names are secret.";
    throw notAllowed("maxRemoved", `${problem} ${maxRemoved.origin}`, "100%", last);
  }
  const problem = [describeGone(goneCount, last.count, changes), unmatched, maxRemoved.origin, keyAdvice(changes)];
  const sentences = problem.filter((sentence) => sentence !== "").join(" ");
  throw notAllowed("maxRemoved", sentences, String(goneCount), last);
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

/** The workflows of the previous listing that are not in this one. */
interface Changes {
  /** Empty if nothing identifies the workflows. */
  readonly removed: readonly JsonValue[];
  /** The items of `removed` that the service still lists, but that `where` does not match any more. */
  readonly left: readonly JsonValue[];
  readonly addedCount: number;
  /** True if `keyPath` is not set and the workflows have no usual id. */
  readonly lacksId: boolean;
  readonly keyPath: KeyPath;
}

function compareWithLast(last: LastListing, { all, matching }: Listing, keyPath: KeyPath): Changes {
  const before = itemsIn(last.json) ?? [];
  const lacksId =
    keyPath === undefined && before.length > 0 && identityFor([...before, ...matching], undefined) === undefined;
  const identityOf = comparableIdentity(before, matching, last.keyPath, keyPath);
  if (identityOf === undefined) {
    return { removed: [], left: [], addedCount: 0, lacksId, keyPath };
  }
  const { removed, added } = diffItems(before, matching, identityOf);
  const listed = new Set(all.map(identityOf));
  const left = removed.filter((item) => listed.has(identityOf(item)));
  return { removed, left, addedCount: added.length, lacksId, keyPath };
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
  const usual = keyPath === "none" ? [] : [identityFor(before, undefined), identityFor(items, "name")];
  return [...configured, ...usual].find(
    (identityOf) => identityOf !== undefined && before.every((item) => identityOf(item) !== undefined),
  );
}

/** Writes how many are gone, and names the first of them. A workflow that the service still lists has "left `where`". */
function describeGone(goneCount: number, previousCount: number, { removed, left, keyPath }: Changes): string {
  const names = (items: readonly JsonValue[]): string => joinFirst(items, MAX_NAMES, (item) => nameOf(item, keyPath));
  const total = `${goneCount} of ${previousCount} workflows`;
  if (removed.length === 0) {
    return `${total} are gone.`;
  }
  if (left.length === 0) {
    return `${total} are gone: ${names(removed)}.`;
  }
  if (left.length === removed.length) {
    return `${total} left \`where\`, and the service still lists them: ${names(left)}.`;
  }
  const leftItems = new Set(left);
  const gone = removed.filter((item) => !leftItems.has(item));
  return `${total} are gone or left \`where\`. Gone: ${names(gone)}. Left \`where\`: ${names(left)}.`;
}

/** Names `keyPath` where the workflows are probably the same ones, identified by a field that has changed. */
function keyAdvice({ removed, left, addedCount, lacksId }: Changes): string {
  if (lacksId) {
    return "The workflows have no usual id: set `keyPath` to what identifies one.";
  }
  return removed.length > left.length && addedCount >= removed.length
    ? `As many are new (${addedCount}): if they are the same workflows, set \`keyPath\` to what identifies one and does not change.`
    : "";
}

function notAllowed(name: GuardedName, problem: string, value: string, last: LastListing | undefined): ListingError {
  const forOneRun = `${variableOf(name)}=${value} ${last?.command ?? "pulumi up"}`;
  const allow = `If this is right for the service and \`query\`, then for this run: \`${forOneRun}\`. For good: set the argument \`${name}\`.`;
  const hint = last && `${allow} Until an update accepts it, previews of this stack fail for everybody.`;
  return new ListingError(problem, { code: "vanished", hint: hint ?? allow });
}

type GuardedName = "allowEmpty" | "maxRemoved";

interface Limit {
  /** A removal is allowed if any of them allows it. */
  readonly limits: readonly unknown[];
  /** A sentence that names the limit and where it came from. */
  readonly origin: string;
}

/** Resolves the limit: the environment variable, which is for one run, then the argument, then the default. */
function limitOf(name: GuardedName, { guard, environment }: GuardContext): Limit {
  const text = environment[variableOf(name)]?.trim() ?? "";
  const source = text === "" ? `The argument \`${name}\`` : `The environment variable ${variableOf(name)}`;
  const { value, issues } = text === "" ? { value: guard[name], issues: [] } : parseOne(name, valueIn(name, text));
  if (issues.length > 0) {
    throw new SettingsError(issues.map((issue) => ({ property: "", reason: `${source} ${issue}` })));
  }
  const limits: readonly unknown[] = value === undefined ? DEFAULTS[name] : [value];
  const subject = value === undefined ? `The default of \`${name}\`` : source;
  return { limits, origin: `${subject} is ${limits.join(" or ")}.` };
}

/** Parses the text of a variable: `1` and `0` stand for true and false, `True` for true, and `50%` stays text. */
function valueIn(name: GuardedName, text: string): unknown {
  if (name === "allowEmpty" && /^[01]$/.test(text)) {
    return text === "1";
  }
  return jsonIn(text.toLowerCase()) ?? text;
}
