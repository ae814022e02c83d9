/** How a command ends: exit codes, advice, and the failures of the command line itself. One table maps error codes to both. */
import { type ErrorCode, SHARED_HINTS, summaryOf, WorkflowsError } from "../http/errors.js";
import { withOptions } from "./text.js";

/** Stable: a code never changes its meaning. */
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
  [EXIT.ok, "success"],
  [EXIT.different, "compare --exit-code, types --compare: there are differences"],
  [EXIT.usage, "the command line is wrong"],
  [EXIT.settings, "a setting is missing or invalid; nothing was sent"],
  [EXIT.stack, "the Pulumi CLI is missing or failed, or the stack could not be read"],
  [EXIT.unavailable, "the service cannot be reached or is not available now: try again later"],
  [EXIT.tls, "no secure connection: a certificate was not accepted, or TLS failed"],
  [EXIT.credentials, "the credentials were refused, or the response has no usable token"],
  [EXIT.refused, "the service refused the request: 403, 404, other 4xx, a redirect"],
  [EXIT.listing, "the response is not a usable listing: not JSON, no items, over a limit"],
  [EXIT.internal, "a bug in this program, or its output could not be written"],
  [EXIT.interrupted, "stopped by Ctrl-C (SIGINT)"],
  [EXIT.terminated, "stopped by SIGTERM"],
];

/** Failures of the command line itself. */
type CommandFailure = "usage" | "stack" | "output";

/** A wrong command line, a stack that cannot be read, or output that cannot be written. */
export class CommandError extends Error {
  readonly code: CommandFailure;
  /** What to do next, one sentence. */
  readonly hint: string | undefined;

  constructor(code: CommandFailure, message: string, hint?: string) {
    super(message);
    this.name = "CommandError";
    this.code = code;
    this.hint = hint;
  }
}

/** The error for a command of the Pulumi CLI that did not print JSON. */
export function notPulumiOutput(message: string): CommandError {
  return new CommandError("stack", message, "Is the `pulumi` on PATH the Pulumi CLI? `pulumi version` shows it.");
}

interface Outcome {
  readonly exitCode: ExitCode;
  /** What to do next, if the error itself has no hint. */
  readonly advice: string;
}

const OUTCOMES: Readonly<Record<ErrorCode | CommandFailure, Outcome>> = {
  usage: { exitCode: EXIT.usage, advice: "`pulumi-workflows --help` shows the commands." },
  stack: { exitCode: EXIT.stack, advice: "Check the name of the stack and the login: `pulumi stack ls` shows both." },
  output: { exitCode: EXIT.internal, advice: "Check the disk space and the permissions of the file." },
  settings: {
    exitCode: EXIT.settings,
    advice: "docs/settings.md in the repository of pulumi-workflows lists all settings.",
  },
  "token-refused": { exitCode: EXIT.credentials, advice: SHARED_HINTS.credentials },
  "token-response": { exitCode: EXIT.credentials, advice: "Set bearerPath to the place of the access token." },
  forbidden: { exitCode: EXIT.refused, advice: "Ask an administrator of the service for the permission." },
  "not-found": { exitCode: EXIT.refused, advice: "Check baseUrl. It is the part of the address before /v2." },
  refused: { exitCode: EXIT.refused, advice: "Check baseUrl and the query parameters." },
  redirect: { exitCode: EXIT.refused, advice: "Check baseUrl: it must be the address that the redirect leads to." },
  "rate-limited": {
    exitCode: EXIT.unavailable,
    advice: "Try again later, or set requestsPerSecond to a lower rate.",
  },
  unavailable: { exitCode: EXIT.unavailable, advice: "The service has a problem. Try again later." },
  connection: {
    exitCode: EXIT.unavailable,
    advice: "Try again. If it fails again, check baseUrl, the network and the proxy variables.",
  },
  dns: { exitCode: EXIT.unavailable, advice: "Check the host in baseUrl, and the network." },
  proxy: { exitCode: EXIT.unavailable, advice: SHARED_HINTS.proxy },
  timeout: {
    exitCode: EXIT.unavailable,
    advice: "Try again later. If the service needs longer, raise requestTimeoutSeconds or deadlineSeconds.",
  },
  cancelled: { exitCode: EXIT.interrupted, advice: "The command was stopped before it finished. Run it again." },
  tls: {
    exitCode: EXIT.tls,
    advice: "Check baseUrl, and the authorities that this machine trusts (NODE_EXTRA_CA_CERTS).",
  },
  "not-json": { exitCode: EXIT.listing, advice: "Check baseUrl: is it the address of the API?" },
  "too-large": {
    exitCode: EXIT.listing,
    advice: "Raise the limit that the message names, or ask for fewer workflows.",
  },
  listing: { exitCode: EXIT.listing, advice: "Check --items-path and --pagination, or the settings of these names." },
  vanished: { exitCode: EXIT.listing, advice: "Check the service, and `where`." },
  "no-match": { exitCode: EXIT.listing, advice: "Check the conditions: `pulumi-workflows list` shows the workflows." },
  "several-matches": { exitCode: EXIT.listing, advice: "Add a condition that only one workflow matches." },
  schema: { exitCode: EXIT.listing, advice: "Change the schema, or select other workflows." },
};

/** A failure in its parts, for people and for programs. */
interface FailureReport {
  readonly code: ErrorCode | CommandFailure | "internal";
  readonly exitCode: ExitCode;
  readonly message: string;
  readonly advice: string;
}

/** @param signal If it was aborted, that is why the command failed. Its reason is the name of the process signal. */
export function exitCodeOf(error: unknown, signal?: AbortSignal): ExitCode {
  return reportOf(error, signal).exitCode;
}

/** The report of any failure. An unknown error is reported by its name only: its text may contain a secret. */
export function reportOf(error: unknown, signal?: AbortSignal): FailureReport {
  if (signal?.aborted === true) {
    const [exitCode, cause] =
      signal.reason === "SIGTERM" ? [EXIT.terminated, "SIGTERM"] : [EXIT.interrupted, "Ctrl-C (SIGINT)"];
    return { code: "cancelled", exitCode, message: `Stopped by ${cause}.`, advice: OUTCOMES.cancelled.advice };
  }
  if (error instanceof CommandError || error instanceof WorkflowsError) {
    const { exitCode, advice } = OUTCOMES[error.code];
    if (error instanceof CommandError) {
      return { code: error.code, exitCode, message: error.message, advice: error.hint ?? advice };
    }
    const [message, hint] = [summaryOf(error), error.hint ?? advice].map(withOptions) as [string, string];
    return { code: error.code, exitCode, message, advice: hint };
  }
  const name = error instanceof Error ? error.name : typeof error;
  return {
    code: "internal",
    exitCode: EXIT.internal,
    message: `Bug in pulumi-workflows (${name}).`,
    advice: "Set PULUMI_WORKFLOWS_DEBUG=1 to see where it happened, and report it.",
  };
}
