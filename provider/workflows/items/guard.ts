/** The guard against vanishing lists: nothing disappears from a stack because the service listed less, unless the user allows it. */
import { ListingError, SettingsError } from "../../http/errors.js";
import { excerpt } from "../../http/excerpt.js";
import type { Environment } from "../../settings/read-settings.js";
import type { ArgumentsOf } from "../arguments/names.js";
import type { JsonValue } from "../json/json.js";
import type { Listing } from "../types.js";
import { itemsIn, nameOf } from "./changes.js";
import { identityFor, type IdentityOf, type KeyPath } from "./identity.js";

type GuardArguments = ArgumentsOf<"guard">;

/** What the guard knows about a reading, beside the listing. */
export interface GuardContext {
  readonly args: GuardArguments;
  readonly environment: Environment;
  readonly keyPath?: KeyPath;
  readonly hasQuery: boolean;
  /** Whether no message may name a workflow, a value or a number of them. */
  readonly isSecret: boolean;
}

/** A resource's last listing, as far as the state has it. */
export interface LastListing {
  readonly count: number;
  /** Absent above 1 MB: the comparison is then by number. */
  readonly json: string | undefined;
  readonly digest: string;
  readonly keyPath: KeyPath;
  /** Whether the user asked for other workflows since: another `where`, `query`, `connection` or base URL. */
  readonly isOtherRequest: boolean;
  /** The command to repeat, such as `pulumi up`. */
  readonly command: string;
}

/** Names in a message, at most. */
const MAX_NAMED = 5;
/** Fewer than these may go without being asked for: a number, and a part of the last listing. */
const FREE = { number: 3, percentage: 30 };

/** Environment variables that win over the arguments of the same names, for one run. */
export const GUARD_VARIABLES = { allowEmpty: "WORKFLOWS_ALLOW_EMPTY", maxRemoved: "WORKFLOWS_MAX_REMOVED" };

/** The value in force, and where it came from, for messages. */
interface InForce<T> {
  readonly value: T;
  readonly origin: string;
}

/**
 * What a function or `Workflows.get` reads, which has no last listing.
 *
 * @throws ListingError `vanished`: the service lists nothing, or fewer than `minItems` match.
 * @throws SettingsError if a variable of the guard has another value than it takes.
 */
export function assertListed(listing: Listing, context: GuardContext): void {
  const { allowEmpty } = limitsOf(context);
  if (listing.listed === 0 && !allowEmpty.value) {
    throw vanished(`${nothingListed(context)} ${allowEmpty.origin}.`, howToAllow("allowEmpty", "true", "pulumi up"));
  }
  assertMinItems(listing, context);
}

/**
 * What a resource reads, compared with its last listing.
 *
 * @throws ListingError `vanished`: the service lists nothing, more are gone than `maxRemoved` allows, or fewer than `minItems` match.
 * @throws SettingsError if a variable of the guard has another value than it takes.
 */
export function assertStillListed(last: LastListing | undefined, listing: Listing, context: GuardContext): void {
  const { allowEmpty, maxRemoved } = limitsOf(context);
  if (last !== undefined && last.count > 0 && last.digest !== listing.digest) {
    if (listing.listed > 0) {
      assertFewRemoved(last, listing, maxRemoved, context);
    } else if (!allowEmpty.value) {
      const before = context.isSecret ? "" : ` The last listing had ${last.count}.`;
      const hint = `${howToAllow("allowEmpty", "true", last.command)} ${FOR_EVERYBODY}`;
      throw vanished(`${nothingListed(context)}${before} ${allowEmpty.origin}.`, hint);
    }
  }
  assertMinItems(listing, context);
}

function assertFewRemoved(
  last: LastListing,
  listing: Listing,
  { value: limit, origin }: InForce<GuardArguments["maxRemoved"]>,
  { isSecret, keyPath }: GuardContext,
): void {
  if (last.isOtherRequest) {
    return;
  }
  const removed = removedFrom(last, listing, keyPath);
  const gone = Math.max(removed.length, last.count - listing.count);
  if (isAllowed(gone, last.count, limit)) {
    return;
  }
  const names = removed.slice(0, MAX_NAMED).map((item) => nameOf(item));
  const more = gone > names.length ? ` and ${gone - names.length} more` : "";
  const unmatched = listing.unmatched === undefined ? "" : ` ${listing.unmatched}`;
  const problem = isSecret
    ? "More of the workflows are gone than may be. Which ones is secret."
    : `${gone} of ${last.count} workflows are gone${names.length === 0 ? "" : `: ${names.join(", ")}${more}`}.${unmatched}`;
  const hint = howToAllow("maxRemoved", isSecret ? "100%" : String(gone), last.command);
  throw vanished(`${problem} ${origin}.`, `${hint} ${FOR_EVERYBODY}`);
}

/** Whether so many of the last listing may be gone. */
function isAllowed(gone: number, before: number, limit: GuardArguments["maxRemoved"]): boolean {
  const isWithin = (percentage: number): boolean => gone * 100 <= before * percentage;
  if (limit === undefined) {
    return gone <= FREE.number || isWithin(FREE.percentage);
  }
  return typeof limit === "number" ? gone <= limit : isWithin(Number.parseInt(limit, 10));
}

/** The workflows of the last listing that are not in this one; none if nothing identifies them. */
function removedFrom(last: LastListing, { matching }: Listing, keyPath: KeyPath): readonly JsonValue[] {
  const before = itemsIn(last.json) ?? [];
  // Another `keyPath` does not set the comparison aside. The state may have fewer fields than the service lists.
  const of = [last.keyPath, keyPath].map((path) => identityOfAll(before, matching, path)).find((one) => one);
  const now = new Set(of === undefined ? [] : matching.map(of));
  return of === undefined ? [] : before.filter((item) => !now.has(of(item)));
}

function identityOfAll(
  before: readonly JsonValue[],
  after: readonly JsonValue[],
  keyPath: KeyPath,
): IdentityOf | undefined {
  const of = identityFor([...before, ...after], keyPath);
  return before.every((item) => of?.(item) !== undefined) ? of : undefined;
}

function assertMinItems({ count, unmatched }: Listing, { args: { minItems = 0 }, isSecret }: GuardContext): void {
  if (count >= minItems) {
    return;
  }
  const details = isSecret ? "" : ` (${minItems})${unmatched === undefined ? "" : `. ${unmatched.replace(/\.$/, "")}`}`;
  const number = isSecret
    ? "Fewer workflows match"
    : count === 1
      ? "1 workflow matches, fewer"
      : `${count} workflows match, fewer`;
  throw vanished(
    `${number} than \`minItems\` demands${details}.`,
    "Lower `minItems`, or check `where`, `query` and the service.",
  );
}

function nothingListed({ hasQuery }: GuardContext): string {
  return hasQuery ? "Nothing matches this query, or the service is empty." : "The service lists no workflows.";
}

const FOR_EVERYBODY = "Until an update accepts it, previews of this stack fail for everybody.";

function howToAllow(argument: keyof typeof GUARD_VARIABLES, value: string, command: string): string {
  const variable = `${GUARD_VARIABLES[argument]}=${value}`;
  return `If this is right, then for this run: \`${variable} ${command}\`. For good: set the argument \`${argument}\`.`;
}

function vanished(problem: string, hint: string): ListingError {
  return new ListingError(problem, { code: "vanished", hint });
}

/** The variables win over the arguments, for one run. An empty one counts as not set. */
function limitsOf({ args, environment }: GuardContext): {
  readonly allowEmpty: InForce<boolean>;
  readonly maxRemoved: InForce<GuardArguments["maxRemoved"]>;
} {
  return {
    allowEmpty: inForce("allowEmpty", args.allowEmpty, false, environment),
    maxRemoved: inForce("maxRemoved", args.maxRemoved, undefined, environment),
  };
}

function inForce<T extends boolean | number | string | undefined>(
  name: keyof typeof GUARD_VARIABLES,
  given: T | undefined,
  otherwise: T,
  environment: Environment,
): InForce<T> {
  const variable = GUARD_VARIABLES[name];
  const text = environment[variable]?.trim() ?? "";
  if (text !== "") {
    return { value: parseVariable(name, text) as T, origin: `The environment variable ${variable} is ${text}` };
  }
  return given === undefined
    ? {
        value: otherwise,
        origin: `\`${name}\` is not set${name === "maxRemoved" ? `: ${FREE.number}, or ${FREE.percentage}%, may be gone` : ""}`,
      }
    : { value: given, origin: `The argument \`${name}\` is ${JSON.stringify(given)}` };
}

function parseVariable(name: keyof typeof GUARD_VARIABLES, text: string): boolean | number | string {
  if (name === "allowEmpty" ? /^(?:true|false)$/.test(text) : /^(?:\d{1,9}|(?:100|\d{1,2})%)$/.test(text)) {
    return name === "allowEmpty" ? text === "true" : text.endsWith("%") ? text : Number(text);
  }
  const expected = name === "allowEmpty" ? "true or false" : 'a number, or a percentage such as "50%"';
  const reason = `The environment variable ${GUARD_VARIABLES[name]} is "${excerpt(text)}", but takes ${expected}.`;
  throw new SettingsError([{ property: "", reason }]);
}
