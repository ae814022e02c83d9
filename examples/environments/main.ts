// `npm start -- COMMAND ENVIRONMENT …`: provisions, guards and tears down environments, in their order. See README.md.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { LocalWorkspace, type Stack } from "@pulumi/pulumi/automation";
import { type Environment, ENVIRONMENTS, variablesOf } from "./environments";

/** How a run ends, for pipelines. 3 to 9 are those of `pulumi-workflows check`. */
const EXIT = { usage: 2, guard: 20, deployment: 24 };

class Failure extends Error {
  constructor(
    readonly exitCode: number,
    message: string,
  ) {
    super(message);
  }
}

interface Run {
  readonly environment: Environment;
  readonly variables: Record<string, string>;
  readonly acceptDeletions: boolean;
}

/** A phase is done for all environments of the run before the next one: wrong credentials of prod leave dev as it was. */
const COMMANDS: Readonly<Record<string, readonly ((run: Run) => void | Promise<void>)[]>> = {
  preview: [preflight, preview],
  up: [preflight, provision],
  destroy: [tearDown],
};

/** Aborted by a signal: the engine then ends its current step and stops. */
const stop = new AbortController();
process.once("SIGTERM", () => stop.abort()).once("SIGINT", () => stop.abort());

// npm puts folders of packages first, and one may have a `pulumi` that downloads a CLI. The installed CLI comes before it.
const folders = (process.env["PATH"] ?? "").split(delimiter);
const isOfPackages = (folder: string): boolean => folder.endsWith(join("node_modules", ".bin"));
process.env["PATH"] = folders.sort((a, b) => Number(isOfPackages(a)) - Number(isOfPackages(b))).join(delimiter);

async function main(): Promise<void> {
  const { phases, environments, acceptDeletions } = readArguments();
  for (const phase of phases) {
    for (const environment of environments) {
      const variables = variablesOf(environment, { isAlone: environments.length === 1 });
      console.log(`\n▸ ${environment.name}: ${phase.name}`);
      await phase({ environment, variables, acceptDeletions });
    }
  }
}

function readArguments() {
  const options = { "accept-deletions": { type: "boolean" }, all: { type: "boolean" } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const [command = "", ...names] = positionals;
  const phases = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  const known = ENVIRONMENTS.map(({ name }) => name);
  // Names or --all: a variable that is not set must not turn one environment into all of them.
  if (!phases || !names.every((name) => known.includes(name)) || (names.length === 0) !== (values.all ?? false)) {
    const usage = `npm start -- preview|up|destroy ${known.join("|")} … | --all [--accept-deletions]`;
    throw new Failure(EXIT.usage, `usage: ${usage}`);
  }
  const chosen = ENVIRONMENTS.filter(({ name }) => values.all ?? names.includes(name));
  const environments = command === "destroy" ? chosen.reverse() : chosen;
  return { phases, environments, acceptDeletions: values["accept-deletions"] ?? false };
}

/** Can this run succeed? Settings, token and listing are tried before an engine starts. */
function preflight({ environment: { name }, variables }: Run): void {
  const manifest = require.resolve("pulumi-workflows/package.json");
  const { bin } = JSON.parse(readFileSync(manifest, "utf8")) as { bin: Record<string, string> };
  const program = join(dirname(manifest), bin["pulumi-workflows"] ?? "");
  const { status } = spawnSync(process.execPath, [program, "check"], { env: variables, stdio: "inherit" });
  if (status !== 0) {
    throw new Failure(
      status ?? EXIT.deployment,
      `${name}: the preflight failed. Nothing was changed. Variables for ${name} alone begin with WORKFLOWS_${name.toUpperCase()}_.`,
    );
  }
}

async function preview(run: Run): Promise<void> {
  await guardedPreview(await openStack(run), run);
}

async function provision(run: Run): Promise<void> {
  const stack = await openStack(run);
  await guardedPreview(stack, run);
  // It reads the workflows again. If many vanish now, the resource `all` fails the update before anything is deleted.
  await stack.up({ onOutput: print, signal: stop.signal });
}

/** Counts what would be deleted or replaced, whatever the reason for it. */
async function guardedPreview(stack: Stack, run: Run): Promise<void> {
  const { changeSummary } = await stack.preview({ onOutput: print, signal: stop.signal });
  const { delete: deleted = 0, replace = 0 } = changeSummary as Readonly<Record<string, number | undefined>>;
  assertFewLost(deleted + replace, run);
}

/** Sends nothing to the service, and needs no credentials. */
async function tearDown(run: Run): Promise<void> {
  const stack = await openStack(run);
  const deployment = (await stack.exportStack()).deployment as { resources?: readonly { type: string }[] };
  const resources = deployment.resources ?? [];
  assertFewLost(resources.filter(({ type }) => !/^pulumi:(pulumi:Stack|providers:)/.test(type)).length, run);
  await stack.destroy({ onOutput: print, signal: stop.signal });
  await stack.workspace.removeStack(stack.name);
}

function assertFewLost(lost: number, { environment: { name, mayDelete }, acceptDeletions }: Run): void {
  if (lost > mayDelete && !acceptDeletions) {
    throw new Failure(
      EXIT.guard,
      `${name}: this would delete or replace ${lost} resources; ${mayDelete} are allowed unattended. If it is meant, add --accept-deletions.`,
    );
  }
}

/** Credentials go by the environment: they are then in no state, and in no process's arguments. */
function openStack({ environment, variables }: Run): Promise<Stack> {
  return LocalWorkspace.createOrSelectStack(
    { stackName: environment.name, workDir: __dirname },
    { envVars: variables },
  );
}

function print(text: string): void {
  process.stdout.write(text);
}

main().catch((error: unknown) => {
  const { name, message, code } = error as NodeJS.ErrnoException;
  // The Automation API's message repeats the whole output, with each error twice. If none is in it, the last lines say why.
  const lines = message.split("\n").flatMap((line) => line.trim() || []);
  const errors = new Set(name === "CommandError" ? lines.filter((line) => line.startsWith("error:")) : lines);
  console.error(`\n${(errors.size > 0 ? [...errors] : lines.slice(-5)).join("\n")}`);
  const isUsage = code?.startsWith("ERR_PARSE_ARGS") ?? false;
  process.exitCode = error instanceof Failure ? error.exitCode : isUsage ? EXIT.usage : EXIT.deployment;
});
