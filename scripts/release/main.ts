/**
 * `npm run rehearse:release`: does everything that a release does except publishing. It packs the npm package and the plugin, checks
 * the package with publint and "Are the types wrong?", and installs both into empty homes: the package from its file, the plugin
 * from a local server. Then it deploys an example of each kind against the emulator, and prints what each gave. It takes minutes,
 * and needs the Pulumi CLI, npm's registry, and Python and Go for their examples.
 *
 * `--only yaml,typescript,python,go,npm` rehearses a part. `--archives <folder>` takes archives that are packed already.
 */
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { messageOf } from "../../provider/base/errors.js";
import { startEmulator, type Emulator } from "../../provider/testing/emulator.js";
import { packageVersion } from "../../provider/base/package-version.js";
import { pack } from "../../test/package/tarball.js";
import { findCli, isolated } from "../../test/support/pulumi-cli.js";
import { serveFolder } from "../../test/support/loopback.js";
import { packPlugin } from "../plugin/archive.js";
import { ROOT } from "../plugin/bundle.js";
import { cloneProject, LANGUAGES, type Language, writeNpmProject, writeProject } from "./projects.js";

const execute = promisify(execFile);
const version = packageVersion();

/** The parts of a rehearsal, which `--only` takes. */
const PARTS: readonly string[] = [...LANGUAGES, "npm"];

/** The examples that use the npm package. */
const NPM_EXAMPLES = ["listing", "for-each", "environments"];

/** The result of one part of the rehearsal. */
interface Outcome {
  readonly what: string;
  readonly result: string;
}

/** The folder, engine, service and server that all parts of the rehearsal use. */
interface Rehearsal {
  readonly folder: string;
  readonly cli: string;
  readonly service: Emulator;
  /** The address of the plugin server. */
  readonly archives: string;
  readonly report: (line: string) => void;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { only: { type: "string" }, archives: { type: "string" } },
  });
  const parts = values.only?.split(",") ?? PARTS;
  const unknownParts = parts.filter((part) => !PARTS.includes(part));
  if (unknownParts.length > 0) {
    throw new Error(`--only takes ${PARTS.join(", ")}, not ${unknownParts.join(", ")}.`);
  }
  const cli = findCli();
  if (cli === undefined) {
    throw new Error("There is no `pulumi` on PATH. Install the Pulumi CLI (https://www.pulumi.com/docs/install/).");
  }
  const report = (line: string): void => console.error(`  ${line}`);
  const folder = await mkdtemp(join(tmpdir(), "workflows-release-"));
  const outcomes: Outcome[] = [];
  const attempt = async (what: string, work: () => Promise<string>): Promise<void> => {
    report(`${what} …`);
    try {
      outcomes.push({ what, result: await work() });
    } catch (error) {
      process.exitCode = 1;
      const text = messageOf(error);
      report(`${what} FAILED: ${text}`);
      outcomes.push({ what, result: `FAILED: ${text.split("\n")[0] ?? ""}` });
    }
  };
  await using service = await startEmulator();
  const usesPlugin = parts.some((name) => name !== "npm");
  const archives = values.archives ?? join(folder, "archives");
  if (usesPlugin && values.archives === undefined) {
    report("packing the plugin …");
    await packPlugin({ version, outdir: archives });
  }
  const server = await serveFolder(archives);
  try {
    const rehearsal: Rehearsal = { folder, cli, service, archives: server.url, report };
    for (const language of LANGUAGES.filter((name) => parts.includes(name))) {
      await attempt(`${language}: package add, up, then install in a fresh clone`, () =>
        rehearsePlugin(rehearsal, language),
      );
    }
    if (parts.includes("yaml")) {
      await attempt("yaml: plugin install, then up", () => rehearseOlderCommand(rehearsal));
    }
    if (parts.includes("npm")) {
      await attempt("the npm package, from its file", () => rehearseNpm(rehearsal));
    }
  } finally {
    await server.close();
    await rm(folder, { recursive: true, force: true });
  }
  for (const { what, result } of outcomes) {
    console.log(`${what}: ${result}`);
  }
}

/** A machine with a home, plugins and state that nothing else uses. */
interface Machine {
  readonly pulumi: (cwd: string, ...args: readonly string[]) => Promise<string>;
  readonly run: (cwd: string, command: string, ...args: readonly string[]) => Promise<string>;
}

/** Makes an empty home and state, and returns the commands that run with them. */
async function newMachine({ folder, cli, service }: Rehearsal, name: string): Promise<Machine> {
  const home = join(folder, `${name}-home`);
  const state = join(folder, `${name}-state`);
  await Promise.all([mkdir(home, { recursive: true }), mkdir(state, { recursive: true })]);
  const env = {
    ...process.env,
    ...isolated(home, state),
    // The engine must download the plugin from the server, which `isolated` forbids.
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "false",
    ...service.environment(),
    NODE_OPTIONS: undefined,
    TS_NODE_PROJECT: undefined,
    PATH: cli,
  };
  const run = async (cwd: string, command: string, ...args: readonly string[]): Promise<string> => {
    try {
      return (await execute(command, args, { cwd, env, maxBuffer: 1e9, shell: process.platform === "win32" })).stdout;
    } catch (error) {
      const { stdout = "", stderr = "", message } = error as Error & { stdout?: string; stderr?: string };
      throw new Error(`${command} ${args.join(" ")} failed.\n${stdout}${stderr}`.trim() || message);
    }
  };
  return { run, pulumi: (cwd, ...args) => run(cwd, "pulumi", ...args, "--non-interactive") };
}

/** Adds the plugin to a project and deploys it, then installs it for a fresh clone on another machine and deploys that. */
async function rehearsePlugin(rehearsal: Rehearsal, language: Language): Promise<string> {
  const project = join(rehearsal.folder, language);
  await writeProject(language, project);
  const first = await newMachine(rehearsal, `${language}-first`);
  if (language === "typescript") {
    await first.run(project, "npm", "install", "--no-audit", "--no-fund");
  }
  await first.pulumi(project, "package", "add", `workflows@${version}`, "--server", rehearsal.archives);
  const deployed = await deploy(first, project);

  const clone = join(rehearsal.folder, `${language}-clone`);
  await cloneProject(project, clone);
  const second = await newMachine(rehearsal, `${language}-second`);
  await second.pulumi(clone, "install");
  const deployedClone = await deploy(second, clone);
  if (deployedClone !== deployed) {
    throw new Error(`The clone deployed ${deployedClone}, and the first project ${deployed}.`);
  }
  return deployed;
}

/** Installs the plugin with the command that CLIs without `package add` have. */
async function rehearseOlderCommand(rehearsal: Rehearsal): Promise<string> {
  const project = join(rehearsal.folder, "older");
  await writeProject("yaml", project);
  const machine = await newMachine(rehearsal, "older");
  await machine.pulumi(project, "plugin", "install", "resource", "workflows", version, "--server", rehearsal.archives);
  return deploy(machine, project);
}

/** Checks the package, installs its file into each example that uses it, and deploys the example. */
async function rehearseNpm(rehearsal: Rehearsal): Promise<string> {
  const { folder } = rehearsal;
  const { file } = pack(folder);
  const results = [await checkPackage(rehearsal, file)];
  for (const example of NPM_EXAMPLES) {
    rehearsal.report(`examples/${example} …`);
    const project = join(folder, `npm-${example}`);
    await writeNpmProject(example, project, file);
    const machine = await newMachine(rehearsal, `npm-${example}`);
    await machine.run(project, "npm", "install", "--no-audit", "--no-fund");
    results.push(`examples/${example} ${await deploy(machine, project)}`);
  }
  return results.join("; ");
}

/** Checks that the packed files are as `package.json` declares them, and that every kind of importer finds types that fit the code. */
async function checkPackage(rehearsal: Rehearsal, file: string): Promise<string> {
  const { run } = await newMachine(rehearsal, "package");
  await run(ROOT, "npx", "publint", file, "--strict");
  // This entry is not a module.
  await run(ROOT, "npx", "attw", file, "--exclude-entrypoints", "./package.json");
  return "publint and attw found no fault";
}

/** Deploys, expects no changes the second time, and destroys. Returns the outputs as JSON. */
async function deploy({ pulumi }: Machine, project: string): Promise<string> {
  await pulumi(project, "stack", "init", "test");
  await pulumi(project, "up", "--yes");
  const outputs = JSON.parse(await pulumi(project, "stack", "output", "--json")) as Readonly<Record<string, unknown>>;
  await pulumi(project, "up", "--yes", "--skip-preview", "--expect-no-changes");
  await pulumi(project, "destroy", "--yes");
  if (Object.keys(outputs).length === 0) {
    throw new Error("The program has no outputs.");
  }
  return JSON.stringify(outputs).slice(0, 200);
}

main().catch((error: unknown) => {
  console.error(messageOf(error));
  process.exitCode = 1;
});
