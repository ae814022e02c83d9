/**
 * `npm run matrix`: what is claimed to work together is tried together. The tests under each Node.js; the oldest and the newest
 * SDK; each package manager; each module system. Needs the npm registry; deploys on the Pulumi CLI where it is on PATH.
 * `--quick` tries the installs and the programs on this Node.js alone; `--only tests|sdks|installs` one of the parts.
 */
import { mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { attempt, type Cell, skip } from "./cell.js";
import { deploy } from "./deploy.js";
import { PROGRAMS, type ProjectOptions, writeProject } from "./projects.js";
import { run } from "./run.js";
import { findInstallers, findNode, type Installer, type NodeVersion } from "./tools.js";

const ROOT = resolve(__dirname, "..", "..");
const NODES = [20, 22, 24];
const OLDEST_SDK = "3.220.0";
/** The last one that takes Node 20. */
const LAST_SDK_FOR_NODE_20 = ">=3.220.0 <3.250.0";
const NEWEST_SDK = ">=3.220.0 <4";

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { quick: { type: "boolean" }, only: { type: "string" } } });
  const wants = (part: string): boolean =>
    values.quick === true ? part === "installs" : values.only === undefined || values.only === part;
  const folder = await realpath(await mkdtemp(join(tmpdir(), "workflows-matrix-")));
  const cells: Cell[] = [];
  try {
    const tarball = await pack(folder);
    const majors = values.quick === true ? [Number(process.versions.node.split(".")[0])] : NODES;
    const nodes: NodeVersion[] = [];
    for (const major of majors) {
      nodes.push(await findNode(major, folder));
    }
    const installers = await findInstallers(folder);
    if (wants("installs")) {
      cells.push(...(await tryInstalls(folder, tarball, installers, nodes)));
    }
    if (wants("sdks")) {
      cells.push(...(await trySdks(folder, tarball, installers, nodes)));
    }
    if (wants("tests")) {
      cells.push(...(await tryTests(nodes)));
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const count = (result: Cell["result"]): number => cells.filter((cell) => cell.result === result).length;
  console.log(
    `\n${count("ok")} ok, ${count("failed")} failed, ${count("skipped")} skipped, ${count("cannot be")} cannot be`,
  );
  process.exitCode = count("failed") > 0 ? 1 : 0;
}

async function pack(folder: string): Promise<string> {
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder];
  const [packed] = JSON.parse(await run("npm", args, { cwd: ROOT })) as { filename: string }[];
  return join(folder, packed?.filename ?? "");
}

/** Each package manager, each module system; under the first Node.js, with the newest SDK for it. */
async function tryInstalls(
  folder: string,
  tarball: string,
  installers: readonly Installer[],
  [node]: readonly NodeVersion[],
): Promise<Cell[]> {
  const cells: Cell[] = [];
  if (node === undefined) {
    return cells;
  }
  for (const installer of installers) {
    for (const program of PROGRAMS) {
      const name = `${installer.name}, ${program}`;
      const project = join(folder, name.replace(/\W+/g, "-"), "project");
      const options = { folder: project, program, tarball, sdk: node.major < 22 ? LAST_SDK_FOR_NODE_20 : NEWEST_SDK };
      cells.push(
        await attempt(name, `Node ${node.version}`, () => tryProject(options, installer, node), installer.cannotBe),
      );
    }
  }
  return cells;
}

/** The oldest and the newest SDK, under each Node.js that it takes. */
async function trySdks(
  folder: string,
  tarball: string,
  [npm]: readonly Installer[],
  nodes: readonly NodeVersion[],
): Promise<Cell[]> {
  const cells: Cell[] = [];
  if (npm === undefined) {
    return cells;
  }
  const newest = await newestSdk();
  for (const node of nodes) {
    for (const sdk of [OLDEST_SDK, newest]) {
      const [name, what] = [`SDK ${sdk}, TypeScript`, `Node ${node.version}`];
      if (sdk === newest && node.major < 22) {
        cells.push(skip(name, what, "this SDK needs Node 22"));
        continue;
      }
      const project = join(folder, `sdk-${sdk}-${node.major}`, "project");
      const options: ProjectOptions = { folder: project, program: "TypeScript", tarball, sdk };
      cells.push(await attempt(name, what, () => tryProject(options, npm, node)));
    }
  }
  return cells;
}

async function newestSdk(): Promise<string> {
  return (await run("npm", ["view", "@pulumi/pulumi", "version"], { cwd: ROOT })).trim();
}

async function tryProject(options: ProjectOptions, installer: Installer, node: NodeVersion): Promise<string> {
  await writeProject(options);
  await installer.install(options.folder);
  try {
    return await deploy(options.folder, node);
  } finally {
    await rm(join(options.folder, ".."), { recursive: true, force: true });
  }
}

async function tryTests(nodes: readonly NodeVersion[]): Promise<Cell[]> {
  const cells: Cell[] = [];
  const jest = join(ROOT, "node_modules", "jest", "bin", "jest.js");
  for (const node of nodes) {
    cells.push(
      await attempt("all tests", `Node ${node.version}`, async () => {
        const env = { PATH: [node.bin, process.env["PATH"]].join(delimiter) };
        const report = join(await mkdtemp(join(tmpdir(), "workflows-matrix-tests-")), "report.json");
        try {
          await run(join(node.bin, "node"), [jest, "--ci", "--silent", "--json", "--outputFile", report], {
            cwd: ROOT,
            env,
            seconds: 3600,
          });
          return await counts(report);
        } finally {
          await rm(join(report, ".."), { recursive: true, force: true });
        }
      }),
    );
  }
  return cells;
}

async function counts(report: string): Promise<string> {
  const { numPassedTests, numPendingTests } = JSON.parse(await readFile(report, "utf8")) as Record<string, number>;
  return `${numPassedTests ?? 0} passed, ${numPendingTests ?? 0} skipped`;
}

void main();
