/** The command line: its commands and options, and what becomes of a failure. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { WorkflowsError } from "../http/errors.js";
import { CommandError, partsOf } from "./command-error.js";
import type { CompareCommand } from "./compare.js";
import { EXIT, EXIT_MEANINGS, exitCodeOf, type ExitCode } from "./exit-codes.js";
import { printable, printableJson } from "./printable.js";
import { createProgress } from "./progress.js";
import type { Surroundings } from "./surroundings.js";

/** Runs one command line (without `node` and the program's name) and gives its exit code. Does not throw. */
export async function run(args: readonly string[], surroundings: Surroundings): Promise<ExitCode> {
  let exitCode: ExitCode = EXIT.ok;
  let json = false;
  const progress = await createProgress(surroundings);
  /** An action that loads what it needs when it is called: `--help` needs none of it. */
  const command =
    (load: () => Promise<(options: never, ...given: string[]) => Promise<ExitCode>>) =>
    async (...given: unknown[]): Promise<void> => {
      // Commander adds the options and the command itself after the operands.
      const options = { ...(given.at(-2) as object), surroundings, progress };
      json = "json" in options;
      const work = await load();
      exitCode = await work(options as never, ...(given.slice(0, -2) as string[]));
    };
  const program = createProgram(surroundings);

  addRequest(addSource(program.command("check")))
    .description("try everything a deployment needs, step by step: settings, connection, TLS, token, listing")
    .action(command(async () => (await import("./check.js")).check));

  addView(addRequest(addSource(program.command("list"))))
    .description("show the workflows")
    .option("--csv", "print CSV, all fields unless --select says which")
    .option("--sort-by <fields>", "order, -field for descending, several joined by commas", joined)
    .action(command(async () => (await import("./list.js")).list));

  addView(addRequest(addSource(program.command("compare <A> <B>"), { single: false })))
    .description("tell which workflows two environments have, miss or hold differently")
    .option("--key <field>", "what makes two workflows the same one", "name")
    .option("--exit-code", `exit with ${EXIT.different} where they differ`)
    .addHelpText(
      "after",
      `
A and B are each one of
  connection:NAME    a connection in the config of the stack (--stack, else the selected one): asks its service
  stack:NAME         what the state of a stack holds; stack:NAME#RESOURCE where it has several Workflows
  live:NAME          the service of a stack, with that stack's settings
  file:PATH          a JSON array, as \`list --json\` writes it
  environment        the service that the WORKFLOWS_… variables name
  NAME               a connection of that name, else a stack`,
    )
    .action(
      command(async () => {
        const { compare } = await import("./compare.js");
        return (options: CompareCommand, a = "", b = "") => compare(a, b, options);
      }),
    );

  addSource(program.command("token"))
    .description("print an access token, for calls that this provider does not cover; to a pipe only")
    .option("--show", "print it to a terminal or a file too")
    .action(command(async () => (await import("./token.js")).token));

  try {
    await program.parseAsync([...args], { from: "user" });
    return exitCode;
  } catch (error) {
    progress.stop();
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
    return fail(error, surroundings, json);
  } finally {
    progress.stop();
  }
}

function createProgram({ write, writeError, width }: Surroundings): Command {
  const meanings = EXIT_MEANINGS.map(([code, meaning]) => `  ${String(code).padStart(3)}  ${meaning}`);
  const { version } = JSON.parse(readFileSync(join(__dirname, "..", "..", "package.json"), "utf8")) as {
    version: string;
  };
  return new Command("pulumi-workflows")
    .description("Checks, lists and compares the workflows of a workflow service, for people and pipelines.")
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: write,
      writeErr: (text) => writeError(text.replace(/^error: /, "pulumi-workflows: ")),
      getOutHelpWidth: () => width,
      getErrHelpWidth: () => width,
    })
    .configureHelp({ showGlobalOptions: true })
    .addHelpText("after", `\nExit codes:\n${meanings.join("\n")}`)
    .showSuggestionAfterError();
}

/** Where the settings come from. No option takes a secret: arguments are to be seen by every process of the machine. */
function addSource(command: Command, { single } = { single: true }): Command {
  command
    .option("--stack <name>", "take the settings from the config of this stack (needs the Pulumi CLI)")
    .option("--cwd <folder>", "the Pulumi project's folder (default: this one)");
  if (single) {
    command
      .option("--connection <name>", "one of the connections in the stack's config (default: of the selected stack)")
      .addOption(
        new Option("--client-secret-fd <n>", "read the client secret from this open file descriptor").argParser(
          wholeNumber,
        ),
      );
  }
  return command.option("--json", "print JSON");
}

function addRequest(command: Command): Command {
  return command
    .option("--query <name=value>", "query parameter for the service; may be repeated", collected)
    .option("--items-path <pointer>", "JSON Pointer to the array of workflows in the answer")
    .option("--max-pages <n>", "more pages than this are an error", wholeNumber);
}

function addView(command: Command): Command {
  return command
    .option(
      "--where <condition>",
      "keep these only: enabled=true, name^=Nightly, !archived; may be repeated",
      collected,
    )
    .option("--select <fields>", "fields to keep, dotted for nested, several joined by commas", joined)
    .option("--ignore-fields <fields>", "fields to leave out, several joined by commas", joined)
    .option("--max-items <n>", "more workflows than this are an error", wholeNumber);
}

function collected(value: string, before: readonly string[] | undefined): readonly string[] {
  return [...(before ?? []), value];
}

function joined(value: string, before: readonly string[] | undefined): readonly string[] {
  const fields = value.split(",").map((field) => field.trim());
  return [...(before ?? []), ...fields.filter((field) => field !== "")];
}

function wholeNumber(value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new InvalidArgumentError("It takes a whole number.");
  return Number(value);
}

function fail(error: unknown, { environment, writeError, signal }: Surroundings, json: boolean): ExitCode {
  const exitCode = exitCodeOf(error, signal);
  const { message, hint, code } = describe(error, exitCode);
  if (exitCode === EXIT.internal && environment["PULUMI_WORKFLOWS_DEBUG"] === "1") {
    writeError(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  }
  if (json) {
    const report = { error: { code, message, advice: hint, exitCode } };
    writeError(`${printableJson(JSON.stringify(report))}\n`);
  } else {
    const lines = [message, ...(hint === undefined ? [] : [hint])].flatMap((text) => text.split("\n"));
    writeError(`pulumi-workflows: ${lines.map(printable).join("\n  ")}\n`);
  }
  return exitCode;
}

function describe(error: unknown, exitCode: ExitCode): { message: string; hint?: string | undefined; code: string } {
  if (exitCode === EXIT.interrupted || exitCode === EXIT.terminated) return { message: "stopped", code: "cancelled" };
  if (error instanceof CommandError || error instanceof WorkflowsError) return partsOf(error);
  // What it says was written by no one who knew where it would be shown: a value of the user's may stand in it.
  const name = error instanceof Error ? error.name : typeof error;
  return {
    message: `a fault of this program (${name}).`,
    hint: "Set PULUMI_WORKFLOWS_DEBUG=1 to see where.",
    code: "internal",
  };
}
