/** What a failed attempt passes to the retries around it. */
import type { WorkflowsError } from "./errors.js";

/** One attempt that failed. It does not leave the transport: `toError` makes what does. */
export class AttemptFailure extends Error {
  constructor(
    /** A few words for the progress line: "429 Too Many Requests", "connection reset". */
    readonly label: string,
    /** Whether, and after how many milliseconds at least, another attempt may succeed. */
    readonly retry: { readonly after: number } | undefined,
    /** Makes the error if this attempt was the last. `more`: why no further attempt is made, if it is not obvious. */
    readonly toError: (attempts: number, more?: string) => WorkflowsError,
  ) {
    super(label);
  }
}
