/** Keeps secret arguments out of errors and issues; runs in the program and in the provider process. */
import { type Issue, SettingsError, withParts, WorkflowsError } from "../base/errors.js";
import { excerpt } from "../base/excerpt.js";
import type { Redactor } from "../base/redactor.js";
import { placeholderOf } from "../workflows/arguments/plain-values.js";
import { argumentNames, VOCABULARY } from "../workflows/arguments/table.js";
import type { Properties } from "./properties.js";

const RESOURCE_ARGUMENTS: readonly string[] = argumentNames("Workflows");

/** Arguments whose every value belongs to the program. In the others there are also numbers, fixed words and names of fields. */
export const FILTERS: readonly string[] = ["where", "query", "parameters"];

/** Redacted, they would make messages unreadable. */
const FIXED_WORDS: readonly string[] = [...Object.values(VOCABULARY).flat(), "none", "cursor", "page", "offset"];

/** With a shorter secret, the redactor withholds every text of the service. */
const MIN_LETTERS = /(?:[A-Za-z0-9][^A-Za-z0-9]*){4}/;

/** A name of letters alone, such as a field's. Redacted, it would take ordinary words out of messages. */
const ORDINARY_NAME = /^[A-Za-z_.]*\??$/;

/** Registers secret arguments for all messages of the session. */
export function registerSecretArguments({ add }: Redactor, secrets: Properties): void {
  secretTextsIn(secrets).forEach(add);
}

/** Returns the texts in secret arguments that no message may show. */
export function secretTextsIn(secrets: Properties): readonly string[] {
  return Object.entries(secrets).flatMap(([name, value]) => textsIn(value, FILTERS.includes(name)));
}

/** The texts and numbers in an argument, and keys that are not ordinary names. */
function textsIn(value: unknown, isFilter: boolean): readonly string[] {
  if (typeof value === "object" && value !== null) {
    const keys = Array.isArray(value) ? [] : Object.keys(value).filter((key) => !ORDINARY_NAME.test(key));
    const parts = Object.values(value).flatMap((part) => textsIn(part, isFilter));
    return placeholderOf(value) === undefined ? [...keys, ...parts] : [];
  }
  const text = String(value);
  const isOwn = isFilter
    ? typeof value === "string" || typeof value === "number"
    : typeof value === "string" && MIN_LETTERS.test(text) && !FIXED_WORDS.includes(text);
  // Also as messages write a field: without the marks for "descending" and "may be missing".
  return isOwn ? [text, text.replace(/^-|\?$/g, "")] : [];
}

/** The issue without any of the session's secrets. The engine prints a property's path too, and a key in it may be one. */
export function redactIssue({ property, reason }: Issue, { mask }: Pick<Redactor, "mask">): Issue {
  return { property: mask(property) === property ? property : "", reason: mask(reason) };
}

/** The error without any of the session's secrets. Any other error stays as it is. */
export function redactError(error: unknown, { mask }: Pick<Redactor, "mask">): unknown {
  if (error instanceof SettingsError) {
    return new SettingsError(error.issues.map((issue) => redactIssue(issue, { mask })));
  }
  return error instanceof WorkflowsError
    ? withParts(error, {
        problem: mask(error.problem),
        doing: error.doing && mask(error.doing),
        hint: error.hint && mask(error.hint),
      })
    : error;
}

/**
 * The engine prints the value of the property that a failure names, a secret in the clear too. So a failure names it only if
 * the value can be shown, in one short line. The reason has the name anyway.
 */
export function withoutValue(
  { property, reason }: Issue,
  args: Properties,
  { mask }: Redactor,
  isSecret = false,
): Issue {
  const value = Object.hasOwn(args, property) ? args[property] : undefined;
  // The value of a name that is no argument may be a secret that was meant for a setting.
  const isShown =
    typeof value === "string"
      ? !isSecret && RESOURCE_ARGUMENTS.includes(property) && excerpt(mask(value)) === value
      : typeof value !== "object" || value === null;
  return { property: isShown ? property : "", reason };
}
