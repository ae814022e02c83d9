/** The command line: its commands and options, and how failures are reported. */
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { printable } from "../http/excerpt.js";
import { packageVersion } from "../http/package-version.js";
import type { CompareCommand } from "./compare.js";
import type { CommandContext } from "./context.js";
import type { GetCommand } from "./get.js";
import { CommandError, EXIT, EXIT_MEANINGS, type ExitCode, reportOf } from "./exit-codes.js";
import { createProgress } from "./progress.js";
import { printableJson } from "./text.js";

/** What `types` writes. */
const FORMATS = ["typescript", "zod", "json-schema"] as const;
export type Format = (typeof FORMATS)[number];

/** Runs one command line (without `node` and the program's name) and returns its exit code. Does not throw. */
export async function run(args: readonly string[], context: CommandContext): Promise<ExitCode> {
  // Read before the options are: a command line that cannot be parsed is reported as JSON too.
  const json = optionsOf(args).includes("--json");
  const progress = await createProgress(context, json);
  let exitCode: ExitCode = EXIT.ok;
  let help = "";
  try {
    const program = createProgram(context, {
      print: (text) => (help += text),
      // Commands are loaded when they are called: `--help` needs none of them.
      action:
        (load) =>
        async (...given: unknown[]): Promise<void> => {
          // Commander adds the options and the command itself after the operands.
          const options = { ...(given.at(-2) as object), context, progress };
          const command = await load();
          exitCode = await command(options as never, ...(given.slice(0, -2) as string[]));
        },
    });
    try {
      await program.parseAsync([...args], { from: "user" });
    } catch (error) {
      if (!(error instanceof CommanderError && error.exitCode === 0)) {
        const failure = error instanceof CommanderError ? usageError(error, help, args) : error;
        const isCommand = program.commands.some((command) => command.name() === args[0]);
        throw isCommand ? withHelp(failure, args) : failure;
      }
      await context.write(help);
    }
    progress.end();
    return exitCode;
  } catch (error) {
    progress.stop();
    return fail(error, context, json, progress.end);
  }
}

/** Reports an error that no command caught, and returns the exit code. */
export function reportBug(error: unknown, args: readonly string[], context: CommandContext): ExitCode {
  return fail(error, context, optionsOf(args).includes("--json"), (failure) =>
    context.writeError(`${printableJson(JSON.stringify(failure))}\n`),
  );
}

/** The arguments up to `--`, after which all are operands. */
function optionsOf(args: readonly string[]): readonly string[] {
  const end = args.indexOf("--");
  return end === -1 ? args : args.slice(0, end);
}

type Load = () => Promise<(options: never, ...operands: string[]) => Promise<ExitCode>>;

interface ProgramParts {
  readonly print: (text: string) => void;
  readonly action: (load: Load) => (...given: unknown[]) => Promise<void>;
}

/** @param context Only its width is used. */
export function createProgram({ width }: Pick<CommandContext, "width">, { print, action }: ProgramParts): Command {
  const meanings = EXIT_MEANINGS.map(([code, meaning]) => `  ${String(code).padStart(3)}  ${meaning}`);
  const program = new Command("pulumi-workflows")
    .description("Checks, lists and compares the workflows of a service, for people and pipelines.")
    .version(packageVersion())
    .exitOverride()
    .configureOutput({
      writeOut: print,
      // What goes here is either help, or a message that the thrown error has too.
      writeErr: print,
      outputError: () => undefined,
      getOutHelpWidth: () => width,
      getErrHelpWidth: () => width,
    })
    .addHelpText("after", `\nExit codes:\n${meanings.join("\n")}`)
    .showSuggestionAfterError();

  addRequest(addSource(program.command("check")))
    .description("check everything that a deployment needs, step by step: settings, connection, TLS, token, listing")
    .action(action(async () => (await import("./check.js")).check));

  addView(addRequest(addSource(program.command("list"))))
    .description("print the workflows")
    .addOption(new Option("--csv", "print CSV, with all fields unless --select names some").conflicts("json"))
    .option("--sort-by <fields>", "sort by these fields, comma-separated; -field sorts in descending order", fields)
    .action(action(async () => (await import("./list.js")).list));

  addView(addRequest(addSource(program.command("compare <A> <B>"), { single: false })))
    .description("show which workflows are missing in one of two environments, or differ")
    .option("--key <field>", 'the field that identifies a workflow on both sides (default: "name")', once(name))
    .option("--exit-code", `exit with ${EXIT.different} if there are differences`)
    .addHelpText(
      "after",
      `
A and B are each one of
  connection:NAME    the service of a connection in the config of the stack (--stack, or the selected stack)
  stack:NAME         the listing in the state of a stack; stack:NAME#RESOURCE if it has several Workflows
  live:NAME          the service of a stack, with the settings of that stack
  file:PATH          a JSON array, as \`list --json\` prints it
  environment        the service that the WORKFLOWS_… variables name
  NAME               a connection with that name, or else a stack`,
    )
    .action(
      action(async () => {
        const { compare } = await import("./compare.js");
        return (options: CompareCommand, a = "", b = "") => compare(a, b, options);
      }),
    );

  addView(addRequest(addSource(program.command("types"))))
    .description("print the types of the workflows, inferred from the listing")
    .addOption(
      new Option(
        "--format <format>",
        'the form: typescript (an interface), zod, or json-schema (default: "typescript")',
      ).argParser(once(format)),
    )
    .option("--names <field>", "add a union of the workflows' names: the values of this field", once(name))
    .option("--compare <file>", `compare with this file instead; exit with ${EXIT.different} if it differs`, once(name))
    .action(action(async () => (await import("./types.js")).types));

  addRequest(addSource(program.command("get <path>")))
    .description("print what another path of the service gives, such as /v2/workflows/wf_1, as JSON")
    .option("--parameter <name=value>", "fills in {name} in the path; may be repeated", collected)
    .option("--allow-missing", "print null if the path does not exist")
    .action(
      action(async () => {
        const { get } = await import("./get.js");
        return (options: GetCommand, path = "") => get(path, options);
      }),
    );

  addSource(program.command("token"))
    .description("print an access token, for requests that this package does not make; to a pipe only")
    .option("--show", "print it to a terminal or a file too")
    .action(action(async () => (await import("./token.js")).token));

  return program;
}

/** Where the settings come from. No option takes a secret: every process of the machine can read arguments. */
function addSource(command: Command, { single } = { single: true }): Command {
  command
    .option("--stack <name>", "read the settings from the config of this stack (needs the Pulumi CLI)", once(name))
    .option("--cwd <folder>", "the folder of the Pulumi project (default: the current folder)", once(name));
  if (single) {
    command
      .option(
        "--connection <name>",
        "a connection in the config of the stack (--stack, or the selected stack)",
        once(name),
      )
      .addOption(
        new Option("--client-secret-fd <n>", "read the Client Secret from this open file descriptor")
          .argParser(once(wholeNumber))
          .conflicts("connection"),
      );
  }
  return command.option("--json", "print JSON; failures and warnings too, as one document on standard error");
}

function addRequest(command: Command): Command {
  return command
    .option("--query <name=value>", "a query parameter for the service; may be repeated", collected)
    .option("--items-path <path>", "path to the array of workflows in the response", once(String))
    .option(
      "--pagination <settings>",
      "how to read the next page: none, page, offset or cursor, with settings (page,start=1), or JSON",
      once(name),
    )
    .option("--max-pages <n>", "fail if there are more pages", once(wholeNumber));
}

function addView(command: Command): Command {
  return command
    .option(
      "--where <condition>",
      "only these workflows: enabled=true, name^=Nightly, !archived; may be repeated",
      collected,
    )
    .option("--select <fields>", "only these fields, comma-separated paths such as name,owner.team", fields)
    .option("--ignore-fields <fields>", "without these fields, comma-separated", fields)
    .option("--max-items <n>", "fail if there are more workflows", once(wholeNumber));
}

/** An option that is given twice contradicts itself. */
function once<T>(parse: (value: string) => T): (value: string, previous: T | undefined) => T {
  return (value, previous) => {
    if (previous !== undefined) {
      throw new InvalidArgumentError("The option is given more than once.");
    }
    return parse(value);
  };
}

/** An empty name comes from a variable that is not set. It never means the default. */
function name(value: string): string {
  if (value.trim() === "") {
    throw new InvalidArgumentError("It is empty. Is a variable not set?");
  }
  return value;
}

function format(value: string): Format {
  const found = FORMATS.find((each) => each === value);
  if (found === undefined) {
    throw new InvalidArgumentError(`It takes ${FORMATS.join(", ")}.`);
  }
  return found;
}

function collected(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}

function fields(value: string, before: readonly string[] | undefined): readonly string[] {
  const names = name(value)
    .split(",")
    .map((field) => field.trim());
  if (names.includes("")) {
    throw new InvalidArgumentError("A field between the commas is empty.");
  }
  return [...(before ?? []), ...names];
}

function wholeNumber(value: string): number {
  if (!/^\d{1,9}$/.test(value)) {
    throw new InvalidArgumentError("It takes a whole number.");
  }
  return Number(value);
}

/** @param help What commander would print: its help, if there is no command at all, or `help` for an unknown one. */
function usageError({ message }: CommanderError, help: string, [first, second]: readonly string[]): CommandError {
  const [fault = "", suggestion] = message.replace(/^error: /, "").split("\n");
  if (fault === "(outputHelp)") {
    const isUnknown = first === "help" && second !== undefined;
    return new CommandError("usage", isUnknown ? `unknown command '${second}'` : "There is no command.", help);
  }
  return new CommandError("usage", fault, suggestion?.replace(/^\((.*)\)$/, "$1"));
}

/** A wrong use of a command has the help of this command as its hint, if it has no other. */
function withHelp(error: unknown, [command = ""]: readonly string[]): unknown {
  return error instanceof CommandError && error.code === "usage" && error.hint === undefined
    ? new CommandError("usage", error.message, `\`pulumi-workflows ${command} --help\` shows what it takes.`)
    : error;
}

function fail(
  error: unknown,
  { environment, writeError, signal }: CommandContext,
  json: boolean,
  end: (failure?: object) => void,
): ExitCode {
  const { code, message, advice, exitCode } = reportOf(error, signal);
  const debug = code === "internal" && environment["PULUMI_WORKFLOWS_DEBUG"] === "1";
  const stack = debug ? (error instanceof Error ? (error.stack ?? error.message) : String(error)) : undefined;
  if (json) {
    end({ error: { code, message, advice, exitCode, stack } });
    return exitCode;
  }
  if (stack !== undefined) {
    writeError(`${stack}\n`);
  }
  const lines = [message, advice].flatMap((text) => text.trimEnd().split("\n"));
  writeError(`pulumi-workflows: ${lines.map((line) => printableLine(line)).join("\n  ")}\n`);
  return exitCode;
}

/** Safe to print, with the indentation and the columns of help. */
function printableLine(line: string): string {
  return line
    .split(/( {2,})/)
    .map((part) => (part.startsWith("  ") ? part : printable(part)))
    .join("");
}
