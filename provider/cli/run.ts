/** Runs one command line: parses it, calls its command, and reports a failure. Runs in the command line. */
import { CommanderError } from "commander";
import type { CommandContext } from "./context.js";
import { CommandError, EXIT, type ExitCode, reportOf } from "./exit-codes.js";
import type { Options } from "./options.js";
import { createProgram } from "./program.js";

/** @param args Without `node` and the program's name. Does not throw. */
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

async function call(args: readonly string[], context: CommandContext): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.ok;
  const printed: string[] = [];
  const program = createProgram({
    width: context.width,
    print: (text) => void printed.push(text),
    action:
      (load) =>
      async (...operandsAndOptions) => {
        const command = await load();
        // Commander appends the options and the command itself to the operands.
        const operands = operandsAndOptions.slice(0, -2) as [string, string];
        const options = operandsAndOptions.at(-2) as Options;
        exitCode = await command({ ...options, context }, ...operands);
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
 * @param help The text that commander printed before it failed: help, if there was no command or an unknown one.
 */
function usageError({ message }: CommanderError, help: string, [first, second]: readonly string[]): CommandError {
  const [problem = "", suggestion] = message.replace(/^error: /, "").split("\n");
  if (problem === "(outputHelp)") {
    const isUnknownCommand = first === "help" && second !== undefined;
    return new CommandError("usage", isUnknownCommand ? `unknown command '${second}'` : "No command was given.", help);
  }
  return new CommandError("usage", problem, suggestion?.replace(/^\((.*)\)$/, "$1"));
}
