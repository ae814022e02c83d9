/** Keeps secret arguments out of errors and issues; runs in the program and in the provider process. */
import { excerpt, hasColourCode } from "../base/text.js";
import { type Issue, NO_PROPERTY, SettingsError, withParts, WorkflowsError } from "../base/errors.js";
import type { Secrets } from "../base/secrets.js";
import { placeholderOf } from "../workflows/arguments/plain-values.js";
import { argumentNames, VOCABULARY } from "../workflows/arguments/table.js";
import type { Properties } from "./properties.js";

const RESOURCE_ARGUMENTS: readonly string[] = argumentNames("Workflows");

/** Arguments whose values are all data of the program. Other arguments also contain numbers, fixed words and names of fields. */
export const FILTERS: readonly string[] = ["where", "query", "parameters"];

/** Words that are not redacted, because messages would be unreadable without them. */
const FIXED_WORDS: readonly string[] = [...Object.values(VOCABULARY).flat(), "none", "cursor", "page", "offset"];

/** Matches a text with at least four letters or digits. With a shorter secret, the secrets would withhold every text of the service. */
const MIN_LETTERS = /(?:[A-Za-z0-9][^A-Za-z0-9]*){4}/;

/** Matches a plain name, such as a field's. It is not redacted, because messages would lose ordinary words. */
const ORDINARY_NAME = /^[A-Za-z_.]*\??$/;

/** Registers secret arguments for all messages of the session. */
export function registerSecretArguments({ add }: Secrets, secrets: Properties): void {
  secretTextsIn(secrets).forEach(add);
}

/** Returns the texts in secret arguments that no message may show. */
export function secretTextsIn(secrets: Properties): readonly string[] {
  return Object.entries(secrets).flatMap(([name, value]) => textsIn(value, FILTERS.includes(name)));
}

/** Returns the texts and numbers in an argument that may be secret, and its keys that are not ordinary names. */
function textsIn(value: unknown, isFilter: boolean): readonly string[] {
  if (placeholderOf(value) !== undefined) {
    // A placeholder has no text of the user's.
    return [];
  }
  if (typeof value === "object" && value !== null) {
    const keys = Array.isArray(value) ? [] : Object.keys(value).filter((key) => !ORDINARY_NAME.test(key));
    return [...keys, ...Object.values(value).flatMap((part) => textsIn(part, isFilter))];
  }
  const text = String(value);
  const isProgramData = isFilter
    ? typeof value === "string" || typeof value === "number"
    : typeof value === "string" && MIN_LETTERS.test(text) && !FIXED_WORDS.includes(text);
  // A field is also added as messages write it: without the marks for "descending" and "may be missing".
  return isProgramData ? [text, text.replace(/^-|\?$/g, "")] : [];
}

/** Returns the issue without the session's secrets. The engine prints the property's path too, in which a key may be a secret. */
export function redactIssue({ property, reason }: Issue, { clean }: Pick<Secrets, "clean">): Issue {
  return { property: clean(property) === property ? property : NO_PROPERTY, reason: clean(reason) };
}

/** Returns the error without the session's secrets. An error that is not of this package is returned as it is. */
export function redactError(error: unknown, { clean }: Pick<Secrets, "clean">): unknown {
  if (error instanceof SettingsError) {
    return new SettingsError(error.issues.map((issue) => redactIssue(issue, { clean })));
  }
  return error instanceof WorkflowsError
    ? withParts(error, {
        problem: clean(error.problem),
        doing: error.doing && clean(error.doing),
        hint: error.hint && clean(error.hint),
      })
    : error;
}

/**
 * Returns the issue without the name of its property, unless the property's value can be shown in one short line. The engine prints the
 * value of the property that a failure names, even a secret or a colour code. The reason contains the name anyway.
 */
export function withoutValue(issue: Issue, args: Properties, secrets: Secrets, isSecret: boolean): Issue {
  return canShowValue(issue.property, args, secrets, isSecret)
    ? issue
    : { property: NO_PROPERTY, reason: issue.reason };
}

/** Returns whether the engine may print the value of this property. */
function canShowValue(property: string, args: Properties, { clean }: Secrets, isSecret: boolean): boolean {
  // The value of a name that is not an argument may be a secret that was meant for a setting.
  if (!RESOURCE_ARGUMENTS.includes(property)) {
    return false;
  }
  const value = Object.hasOwn(args, property) ? args[property] : undefined;
  // A number or a boolean is shown even if it is secret, because in an argument it is a limit or a switch, such as `maxPages`.
  if (typeof value !== "string") {
    return typeof value !== "object" || value === null;
  }
  if (isSecret) {
    return false;
  }
  const isShortAndPublic = excerpt(clean(value)) === value;
  return isShortAndPublic && !hasColourCode(value);
}
