/** The examples in YAML, Python and Go on the real engine, with the plugin installed: one listing, the same outputs. */
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { copyFile, cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { startEmulator, type Emulator } from "../../provider/testing/emulator.js";
import { allPages } from "../docs/pages.js";
import { findCli, hasCliFor, isolated } from "../support/pulumi-cli.js";
import { secretForms } from "../support/secret-forms.js";
import { makeScript, ROOT, VERSION } from "./executable.js";

const run = promisify(execFile);
const cli = findCli();

/** Python and Go fetch their SDKs from the network, and Go compiles for minutes: only where that is asked for. */
const asked = process.env["WORKFLOWS_TEST_LANGUAGES"] === "all";

/** Whether examples in a language can run here; says aloud why not. */
function canRun(language: string): boolean {
  const host = `pulumi-language-${language}`;
  const missing =
    cli === undefined
      ? "there is no Pulumi CLI on PATH"
      : !cli.split(delimiter).some((folder) => existsSync(join(folder, host)))
        ? `there is no ${host} on PATH`
        : language !== "yaml" && !asked
          ? "it needs the network and minutes; set WORKFLOWS_TEST_LANGUAGES=all"
          : undefined;
  if (missing !== undefined) process.stderr.write(`SKIPPED: examples/${language}, for ${missing}.\n`);
  return missing === undefined;
}

const when = (possible: boolean): jest.It => (possible ? test : test.skip);
const TEN_MINUTES = 600_000;
jest.setTimeout(120_000);

let service: Emulator;
let executable: Awaited<ReturnType<typeof makeScript>>;
let home: string;

beforeAll(async () => {
  service = await startEmulator();
  executable = await makeScript();
  home = await mkdtemp(join(tmpdir(), "workflows-plugin-home-"));
  const installed = join(home, "plugins", `resource-workflows-v${VERSION}`);
  await mkdir(installed, { recursive: true });
  await copyFile(executable.path, join(installed, "pulumi-resource-workflows"));
});
afterAll(async () => {
  await service.close();
  await executable.remove();
  await rm(home, { recursive: true, force: true });
});

interface Project {
  pulumi(...args: readonly string[]): Promise<string>;
  outputs(): Promise<unknown>;
}

async function openExample(name: string, copy = name): Promise<Project> {
  const folder = join(home, copy);
  await cp(join(ROOT, "examples", name), folder, { recursive: true });
  return open(folder);
}

/** A JavaScript program of a test's own, with the SDK of this checkout. */
async function openProgram(name: string, text: string, variables: NodeJS.ProcessEnv): Promise<Project> {
  const folder = join(home, name);
  await mkdir(folder);
  await writeFile(join(folder, "Pulumi.yaml"), `name: ${name}\nruntime: nodejs\nmain: index.js\n`);
  await writeFile(join(folder, "package.json"), "{}");
  await writeFile(join(folder, "index.js"), text);
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  return open(folder, variables);
}

async function open(folder: string, variables: NodeJS.ProcessEnv = {}): Promise<Project> {
  const state = `${folder}-state`;
  await mkdir(state);
  const env = {
    ...process.env,
    ...service.environment(),
    ...variables,
    ...isolated(home, state),
    PATH: cli,
  };
  const pulumi = async (...args: readonly string[]): Promise<string> => {
    try {
      const { stdout } = await run("pulumi", [...args, "--non-interactive"], { cwd: folder, env });
      return stdout;
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`pulumi ${args.join(" ")}: ${stdout}${stderr}`);
    }
  };
  await pulumi("stack", "init", "test");
  return { pulumi, outputs: async () => JSON.parse(await pulumi("stack", "output", "--json")) as unknown };
}

const OUTPUTS = {
  count: 3,
  first: "Nightly import",
  digest: "cb7667a6531d72fc570bf06341fa79623649d909bf9e63843063eec0fc17d99e",
  nightlyId: "wf_01HTZ4",
};

when(canRun("yaml"))("YAML: previews the real values before anything exists, and stays without changes", async () => {
  const project = await openExample("yaml");
  const preview = await project.pulumi("preview", "--diff");
  expect(preview).toContain('first    : "Nightly import"');
  expect(preview).toContain('name     : "Onboard new customer"');
  await project.pulumi("up", "--yes", "--skip-preview");
  expect(await project.outputs()).toEqual(OUTPUTS);
  await project.pulumi("up", "--yes", "--skip-preview", "--expect-no-changes");
  await project.pulumi("refresh", "--yes", "--expect-no-changes");
  const id = '{"where":{"enabled":false},"select":["name"]}';
  const imported = await project.pulumi(
    "import",
    "--yes",
    "--protect=false",
    "workflows:index:Workflows",
    "others",
    id,
  );
  expect(imported).toContain("others:\n    type: workflows:Workflows");
  expect(await project.pulumi("stack", "export")).toContain("Rebuild search index");
  await project.pulumi("destroy", "--yes");
});

when(canRun("yaml"))("YAML: warns of nothing where the stack's config is as the guides have it", async () => {
  const project = await openExample("yaml", "config");
  const { url, clientId, clientSecret } = service;
  await project.pulumi("config", "set", "workflows:baseUrl", url);
  await project.pulumi("config", "set", "workflows:clientId", clientId);
  await project.pulumi("config", "set", "--secret", "workflows:clientSecret", clientSecret);
  const path = "workflows:connections.eu";
  await project.pulumi("config", "set", "--path", `${path}.clientId`, clientId);
  await project.pulumi("config", "set", "--path", "--secret", `${path}.clientSecret`, clientSecret);
  const preview = await project.pulumi("preview");
  expect(preview).toContain('first    : "Nightly import"');
  expect(preview).not.toMatch(/warning/i);
});

when(canRun("yaml"))("YAML: the programs of the pages run as they stand there", async () => {
  const programs = allPages().flatMap(({ path, snippets }) =>
    snippets
      .filter(({ language, code }) => language === "yaml" && code.includes("runtime: yaml"))
      .map(({ code, line }) => ({ where: `${path.replace(/\W+/g, "-")}-${line}`, code })),
  );
  expect(programs).not.toEqual([]);
  for (const { where, code } of programs) {
    const folder = join(home, where);
    await mkdir(folder);
    await writeFile(join(folder, "Pulumi.yaml"), code);
    const project = await open(folder);
    await project.pulumi("up", "--yes", "--skip-preview");
    expect(await project.outputs()).toMatchObject({ count: service.workflows.length });
  }
});

/** What a generated SDK does for an explicit provider, whose secret it may have from the environment, in the clear. */
const IN_THE_CLEAR = `
const { ProviderResource, CustomResource } = require("@pulumi/pulumi");
const tenant = JSON.parse(process.env.TENANT);
const one = new ProviderResource("workflows", "one", tenant);
const many = new ProviderResource("workflows", "many", { connections: JSON.stringify({ a: tenant }) });
const read = (name, args, provider) =>
  new CustomResource("workflows:index:Workflows", name, { ...args, count: undefined }, { provider }).count;
exports.counts = [read("first", {}, one), read("second", { connection: "a" }, many)];
`;

when(hasCliFor("a secret that a program gives in the clear"))(
  "a secret that a program gives in the clear is none in the state, nor in what is shown",
  async () => {
    const { url, clientId, clientSecret } = service;
    const project = await openProgram("in-the-clear", IN_THE_CLEAR, {
      TENANT: JSON.stringify({ baseUrl: url, clientId, clientSecret }),
    });
    const shown = [
      await project.pulumi("preview", "--diff"),
      await project.pulumi("up", "--yes", "--diff"),
      await project.pulumi("refresh", "--yes", "--diff"),
      await project.pulumi("stack", "export"),
    ];
    expect(await project.outputs()).toEqual({ counts: [5, 5] });
    const text = shown.join("\n");
    expect(secretForms(clientSecret, clientId).filter((form) => text.includes(form))).toEqual([]);
  },
);

for (const language of ["python", "go"]) {
  when(canRun(language))(
    `${language}: gives the same outputs, with the SDK that is made from the plugin`,
    async () => {
      const project = await openExample(language);
      await project.pulumi("package", "add", executable.path);
      await project.pulumi("up", "--yes", "--skip-preview");
      expect(await project.outputs()).toEqual(OUTPUTS);
    },
    TEN_MINUTES,
  );
}
