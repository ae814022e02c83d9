/** Decides how a command ends: the exit codes, the failures of the command line, and what to do about each. Runs in the command line. */
import { type ErrorCode, summaryOf, WorkflowsError } from "../base/errors.js";
import { withOptions } from "./text.js";

/** All exit codes with their meanings, as `--help` and the pages show them. A code never changes its meaning. */
export const EXIT_MEANINGS = [
  [0, "success"],
  [1, "compare --exit-code: there are differences"],
  [2, "the command line is wrong"],
  [3, "a setting is missing or invalid; nothing was sent"],
  [4, "the Pulumi CLI is missing or failed, or the stack could not be read"],
  [5, "the service cannot be reached or is not available now: try again later"],
  [6, "no secure connection: a certificate was not accepted, or TLS failed"],
  [7, "the credentials were refused, or the response has no usable token"],
  [8, "the service refused the request: 403, 404, other 4xx, a redirect"],
  [9, "the response is not a usable listing: not JSON, no list, over a limit"],
  [70, "a bug in this program, or its output could not be written"],
  [130, "stopped by Ctrl-C (SIGINT)"],
  [143, "stopped by SIGTERM"],
] as const;

export type ExitCode = (typeof EXIT_MEANINGS)[number][0];

/** Exit codes that do not follow from a failure's code. */
export const EXIT = { ok: 0, different: 1, terminated: 143 } as const satisfies Record<string, ExitCode>;

/** Failures of the command line itself. */
type CommandFailure = "usage" | "stack" | "output";

/** A wrong command line, a stack that cannot be read, or output that cannot be written. */
export class CommandError extends Error {
  /** @param hint What to do, in sentences. */
  constructor(
    readonly code: CommandFailure,
    message: string,
    readonly hint?: string,
  ) {
    super(message);
    this.name = "CommandError";
  }
}

/** The kind of a failure, as messages and `--json` show it. */
type FailureCode = ErrorCode | CommandFailure;

/** The failures that end with the same exit code and the same advice. */
interface FailureRow {
  readonly exitCode: ExitCode;
  readonly codes: readonly FailureCode[];
  /** The advice if the error has no hint. */
  readonly advice: string;
}

/** The exit code and the advice for each kind of failure. */
const FAILURES = [
  { exitCode: 2, codes: ["usage"], advice: "`--help` after a command shows its options." },
  {
    exitCode: 3,
    codes: ["settings"],
    advice: "docs/installation-configuration.md in the repository lists all settings.",
  },
  {
    exitCode: 4,
    codes: ["stack"],
    advice: "Does `pulumi stack ls` show the stack, in the folder of its project (--cwd)?",
  },
  {
    exitCode: 5,
    codes: ["rate-limited", "unavailable", "connection", "dns", "proxy", "timeout"],
    advice: "Try again later. If it fails again, check baseUrl, the network and the proxy variables.",
  },
  {
    exitCode: 6,
    codes: ["tls"],
    advice: "Check baseUrl, and the authorities that this machine trusts (NODE_EXTRA_CA_CERTS).",
  },
  {
    exitCode: 7,
    codes: ["token-refused", "token-response"],
    advice: "Check clientId, clientSecret and bearerPath.",
  },
  {
    exitCode: 8,
    codes: ["forbidden", "not-found", "refused", "redirect"],
    advice: "Check baseUrl, and the permissions of the client.",
  },
  {
    exitCode: 9,
    codes: ["not-json", "too-large", "listing", "vanished", "no-match", "several-matches", "not-known", "schema"],
    advice: "Check baseUrl, --items-path and --pagination.",
  },
  { exitCode: 130, codes: ["cancelled"], advice: "The command was stopped before it finished. Run it again." },
  { exitCode: 70, codes: ["output"], advice: "Check the disk space and the permissions of the file." },
  {
    exitCode: 70,
    codes: ["internal"],
    advice: "Set PULUMI_WORKFLOWS_DEBUG=1 to see where it happened, and report it.",
  },
] as const satisfies readonly FailureRow[];

/** A failure in its parts, for people and for programs. */
export interface FailureReport {
  readonly code: FailureCode;
  readonly exitCode: ExitCode;
  readonly message: string;
  readonly advice: string;
  /** Where a bug happened, if the user set PULUMI_WORKFLOWS_DEBUG. */
  readonly stack?: string | undefined;
}

/**
 * Returns the report of any failure. An unknown error is reported by its name only, because its text may contain a secret.
 *
 * @param signal If it was aborted, that is why the command failed. Its reason is the name of the process signal.
 */
export function reportOf(error: unknown, signal?: AbortSignal): FailureReport {
  if (signal?.aborted === true) {
    return signal.reason === "SIGTERM"
      ? { ...report("cancelled", "Stopped by SIGTERM."), exitCode: EXIT.terminated }
      : report("cancelled", "Stopped by Ctrl-C (SIGINT).");
  }
  if (error instanceof CommandError || error instanceof WorkflowsError) {
    return report(error.code, error instanceof CommandError ? error.message : summaryOf(error), error.hint);
  }
  return report("internal", `Bug in pulumi-workflows (${error instanceof Error ? error.name : typeof error}).`);
}

/** Makes the report of a failure. Its code must be in the table, or this does not compile. */
function report(code: (typeof FAILURES)[number]["codes"][number], message: string, hint?: string): FailureReport {
  const rows: readonly FailureRow[] = FAILURES;
  const { exitCode, advice } = rows.find(({ codes }) => codes.includes(code)) ?? { exitCode: 70, advice: "" };
  return { code, exitCode, message: withOptions(message), advice: withOptions(hint ?? advice) };
}
