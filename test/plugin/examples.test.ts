/** The examples in YAML, Python and Go on the real engine, with the plugin installed: one listing, the same outputs. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startEmulator, type Emulator } from "../../provider/testing/emulator.js";
import { allPages } from "../docs/pages.js";
import { testIn } from "../support/languages.js";
import { makeProjects, type Projects } from "../support/projects.js";
import { secretForms } from "../support/secret-forms.js";
import { addPythonSdk, compileGo } from "./language-projects.js";

jest.setTimeout(300_000);

const NAMED = [
  { id: "1", name: "Nightly import", status: "active" },
  { id: "2", name: "Send invoices", status: "paused" },
];
/** Another service: no field of it is called as above. */
const TITLED = [{ uuid: "a-1", title: "Nightly import" }];

const yaml = testIn("yaml", "examples/yaml and the YAML programs of the pages");

let service: Emulator;
let projects: Projects;

beforeAll(async () => {
  service = await startEmulator({ workflows: NAMED });
  projects = await makeProjects(service.environment());
});
beforeEach(() => {
  service.workflows = NAMED;
});
afterAll(async () => {
  await service.close();
  await projects.remove();
});

yaml("YAML: previews the real values before anything exists, and stays without changes", async () => {
  const project = await projects.open(await projects.copy("examples/yaml", "yaml"));
  const preview = await project.pulumi("preview", "--diff");
  expect(preview).toContain('name  : "Nightly import"');
  await project.pulumi("up", "--yes", "--skip-preview");
  expect(await project.outputs()).toMatchObject({ count: 2, countNow: 2, first: NAMED[0] });
  await project.pulumi("up", "--yes", "--skip-preview", "--expect-no-changes");
  await project.pulumi("refresh", "--yes", "--expect-no-changes");
  const id = '{"where":{"status":"paused"},"select":["name"]}';
  const imported = await project.pulumi(
    "import",
    "--yes",
    "--protect=false",
    "workflows:index:Workflows",
    "others",
    id,
  );
  expect(imported).toContain("others:\n    type: workflows:Workflows");
  expect(await project.pulumi("stack", "export")).toContain("Send invoices");
  service.workflows = TITLED;
  await project.pulumi("up", "--yes", "--skip-preview");
  expect(await project.outputs()).toMatchObject({ count: 1, countNow: 1, first: TITLED[0] });
  await project.pulumi("destroy", "--yes");
});

yaml("YAML: warns of nothing where the stack's config is as the guides have it", async () => {
  const project = await projects.open(await projects.copy("examples/yaml", "config"));
  const { url, clientId, clientSecret } = service;
  await project.pulumi("config", "set", "workflows:baseUrl", url);
  await project.pulumi("config", "set", "workflows:clientId", clientId);
  await project.pulumi("config", "set", "--secret", "workflows:clientSecret", clientSecret);
  const path = "workflows:connections.eu";
  await project.pulumi("config", "set", "--path", `${path}.clientId`, clientId);
  await project.pulumi("config", "set", "--path", "--secret", `${path}.clientSecret`, clientSecret);
  const preview = await project.pulumi("preview", "--diff");
  expect(preview).toContain('name  : "Nightly import"');
  expect(preview).not.toMatch(/warning/i);
});

yaml("YAML: the programs of the pages run unchanged, whatever fields the service has", async () => {
  const programs = allPages().flatMap(({ path, snippets }) =>
    snippets
      .filter(({ language, code }) => language === "yaml" && code.includes("runtime: yaml"))
      .map(({ code, line }) => ({ where: `${path.replace(/\W+/g, "-")}-${line}`, code })),
  );
  expect(programs).not.toEqual([]);
  for (const { where, code } of programs) {
    const folder = await projects.makeFolder(where);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "Pulumi.yaml"), code);
    const project = await projects.open(folder);
    for (const workflows of [NAMED, TITLED]) {
      service.workflows = workflows;
      await project.pulumi("up", "--yes", "--skip-preview");
      expect(await project.outputs()).toMatchObject({ count: workflows.length });
    }
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

testIn("nodejs", "a secret that a program gives in the clear")(
  "a secret that a program gives in the clear is none in the state, nor in what is shown",
  async () => {
    const { url, clientId, clientSecret } = service;
    const project = await projects.open(await projects.writeProgram("in-the-clear", IN_THE_CLEAR), {
      TENANT: JSON.stringify({ baseUrl: url, clientId, clientSecret }),
    });
    const shown = [
      await project.pulumi("preview", "--diff"),
      await project.pulumi("up", "--yes", "--diff"),
      await project.pulumi("refresh", "--yes", "--diff"),
      await project.pulumi("stack", "export"),
    ];
    expect(await project.outputs()).toEqual({ counts: [2, 2] });
    const text = shown.join("\n");
    expect(secretForms(clientSecret, clientId).filter((form) => text.includes(form))).toEqual([]);
  },
);

for (const [language, addSdk] of [
  ["python", addPythonSdk],
  ["go", compileGo],
] as const) {
  testIn(language, `examples/${language}`)(
    `${language}: compiles with the generated SDK, gives the same outputs, and stays without changes`,
    async () => {
      const project = await projects.open(await projects.copy(`examples/${language}`, language));
      await project.prepare(addSdk);
      await project.pulumi("config", "set", "--path", "workflow.name", "Nightly import");
      await project.pulumi("up", "--yes", "--skip-preview");
      expect(await project.outputs()).toMatchObject({ count: 2, first: NAMED[0], found: NAMED[0] });
      await project.pulumi("up", "--yes", "--skip-preview", "--expect-no-changes");
      service.workflows = TITLED;
      await project.pulumi("config", "rm", "workflow");
      await project.pulumi("up", "--yes", "--skip-preview");
      expect(await project.outputs()).toMatchObject({ count: 1, first: TITLED[0] });
      await project.pulumi("destroy", "--yes");
    },
  );
}
