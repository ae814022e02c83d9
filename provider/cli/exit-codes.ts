/** How a command ends: the exit codes, the failures of the command line itself, and what to do about each failure. */
import { type ErrorCode, summaryOf, WorkflowsError } from "../http/errors.js";
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
  [EXIT.different, "compare --exit-code: there are differences"],
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
  /** What to do, in sentences. */
  readonly hint: string | undefined;

  constructor(code: CommandFailure, message: string, hint?: string) {
    super(message);
    this.name = "CommandError";
    this.code = code;
    this.hint = hint;
  }
}

type FailureCode = ErrorCode | CommandFailure | "internal";

/** The kinds of failure of each exit code, and what to do if the error has no hint of its own. */
const OUTCOMES = [
  [EXIT.usage, ["usage"], "`--help` after a command shows its options."],
  [EXIT.settings, ["settings"], "docs/installation-configuration.md in the repository lists all settings."],
  [EXIT.stack, ["stack"], "Does `pulumi stack ls` show the stack, in the folder of its project (--cwd)?"],
  [
    EXIT.unavailable,
    ["rate-limited", "unavailable", "connection", "dns", "proxy", "timeout"],
    "Try again later. If it fails again, check baseUrl, the network and the proxy variables.",
  ],
  [EXIT.tls, ["tls"], "Check baseUrl, and the authorities that this machine trusts (NODE_EXTRA_CA_CERTS)."],
  [EXIT.credentials, ["token-refused", "token-response"], "Check clientId, clientSecret and bearerPath."],
  [
    EXIT.refused,
    ["forbidden", "not-found", "refused", "redirect"],
    "Check baseUrl, and the permissions of the client.",
  ],
  [
    EXIT.listing,
    ["not-json", "too-large", "listing", "vanished", "no-match", "several-matches", "schema"],
    "Check baseUrl, --items-path and --pagination.",
  ],
  [EXIT.interrupted, ["cancelled"], "The command was stopped before it finished. Run it again."],
  [EXIT.internal, ["output"], "Check the disk space and the permissions of the file."],
  [EXIT.internal, ["internal"], "Set PULUMI_WORKFLOWS_DEBUG=1 to see where it happened, and report it."],
] as const satisfies readonly (readonly [ExitCode, readonly FailureCode[], string])[];

/** A code without a row does not compile. */
function outcomeOf(code: (typeof OUTCOMES)[number][1][number]): readonly [ExitCode, string] {
  const found = OUTCOMES.find(([, codes]: readonly [unknown, readonly FailureCode[], unknown]) => codes.includes(code));
  return found === undefined ? [EXIT.internal, ""] : [found[0], found[2]];
}

/** A failure in its parts, for people and for programs. */
export interface FailureReport {
  readonly code: FailureCode;
  readonly exitCode: ExitCode;
  readonly message: string;
  readonly advice: string;
  /** Where a bug happened, if it is asked for. */
  readonly stack?: string | undefined;
}

/** @param signal If it was aborted, that is why the command failed. Its reason is the name of the process signal. */
export function exitCodeOf(error: unknown, signal?: AbortSignal): ExitCode {
  return reportOf(error, signal).exitCode;
}

/** The report of any failure. An unknown error is reported by its name only: its text may contain a secret. */
export function reportOf(error: unknown, signal?: AbortSignal): FailureReport {
  if (signal?.aborted === true) {
    const isTerminated = signal.reason === "SIGTERM";
    const message = `Stopped by ${isTerminated ? "SIGTERM" : "Ctrl-C (SIGINT)"}.`;
    const [interrupted, advice] = outcomeOf("cancelled");
    return { code: "cancelled", exitCode: isTerminated ? EXIT.terminated : interrupted, message, advice };
  }
  if (error instanceof CommandError || error instanceof WorkflowsError) {
    const [exitCode, advice] = outcomeOf(error.code);
    const message = error instanceof CommandError ? error.message : summaryOf(error);
    return { code: error.code, exitCode, message: withOptions(message), advice: withOptions(error.hint ?? advice) };
  }
  const [exitCode, advice] = outcomeOf("internal");
  const name = error instanceof Error ? error.name : typeof error;
  return { code: "internal", exitCode, message: `Bug in pulumi-workflows (${name}).`, advice };
}
