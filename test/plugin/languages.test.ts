/** TypeScript and Python programs on the real engine, each with its generated SDK, and without a network. */
import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startEmulator, type Emulator } from "../../provider/testing/emulator.js";
import { type Language, testIn } from "../support/languages.js";
import { findCli, isolated } from "../support/pulumi-cli.js";
import { makeScript, VERSION } from "./executable.js";
import { makePython, makeTypeScript } from "./language-projects.js";

const run = promisify(execFile);

jest.setTimeout(300_000);

let service: Emulator;
let root: string;
let env: NodeJS.ProcessEnv;

beforeAll(async () => {
  service = await startEmulator();
  root = await mkdtemp(join(tmpdir(), "workflows-languages-"));
  const plugin = await makeScript();
  const installed = join(root, "home/plugins", `resource-workflows-v${VERSION}`);
  await Promise.all([mkdir(installed, { recursive: true }), mkdir(join(root, "state"))]);
  await copyFile(plugin.path, join(installed, "pulumi-resource-workflows"));
  await plugin.remove();
  env = {
    ...process.env,
    ...isolated(join(root, "home"), join(root, "state")),
    ...service.environment(),
    NODE_OPTIONS: undefined,
    PATH: findCli(),
  };
});
afterAll(async () => {
  await service.close();
  await rm(root, { recursive: true, force: true });
});

const CASES: readonly [
  language: Language,
  make: (folder: string, env: NodeJS.ProcessEnv) => Promise<NodeJS.ProcessEnv>,
  expected: object,
][] = [
  ["nodejs", makeTypeScript, {}],
  ["python", makePython, { now: 1, one: 5, listed: 5 }],
];

for (const [language, make, expected] of CASES) {
  testIn(language, `the plugin from ${language}`)(
    `${language}: compiles with the generated SDK, deploys, and stays without changes`,
    async () => {
      const folder = join(root, language);
      const variables = { ...env, ...(await make(folder, env)) };
      const pulumi = async (...args: readonly string[]): Promise<string> => {
        try {
          return (await run("pulumi", [...args, "--non-interactive"], { cwd: folder, env: variables })).stdout;
        } catch (error) {
          const { stdout, stderr } = error as { stdout: string; stderr: string };
          throw new Error(`pulumi ${args.join(" ")}: ${stdout}${stderr}`);
        }
      };
      await pulumi("stack", "init", "test");
      await pulumi("up", "--yes", "--skip-preview");
      const outputs = JSON.parse(await pulumi("stack", "output", "--json")) as object;
      expect(outputs).toMatchObject({
        count: 5,
        digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
        ...expected,
      });
      await pulumi("up", "--yes", "--skip-preview", "--expect-no-changes");
      await pulumi("destroy", "--yes");
    },
  );
}
