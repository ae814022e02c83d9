/** The examples, the templates and the programs of the pages on the real engine, with the plugin installed. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { appendFile, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { startFakeService, type FakeService } from "../support/fake-service.js";
import { allPages } from "../docs/pages.js";
import { testIn } from "../support/languages.js";
import { linkPackages, makeProjects, type Project, type Projects } from "../support/projects.js";
import { spellingsIn } from "../support/secret-spellings.js";
import { ROOT, VERSION } from "./executable.js";
import { type AddSdk, addPythonSdk, compileGo, noSdk } from "./language-projects.js";

jest.setTimeout(300_000);

const NAMED = [
  { id: "1", name: "Nightly import", status: "active" },
  { id: "2", name: "Send invoices", status: "paused" },
];
/** Another service: no field of it is called as above. */
const TITLED = [{ uuid: "a-1", title: "Nightly import" }];

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

/** As the guides have it. */
async function setConfig(project: Project, path = "workflows:"): Promise<void> {
  const set = (...args: string[]): Promise<string> => project.pulumi("config", "set", "--path", ...args);
  await set(`${path}baseUrl`, service.url);
  await set(`${path}clientId`, service.clientId);
  await set("--secret", `${path}clientSecret`, service.clientSecret);
}

const yaml = testIn("yaml", "examples/yaml and the YAML programs of the pages");

yaml("YAML: previews the real values before anything exists, with no warning, and imports a part", async () => {
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
});

yaml("YAML: the programs of the pages run unchanged, with what fields of a service they name", async () => {
  const programs = allPages().flatMap(({ path, snippets }) =>
    snippets
      // This one names a workflow that the service does not have: test/plugin/languages.test.ts deploys it.
      .filter(({ language, code }) => language === "yaml" && code.includes("runtime: yaml") && !code.includes("wf_1"))
      .map(({ code, line }) => ({ location: `${path.replace(/\W+/g, "-")}-${line}`, code })),
  );
  expect(programs.length).toBeGreaterThan(8);
  for (const { location, code } of programs) {
    const folder = await projects.makeFolder(location);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "Pulumi.yaml"), code);
    const project = await projects.open(folder);
    await setConfig(project, "workflows:connections.eu.");
    await setConfig(project, "workflows:connections.us.");
    const hasFields = /The fields are examples|Nightly import/.test(code);
    for (const workflows of hasFields ? [NAMED] : [NAMED, TITLED]) {
      service.workflows = workflows;
      await project.pulumi("up", "--yes", "--skip-preview");
      const counts = Object.entries(await project.outputs()).filter(([, value]) => typeof value === "number");
      expect(counts.filter(([, count]) => count !== workflows.length)).toEqual([]);
    }
  }
});

for (const [language, addSdk] of [
  ["python", addPythonSdk],
  ["go", compileGo],
] as const) {
  testIn(language, `examples/${language}`)(`examples/${language} gives the same outputs`, async () => {
    const project = await projects.open(await projects.copy(`examples/${language}`, language));
    await project.prepare(addSdk);
    await project.pulumi("config", "set", "--path", "workflow.name", "Nightly import");
    expect(await up(project)).toMatchObject({ count: 2, first: NAMED[0], found: NAMED[0] });
    await project.pulumi("destroy", "--yes");
  });
}

/** What the CLI would install, without a network. */
const compileTypeScript: AddSdk = async (folder) => {
  await linkPackages(folder);
  execFileSync(process.execPath, [join(ROOT, "node_modules/typescript/bin/tsc")], { cwd: folder, stdio: "inherit" });
  return {};
};
const link: AddSdk = async (folder) => {
  await linkPackages(folder);
  return {};
};

const TEMPLATES = [
  // template, language host, preparation, its outputs
  ["typescript", "nodejs", compileTypeScript, { count: 1, workflows: ["a-1: Nightly import"] }],
  ["javascript", "nodejs", link, { count: 1, workflows: ["a-1: Nightly import"] }],
  ["python", "python", addPythonSdk, { count: 1, workflows: ["a-1: Nightly import"] }],
  ["go", "go", compileGo, { count: 1, workflows: [JSON.stringify(TITLED[0], ["title", "uuid"])] }],
  ["yaml", "yaml", noSdk, { count: 1, first: TITLED[0] }],
] as const;

for (const [template, language, install, outputs] of TEMPLATES) {
  it(`templates/${template} asks for the required settings, the secret as one, and for this version of the plugin`, () => {
    const project = parse(readFileSync(join(ROOT, "templates", template, "Pulumi.yaml"), "utf8")) as {
      readonly packages?: object;
      readonly template: { readonly config: Readonly<Record<string, { readonly secret?: boolean }>> };
    };
    const settings = Object.entries(project.template.config).map(([key, { secret = false }]) => [key, secret]);
    expect(settings).toEqual([
      ["workflows:baseUrl", false],
      ["workflows:clientId", false],
      ["workflows:clientSecret", true],
    ]);
    const usesSdk = ["python", "go"].includes(template);
    expect(project.packages).toEqual(usesSdk ? { workflows: `workflows@${VERSION}` } : undefined);
  });

  testIn(language, `templates/${template}`)(`templates/${template}: a new project deploys as it is`, async () => {
    service.workflows = TITLED;
    const folder = await projects.makeFolder(`new-${template}`);
    const project = await projects.open(folder, {}, { stack: false });
    const options = ["--yes", "--force", "--name", `new-${template}`, "--generate-only"];
    await project.pulumi("new", join(ROOT, "templates", template), ...options);
    await project.prepare(install);
    await project.pulumi("stack", "init", "test");
    await setConfig(project);
    expect(await up(project)).toEqual(outputs);
    if (template === "typescript") {
      await appendFile(join(folder, "index.ts"), 'const bad: number = "x";\n');
      const preview = project.pulumi("preview");
      await expect(preview).rejects.toThrow("TS2322: Type 'string' is not assignable to type 'number'.");
    }
  });
}

it.each([
  ["typescript", [".gitignore", "Pulumi.yaml", "README.md", "index.ts", "package.json", "tsconfig.json"]],
  ["javascript", [".gitignore", "Pulumi.yaml", "README.md", "index.js", "package.json"]],
])(
  "templates/%s has the files of Pulumi's own templates, and nothing that changes how Node.js starts",
  (name, files) => {
    const folder = join(ROOT, "templates", name);
    expect(
      readdirSync(folder)
        .filter((file) => file !== "node_modules")
        .sort(),
    ).toEqual(files);
    const { runtime } = parse(readFileSync(join(folder, "Pulumi.yaml"), "utf8")) as { runtime: unknown };
    expect(runtime).toEqual(name === "typescript" ? "nodejs" : { name: "nodejs", options: { typescript: false } });
  },
);

it("templates/go keeps go.sum under version control", () => {
  expect(readFileSync(join(ROOT, "templates/go/.gitignore"), "utf8")).toBe("sdks/\n");
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

testIn("nodejs", "a secret that a program gives in the clear")(
  "a secret that a program gives in the clear is none in the state, nor in what is shown",
  async () => {
    const { url: baseUrl, clientId, clientSecret } = service;
    const project = await projects.open(await projects.writeProgram("in-the-clear", IN_THE_CLEAR), {
      TENANT: JSON.stringify({ baseUrl, clientId, clientSecret }),
    });
    const shown = [
      await project.pulumi("preview", "--diff"),
      await project.pulumi("up", "--yes", "--diff"),
      await project.pulumi("refresh", "--yes", "--diff"),
      await project.pulumi("stack", "export"),
    ];
    expect(await project.outputs()).toEqual({ counts: [2, 2] });
    expect(spellingsIn(shown.join("\n"), [clientSecret])).toEqual([]);
  },
);
