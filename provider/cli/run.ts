/** Runs one command line: parses it, calls its command, and reports a failure. Runs in the command line. */
import { type Command, CommanderError } from "commander";
import type { CommandContext } from "./context.js";
import { CommandError, EXIT, type ExitCode, reportOf } from "./exit-codes.js";
import type { Options } from "./options.js";
import { createProgram } from "./program.js";

/**
 * Runs a command line, and returns the exit code. Does not throw.
 *
 * @param args The command line, without `node` and the program's name.
 */
export async function run(args: readonly string[], context: CommandContext): Promise<ExitCode> {
  try {
    const exitCode = await call(args, context);
    context.messages.end();
    return exitCode;
  } catch (error) {
    return reportFailure(error, context);
  }
}

/** Reports an error that no command caught, and returns the exit code. */
export function reportFailure(error: unknown, { environment, messages, signal }: CommandContext): ExitCode {
  const report = reportOf(error, signal);
  const isDebugged = report.code === "internal" && environment["PULUMI_WORKFLOWS_DEBUG"] === "1";
  const stack = error instanceof Error ? error.stack : String(error);
  messages.end(isDebugged ? { ...report, stack } : report);
  return report.exitCode;
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
        exitCode = await execute({ ...command.opts<Options>(), context }, ...(command.args as [string, string]));
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
 * Returns the error for a wrong command line. There are two kinds:
 *
 * 1. No command, or `help` for an unknown command. Commander then prints help, and its error's message is "(outputHelp)".
 * 2. Everything else. Commander's error has a message such as "error: unknown option '--jsn'\n(Did you mean --json?)".
 *
 * @param printed The text that commander printed before it failed.
 * @param args The command line.
 */
function usageError({ message }: CommanderError, printed: string, args: readonly string[]): CommandError {
  if (message === "(outputHelp)") {
    const [command, topic] = args;
    const problem = command === "help" && topic !== undefined ? `unknown command '${topic}'` : "No command was given.";
    return new CommandError("usage", problem, printed);
  }
  const [problem = "", suggestion] = message.replace(/^error: /, "").split("\n");
  return new CommandError("usage", problem, suggestion?.replace(/^\((.*)\)$/, "$1"));
}
