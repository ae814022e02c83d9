/** Declares the commands and their options. */
import { Command, InvalidArgumentError, Option } from "commander";
import { packageVersion } from "../base/package-version.js";
import type { CommandContext } from "./context.js";
import { EXIT_MEANINGS, type ExitCode } from "./exit-codes.js";
import { addCondition, addFields, addParameter, type Options, parsePagination } from "./options.js";

/** Loads the function of a command. It is called only if the command runs, because `--help` needs no command. */
type LoadCommand = () => Promise<(options: Options) => Promise<ExitCode>>;

/**
 * Declares all commands.
 *
 * @param onEnd Receives the exit code of the command that ran.
 */
export function createProgram(context: CommandContext, onEnd: (exitCode: ExitCode) => void): Command {
  const meanings = EXIT_MEANINGS.map(([code, meaning]) => `  ${String(code).padStart(3)}  ${meaning}`);
  const program = new Command("pulumi-workflows")
    .description("Checks the settings of a service, and lists its workflows, for people and pipelines.")
    .version(packageVersion())
    .exitOverride()
    .configureOutput({ writeOut: context.write, writeErr: context.writeError })
    .addHelpText("after", `\nExit codes:\n${meanings.join("\n")}`)
    .showHelpAfterError("`--help` after a command shows its options.");

  const action = (load: LoadCommand) => async (options: Omit<Options, "context">) => {
    const execute = await load();
    onEnd(await execute({ ...options, context }));
  };

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

/**
 * Adds the options that say where the settings come from. No option takes a secret, because every process of the
 * machine can read arguments.
 */
function addService(command: Command): Command {
  return command
    .option(
      "--stack <name>",
      "read the settings from the config of this stack (default: the selected stack, if the environment has none)",
      nonEmptyText,
    )
    .option("--cwd <folder>", "the folder of the Pulumi project (default: the current folder)", nonEmptyText)
    .option("--connection <name>", "a connection in the config of the stack", nonEmptyText);
}

/** Adds the options that are sent to the service, or are needed to read its response. */
function addRequest(command: Command): Command {
  return command
    .option("--query <name=value>", "a query parameter for the service; may be repeated", addParameter)
    .option("--items-path <path>", "path to the array of workflows in the response")
    .option("--pagination <settings>", "how to read the next page: page, offset, none, or JSON", parsePagination)
    .option("--max-pages <n>", "fail if there are more pages", Number)
    .option("--key-path <paths>", 'what identifies a workflow: comma-separated paths, or "none"', addFields)
    .option(
      "--unrelated-fields <names>",
      "fields beside the list that say nothing about it, comma-separated",
      addFields,
    );
}

/** Adds the options that choose and cut the workflows. */
function addView(command: Command): Command {
  return command
    .option("--where <condition>", "only these workflows: enabled=true, or JSON; may be repeated", addCondition)
    .option("--select <fields>", "only these fields, comma-separated paths such as name,owner.team", addFields)
    .option("--ignore-fields <fields>", "without these fields, comma-separated", addFields)
    .option("--max-items <n>", "fail if there are more workflows", Number);
}

/**
 * Returns the value. Refuses an empty one, because it usually comes from an unset shell variable and must not mean the
 * default.
 */
function nonEmptyText(value: string): string {
  if (value.trim() === "") {
    throw new InvalidArgumentError("Is a variable not set?");
  }
  return value;
}
