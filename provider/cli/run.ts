/** Runs one command line: parses it, calls its command, and reports a failure. */
import { CommanderError } from "commander";
import { WorkflowsError } from "../base/errors.js";
import { type CommandContext, tell } from "./context.js";
import { EXIT, type ExitCode, exitCodeOf } from "./exit-codes.js";
import { createProgram } from "./program.js";

/**
 * Runs a command line, and returns the exit code. Does not throw.
 *
 * @param args The command line, without `node` and the program's name.
 */
export async function run(args: readonly string[], context: CommandContext): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.ok;
  const program = createProgram(context, (code) => (exitCode = code));
  try {
    await program.parseAsync([...args], { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) {
      // Commander has printed the help, or what is wrong with the command line.
      return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    }
    return reportFailure(error, context);
  }
}

/** Reports an error on standard error: what failed, what to do, and the code. Returns the exit code. */
export function reportFailure(error: unknown, context: CommandContext): ExitCode {
  describeFailure(error).forEach((line) => tell(context, line));
  return exitCodeOf(error);
}

/**
 * Returns the lines about a failure. Of a bug, its name and place are shown, but not its text, which may contain a
 * secret.
 */
function describeFailure(error: unknown): readonly string[] {
  if (error instanceof WorkflowsError) {
    return error.message.split("\n");
  }
  const { name, stack = "" } = error instanceof Error ? error : new Error();
  const place = stack.split("\n").filter((line) => line.startsWith("    at "));
  return [`Bug in pulumi-workflows (${name}). Please report it, with these lines.`, ...place];
}
