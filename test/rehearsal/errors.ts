/** How an operation of the rehearsal engine fails. */
import { types } from "node:util";

/** The rehearsal engine does not implement this exactly as the Pulumi engine does. */
export class UnsupportedError extends Error {
  constructor(what: string) {
    super(`The rehearsal engine does not support ${what}. Use the Pulumi CLI.`);
    this.name = "UnsupportedError";
  }
}

/** Refuses every name in `given` that is not in `known`, unless its value is undefined. */
export function refuseUnknown(location: string, given: object, known: readonly string[]): void {
  const unknown = Object.entries(given).filter(([name, value]) => value !== undefined && !known.includes(name));
  if (unknown.length > 0) {
    throw new UnsupportedError(`${unknown.map(([name]) => `"${name}"`).join(", ")} in ${location}`);
  }
}

/** An operation that failed, with all its errors in the message. The state keeps what was done before. */
export class RehearsalError extends Error {
  constructor(reason: string, errors: readonly string[]) {
    super([reason, ...errors].join("\n"));
    this.name = "RehearsalError";
  }
}

export function messageOf(error: unknown): string {
  // Not `instanceof`: what Node itself throws is of another realm where tests run in one of their own.
  if (types.isNativeError(error)) {
    // A gRPC error's message begins with its code; `details` is the message of the other side.
    return "details" in error && typeof error.details === "string" && error.details !== ""
      ? error.details
      : error.message;
  }
  return String(error);
}
