// `npm start [-- COMMAND [ENVIRONMENT …]]`: provisions the environments, in their order. See README.md.
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Engine, type EngineOptions, findPulumi } from "./engine";
import { automationEngine } from "./engine-automation";
import { credentialsOf, type Environment, ENVIRONMENTS } from "./environments";
import { EXIT, Failure } from "./failure";
import { destroy, preview, provision, recover, type Run } from "./provision";
import { clean, createReport } from "./report";
import { startTryOut, type TryOut } from "./try-out";

const COMMANDS = { up: provision, preview, destroy, recover };
type Command = keyof typeof COMMANDS;

interface Options {
  readonly engine?: string | undefined;
  readonly artifacts?: string | undefined;
  readonly prefix?: string | undefined;
  readonly "accept-deletions"?: boolean | undefined;
}

const WORK_DIR = __dirname;
const LAST = ENVIRONMENTS.slice(-1);

async function main(stop: Stop): Promise<void> {
  const { values, positionals } = readArguments();
  const [command, ...names] = positionals;
  if (command === undefined) {
    await tryOut(values, stop);
    return;
  }
  if (!isCommand(command)) throw usage(`There is no command "${command}".`);
  await perform(command, choose(names), values, process.env, stop);
}

/** dev, staging and prod; then once more, which changes nothing; then nothing is left. */
async function tryOut(options: Options, stop: Stop): Promise<void> {
  const world = await startTryOut();
  const variables = { ...process.env, ...world.variables };
  const given = { ...options, prefix: world.prefix, artifacts: options.artifacts ?? join(world.folder, "artifacts") };
  try {
    console.log("A workflow service with three tenants is up (an emulator in this process).");
    for (const [heading, command, environments] of [
      ["Three environments, one after the other", "up", ENVIRONMENTS],
      ["The last one again: nothing changes", "up", LAST],
      ["And away", "destroy", [...ENVIRONMENTS].reverse()],
    ] as const) {
      console.log(`\n▸ ${heading}`);
      await perform(command, environments, given, variables, stop, world);
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
  world?: TryOut,
): Promise<void> {
  const engine = await openEngine(options.engine, {
    workDir: WORK_DIR,
    environment:
      world === undefined
        ? {}
        : { PULUMI_BACKEND_URL: `file://${world.folder}`, PULUMI_CONFIG_PASSPHRASE: world.passphrase },
  });
  console.log(`Engine: ${engine.name}`);
  for (const environment of environments) {
    stop.signal.throwIfAborted();
    const report = createReport(environment.name, (line) => console.log(line));
    const run: Run = {
      engine,
      environment,
      report,
      ...stop,
      stackName: `${options.prefix ?? ""}${environment.name}`,
      credentials: credentialsOf(environment, variables, { alone: environments.length === 1 }),
      artifacts: resolve(options.artifacts ?? "artifacts"),
      acceptDeletions: options["accept-deletions"] ?? false,
    };
    try {
      await COMMANDS[command](run);
    } catch (error) {
      if (stop.signal.aborted) report.line("interrupted: what was done is in the state, what was not is not");
      throw error;
    } finally {
      report.close();
    }
  }
}

/** The Pulumi CLI. A test names a module with an engine of its own. */
async function openEngine(module: string | undefined, given: EngineOptions): Promise<Engine> {
  if (module !== undefined) {
    return loadModule(resolve(module)).createEngine(given);
  }
  const found = await findPulumi();
  if (found === undefined) {
    throw new Failure(EXIT.deployment, "There is no Pulumi CLI on PATH.", "https://www.pulumi.com/docs/install/");
  }
  return automationEngine(given, found);
}

function loadModule(path: string): { createEngine(given: EngineOptions): Engine } {
  try {
    return createRequire(__filename)(path) as { createEngine(given: EngineOptions): Engine };
  } catch (error) {
    throw usage(`--engine names no module that can be loaded: ${(error as Error).message.split("\n", 1)[0] ?? ""}`);
  }
}

function readArguments(): { values: Options; positionals: string[] } {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        engine: { type: "string" },
        artifacts: { type: "string" },
        prefix: { type: "string" },
        "accept-deletions": { type: "boolean" },
      },
    });
  } catch (error) {
    throw usage((error as Error).message);
  }
}

function isCommand(text: string): text is Command {
  return Object.hasOwn(COMMANDS, text);
}

function choose(names: readonly string[]): readonly Environment[] {
  const unknown = names.find((name) => !ENVIRONMENTS.some((each) => each.name === name));
  if (unknown !== undefined) throw usage(`There is no environment "${unknown}".`);
  return names.length === 0 ? ENVIRONMENTS : ENVIRONMENTS.filter(({ name }) => names.includes(name));
}

function usage(message: string): Failure {
  const known = ENVIRONMENTS.map(({ name }) => name).join("|");
  return new Failure(
    EXIT.usage,
    message,
    `npm start [-- ${Object.keys(COMMANDS).join("|")} [${known} …] [--accept-deletions]]`,
  );
}

/** How a run is asked to stop. */
type Stop = Pick<Run, "signal" | "interrupt">;

function listenForSignals(): Stop {
  const [wish, interrupt] = [new AbortController(), new AbortController()];
  const advice = "Run the same command again: it goes on from what is there.";
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      // Ctrl-C at a terminal reaches the engine too: hearing it twice, it would drop what it is at.
      const heard = signal === "SIGINT" && process.stdin.isTTY && !wish.signal.aborted;
      const exitCode = signal === "SIGINT" ? EXIT.interrupted : EXIT.terminated;
      console.error(`${signal}: stopping, which may take until the engine is done with what it is at.`);
      wish.abort(new Failure(exitCode, "interrupted.", advice));
      if (!heard) interrupt.abort();
    });
  }
  return { signal: wish.signal, interrupt: interrupt.signal };
}

main(listenForSignals()).catch((error: unknown) => {
  if (error instanceof Failure) {
    console.error(`\n${clean(error.message)}\n→ ${clean(error.advice)}`);
    process.exitCode = error.exitCode;
  } else {
    console.error(error);
    process.exitCode = EXIT.internal;
  }
});
