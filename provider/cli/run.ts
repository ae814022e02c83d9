/** Runs one command line: parses it, calls its command, and reports what fails. */
import { CommanderError } from "commander";
import type { CommandContext } from "./context.js";
import { CommandError, EXIT, type ExitCode, reportOf } from "./exit-codes.js";
import { createMessages, type Messages } from "./messages.js";
import { createProgram } from "./program.js";

/** @param args without `node` and the program's name. Does not throw. */
export async function run(args: readonly string[], context: CommandContext): Promise<ExitCode> {
  const messages = messagesFor(args, context);
  try {
    const exitCode = await call(args, context, messages);
    messages.end();
    return exitCode;
  } catch (error) {
    return fail(error, context, messages);
  }
}

/** Reports an error that no command caught, and returns the exit code. */
export function reportBug(error: unknown, args: readonly string[], context: CommandContext): ExitCode {
  return fail(error, context, messagesFor(args, context));
}

/** A command line that cannot be parsed is reported as JSON too, so `--json` is read first. After `--` all are operands. */
function messagesFor(args: readonly string[], context: CommandContext): Messages {
  const end = args.indexOf("--");
  return createMessages(context.writeError, (end === -1 ? args : args.slice(0, end)).includes("--json"));
}

async function call(args: readonly string[], context: CommandContext, messages: Messages): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.ok;
  let help = "";
  const program = createProgram({
    width: context.width,
    print: (text) => (help += text),
    action:
      (load) =>
      async (...given) => {
        const command = await load();
        // Commander adds the options and the command itself after the operands.
        const options = { ...(given.at(-2) as object), context, messages };
        exitCode = await command(options as never, ...(given.slice(0, -2) as string[]));
      },
  });
  try {
    await program.parseAsync([...args], { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) {
      throw error;
    }
    if (error.exitCode !== 0) {
      throw usageError(error, help, args);
    }
    await context.write(help);
  }
  return exitCode;
}

/** @param help What commander would print: its help, if there is no command at all, or `help` for an unknown one. */
function usageError({ message }: CommanderError, help: string, [first, second]: readonly string[]): CommandError {
  const [problem = "", suggestion] = message.replace(/^error: /, "").split("\n");
  if (problem === "(outputHelp)") {
    const isUnknown = first === "help" && second !== undefined;
    return new CommandError("usage", isUnknown ? `unknown command '${second}'` : "There is no command.", help);
  }
  return new CommandError("usage", problem, suggestion?.replace(/^\((.*)\)$/, "$1"));
}

function fail(error: unknown, { environment, signal }: CommandContext, messages: Messages): ExitCode {
  const report = reportOf(error, signal);
  const isDebugged = report.code === "internal" && environment["PULUMI_WORKFLOWS_DEBUG"] === "1";
  const stack = error instanceof Error ? error.stack : String(error);
  messages.end(isDebugged ? { ...report, stack } : report);
  return report.exitCode;
}
