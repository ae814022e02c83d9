/** The exit codes of `pulumi-workflows`, one for each kind of thing to do next. Stable: a code never changes its meaning. */
import { type ErrorCode, WorkflowsError } from "../http/errors.js";
import { CommandError } from "./command-error.js";

export const EXIT = {
  ok: 0,
  different: 1,
  usage: 2,
  settings: 3,
  stack: 4,
  unavailable: 5,
  tls: 6,
  credentials: 7,
  refused: 8,
  listing: 9,
  internal: 70,
  interrupted: 130,
  terminated: 143,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** Shown by `--help` and in the documentation. */
export const EXIT_MEANINGS: readonly (readonly [ExitCode, string])[] = [
  [EXIT.ok, "all is well"],
  [EXIT.different, "compare --exit-code: the two differ"],
  [EXIT.usage, "the command line is wrong"],
  [EXIT.settings, "a setting is missing or bad; nothing was sent"],
  [EXIT.stack, "the Pulumi CLI is missing, or the stack could not be read"],
  [EXIT.unavailable, "the service cannot be reached or is not available now: try again later"],
  [EXIT.tls, "no secure connection: the certificate was not accepted"],
  [EXIT.credentials, "the credentials were refused, or brought no usable token"],
  [EXIT.refused, "the service answered, but refuses: 403, 404, other 4xx, a redirect"],
  [EXIT.listing, "what came is not a listing that can be used: not JSON, no items, over a limit"],
  [EXIT.internal, "a fault of this program"],
  [EXIT.interrupted, "stopped by Ctrl-C (SIGINT)"],
  [EXIT.terminated, "stopped by SIGTERM"],
];

const BY_CODE: Readonly<Record<ErrorCode, ExitCode>> = {
  settings: EXIT.settings,
  "token-refused": EXIT.credentials,
  "token-answer": EXIT.credentials,
  forbidden: EXIT.refused,
  "not-found": EXIT.refused,
  refused: EXIT.refused,
  redirect: EXIT.refused,
  "rate-limited": EXIT.unavailable,
  unavailable: EXIT.unavailable,
  connection: EXIT.unavailable,
  dns: EXIT.unavailable,
  proxy: EXIT.unavailable,
  timeout: EXIT.unavailable,
  tls: EXIT.tls,
  cancelled: EXIT.interrupted,
  "not-json": EXIT.listing,
  "too-large": EXIT.listing,
  listing: EXIT.listing,
  "no-match": EXIT.listing,
  "several-matches": EXIT.listing,
  schema: EXIT.listing,
};

/** @param signal Where it was aborted, that is why it failed: its reason is the signal that the process was sent. */
export function exitCodeOf(error: unknown, signal?: AbortSignal): ExitCode {
  if (signal?.aborted === true) return signal.reason === "SIGTERM" ? EXIT.terminated : EXIT.interrupted;
  if (error instanceof CommandError) return error.kind === "usage" ? EXIT.usage : EXIT.stack;
  return error instanceof WorkflowsError ? BY_CODE[error.code] : EXIT.internal;
}
