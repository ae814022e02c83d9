/** The real engine: the Pulumi CLI on PATH, with state, home and settings of its own, and nothing downloaded. */
import { spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { findCli } from "../../provider/cli/pulumi-cli.js";
import type { Workspace } from "./workspace.js";

export { findCli };

/** A CLI that hangs must not hang the suite. On a busy machine an update takes half a minute. */
const COMMAND_MILLISECONDS = 180_000;

/** How a command ended. */
export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where a command runs. PATH has the CLI. */
export interface Place {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
}

/** Runs a command of the CLI, which asks nothing, to its end. */
export async function runPulumi({ cwd, env }: Place, ...args: readonly string[]): Promise<Ended> {
  const child = spawn("pulumi", [...args, "--non-interactive"], {
    ...{ cwd, env, timeout: COMMAND_MILLISECONDS },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once("error", reject);
    child.once("close", resolve);
  });
  const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
  return { code, stdout, stderr };
}

/** Runs a command, and returns what it printed on standard output. Rejects with both outputs if it fails. */
export async function pulumiOutput(place: Place, ...args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runPulumi(place, ...args);
  if (code !== 0) {
    throw new Error(`pulumi ${args.join(" ")}: ${stdout}${stderr}`);
  }
  return stdout;
}

/** Returns the outputs of the stack that is selected, secrets in the clear. */
export async function stackOutputs(place: Place): Promise<Readonly<Record<string, unknown>>> {
  const printed = await pulumiOutput(place, "stack", "output", "--json", "--show-secrets");
  return JSON.parse(printed) as Record<string, unknown>;
}

/** Returns the PATH of the CLI for tests; `undefined` if there is none, or if tests were not asked to deploy on it. */
export function findTestCli(): string | undefined {
  return process.env["WORKFLOWS_TEST_ENGINE"] === "pulumi" ? findCli() : undefined;
}

/** Returns whether tests deploy on a CLI here. To be called outside of tests, so that they count as skipped. */
export function hasCli(): boolean {
  return findTestCli() !== undefined;
}

/** Returns the address of a backend that keeps its states in a folder: on Windows `file://C:/Users/me/state`. */
export function fileBackend(folder: string): string {
  return `file://${folder.replaceAll("\\", "/")}`;
}

/** Returns the variables of a CLI that shares nothing with the user's own, and downloads nothing. */
export function isolated(home: string, state: string): Record<string, string> {
  return {
    PULUMI_HOME: home,
    PULUMI_BACKEND_URL: fileBackend(state),
    PULUMI_CONFIG_PASSPHRASE: "a passphrase for tests",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
  };
}

/** Returns the environment of the CLI for one workspace. `path` is its PATH. */
export function cliEnvironment(path: string, workspace: Workspace): NodeJS.ProcessEnv {
  return {
    ...process.env,
    ...isolated(sharedHome(), workspace.state),
    PATH: path,
    // The option that writes the events is there only with it.
    PULUMI_DEBUG_COMMANDS: "true",
    NODE_ENV: undefined,
  };
}

let home: string | undefined;

/** Returns the CLI's home, one for a test file: it is costly to make, and has nothing of a stack. */
function sharedHome(): string {
  home ??= mkdtempSync(join(tmpdir(), "workflows-pulumi-home-"));
  return home;
}

/** Removes the CLI's home. To be called after all tests of a file. */
export async function removePulumiHome(): Promise<void> {
  if (home !== undefined) {
    await rm(home, { recursive: true, force: true });
  }
}
