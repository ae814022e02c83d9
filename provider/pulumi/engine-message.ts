/** Prepares errors and issues for the engine, which shows them to the user. */
import { type Issue, messageOf, withCode, WorkflowsError } from "../base/errors.js";
import { breakColourCodes } from "../base/text.js";

/**
 * The longest text of an error. A longer one is cut, because gRPC sends the text as a percent-encoded header, in which
 * a byte can become three. Node.js does not send a header above 64 KB, so the engine would wait for ever.
 */
const MAX_MESSAGE_BYTES = 16_000;

/** Returns the text of an error for the engine. A text that is cut keeps the error's code at its end. */
export function messageForEngine(error: unknown): string {
  const text = breakColourCodes(messageOf(error));
  const bytes = Buffer.from(text);
  if (bytes.length <= MAX_MESSAGE_BYTES) {
    return text;
  }
  // The cut may split a character. Its first bytes are decoded as U+FFFD, which is removed.
  const start = `${bytes.toString("utf8", 0, MAX_MESSAGE_BYTES).replace(/\uFFFD+$/, "")}…`;
  return error instanceof WorkflowsError ? withCode(start, error.code) : start;
}

/** Returns issues for a check of the engine, which shows each of them by itself. So each ends with the code. */
export function withCodes(issues: readonly Issue[]): readonly Issue[] {
  return issues.map(({ property, reason }) => ({ property, reason: withCode(reason, "settings") }));
}
