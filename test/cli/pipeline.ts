/** Runs the environments example as a pipeline does: processes of its own, in a place of their own. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { withoutWrappers } from "../../provider/cli/pulumi-cli.js";
import { isolated } from "../support/pulumi-cli.js";

export const EXAMPLE = join(__dirname, "..", "..", "examples", "environments");

/** `PATH` without npm's wrappers: a `pulumi` among them would download one. */
const PATH = withoutWrappers(process.env["PATH"] ?? "");

/** Variables of this machine's own settings that a test must not inherit. */
const OURS = /^(WORKFLOWS|PULUMI)_/;

export interface Place {
  readonly engine: "real" | "rehearsal";
  readonly folder: string;
  readonly artifacts: string;
  /** Before each stack's name: the settings files of all stacks are in one folder. */
  readonly prefix: string;
  readonly environment: NodeJS.ProcessEnv;
  close(): Promise<void>;
}

export interface Finished {
  readonly code: number | null;
  readonly output: string;
}

export interface Running {
  readonly child: ChildProcess;
  readonly finished: Promise<Finished>;
  /** Resolves when the output so far matches. */
  until(pattern: RegExp): Promise<void>;
}

let places = 0;

export async function openPlace(engine: Place["engine"]): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), "pipeline-"));
  const prefix = `test-${process.pid}-${++places}-`;
  const inherited = Object.entries(process.env).filter(([name]) => !OURS.test(name));
  return {
    engine,
    folder,
    prefix,
    artifacts: join(folder, "artifacts"),
    environment: {
      ...Object.fromEntries(inherited),
      ...isolated(join(folder, "home"), folder),
      PATH,
    },
    close: async () => {
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
      const names = (await readdir(EXAMPLE)).filter((name) => name.startsWith(`Pulumi.${prefix}`));
      await Promise.all(names.map((name) => rm(join(EXAMPLE, name), { force: true })));
    },
  };
}

/**
 * `npm start -- ARGS`, without the start-up of npm and ts-node. The scripts of pipelines have both. `asGiven`: without options
 * that make the run the test's own.
 */
export function start(
  place: Place,
  args: readonly string[],
  variables: NodeJS.ProcessEnv,
  prefix = "",
  { asGiven = false } = {},
): Running {
  const own = ["--prefix", `${place.prefix}${prefix}`, "--artifacts", place.artifacts, ...engineArguments(place)];
  const child = spawn(
    process.execPath,
    ["--require", require.resolve("../support/run-typescript.cjs"), "main.ts", ...args, ...(asGiven ? [] : own)],
    { cwd: EXAMPLE, env: { ...place.environment, ...variables }, stdio: ["ignore", "pipe", "pipe"] },
  );
  return watch(child);
}

/** A pipeline's own lines, by the shell that it uses. `npm` and `npx` are replaced by what they would run here. */
export function runScript(place: Place, script: string, variables: NodeJS.ProcessEnv, prefix = ""): Running {
  const options = [`--prefix ${place.prefix}${prefix}`, `--artifacts ${place.artifacts}`].join(" ");
  const lines = script.replace(/^npm start --silent -- .*$/gm, (line) =>
    [line, options, ...engineArguments(place)].join(" "),
  );
  const child = spawn("bash", ["-eo", "pipefail", "-c", lines], {
    cwd: EXAMPLE,
    env: {
      ...place.environment,
      ...variables,
      npm_config_update_notifier: "false",
      PATH: [place.environment["PATH"], process.env["PATH"]].join(delimiter),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return watch(child);
}

function engineArguments({ engine }: Place): string[] {
  return engine === "rehearsal" ? ["--engine", "rehearsal"] : [];
}

function watch(child: ChildProcess): Running {
  let output = "";
  let listeners: (() => void)[] = [];
  const take = (chunk: Buffer): void => {
    output += chunk.toString();
    for (const listener of listeners) {
      listener();
    }
  };
  child.stdout?.on("data", take);
  child.stderr?.on("data", take);
  const finished = new Promise<Finished>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
  });
  return {
    child,
    finished,
    until: (pattern) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (!pattern.test(output)) {
            return;
          }
          listeners = listeners.filter((each) => each !== look);
          resolve();
        };
        listeners.push(look);
        look();
        void finished.then(() => reject(new Error(`It ended without ${String(pattern)}:\n${output}`)));
      }),
  };
}
