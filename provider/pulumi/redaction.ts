/** Secret arguments in errors: the session's redactor learns them, and takes them out. */
import { SettingsError, withParts, WorkflowsError } from "../http/errors.js";
import type { Redactor } from "../http/redactor.js";
import { kindOfStandIn } from "../workflows/arguments/plain-values.js";
import type { Properties } from "./properties.js";

/** Arguments that take words of ours, or small numbers: what is secret of them is not worth unreadable messages. */
const VOCABULARY: ReadonlySet<string> = new Set(["mode", "whenUnavailable", "secret", "allowMissing", "maxPages"]);

function isPagination(value: unknown): value is object {
  const type: unknown = typeof value === "object" && value !== null && "type" in value ? value.type : undefined;
  return typeof type === "string" && ["cursor", "page", "offset", "none"].includes(type);
}

/** A name of letters alone, such as a field's. Redacted, it would take ordinary words out of messages. */
const ORDINARY_NAME = /^[A-Za-z_.]*\??$/;

/**
 * Registers the texts and numbers in secret arguments, and keys that are not ordinary names. The redactor takes a value of
 * one to three characters out only where it stands by itself: in quotes, or as a value in a query or in JSON.
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
    } else if (!VOCABULARY.has(name)) {
      register(value);
    }
  }
}

/** The error without any of the session's secrets. What is no error of ours stays as it is. */
export function redactError(error: unknown, { redact }: Redactor): unknown {
  if (!(error instanceof WorkflowsError)) {
    return error;
  }
  if (error instanceof SettingsError) {
    return new SettingsError(error.faults.map(({ property, reason }) => ({ property, reason: redact(reason) })));
  }
  const { problem, doing, hint } = error;
  return withParts(error, {
    problem: redact(problem),
    doing: doing === undefined ? undefined : redact(doing),
    hint: hint === undefined ? undefined : redact(hint),
  });
}
