/**
 * The examples: in TypeScript on each engine, in all languages as a user makes a project of them, and the pipelines.
 * The pages show the programs of those in Python, Go and YAML.
 */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { startFakeService, type FakeService } from "../support/fake-service.js";
import { describeOnAnEngine } from "../support/engines.js";
import { testIn } from "../support/languages.js";
import { linkPackages, makeProjects, type Project, type Projects } from "../support/projects.js";
import { ROOT, VERSION } from "../plugin/executable.js";
import { type AddSdk, addPythonSdk, compileGo, noSdk } from "../plugin/language-projects.js";

jest.setTimeout(300_000);

const NAMED = [
  { id: "1", name: "Nightly import", status: "active" },
  { id: "2", name: "Send invoices", status: "paused" },
];

let service: FakeService;
let projects: Projects;

beforeAll(async () => {
  service = await startFakeService({ workflows: NAMED });
  projects = await makeProjects(service.environment());
});
beforeEach(() => {
  service.workflows = NAMED;
});
afterAll(async () => {
  await service.close();
  await projects.remove();
});

async function up(project: Project): Promise<Readonly<Record<string, unknown>>> {
  await project.pulumi("up", "--yes", "--skip-preview");
  const outputs = await project.outputs();
  await project.pulumi("up", "--yes", "--skip-preview", "--expect-no-changes");
  return outputs;
}

/** Sets the config of a service, with the commands of the guide. */
async function setConfig(project: Project, path = "workflows:"): Promise<void> {
  const set = (...args: string[]): Promise<string> => project.pulumi("config", "set", "--path", ...args);
  await set(`${path}baseUrl`, service.url);
  await set(`${path}clientId`, service.clientId);
  await set("--secret", `${path}clientSecret`, service.clientSecret);
}

testIn("yaml", "examples/yaml")(
  "YAML: previews the real values before anything exists, with no warning, and imports a part",
  async () => {
    const project = await projects.open(await projects.copy("examples/yaml", "yaml"));
    await setConfig(project);
    await setConfig(project, "workflows:connections.eu.");
    const preview = await project.pulumi("preview", "--diff");
    expect(preview).toContain('name  : "Nightly import"');
    expect(preview).not.toMatch(/warning/i);
    expect(await up(project)).toMatchObject({ count: 2, first: NAMED[0] });
    await project.pulumi("refresh", "--yes", "--expect-no-changes");
    const id = '{"where":{"status":"paused"},"select":["name"]}';
    const importing = ["import", "--yes", "--protect=false", "workflows:index:Workflows", "others", id];
    expect(await project.pulumi(...importing)).toContain("others:\n    type: workflows:Workflows");
    expect(await project.pulumi("stack", "export")).toContain("Send invoices");
    await project.pulumi("destroy", "--yes");
  },
);

/** What the CLI would install, without a network. */
const compileTypeScript: AddSdk = async (folder) => {
  await linkPackages(folder);
  execFileSync(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc")], { cwd: folder, stdio: "inherit" });
  return {};
};

/** Ids as services have them: numbers, and texts. Each is part of a resource's name. */
const WITH_IDS = [
  { id: 17, name: "Nightly import" },
  { id: 1234567, name: "Send invoices" },
  { id: "wf_1", name: "Archive tickets" },
];
const ALARMS = ["1234567-failed", "17-failed", "wf_1-failed"];

const EXAMPLES = [
  // example, language host, preparation, its outputs, the names of its alarms
  [
    "listing",
    "nodejs",
    compileTypeScript,
    { count: 3, workflows: WITH_IDS.map(({ id, name }) => `${id}: ${name}`) },
    [],
  ],
  ["for-each", "nodejs", compileTypeScript, { count: 3 }, ALARMS],
  ["environments", "nodejs", compileTypeScript, { count: 3 }, ALARMS],
  ["python", "python", addPythonSdk, { count: 3 }, ALARMS],
  ["go", "go", compileGo, { count: 3 }, ALARMS],
  ["yaml", "yaml", noSdk, { count: 3, first: WITH_IDS[0] }, []],
] as const;

it("every example is deployed below, and is in the README of all", () => {
  const folders = readdirSync(join(ROOT, "examples"), { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const names = folders.map(({ name }) => name).filter((name) => name !== "node_modules");
  expect(EXAMPLES.map(([name]) => name).sort()).toEqual(names.sort());
  const page = readFileSync(join(ROOT, "examples/README.md"), "utf8");
  expect(names.filter((name) => !page.includes(`](${name})`))).toEqual([]);
});

for (const [example, language, install, outputs, alarms] of EXAMPLES) {
  it(`examples/${example} asks for the required settings, the secret as one, and for this version of the plugin`, () => {
    const project = parse(readFileSync(join(ROOT, "examples", example, "Pulumi.yaml"), "utf8")) as {
      readonly packages?: object;
      readonly template: { readonly config: Readonly<Record<string, { readonly secret?: boolean }>> };
    };
    const settings = Object.entries(project.template.config).map(([key, { secret = false }]) => [key, secret]);
    expect(settings).toEqual([
      ["workflows:baseUrl", false],
      ["workflows:clientId", false],
      ["workflows:clientSecret", true],
    ]);
    const usesSdk = ["python", "go"].includes(example);
    expect(project.packages).toEqual(usesSdk ? { workflows: `workflows@${VERSION}` } : undefined);
  });

  testIn(language, `examples/${example} as a template`)(
    `examples/${example}: a new project deploys as it is, and names its resources by numbers and texts alike`,
    async () => {
      service.workflows = WITH_IDS;
      const folder = await projects.makeFolder(`new-${example}`);
      const project = await projects.open(folder, {}, { stack: false });
      const options = ["--yes", "--force", "--name", `new-${example}`, "--generate-only"];
      await project.pulumi("new", join(ROOT, "examples", example), ...options);
      await project.prepare(install);
      await project.pulumi("stack", "init", "test");
      await setConfig(project);
      expect(await up(project)).toEqual(outputs);
      const state = await project.pulumi("stack", "export");
      expect([...state.matchAll(/"urn": ".*:Alarm::(.*)"/g)].map(([, name]) => name).sort()).toEqual(alarms);
      if (example === "listing") {
        await appendFile(join(folder, "index.ts"), 'const bad: number = "x";\n');
        const preview = project.pulumi("preview");
        await expect(preview).rejects.toThrow("TS2322: Type 'string' is not assignable to type 'number'.");
      }
    },
  );
}

const ENABLED = NAMED.map((workflow, index) => ({ ...workflow, enabled: index === 0 }));
/** Another service: no field of it is called as above. */
const TITLED = [{ uuid: "a-1", title: "Nightly import" }];

describeOnAnEngine("the examples", (open) => {
  let service: FakeService;

  beforeEach(async () => {
    service = await startFakeService({ workflows: ENABLED });
  });
  afterEach(async () => await service.close());

  it("listing shows the workflows with their own fields, checked by the compiler", async () => {
    const env = { ...service.environment(), PULUMI_NODEJS_TRANSPILE_ONLY: undefined };
    const stack = await open({ program: "examples/listing", env });
    expect(await stack.up()).toMatchObject({ failure: undefined, changes: { create: 2 } });
    expect(await stack.outputs()).toMatchObject({ count: 2, workflows: ["1: Nightly import", "2: Send invoices"] });
    service.workflows = TITLED;
    expect((await stack.up()).failure).toBeUndefined();
    expect(await stack.outputs()).toMatchObject({ count: 1, workflows: ["a-1: Nightly import"] });
  });

  it("for-each creates a resource for each workflow, and names the field to change", async () => {
    const stack = await open({ program: "examples/for-each", env: service.environment() });
    expect(await stack.up()).toMatchObject({ failure: undefined, changes: { create: 4 } });
    expect(await stack.outputs()).toEqual({ count: 2 });
    service.workflows = TITLED;
    expect((await stack.up()).failure).toContain('no workflow has a field "id"; the fields are "uuid", "title"');
  });

  it("environments takes from a stack's config which workflows it needs", async () => {
    const config = {
      "alarms:where": { value: '{"enabled":true}' },
      "alarms:minItems": { value: "1" },
    };
    const stack = await open({ program: "examples/environments", env: service.environment(), config });
    expect(await stack.up()).toMatchObject({ failure: undefined, changes: { create: 3 } });
    await stack.setAllConfig({ "alarms:minItems": { value: "2" } });
    expect((await stack.up()).failure).toContain("fewer than `minItems` requires (2)");
  });
});

describe("the pipelines of environments", () => {
  const FOLDER = join(__dirname, "../../examples/environments");
  const read = (name: string): string => readFileSync(join(FOLDER, "pipelines", name), "utf8");

  it.each(["github.yml", "gitlab-ci.yml"])(
    "%s checks the settings, then deploys, and names its environment in quotes",
    (name) => {
      const commands = [...read(name).matchAll(/- (?:run: )?((?:npx|pulumi) .*)$/gm)].map(([, command]) => command);
      expect(commands.filter((command) => command !== "pulumi version")).toEqual([
        'npx --no pulumi-workflows check --stack "$ENVIRONMENT"',
        'pulumi up --yes --stack "$ENVIRONMENT"',
      ]);
    },
  );

  it("both deploy the stacks that have a config here, in one order", () => {
    const stacks = readdirSync(FOLDER).flatMap((file) => /^Pulumi\.(.+)\.yaml$/.exec(file)?.[1] ?? []);
    expect(stacks).toEqual(["dev", "prod"]);
    expect(parse(read("gitlab-ci.yml"))).toMatchObject({ stages: stacks });
    expect(parse(read("github.yml"))).toMatchObject({
      jobs: { deploy: { strategy: { "max-parallel": 1, matrix: { environment: stacks } } } },
    });
  });

  it("no script of GitHub's contains an expression: text from outside would become part of it", () => {
    const { jobs } = parse(read("github.yml")) as { jobs: { deploy: { steps: { run?: string }[] } } };
    expect(jobs.deploy.steps.filter(({ run = "" }) => run.includes("${{"))).toEqual([]);
  });
});
