/** How an operation of the rehearsal engine fails. */
import { types } from "node:util";
import type { Diagnostic } from "./types.js";

/** What was asked for is beyond the rehearsal engine. */
export class UnsupportedError extends Error {
  constructor(what: string) {
    super(`The rehearsal engine ${what}. Use the Pulumi CLI for it.`);
    this.name = "UnsupportedError";
  }
}

/** An operation that failed. What was done before stays in the state. */
export class RehearsalError extends Error {
  /** All that a terminal would have shown on standard output. */
  readonly stdout: string;
  /** The same of standard error. */
  readonly stderr: string;
  /** All messages of the operation; the errors among them end `message`. */
  readonly diagnostics: readonly Diagnostic[];

  constructor(reason: string, output: { stdout: string; stderr: string; diagnostics: readonly Diagnostic[] }) {
    const errors = output.diagnostics.filter(({ severity }) => severity === "error");
    super([reason, ...errors.map(({ message }) => message)].join("\n"));
    this.name = "RehearsalError";
    this.stdout = output.stdout;
    this.stderr = output.stderr;
    this.diagnostics = output.diagnostics;
  }
}

export function messageOf(error: unknown): string {
  // Not `instanceof`: what Node itself throws is of another realm where tests run in one of their own.
  if (types.isNativeError(error)) {
    // A gRPC error's message begins with its code; `details` is what the other side said.
    return "details" in error && typeof error.details === "string" && error.details !== ""
      ? error.details
      : error.message;
  }
  return String(error);
}
