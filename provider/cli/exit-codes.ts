/** Decides how a command ends: the exit codes, the failures of the command line, and the report of a failure. */
import { type ErrorCode, mayPass, summaryOf, WorkflowsError } from "../base/errors.js";
import { withOptions } from "./text.js";

/** All exit codes with their meanings, as `--help` and the pages show them. A code never changes its meaning. */
export const EXIT_MEANINGS = [
  [0, "success"],
  [1, "failed; the message says why, and what to do"],
  [2, "the command line is wrong, or a setting is missing or invalid; nothing was sent"],
  [75, "failed now, but worth trying again: the service or the network may recover"],
  [130, "stopped by Ctrl-C (SIGINT)"],
  [143, "stopped by SIGTERM"],
] as const;

export type ExitCode = (typeof EXIT_MEANINGS)[number][0];

/** The exit codes by name. */
export const EXIT = {
  ok: 0,
  failed: 1,
  usage: 2,
  tryAgain: 75,
  interrupted: 130,
  terminated: 143,
} as const satisfies Record<string, ExitCode>;

/** What to do about each failure of the command line itself, if its error does not say it. */
const ADVICE = {
  usage: "`--help` after a command shows its options.",
  stack: "Does `pulumi stack ls` show the stack, in the folder of its project (--cwd)?",
  output: "Check the disk space and the permissions of the file.",
  internal: "Set PULUMI_WORKFLOWS_DEBUG=1 to see where it happened, and report it.",
  cancelled: "The command was stopped before it finished. Run it again.",
} as const;

/** A wrong command line, a stack that cannot be read, or output that cannot be written. */
export class CommandError extends Error {
  /** @param hint What to do, in sentences. */
  constructor(
    readonly code: "usage" | "stack" | "output",
    message: string,
    readonly hint: string = ADVICE[code],
  ) {
    super(message);
    this.name = "CommandError";
  }
}

/** A failure in its parts, for people and for programs. */
export interface FailureReport {
  /** The kind of failure. */
  readonly code: ErrorCode | keyof typeof ADVICE;
  readonly exitCode: ExitCode;
  readonly message: string;
  readonly advice?: string | undefined;
}

/**
 * Returns the report of any failure. An unknown error is reported by its name only, because its text may contain a secret.
 *
 * @param signal If it was aborted, that is why the command failed. Its reason is the name of the process signal.
 */
export function reportOf(error: unknown, signal?: AbortSignal): FailureReport {
  if (signal?.aborted === true) {
    const [exitCode, name] =
      signal.reason === "SIGTERM" ? [EXIT.terminated, "SIGTERM"] : [EXIT.interrupted, "Ctrl-C (SIGINT)"];
    return { code: "cancelled", exitCode, message: `Stopped by ${name}.`, advice: ADVICE.cancelled };
  }
  if (error instanceof CommandError) {
    const { code, message, hint } = error;
    return { code, exitCode: code === "usage" ? EXIT.usage : EXIT.failed, message, advice: hint };
  }
  if (error instanceof WorkflowsError) {
    const advice = error.hint === undefined ? undefined : withOptions(error.hint);
    return { code: error.code, exitCode: exitCodeOf(error), message: withOptions(summaryOf(error)), advice };
  }
  const name = error instanceof Error ? error.name : typeof error;
  return {
    code: "internal",
    exitCode: EXIT.failed,
    message: `Bug in pulumi-workflows (${name}).`,
    advice: ADVICE.internal,
  };
}

function exitCodeOf(error: WorkflowsError): ExitCode {
  if (error.code === "settings") {
    return EXIT.usage;
  }
  if (error.code === "cancelled") {
    return EXIT.interrupted;
  }
  return mayPass(error) ? EXIT.tryAgain : EXIT.failed;
}
