// `npm start -- preview|up|destroy [ENVIRONMENT …]`: does it for each environment in turn. See README.md.
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { LocalWorkspace, type Stack } from "@pulumi/pulumi/automation";
import { ENVIRONMENTS, variablesOf } from "./environments";

const USAGE = `npm start -- preview|up [${ENVIRONMENTS.join("|")} …], or destroy ENVIRONMENT …  [--accept-deletions]`;
const onOutput = (text: string): void => void process.stdout.write(text);

/** What each command does with a stack. Returns what the summary says. */
const COMMANDS: Readonly<Record<string, (stack: Stack) => Promise<string>>> = {
  preview: async (stack) => {
    const { changeSummary } = await stack.preview({ onOutput });
    return changesIn(changeSummary);
  },
  up: async (stack) => {
    const { changeSummary } = await stack.preview({ onOutput });
    const { delete: deleted = 0, replace: replaced = 0 } = changeSummary as Readonly<
      Record<string, number | undefined>
    >;
    await askForDeletions(stack.name, deleted + replaced);
    const { summary } = await stack.up({ onOutput });
    return changesIn(summary.resourceChanges);
  },
  // Asks the service for nothing, and needs no credentials.
  destroy: async (stack) => {
    const { resources = [] } = (await stack.exportStack()).deployment as { resources?: { type: string }[] };
    await askForDeletions(stack.name, resources.filter(({ type }) => !type.startsWith("pulumi:")).length);
    const { summary } = await stack.destroy({ onOutput });
    await stack.workspace.removeStack(stack.name);
    return changesIn(summary.resourceChanges);
  },
};

async function main(): Promise<void> {
  const [run, names, isReversed] = readArguments();
  // Taken out of this process, so that the engine gets only those of its environment.
  const variables = { ...process.env };
  for (const key of Object.keys(variables).filter((key) => key.startsWith("WORKFLOWS_"))) {
    Reflect.deleteProperty(process.env, key);
  }
  const rows: string[] = [];
  for (const name of isReversed ? [...names].reverse() : names) {
    console.log(`\n▸ ${name}`);
    try {
      const envVars = variablesOf(name, variables, { isAlone: names.length === 1 });
      const stack = await LocalWorkspace.createOrSelectStack({ stackName: name, workDir: __dirname }, { envVars });
      rows.push(`| ${name} | done | ${await run(stack)} |`);
    } catch (error) {
      // The others still have their turn.
      process.exitCode = 1;
      rows.push(`| ${name} | **failed** | ${asCode(reasonOf(error))} |`);
    }
  }
  const table = ["| environment | result | |", "| --- | --- | --- |", ...rows, ""].join("\n");
  console.log(`\n${table}`);
  const page = process.env["GITHUB_STEP_SUMMARY"];
  if (page) {
    appendFileSync(page, table);
  }
}

function readArguments(): [run: (stack: Stack) => Promise<string>, names: readonly string[], isReversed: boolean] {
  const { positionals } = parseArgs({ options: { "accept-deletions": { type: "boolean" } }, allowPositionals: true });
  const [command = "", ...names] = positionals;
  const run = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  // An empty name is refused: a variable that is not set must not turn one environment into all of them.
  const isDestroy = command === "destroy";
  if (run === undefined || !names.every((name) => ENVIRONMENTS.includes(name)) || (isDestroy && names.length === 0)) {
    throw new Error(`usage: ${USAGE}`);
  }
  return [run, ENVIRONMENTS.filter((name) => names.length === 0 || names.includes(name)), isDestroy];
}

/** Throws unless `--accept-deletions` or the answer of a person allows the deletions. */
async function askForDeletions(name: string, count: number): Promise<void> {
  if (count === 0 || process.argv.includes("--accept-deletions")) {
    return;
  }
  const question = `${name}: this deletes or replaces ${count} resources.`;
  if (!process.stdin.isTTY) {
    throw new Error(`${question} If that is right, add --accept-deletions.`);
  }
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question(`${question} Type the name of the environment to go on: `);
  terminal.close();
  if (answer !== name) {
    throw new Error(`${question} It was not confirmed.`);
  }
}

function changesIn(changes: Readonly<Record<string, number | undefined>> = {}): string {
  return Object.entries(changes)
    .map(([operation, count]) => `${count ?? 0} ${operation}`)
    .join(", ");
}

/** Returns the engine's errors. The message of the Automation API has the whole output, which is printed already. */
function reasonOf(error: unknown): string {
  const { message } = error as Error;
  const errors = message.split("\n").filter((line) => /^\s*error: /.test(line));
  return [...new Set(errors.length > 0 ? errors : message.split("\n").slice(0, 5))]
    .map((line) => line.trim())
    .join(" ");
}

/** The text may be the service's: as code in Markdown it is only text. */
function asCode(text: string): string {
  return `\`${text.replace(/[`|]/g, "'")}\``;
}

main().catch((error: unknown) => {
  console.error((error as Error).message);
  process.exitCode = 2;
});
