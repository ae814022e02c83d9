/** Errors in operations and functions: their messages, without secrets, and after which of them the last listing is kept. */
import {
  type ErrorCode,
  type Issue,
  messageOf,
  SettingsError,
  withFurtherHint,
  withParts,
  WorkflowsError,
} from "../http/errors.js";
import { excerpt } from "../http/excerpt.js";
import type { Redactor } from "../http/redactor.js";
import { type Source, titleOf } from "../settings/sources.js";
import type { WorkflowsArguments } from "../workflows/arguments/parse-arguments.js";
import { ARGUMENTS, RESOURCE_ARGUMENTS } from "../workflows/arguments/definitions.js";
import { kindOfStandIn } from "../workflows/arguments/plain-values.js";
import type { Properties } from "./properties.js";

/** Words that an argument takes, and small numbers. Redacted, they would make messages unreadable. */
function isVocabulary(name: string, value: unknown): boolean {
  if (name === "maxPages") {
    return typeof value === "number";
  }
  const type = ARGUMENTS.find((argument) => argument.name === name)?.type;
  return type?.is === "enum" && typeof value === "string" && type.values.includes(value);
}

function isPagination(value: unknown): value is object {
  const type: unknown = typeof value === "object" && value !== null && "type" in value ? value.type : undefined;
  return typeof type === "string" && ["cursor", "page", "offset", "none"].includes(type);
}

/** A name of letters alone, such as a field's. Redacted, it would take ordinary words out of messages. */
const ORDINARY_NAME = /^[A-Za-z_.]*\??$/;

/**
 * Registers the texts and numbers in secret arguments, and keys that are not ordinary names. The redactor takes a value of
 * one to three characters out only as a separate word: in quotes, or as a value in a query or in JSON.
 */
export function registerSecretArguments({ add }: Redactor, secrets: Properties): void {
  const register = (value: unknown): void => {
    if (kindOfStandIn(value) !== undefined) {
      return;
    }
    if (typeof value === "string") {
      add(value);
      // A field as messages write it: without the marks for "descending" and "may be missing".
      add(value.replace(/^-|\?$/g, ""));
    } else if (typeof value === "number") {
      add(String(value));
    } else if (Array.isArray(value)) {
      value.forEach(register);
    } else if (typeof value === "object" && value !== null) {
      for (const [key, part] of Object.entries(value)) {
        if (!ORDINARY_NAME.test(key)) {
          add(key);
        }
        register(part);
      }
    }
  };
  for (const [name, value] of Object.entries(secrets)) {
    if (name === "pagination" && isPagination(value)) {
      register({ ...value, type: undefined });
    } else if (!isVocabulary(name, value)) {
      register(value);
    }
  }
}

/** The fault without any of the session's secrets. The engine prints a property's path too, and a key in it may be one. */
export function redactFault({ property, reason }: Issue, { mask }: Redactor): Issue {
  return { property: mask(property) === property ? property : "", reason: mask(reason) };
}

/** The error without any of the session's secrets. Any other error stays as it is. */
export function redactError(error: unknown, redactor: Redactor): unknown {
  if (!(error instanceof WorkflowsError)) {
    return error;
  }
  if (error instanceof SettingsError) {
    return new SettingsError(error.issues.map((fault) => redactFault(fault, redactor)));
  }
  const { mask } = redactor;
  const { problem, doing, hint } = error;
  return withParts(error, {
    problem: mask(problem),
    doing: doing === undefined ? undefined : mask(doing),
    hint: hint === undefined ? undefined : mask(hint),
  });
}

/** Errors after which `whenUnavailable: "keep"` keeps the last listing: faults of the service or the network, which may pass. */
const UNAVAILABLE: ReadonlySet<string> = new Set([
  "connection",
  "dns",
  "timeout",
  "unavailable",
  "rate-limited",
  "proxy",
]);

export function mayKeep(args: WorkflowsArguments, error: unknown): boolean {
  return args.whenUnavailable === "keep" && error instanceof WorkflowsError && UNAVAILABLE.has(error.code);
}

export function keptMessage(error: unknown): string {
  return `The last listing is kept, as \`whenUnavailable\` is "keep": ${messageOf(error)}`;
}

/**
 * The engine prints the value of the property that a failure names, a secret in the clear too. So a failure names it only if
 * the value can be shown. The reason has the name anyway.
 */
export function withoutValue({ property, reason }: Issue, args: Properties, mayShow: (text: string) => boolean): Issue {
  const value = Object.hasOwn(args, property) ? args[property] : undefined;
  const isShown =
    value === undefined ||
    ["number", "boolean"].includes(typeof value) ||
    // The value of a name that is no argument may be a secret that was meant for a setting.
    (typeof value === "string" && RESOURCE_ARGUMENTS.includes(property) && mayShow(value));
  return { property: isShown ? property : "", reason };
}

/** Whether the engine may print a text of the arguments, in one short line. `isSecret`: whether any of them is secret. */
export function mayShowValue({ mask }: Redactor, isSecret: boolean): (text: string) => boolean {
  return (text) => !isSecret && mask(text) === text && excerpt(text) === text;
}

/** Both use the current settings. With `refresh: always`, `pulumi up` alone would refresh first. */
const RUN_PROGRAM = "run `pulumi up --refresh=false` or `pulumi refresh --run-program`.";

/** A fix in the config alone, with `pulumi config set`, would give the same errors again. */
const STALE_SETTINGS =
  "A refresh uses the environment and the settings of the last update, from the stack's state: " +
  `after a change of config or of the program ${RUN_PROGRAM}`;

/** These pass by themselves, whatever the settings are. */
const NOT_OF_SETTINGS: ReadonlySet<ErrorCode> = new Set(["cancelled", "rate-limited"]);

/**
 * A refresh runs no program: its settings are those of the last update. The service may have another address since, another
 * secret, or other pages.
 *
 * @param storedSource where the credentials came from, if a refresh takes them from the state.
 */
export function withStaleHint(error: unknown, storedSource: () => Source | undefined): unknown {
  if (error instanceof SettingsError) {
    return new SettingsError([...error.issues, { property: "", reason: STALE_SETTINGS }]);
  }
  if (!(error instanceof WorkflowsError) || NOT_OF_SETTINGS.has(error.code)) {
    return error;
  }
  if (error.code !== "token-refused") {
    return withFurtherHint(error, STALE_SETTINGS);
  }
  const source = storedSource();
  return source === undefined
    ? error
    : withFurtherHint(
        error,
        `A refresh uses the ${titleOf(source)} of the last update, from the stack's state: ` +
          `if the secret was changed since, ${RUN_PROGRAM}`,
      );
}

/** Why `whenUnavailable: "keep"` did not help. */
export const NOTHING_KEPT =
  '`whenUnavailable` is "keep", but there is no listing to keep: none was read before with these arguments from this service.';

/** An error as check failures: thrown, the SDK would print its stack. */
export function failuresOf(error: unknown, remark?: string): readonly Issue[] {
  const message = messageOf(error);
  return [{ property: "", reason: remark === undefined ? message : `${message} ${remark}` }];
}
