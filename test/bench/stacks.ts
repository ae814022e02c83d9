/** Stacks to measure: each a project of its own, deployed once, on the Pulumi CLI. */
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Emulator } from "../../provider/testing/emulator.js";
import { cliEnvironment, openPulumiStack } from "../support/pulumi-cli.js";
import type { Workspace } from "../support/workspace.js";
import { type Taken, timeCommand } from "./time-command.js";

const ROOT = resolve(__dirname, "..", "..");

/** The files of a project, by their names; `Pulumi.yaml` and `package.json` among them. */
export type Project = Readonly<Record<string, string>>;

export interface BenchStack {
  /** `pulumi up --skip-preview`. Throws where it fails. */
  up(): Promise<Taken>;
  remove(): Promise<void>;
}

/** @param path The PATH under which `pulumi` is the CLI. */
export async function openStack(
  path: string,
  files: Project,
  emulator?: Pick<Emulator, "environment">,
): Promise<BenchStack> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "workflows-bench-")));
  const [project, state] = [join(folder, "project"), join(folder, "state")];
  await Promise.all([mkdir(project), mkdir(state)]);
  await symlink(join(ROOT, "node_modules"), join(project, "node_modules"));
  await Promise.all(Object.entries(files).map(([name, text]) => writeFile(join(project, name), text)));
  const nothing = (): Promise<never> => Promise.reject(new Error("A bench has no use for it."));
  const workspace: Workspace = { project, state, uninstall: nothing, everythingAtRest: nothing, remove: nothing };
  // ts-node's own settings, as the commands of this repository have them, are not those of a user.
  const clean = { TS_NODE_PROJECT: undefined, TS_NODE_TRANSPILE_ONLY: undefined, NODE_OPTIONS: undefined };
  const env = { ...cliEnvironment(path, workspace), ...clean, ...emulator?.environment() };
  await openPulumiStack(path, workspace, "bench", { ...clean, ...emulator?.environment() });
  return {
    up: () => timeCommand("pulumi", ["up", "--yes", "--skip-preview", "--non-interactive"], { cwd: project, env }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
