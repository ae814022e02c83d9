/**
 * `npm run rehearse:release`: does what a release does except publishing, with empty homes of Pulumi.
 *
 * 1. npm: packs the package, checks it with publint and "Are the types wrong?", installs its file into an example, and
 *    deploys that.
 * 2. yaml: packs the plugin, adds it to the YAML example from a local server, and deploys that. Does the same in a
 *    fresh clone of the example.
 *
 * It takes minutes, and needs the Pulumi CLI and npm's registry. `--only npm` and `--only yaml` rehearse one of them.
 * `--archives <folder>` takes archives that are packed already.
 */
import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { messageOf } from "../../provider/base/errors.js";
import { packageVersion } from "../../provider/base/package-version.js";
import { startEmulator } from "../../provider/testing/emulator.js";
import { pack } from "../../test/package/tarball.js";
import { serveFolder } from "../../test/support/loopback.js";
import { isolated } from "../../test/support/pulumi-cli.js";
import { packPlugin } from "../plugin/archive.js";
import { ROOT } from "../plugin/bundle.js";
import { requireCli } from "../require-cli.js";

const execute = promisify(execFile);
const version = packageVersion();

/** These only check the package, so they are no part of it, and not in the lock file. */
const CHECKS = ["publint@0.3.25", "@arethetypeswrong/cli@0.18.5"] as const;

/** Runs a command in a folder, and returns its output. Throws with the output if the command fails. */
type Run = (cwd: string, command: string, ...args: readonly string[]) => Promise<string>;

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { only: { type: "string" }, archives: { type: "string" } } });
  const path = requireCli();
  const folder = await mkdtemp(join(tmpdir(), "workflows-release-"));
  await using service = await startEmulator();
  const newMachine = (name: string): Promise<Run> => makeMachine(join(folder, name), path, service.environment());
  try {
    if (values.only !== "yaml") {
      await rehearseNpm(folder, newMachine);
    }
    if (values.only !== "npm") {
      await rehearseYaml(folder, newMachine, values.archives);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type NewMachine = (name: string) => Promise<Run>;

/** Makes an empty home and state of Pulumi, and returns the function that runs commands with them. */
async function makeMachine(folder: string, path: string, settings: Readonly<Record<string, string>>): Promise<Run> {
  const [home, state] = [join(folder, "home"), join(folder, "state")];
  await Promise.all([mkdir(home, { recursive: true }), mkdir(state, { recursive: true })]);
  const env = {
    ...process.env,
    ...isolated(home, state),
    // The engine must download the plugin from the server, which `isolated` forbids.
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "false",
    ...settings,
    TS_NODE_PROJECT: undefined,
    PATH: path,
  };
  return async (cwd, command, ...args) => {
    console.error(`  ${command} ${args.join(" ")}`);
    try {
      // On Windows, npm and npx are scripts, which need a shell.
      return (await execute(command, args, { cwd, env, maxBuffer: 1e9, shell: process.platform === "win32" })).stdout;
    } catch (error) {
      const { stdout = "", stderr = "", message } = error as Error & { stdout?: string; stderr?: string };
      throw new Error(`${message}\n${stdout}${stderr}`);
    }
  };
}

async function rehearseNpm(folder: string, newMachine: NewMachine): Promise<void> {
  const run = await newMachine("npm");
  const project = join(folder, "listing");
  await cp(join(ROOT, "examples/listing"), project, { recursive: true });
  // The example's dependency is the file in this folder, as users have it.
  await mkdir(join(project, "vendor"));
  const { file } = pack(join(project, "vendor"));
  const [publint, attw] = CHECKS;
  await run(ROOT, "npx", "--yes", publint, file, "--strict");
  // This entry is not a module.
  await run(ROOT, "npx", "--yes", attw, file, "--exclude-entrypoints", "./package.json");
  await run(project, "npm", "install", "--no-audit", "--no-fund");
  console.log(`${basename(file)} in examples/listing: ${await deploy(run, project)}`);
}

async function rehearseYaml(folder: string, newMachine: NewMachine, packed: string | undefined): Promise<void> {
  const archives = packed ?? join(folder, "archives");
  if (packed === undefined) {
    await packPlugin({ version, outdir: archives });
  }
  const server = await serveFolder(archives);
  const [project, clone] = [join(folder, "project"), join(folder, "clone")];
  await cp(join(ROOT, "examples/yaml"), project, { recursive: true });
  const first = await newMachine("first");
  await first(project, "pulumi", "package", "add", `workflows@${version}`, "--server", server.url);
  await cp(project, clone, { recursive: true });
  console.log(`The plugin in examples/yaml: ${await deploy(first, project)}`);
  const second = await newMachine("second");
  await second(clone, "pulumi", "install");
  console.log(`The plugin in a fresh clone of it: ${await deploy(second, clone)}`);
  await server.close();
}

/** Deploys, expects no changes the second time, and destroys. Returns the outputs as JSON. */
async function deploy(run: Run, project: string): Promise<string> {
  const pulumi = (...args: readonly string[]): Promise<string> => run(project, "pulumi", ...args, "--non-interactive");
  await pulumi("stack", "init", "test");
  await pulumi("up", "--yes");
  const outputs = (await pulumi("stack", "output", "--json")).trim();
  await pulumi("up", "--yes", "--skip-preview", "--expect-no-changes");
  await pulumi("destroy", "--yes");
  if (outputs === "{}") {
    throw new Error("The program has no outputs.");
  }
  return outputs.replace(/\s+/g, " ").slice(0, 200);
}

main().catch((error: unknown) => {
  console.error(messageOf(error));
  process.exitCode = 1;
});
