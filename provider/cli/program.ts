/** Declares the commands and their options. */
import { Command, InvalidArgumentError, Option } from "commander";
import { jsonIn } from "../base/json-path.js";
import { packageVersion } from "../base/package-version.js";
import { EXIT_MEANINGS, type ExitCode } from "./exit-codes.js";
import type { Options } from "./options.js";

/** Loads the function of a command. It is called only if the command runs, because `--help` needs no command. */
type LoadCommand = () => Promise<(options: Options) => Promise<ExitCode>>;

/** The width and the functions with which the program prints help and runs commands. */
interface ProgramParts {
  /** Columns of the help. Default: commander's. */
  readonly width: number | undefined;
  /** Receives the help. */
  readonly print: (text: string) => void;
  /** Returns the function that commander calls for a command. Commander gives it the command as the last parameter. */
  readonly action: (load: LoadCommand) => (...parameters: unknown[]) => Promise<void>;
}

/** Declares all commands. */
export function createProgram({ width, print, action }: ProgramParts): Command {
  const meanings = EXIT_MEANINGS.map(([code, meaning]) => `  ${String(code).padStart(3)}  ${meaning}`);
  const program = new Command("pulumi-workflows")
    .description("Checks the settings of a service, and lists its workflows, for people and pipelines.")
    .version(packageVersion())
    .exitOverride()
    .configureOutput({
      writeOut: print,
      // Commander writes help to standard error if the command line is wrong.
      writeErr: print,
      // Commander's message about an error is dropped here, because the thrown error has it too.
      outputError: () => undefined,
      ...(width === undefined ? {} : { getOutHelpWidth: () => width, getErrHelpWidth: () => width }),
    })
    .addHelpText("after", `\nExit codes:\n${meanings.join("\n")}`)
    .showSuggestionAfterError();

  addRequest(addService(program.command("check")))
    .description("check what a deployment needs, step by step: settings, token, listing")
    .option("--json", "print the report as JSON")
    .action(action(async () => (await import("./check.js")).check));

  addView(addRequest(addService(program.command("list"))))
    .description("print the workflows")
    .option("--json", "print the workflows as JSON")
    .addOption(new Option("--markdown", "print a table in Markdown, for a pipeline's summary page").conflicts("json"))
    .action(action(async () => (await import("./list.js")).list));

  addService(program.command("token"))
    .description("print an access token, for requests that this package does not make; to a pipe only")
    .option("--json", "print the token and the time of its end as JSON")
    .option("--show", "print it to a terminal or a file too")
    .action(action(async () => (await import("./token.js")).token));

  return program;
}

/** Adds the options that say where the settings come from. No option takes a secret, because every process of the machine can read arguments. */
function addService(command: Command): Command {
  return command
    .option(
      "--stack <name>",
      "read the settings from the config of this stack (default: the selected stack, if the environment has none)",
      once(nonEmptyText),
    )
    .option("--cwd <folder>", "the folder of the Pulumi project (default: the current folder)", once(nonEmptyText))
    .option("--connection <name>", "a connection in the config of the stack", once(nonEmptyText));
}

/** Adds the options that are sent to the service, or are needed to read its response. */
function addRequest(command: Command): Command {
  return command
    .option("--query <name=value>", "a query parameter for the service; may be repeated", collected)
    .option("--items-path <path>", "path to the array of workflows in the response", once(String))
    .option("--pagination <settings>", "how to read the next page: page, offset, none, or JSON", once(nonEmptyText))
    .option("--max-pages <n>", "fail if there are more pages", once(wholeNumber))
    .option("--key-path <paths>", 'what identifies a workflow: comma-separated paths, or "none"', fieldNames)
    .option(
      "--unrelated-fields <names>",
      "fields beside the list that say nothing about it, comma-separated",
      fieldNames,
    );
}

/** Adds the options that choose and cut the workflows. */
function addView(command: Command): Command {
  return command
    .option("--where <condition>", "only these workflows: enabled=true, or JSON; may be repeated", collected)
    .option("--select <fields>", "only these fields, comma-separated paths such as name,owner.team", fieldNames)
    .option("--ignore-fields <fields>", "without these fields, comma-separated", fieldNames)
    .option("--max-items <n>", "fail if there are more workflows", once(wholeNumber));
}

/** Makes a parser that refuses an option that is given twice, because the second value contradicts the first. */
function once<T>(parse: (value: string) => T): (value: string, previous: T | undefined) => T {
  return (value, previous) => {
    if (previous !== undefined) {
      throw new InvalidArgumentError("The option is given more than once.");
    }
    return parse(value);
  };
}

/** Returns the value. Refuses an empty one, because it usually comes from an unset shell variable and must not mean the default. */
function nonEmptyText(value: string): string {
  if (value.trim() === "") {
    throw new InvalidArgumentError("It is empty. Is a variable not set?");
  }
  return value;
}

/** Collects the values of an option that may be repeated. */
function collected(value: string, earlierValues: readonly string[] = []): readonly string[] {
  return [...earlierValues, value];
}

/** Parses names with commas between them, or a JSON list as programs and stack config have it. The option may be repeated. */
function fieldNames(value: string, earlierNames: readonly string[] = []): readonly string[] {
  const list = jsonIn(nonEmptyText(value));
  const names = (Array.isArray(list) ? list.map(String) : value.split(",")).map((field) => field.trim());
  if (names.includes("")) {
    throw new InvalidArgumentError("A field between the commas is empty.");
  }
  return [...earlierNames, ...names];
}

/** Parses a number of up to nine digits. */
function wholeNumber(value: string): number {
  if (!/^\d{1,9}$/.test(value)) {
    throw new InvalidArgumentError("It takes a whole number.");
  }
  return Number(value);
}
