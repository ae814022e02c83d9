/** A project elsewhere that installed the tarball, with npm's layout and with pnpm's, can use every entry of it. */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";
import ts from "typescript";
import { allPages } from "../docs/pages.js";
import { ROOT } from "../support/built.js";
import { filesIn, installInto, type Layout, manifest, pack, type Tarball, temporaryFolder } from "./tarball.js";

/** What each entry gives at run time. */
const ENTRIES: Readonly<Record<string, readonly string[]>> = {
  "pulumi-workflows": [
    "SettingsError",
    "Workflows",
    "WorkflowsError",
    "getAccessToken",
    "getAccessTokenOutput",
    "getJson",
    "getJsonOutput",
    "getWorkflow",
    "getWorkflowOutput",
    "getWorkflows",
    "getWorkflowsOutput",
  ],
  "pulumi-workflows/auth": ["SettingsError", "WorkflowsError", "createTokenSource"],
  "pulumi-workflows/handler": ["check", "create", "diff", "read", "update"],
  "pulumi-workflows/testing": ["mockWorkflows", "startEmulator"],
};
const ALL = Object.entries(ENTRIES);

/** Signs in and lists, which loads every package that is loaded on first use. */
const USE = `
const emulator = await startEmulator();
Object.assign(process.env, emulator.environment());
const tokens = createTokenSource({
  baseUrl: emulator.url, clientId: emulator.clientId, clientSecret: emulator.clientSecret, requestsPerSecond: 100,
});
await tokens.getToken();
const { count } = await getWorkflows({ where: { enabled: true } });
await emulator.close();
console.log(JSON.stringify({ count, entries }));`;

const PROGRAMS = {
  "program.cjs": `
const { startEmulator } = require("pulumi-workflows/testing");
const { createTokenSource } = require("pulumi-workflows/auth");
const { getWorkflows } = require("pulumi-workflows");
const entries = ${JSON.stringify(Object.keys(ENTRIES))}.map((name) => [name, Object.keys(require(name)).sort()]);
(async () => {${USE}
})();`,
  "program.mjs": `
${ALL.map(([name, exports], index) => `import { ${exports.map((one) => `${one} as ${one}${index}`).join(", ")} } from "${name}";`).join("\n")}
import { startEmulator } from "pulumi-workflows/testing";
import { createTokenSource } from "pulumi-workflows/auth";
import { getWorkflows } from "pulumi-workflows";
const entries = [${ALL.map(([name, exports], index) => `["${name}", Object.keys({ ${exports.map((one) => `${one}: ${one}${index}`).join(", ")} })]`).join(", ")}];
${USE}`,
};

/** For the compiler; \`module\` decides how the entries are found. */
const TYPED = `
import { Workflows, getWorkflowsOutput, WorkflowsError, type WorkflowsArgs } from "pulumi-workflows";
import { createTokenSource, type TokenSource } from "pulumi-workflows/auth";
import { startEmulator, type Emulator } from "pulumi-workflows/testing";
import * as handler from "pulumi-workflows/handler";
const args: WorkflowsArgs = { where: { enabled: true } };
export const count = new Workflows("all", args).count.apply((value) => value.toFixed());
export const names = getWorkflowsOutput().items.apply((items) => items.map((item) => String(item["name"])));
export const source: TokenSource = createTokenSource({ baseUrl: "", clientId: "", clientSecret: "" });
export const emulator: Promise<Emulator> = startEmulator();
export const isOurs = (error: unknown): boolean => error instanceof WorkflowsError && "check" in handler;
`;

const folder = temporaryFolder();
let tarball: Tarball;

beforeAll(() => {
  tarball = pack(folder);
  for (const layout of ["npm", "pnpm"] as const) {
    installInto(projectOf(layout), tarball, layout);
  }
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function projectOf(layout: Layout): string {
  const project = join(folder, layout);
  mkdirSync(project, { recursive: true });
  return project;
}

function runIn(project: string, args: readonly string[]): string {
  return execFileSync(process.execPath, args, { cwd: project, encoding: "utf8", timeout: 60_000 });
}

it("every entry of the package is looked at", () => {
  const entries = Object.keys(manifest.exports).filter((name) => !/json|\*/.test(name));
  expect(entries.map((name) => name.replace(/^\./, "pulumi-workflows")).sort()).toEqual(Object.keys(ENTRIES).sort());
});

it.each([
  ["npm", "program.cjs"],
  ["pnpm", "program.mjs"],
] as const)(
  "installed as %s does, %s imports all entries, signs in and lists",
  (layout, name) => {
    const project = projectOf(layout);
    writeFileSync(join(project, name), PROGRAMS[name]);
    expect(JSON.parse(runIn(project, [name]))).toEqual({ count: expect.any(Number) as number, entries: ALL });
  },
  60_000,
);

it("the command line tool finds the packages that it imports, in pnpm's layout and with a pipe as output", () => {
  const tool = join("node_modules", manifest.name, "dist", "cli", "main.js");
  const settings = { WORKFLOWS_BASE_URL: "http://127.0.0.1:1", WORKFLOWS_CLIENT_ID: "a", WORKFLOWS_CLIENT_SECRET: "b" };
  const env = { ...process.env, ...settings, WORKFLOWS_MAX_RETRIES: "0" };
  const ran = spawnSync(process.execPath, [tool, "list"], { cwd: projectOf("pnpm"), env, encoding: "utf8" });
  expect(ran).toMatchObject({ status: 75, stderr: expect.stringContaining("[connection]") as string });
}, 30_000);

it("a program that a bundler made one file of, with this package inside, signs in and lists", () => {
  const project = projectOf("npm");
  const [entryPoint, outfile] = [join(project, "unbundled.cjs"), join(project, "bundled", "program.js")];
  writeFileSync(entryPoint, PROGRAMS["program.cjs"].replace(/^const entries = .*$/m, "const entries = [];"));
  buildSync({ entryPoints: [entryPoint], outfile, bundle: true, platform: "node", external: ["@pulumi/pulumi"] });
  expect(JSON.parse(runIn(project, [outfile]))).toEqual({ count: expect.any(Number) as number, entries: [] });
}, 60_000);

/** A unit test of a program with the emulator, as a user writes it. */
const WITH_EMULATOR = `
import { getWorkflows } from "pulumi-workflows";
import { startEmulator } from "pulumi-workflows/testing";
test("all workflows are listed", async () => {
  const emulator = await startEmulator();
  Object.assign(process.env, emulator.environment());
  try {
    expect((await getWorkflows()).count).toBe(emulator.workflows.length);
  } finally {
    await emulator.close();
  }
});`;

/** Runs the unit tests of the page and with the emulator in a jest that transforms no installed package. */
function runJest(name: string, nodeOptions: string): string {
  const project = projectOf("npm");
  const tests = join(project, name);
  mkdirSync(tests, { recursive: true });
  const snippets = allPages().flatMap((page) => page.snippets.map(({ code }) => code));
  cpSync(join(ROOT, "examples/for-each/index.ts"), join(tests, "index.ts"));
  writeFileSync(join(tests, "index.test.ts"), snippets.find((code) => code.startsWith("// index.test.ts\n")) ?? "");
  writeFileSync(join(tests, "emulator.test.ts"), WITH_EMULATOR);
  const transform = { "\\.ts$": join(ROOT, "test/support/jest-transform.cjs") };
  const config = { rootDir: project, roots: [tests], testEnvironment: "node", transform, watchman: false };
  const jest = join(ROOT, "node_modules/jest/bin/jest.js");
  const { stdout, stderr } = spawnSync(process.execPath, [jest, "-i", "--config", JSON.stringify(config)], {
    cwd: project,
    env: { ...process.env, NODE_OPTIONS: nodeOptions },
    encoding: "utf8",
    timeout: 110_000,
  });
  return stdout + stderr;
}

it("under a jest that does not transform installed packages, unit tests pass with the option of Node.js for ES modules", () => {
  expect(runJest("unit-tests", "--experimental-vm-modules")).toMatch(/Tests: +2 passed, 2 total/);
}, 60_000);

const { ModuleKind, ModuleResolutionKind } = ts;
it.each([
  ["as Pulumi's templates do", ModuleKind.CommonJS, ModuleResolutionKind.Node10],
  ["as Node.js does", ModuleKind.NodeNext, ModuleResolutionKind.NodeNext],
])(
  "TypeScript that resolves modules %s finds all types",
  (_name, module, moduleResolution) => {
    const project = projectOf("npm");
    const file = join(project, "program.ts");
    writeFileSync(file, TYPED);
    const own = filesIn(tarball.folder).filter((path) => path.endsWith(".d.ts"));
    const program = ts.createProgram([file], {
      module,
      moduleResolution,
      target: ts.ScriptTarget.ES2020,
      strict: true,
      noEmit: true,
      types: [],
      skipLibCheck: false,
    });
    // Our declarations must compile in a stricter project too; the SDK's are not ours.
    const sources = program
      .getSourceFiles()
      .filter(({ fileName }) => fileName === file || own.some((path) => fileName.endsWith(`${manifest.name}/${path}`)));
    const faults = sources.flatMap((source) =>
      [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)].map(
        ({ messageText }) => `${source.fileName}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`,
      ),
    );
    expect(faults).toEqual([]);
    expect(sources.length).toBeGreaterThan(5);
  },
  60_000,
);
