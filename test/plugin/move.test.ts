/** A stack moves from the npm package to the plugin and back, on the real engine: state and secrets are kept. */
import { startFakeService, type FakeService } from "../support/fake-service.js";
import type { StateResource } from "../support/engines.js";
import { isPrepared } from "../support/languages.js";
import { makeProjects, type Project, type Projects } from "../support/projects.js";
import { spellingsIn } from "../support/secret-spellings.js";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

jest.setTimeout(120_000);

const OPTIONS = "{ aliases: [{ type: ALIAS }] }";
const EXPORTS = "exports.count = workflows.count;\nexports.json = workflows.json;\n";

/** With the npm package: a dynamic resource. */
const NPM = `const { Workflows } = require("pulumi-workflows");
const workflows = new Workflows("workflows", ARGS, ${OPTIONS.replace("ALIAS", '"workflows:index:Workflows"')});
${EXPORTS}`;

/** With the plugin: what the generated SDK's class does. */
const PLUGIN = `const { CustomResource } = require("@pulumi/pulumi");
class Workflows extends CustomResource {
  constructor(name, args, options) {
    super("workflows:index:Workflows", name, { ...args, json: undefined, count: undefined }, options);
  }
}
const workflows = new Workflows("workflows", ARGS, ${OPTIONS.replace("ALIAS", '"pulumi-nodejs:dynamic/workflows:Workflows"')});
${EXPORTS}`;

const ARGUMENTS = {
  "no arguments": "{}",
  "a secret argument": `{ select: require("@pulumi/pulumi").secret(["id"]) }`,
};

async function resource(project: Project): Promise<StateResource> {
  const { deployment } = JSON.parse(await project.pulumi("stack", "export")) as {
    deployment: { resources: StateResource[] };
  };
  const found = deployment.resources.filter(({ type }) => type.endsWith("Workflows"));
  expect(found).toHaveLength(1);
  return found[0] as StateResource;
}

const runs = isPrepared("nodejs", "the move between npm package and plugin");

(runs ? describe : describe.skip).each(Object.entries(ARGUMENTS))("a stack with %s", (name, args) => {
  let service: FakeService;
  let projects: Projects;
  let project: Project;

  const use = (program: string): Promise<void> =>
    writeFile(join(project.folder, "index.js"), program.replaceAll("ARGS", args));

  beforeAll(async () => {
    service = await startFakeService({ workflows: [{ id: "only-one", title: "First" }] });
    projects = await makeProjects({});
    project = await projects.open(await projects.writeProgram(name.replaceAll(" ", "-"), NPM.replaceAll("ARGS", args)));
    await project.pulumi("config", "set", "workflows:baseUrl", service.url);
    await project.pulumi("config", "set", "workflows:clientId", service.clientId);
    await project.pulumi("config", "set", "--secret", "workflows:clientSecret", service.clientSecret);
    await project.pulumi("up", "--yes", "--skip-preview");
  });
  afterAll(async () => {
    await projects.remove();
    await service.close();
  });

  const steps: readonly (readonly [string, string, string])[] = [
    ["from the npm package to the plugin", PLUGIN, "workflows:index:Workflows"],
    ["from the plugin back to the npm package", NPM, "pulumi-nodejs:dynamic/workflows:Workflows"],
  ];
  it.each(steps)("moves %s with an update", async (_way, program, type) => {
    const before = await resource(project);
    await use(program);
    const preview = await project.pulumi("preview", "--diff");
    expect(preview).not.toMatch(/replace|delete/i);
    await project.pulumi("up", "--yes", "--skip-preview");
    const after = await resource(project);
    expect({ type: after.type, id: after.id }).toEqual({ type, id: before.id });
    expect((await project.outputs())["count"]).toBe(1);
    await project.pulumi("up", "--yes", "--skip-preview", "--expect-no-changes");
    await project.pulumi("refresh", "--yes", "--expect-no-changes");
    const text = await project.pulumi("stack", "export");
    expect(spellingsIn(text, [service.clientSecret])).toEqual([]);
    // What was read with a secret argument is a secret, wherever it is kept.
    expect(text.includes("only-one")).toBe(name === "no arguments");
  });

  it("is destroyed after both moves, with the service gone", async () => {
    await service.close();
    expect(await project.pulumi("destroy", "--yes", "--skip-preview")).toContain("2 deleted");
  });
});
