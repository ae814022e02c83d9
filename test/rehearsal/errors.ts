/** How an operation of the rehearsal engine fails. */
import { types } from "node:util";
import type { Diagnostic } from "./types.js";
import type { Properties } from "./values.js";

/** The rehearsal engine does not implement this exactly as the Pulumi engine does. */
export class UnsupportedError extends Error {
  constructor(what: string) {
    super(`The rehearsal engine does not support ${what}. Use the Pulumi CLI.`);
    this.name = "UnsupportedError";
  }
}

/** Refuses every name in `given` that is not in `known`, unless its value is undefined. */
export function refuseUnknown(where: string, given: object, known: readonly string[]): void {
  const unknown = Object.entries(given).filter(([name, value]) => value !== undefined && !known.includes(name));
  if (unknown.length > 0) {
    throw new UnsupportedError(`${unknown.map(([name]) => `"${name}"`).join(", ")} in ${where}`);
  }
}

/** An operation that failed. The state keeps what was done before. */
export class RehearsalError extends Error {
  /** All that a terminal would have shown on standard output. */
  readonly stdout: string;
  /** The same of standard error. */
  readonly stderr: string;
  /** All messages of the operation. `message` ends with the errors among them. */
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

/** The one error of a provider that carries a state: the resource was created or updated, but not initialised. */
export class InitFailure extends Error {
  readonly id: string;
  readonly outputs: Properties;
  readonly reasons: readonly string[];

  constructor(id: string, outputs: Properties, reasons: readonly string[]) {
    const count = reasons.length === 1 ? "1 error" : `${reasons.length} errors`;
    super(
      `resource created but failed to initialize: ${count} occurred:\n${reasons.map((r) => `\t* ${r}`).join("\n")}`,
    );
    this.name = "InitFailure";
    this.id = id;
    this.outputs = outputs;
    this.reasons = reasons;
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
