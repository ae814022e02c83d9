/** What goes from a failed attempt to the retries around it. */
import type { WorkflowsError } from "./errors.js";

/** One attempt that failed. Inner: what leaves the transport is what `toError` makes. */
export class AttemptFailure extends Error {
  constructor(
    /** A few words for the progress line: "429 Too Many Requests", "connection reset". */
    readonly label: string,
    /** Whether, and after how many milliseconds at least, another attempt may succeed. */
    readonly retry: { readonly after: number } | undefined,
    /** The error to report when this attempt was the last. `more` says why there is none, where it is not plain. */
    readonly toError: (attempts: number, more?: string) => WorkflowsError,
  ) {
    super(label);
  }
}
