/** The exit codes, and how a failed command ends. */
import { WorkflowsError } from "../base/errors.js";

/** All exit codes with their meanings, as `--help` and the pages show them. A code never changes its meaning. */
export const EXIT_MEANINGS = [
  [0, "success"],
  [1, "failed; the message says why, and what to do"],
  [2, "the command line is wrong, or the settings are: nothing was sent"],
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

/** Returns the exit code of a command that failed with this error. */
export function exitCodeOf(error: unknown): ExitCode {
  if (!(error instanceof WorkflowsError)) {
    return EXIT.failed;
  }
  if (error.code === "settings") {
    return EXIT.usage;
  }
  return error.mayPass ? EXIT.tryAgain : EXIT.failed;
}
