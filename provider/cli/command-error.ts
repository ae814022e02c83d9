/** What goes wrong in the command line itself: how it was called, or the stack it was to read. */
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
