/** What goes wrong in the command line itself, and how any failure that is no fault of the program is told. */
import { type ErrorCode, messageWithoutHint, type WorkflowsError } from "../http/errors.js";

/** How it was called, or the stack it was to read. */
export class CommandError extends Error {
  readonly kind: "usage" | "stack";
  /** What to do next, one sentence. */
  readonly hint: string | undefined;

  constructor(kind: "usage" | "stack", message: string, hint?: string) {
    super(message);
    this.name = "CommandError";
    this.kind = kind;
    this.hint = hint;
  }
}

/** A failure in its parts: what happened, what to do next, and its kind, for programs. */
export function partsOf(error: CommandError | WorkflowsError): {
  message: string;
  hint: string | undefined;
  code: ErrorCode | CommandError["kind"];
} {
  if (error instanceof CommandError) return { message: error.message, hint: error.hint, code: error.kind };
  return { message: messageWithoutHint(error), hint: error.hint, code: error.code };
}
