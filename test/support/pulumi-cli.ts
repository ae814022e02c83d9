/** The real engine: the Pulumi CLI on PATH, with state, home and settings of its own, and nothing downloaded. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { findCli } from "../../provider/cli/pulumi-cli.js";
import type { ConfigValue, Deployment, EngineEvent } from "../rehearsal/types.js";
import type { Workspace } from "./workspace.js";

export { findCli };

/** A CLI that hangs must not hang the suite. On a busy machine an update takes half a minute. */
const COMMAND_MILLISECONDS = 180_000;

export interface CommandResult {
  readonly code: number | null;
  readonly output: string;
  readonly events: readonly EngineEvent[];
}

export interface PulumiStack {
  setAllConfig(config: Readonly<Record<string, ConfigValue>>): Promise<void>;
  removeConfig(key: string): Promise<void>;
  run(operation: "preview" | "up" | "refresh" | "destroy", args: readonly string[]): Promise<CommandResult>;
  outputs(): Promise<Readonly<Record<string, unknown>>>;
  export(): Promise<{ deployment: { resources?: unknown[] } }>;
  importStack(deployment: Deployment): Promise<void>;
  taint(urn: string): Promise<void>;
}

/** The PATH of the CLI for tests, which deploy on it only where they are asked to; `undefined` if they are not, or if there is none. */
export function findTestCli(): string | undefined {
  return process.env["WORKFLOWS_TEST_ENGINE"] === "pulumi" ? findCli() : undefined;
}

/** Whether tests deploy on a CLI here. To be called when tests are defined, so that they count as skipped if not. */
export function hasCli(): boolean {
  return findTestCli() !== undefined;
}

/** The address of a backend that keeps its states in a folder. On Windows too it has slashes: `file://C:/Users/me/state`. */
export function fileBackend(folder: string): string {
  return `file://${folder.replaceAll("\\", "/")}`;
}

/** A CLI that shares nothing with the user's own, and downloads nothing. */
export function isolated(home: string, state: string): Record<string, string> {
  return {
    PULUMI_HOME: home,
    PULUMI_BACKEND_URL: fileBackend(state),
    PULUMI_CONFIG_PASSPHRASE: "a passphrase for tests",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
  };
}

/** The CLI's own, for one workspace. */
export function cliEnvironment(path: string, workspace: Workspace): NodeJS.ProcessEnv {
  const home = sharedHome();
  return {
    ...process.env,
    ...isolated(home, workspace.state),
    PATH: withLauncher(path, home),
    PULUMI_AUTOMATION_API_SKIP_VERSION_CHECK: "true",
    // The option that writes the events is there only with it.
    PULUMI_DEBUG_COMMANDS: "true",
    NODE_ENV: undefined,
  };
}

export async function openPulumiStack(
  path: string,
  workspace: Workspace,
  name: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<PulumiStack> {
  async function pulumi(args: readonly string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
    const child = spawn("pulumi", [...args, "--non-interactive"], {
      cwd: workspace.project,
      env: { ...cliEnvironment(path, workspace), ...env },
      stdio: ["ignore", "pipe", "pipe"],
      timeout: COMMAND_MILLISECONDS,
    });
    const ended = new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
    const [code, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)]);
    return { code, stdout, stderr };
  }

  async function succeed(args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await pulumi(args);
    if (code !== 0) {
      throw new Error(`pulumi ${args[0] ?? ""} failed: ${stdout}${stderr}`);
    }
    return stdout;
  }

  await succeed(["stack", "init", name]);

  return {
    setAllConfig: async (config) => {
      const given = Object.entries(config).flatMap(([key, { value, secret }]) => [
        secret === true ? "--secret" : "--plaintext",
        `${key}=${value}`,
      ]);
      if (given.length > 0) {
        await succeed(["config", "set-all", ...given]);
      }
    },
    removeConfig: async (key) => {
      await succeed(["config", "rm", key]);
    },
    run: async (operation, args) => {
      const log = join(workspace.state, "events.log");
      await rm(log, { force: true });
      const yes = operation === "preview" ? [] : ["--yes", "--skip-preview"];
      const { code, stdout, stderr } = await pulumi([operation, ...yes, ...args, "--event-log", log]);
      const events = existsSync(log) ? (await readFile(log, "utf8")).trim().split("\n") : [];
      await rm(log, { force: true });
      return {
        code,
        output: stdout + stderr,
        events: events.filter((line) => line !== "").map((line) => JSON.parse(line) as EngineEvent),
      };
    },
    outputs: async () =>
      JSON.parse(await succeed(["stack", "output", "--json", "--show-secrets"])) as Record<string, unknown>,
    export: async () => JSON.parse(await succeed(["stack", "export"])) as { deployment: { resources?: unknown[] } },
    importStack: async (deployment) => {
      const file = join(workspace.state, "import.json");
      await writeFile(file, JSON.stringify(deployment));
      await succeed(["stack", "import", "--file", file]);
      await rm(file);
    },
    taint: async (urn) => {
      await succeed(["state", "taint", urn, "--yes"]);
    },
  };
}

let home: string | undefined;

/** One for a test file: what the CLI keeps there is costly to make and has nothing of a stack. */
function sharedHome(): string {
  home ??= mkdtempSync(join(tmpdir(), "workflows-pulumi-home-"));
  return home;
}

/** The launcher of the SDK's provider host comes with the CLI; where it does not, it is made. */
function withLauncher(path: string, folder: string): string {
  const launcher = "pulumi-resource-pulumi-nodejs";
  if (path.split(delimiter).some((place) => existsSync(join(place, launcher)))) {
    return path;
  }
  const host = `$(node -e 'console.log(require.resolve("@pulumi/pulumi/cmd/dynamic-provider"))')`;
  writeFileSync(join(folder, launcher), `#!/bin/sh\nexec node "${host}" "$@"\n`, { mode: 0o755 });
  return [path, folder].join(delimiter);
}

export async function removePulumiHome(): Promise<void> {
  if (home !== undefined) {
    await rm(home, { recursive: true, force: true });
  }
}
