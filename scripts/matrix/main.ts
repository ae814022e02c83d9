/**
 * `npm run matrix`: what is claimed to work together is tried together: each package manager and module system; the oldest and
 * the newest SDK under each Node.js; all tests under each Node.js except the one in use, which `npm test` tries. Needs the npm
 * registry. Deploys on the Pulumi CLI, or on the rehearsal engine if there is none on PATH.
 * `--only installs|sdks|tests` tries one part. After 20 minutes no cell begins, and a command may take 15.
 */
import { mkdtemp, readFile, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { removePulumiHome } from "../../test/support/pulumi-cli.js";
import { type Cell, tryCells, Unavailable } from "./cell.js";
import { deploy } from "./deploy.js";
import { PROGRAMS, type Program, writeProject } from "./projects.js";
import { run } from "./run.js";
import { findNode, type Installer, NPM, once, otherInstallers } from "./tools.js";

const ROOT = resolve(__dirname, "..", "..");
const MILLISECONDS = 20 * 60_000;
const THIS_NODE = Number(process.versions.node.split(".")[0]);
const NODES = [20, 22, 24];
const OLDEST_SDK = "3.220.0";
/** The last one that takes Node.js 20. */
const LAST_SDK_FOR_NODE_20 = ">=3.220.0 <3.249.0";
const NEWEST_SDK = ">=3.220.0 <4";

async function main(): Promise<void> {
  const { only } = parseArgs({ options: { only: { type: "string" } } }).values;
  const deadline = Date.now() + MILLISECONDS;
  const folder = await realpath(await mkdtemp(join(tmpdir(), "workflows-matrix-")));
  try {
    const nodes = new Map(NODES.map((major) => [major, once(() => findNode(major, folder))]));
    const pathOf = async (major: number): Promise<string> => (await nodes.get(major)?.()) ?? "";
    const tarball = await pack(folder);
    const project =
      (installer: Installer, program: Program, sdk: string, node: number) => async (): Promise<string> => {
        const own = await mkdtemp(join(folder, "cell-"));
        const path = await pathOf(node);
        await writeProject({ folder: join(own, "project"), program, tarball, sdk });
        await installer.install(join(own, "project"), path);
        const engine = await deploy(join(own, "project"), path);
        await rm(own, { recursive: true });
        return engine;
      };

    const sdk = THIS_NODE < 22 ? LAST_SDK_FOR_NODE_20 : NEWEST_SDK;
    const install = (installer: Installer, program: Program): Cell => ({
      name: `${installer.name}, ${program}`,
      node: THIS_NODE,
      work: project(installer, program, sdk, THIS_NODE),
    });
    const installs = [
      ...PROGRAMS.map((program) => install(NPM, program)),
      ...otherInstallers(folder).flatMap((other) => [install(other, "ESM"), install(other, "TypeScript")]),
    ];

    const sdks = NODES.flatMap((node): Cell[] => [
      { name: `SDK ${OLDEST_SDK}`, node, work: project(NPM, "TypeScript", OLDEST_SDK, node) },
      {
        name: "newest SDK",
        node,
        work: node < 22 ? refuse("it declares Node.js 22") : project(NPM, "TypeScript", NEWEST_SDK, node),
      },
    ]);

    const tests = NODES.map((node): Cell => ({
      name: "all tests",
      node,
      work: node === THIS_NODE ? refuse("`npm test` does it") : async () => await runTests(await pathOf(node), folder),
    }));

    const wants = (part: string): boolean => only === undefined || only === part;
    const results = [
      ...(await tryCells([...(wants("installs") ? installs : []), ...(wants("sdks") ? sdks : [])], 2, deadline)),
      // One after the other: a run of the tests has processes of its own.
      ...(await tryCells(wants("tests") ? tests : [], 1, deadline)),
    ];
    const count = (result: string): string => `${results.filter((other) => other === result).length} ${result}`;
    console.log(`${count("ok")}, ${count("failed")}, ${count("not tried")}`);
    process.exitCode = results.includes("failed") || !results.includes("ok") ? 1 : 0;
  } finally {
    await removePulumiHome();
    await rm(folder, { recursive: true, force: true });
  }
}

function refuse(why: string): () => Promise<never> {
  return () => Promise.reject(new Unavailable(why));
}

async function pack(folder: string): Promise<string> {
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder];
  const [packed] = JSON.parse(await run("npm", args, { cwd: ROOT })) as { filename: string }[];
  return join(folder, packed?.filename ?? "");
}

async function runTests(path: string, folder: string): Promise<string> {
  const jest = join(ROOT, "node_modules", "jest", "bin", "jest.js");
  const report = join(await mkdtemp(join(folder, "tests-")), "report.json");
  const args = [jest, "--ci", "--silent", "--maxWorkers=2", "--json", "--outputFile", report];
  await run("node", args, { cwd: ROOT, env: { PATH: path } });
  const { numPassedTests, numPendingTests } = JSON.parse(await readFile(report, "utf8")) as Record<string, number>;
  return `${numPassedTests ?? 0} passed, ${numPendingTests ?? 0} skipped`;
}

void main();
