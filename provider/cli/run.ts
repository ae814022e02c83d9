/** Runs one command line: parses it, calls its command, and reports a failure. */
import { type Command, CommanderError } from "commander";
import { withCode } from "../base/errors.js";
import type { CommandContext } from "./context.js";
import { CommandError, EXIT, type ExitCode, type FailureReport, reportOf } from "./exit-codes.js";
import type { Options } from "./options.js";
import { createProgram } from "./program.js";

/**
 * Runs a command line, and returns the exit code. Does not throw.
 *
 * @param args The command line, without `node` and the program's name.
 */
export async function run(args: readonly string[], context: CommandContext): Promise<ExitCode> {
  try {
    return await call(args, context);
  } catch (error) {
    return reportFailure(error, context);
  }
}

/** Reports an error that no command caught, on standard error: what failed, what to do, and the code. Returns the exit code. */
export function reportFailure(error: unknown, { environment, writeError, signal }: CommandContext): ExitCode {
  const report = reportOf(error, signal);
  const isDebugged = report.code === "internal" && environment["PULUMI_WORKFLOWS_DEBUG"] === "1";
  const stack = error instanceof Error ? error.stack : String(error);
  const text = isDebugged ? `${stack ?? ""}\n${textOf(report)}` : textOf(report);
  // Control characters become spaces. The line breaks and the columns of help stay.
  writeError(`${text.replace(/(?!\n)[\p{C}\p{Zl}\p{Zp}]/gu, " ").replaceAll("\n", "\n  ")}\n`);
  return report.exitCode;
}

function textOf({ code, message, advice }: FailureReport): string {
  const problem = `pulumi-workflows: ${message}`;
  if (advice === undefined) {
    return withCode(problem, code);
  }
  // Advice of several lines is the help of a command. A code at its end would look like a part of it.
  const isHelp = advice.includes("\n");
  return isHelp ? `${withCode(problem, code)}\n${advice.trimEnd()}` : `${problem}\n${withCode(advice, code)}`;
}

/** Parses a command line and calls its command. Help is printed, and a wrong command line throws a `CommandError`. */
async function call(args: readonly string[], context: CommandContext): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.ok;
  const printed: string[] = [];
  const program = createProgram({
    width: context.width,
    print: (text) => void printed.push(text),
    action:
      (load) =>
      async (...parameters) => {
        const command = parameters.at(-1) as Command;
        const execute = await load();
        exitCode = await execute({ ...command.opts<Options>(), context });
      },
  });
  try {
    await program.parseAsync([...args], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      throw error;
    }
    if (error.exitCode !== 0) {
      throw usageError(error, printed.join(""), args);
    }
    await context.write(printed.join(""));
  }
  return exitCode;
}

/**
 * Returns the error for a wrong command line.
 *
 * @param printed The help that commander printed, if there is no command, or `help` for one that does not exist.
 * @param args The command line.
 */
function usageError({ code, message }: CommanderError, printed: string, args: readonly string[]): CommandError {
  if (code === "commander.help") {
    const problem = args.length === 0 ? "No command was given." : "There is no such command.";
    return new CommandError("usage", problem, printed);
  }
  const [problem = "", suggestion] = message.replace(/^error: /, "").split("\n");
  return new CommandError("usage", problem, suggestion?.replace(/^\((.*)\)$/, "$1"));
}
