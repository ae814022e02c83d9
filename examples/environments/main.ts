// `npm start [-- COMMAND [ENVIRONMENT …]]`: provisions the environments, in their order. See README.md.
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Engine, EngineOptions } from "./engine";
import type * as AutomationModule from "./engine-automation";
import { credentialsOf, type Environment, ENVIRONMENTS, variablesOf } from "./environments";
import { EXIT, Failure } from "./failure";
import { findPulumi, missingPulumi } from "./find-pulumi";
import { destroy, destroyGate, prepare, preview, provision, recover, type Run } from "./provision";
import { clean, createReport } from "./report";
import type * as TryOutModule from "./try-out";

/** The phases of each command. A phase is done for all environments before the next one. */
const COMMANDS = {
  up: [prepare, provision],
  preview: [prepare, preview],
  destroy: [destroyGate, destroy],
  recover: [recover],
};
type Command = keyof typeof COMMANDS;

/** Commands that take something away: an unset variable must not turn one environment into all of them. */
const NAMED: ReadonlySet<Command> = new Set(["destroy", "recover"]);

interface Options {
  readonly engine?: string | undefined;
  readonly artifacts?: string | undefined;
  readonly prefix?: string | undefined;
  readonly all?: boolean | undefined;
  readonly "accept-deletions"?: boolean | undefined;
  readonly help?: boolean | undefined;
}

type OpenEngine = (given: EngineOptions) => Engine;

const WORK_DIR = __dirname;

/** Loads what not every run needs: the SDK, the emulator, the stand-in. */
const load = createRequire(__filename);
const LAST = ENVIRONMENTS.slice(-1);

async function main(stop: Stop): Promise<void> {
  const { values, positionals } = readArguments();
  if (values.help === true) {
    console.log(
      `${synopsis()}\n\nWithout a command, it tries everything with an emulator of the service. See README.md.`,
    );
    return;
  }
  const [command, ...names] = positionals;
  if (command !== undefined && !isCommand(command)) {
    throw usage(`There is no command "${command}".`);
  }
  const environments = command === undefined ? [] : choose(command, names, values.all ?? false);
  const openEngine = await chooseEngine(values.engine, { tryOut: command === undefined }, stop.signal);
  if (command === undefined) {
    await tryOut(values, openEngine, stop);
  } else {
    await perform(command, environments, values, process.env, stop, openEngine({ workDir: WORK_DIR, environment: {} }));
  }
}

/** dev, staging and prod; then once more, which changes nothing; then everything is destroyed. */
async function tryOut(options: Options, openEngine: OpenEngine, stop: Stop): Promise<void> {
  const { startTryOut } = load("./try-out") as typeof TryOutModule;
  const world = await startTryOut();
  const engine = openEngine({ workDir: WORK_DIR, environment: world.engineVariables });
  const variables = { ...process.env, ...world.variables };
  const given = {
    ...options,
    prefix: world.prefix,
    artifacts: options.artifacts ?? join(world.folder, "artifacts"),
    "accept-deletions": true,
  };
  try {
    console.log("A workflow service with three tenants is up (an emulator in this process).");
    for (const [heading, command, environments] of [
      ["Three environments, one after the other", "up", ENVIRONMENTS],
      ["The last one again: nothing changes", "up", LAST],
      ["And away", "destroy", [...ENVIRONMENTS].reverse()],
    ] as const) {
      console.log(`\n▸ ${heading}`);
      await perform(command, environments.map(world.describe), given, variables, stop, engine);
    }
    console.log("\nDone; nothing is left behind. See README.md for your own service: npm start -- up dev");
  } finally {
    await world.close();
  }
}

async function perform(
  command: Command,
  environments: readonly Environment[],
  options: Options,
  variables: NodeJS.ProcessEnv,
  stop: Stop,
  engine: Engine,
): Promise<void> {
  console.log(`Engine: ${engine.name}`);
  for (const phase of COMMANDS[command]) {
    for (const environment of environments) {
      stop.signal.throwIfAborted();
      const report = createReport(environment.name, (line) => console.log(line));
      const from = variablesOf(environment, variables, { alone: environments.length === 1 });
      const run: Run = {
        engine,
        environment,
        report,
        ...stop,
        stackName: `${options.prefix ?? ""}${environment.name}`,
        credentials: credentialsOf(from, variables),
        variables: from,
        artifacts: resolve(options.artifacts ?? "artifacts"),
        acceptDeletions: options["accept-deletions"] ?? false,
      };
      try {
        await phase(run);
      } catch (error) {
        if (stop.signal.aborted) {
          report.line("interrupted: what was done is in the state, what was not is not");
        }
        throw error instanceof Failure ? error.in(environment.name) : error;
      } finally {
        report.close();
      }
    }
  }
}

/** A stand-in for tests and the try-out. It is part of the repository of pulumi-workflows, and not published. */
const REHEARSAL = join(__dirname, "..", "..", "test", "cli", "rehearsal-engine.ts");

/** The Pulumi CLI. The stand-in only if it is asked for by name, or if there is no CLI in the try-out. */
async function chooseEngine(
  wanted: string | undefined,
  { tryOut }: { tryOut: boolean },
  signal: AbortSignal,
): Promise<OpenEngine> {
  if (wanted === "rehearsal") {
    if (!existsSync(REHEARSAL)) {
      throw new Failure(
        EXIT.engine,
        "the rehearsal engine is not here: it is only in the repository of pulumi-workflows, for its own tests.",
        "Leave out --engine: the Pulumi CLI deploys.",
      );
    }
    return loadRehearsal();
  }
  if (wanted !== undefined) {
    throw usage(`There is no engine "${wanted}". Leave out --engine for the Pulumi CLI.`);
  }
  const found = await findPulumi(signal);
  if (found !== undefined) {
    const { automationEngine } = load("./engine-automation") as typeof AutomationModule;
    return (given) => automationEngine(given, found);
  }
  if (tryOut && existsSync(REHEARSAL)) {
    return loadRehearsal();
  }
  throw missingPulumi();
}

function loadRehearsal(): OpenEngine {
  const { createEngine } = load(REHEARSAL) as { createEngine: OpenEngine };
  return createEngine;
}

function readArguments(): { values: Options; positionals: string[] } {
  let parsed: { values: Options; positionals: string[] };
  try {
    parsed = parseArgs({
      allowPositionals: true,
      options: {
        engine: { type: "string" },
        artifacts: { type: "string" },
        prefix: { type: "string" },
        all: { type: "boolean" },
        "accept-deletions": { type: "boolean" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    // Node.js adds how to write a name that begins with "-". No environment has such a name.
    throw usage((error as Error).message.replace(/ To specify a positional.*$/s, ""));
  }
  // An empty value is a variable that is not set: the default would be another folder, or other stacks.
  const empty = Object.entries(parsed.values).find(([, value]) => typeof value === "string" && value.trim() === "");
  if (empty !== undefined) {
    throw usage(`--${empty[0]} is empty. Is a variable not set?`);
  }
  return parsed;
}

function isCommand(text: string): text is Command {
  return Object.hasOwn(COMMANDS, text);
}

function choose(command: Command, names: readonly string[], all: boolean): readonly Environment[] {
  const unknown = names.find((name) => !ENVIRONMENTS.some((each) => each.name === name));
  if (unknown !== undefined) {
    throw usage(`There is no environment "${unknown}".`);
  }
  if (all && names.length > 0) {
    throw usage("--all and the name of an environment contradict each other.");
  }
  if (!all && names.length === 0 && NAMED.has(command)) {
    throw usage(`${command} needs the name of its environment. For all of them, write --all.`);
  }
  const chosen = names.length === 0 ? ENVIRONMENTS : ENVIRONMENTS.filter(({ name }) => names.includes(name));
  return command === "destroy" ? [...chosen].reverse() : chosen;
}

function usage(message: string): Failure {
  return new Failure(EXIT.usage, message, synopsis());
}

function synopsis(): string {
  const known = ENVIRONMENTS.map(({ name }) => name).join("|");
  return `npm start [-- ${Object.keys(COMMANDS).join("|")} [${known} … | --all] [--accept-deletions]]`;
}

/** How a run is stopped. */
type Stop = Pick<Run, "signal" | "interrupt">;

function listenForSignals(): Stop {
  const [wish, interrupt] = [new AbortController(), new AbortController()];
  const advice = "Run the same command again: it goes on from what is there.";
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      // At a terminal, Ctrl-C reaches the engine too. A second signal would make it drop what it is doing.
      const received = signal === "SIGINT" && process.stdin.isTTY && !wish.signal.aborted;
      const exitCode = signal === "SIGINT" ? EXIT.interrupted : EXIT.terminated;
      console.error(`${signal}: stopping; this may take until the engine has finished its current step.`);
      wish.abort(new Failure(exitCode, "interrupted.", advice));
      if (!received) {
        interrupt.abort();
      }
    });
  }
  return { signal: wish.signal, interrupt: interrupt.signal };
}

/** The log could not be written. A reader that closes its end early, as `head` does, is no failure. */
let unwritten: string | undefined;
process.stdout.on("error", ({ code, name }: NodeJS.ErrnoException) => {
  if (code !== "EPIPE") {
    unwritten ??= code ?? name;
  }
});
process.stderr.on("error", () => undefined);

process.on("exit", (exitCode) => {
  if (unwritten === undefined || exitCode !== 0) {
    return;
  }
  console.error(`The log could not be written to standard output (${unwritten}); the command itself has succeeded.`);
  process.exitCode = EXIT.internal;
});

main(listenForSignals()).catch((error: unknown) => {
  if (error instanceof Failure) {
    console.error(`\n${clean(error.message)}\n→ ${clean(error.advice)}`);
    process.exitCode = error.exitCode;
  } else {
    console.error(error);
    process.exitCode = EXIT.internal;
  }
});
