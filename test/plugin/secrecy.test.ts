/** A stack whose argument becomes secret, and public again, with the plugin on the real engine. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startFakeService, type FakeService } from "../support/fake-service.js";
import { isPrepared } from "../support/languages.js";
import { makeProjects, type Project, type Projects } from "../support/projects.js";

jest.setTimeout(120_000);

let service: FakeService;
let projects: Projects;
let project: Project;

const SECRET_NAME = "{ fn::secret: hidden-name }";

/** A program that reads the workflow of this name. */
const writeProgram = (folder: string, name: string): Promise<void> =>
  writeFile(
    join(folder, "Pulumi.yaml"),
    `name: secrecy
runtime: yaml
resources:
  one:
    type: workflows:Workflows
    properties: { where: { name: ${name} } }
`,
  );

(isPrepared("yaml", "an argument that becomes secret") ? describe : describe.skip)("an argument", () => {
  beforeAll(async () => {
    service = await startFakeService({ workflows: [{ name: "hidden-name" }, { name: "other-name" }] });
    projects = await makeProjects(service.environment());
    const folder = await projects.makeFolder("secrecy");
    await writeProgram(folder, "hidden-name");
    project = await projects.open(folder);
    await project.pulumi("up", "--yes", "--skip-preview");
  });
  afterAll(async () => {
    await projects.remove();
    await service.close();
  });

  it("that becomes secret is nowhere in the clear in the state, nor is what was read with it", async () => {
    expect(await project.pulumi("stack", "export")).toContain("hidden-name");
    await writeProgram(project.folder, SECRET_NAME);
    await project.pulumi("up", "--yes", "--skip-preview");
    expect(await project.pulumi("stack", "export")).not.toContain("hidden-name");
    await project.pulumi("up", "--yes", "--skip-preview", "--expect-no-changes");
    await project.pulumi("refresh", "--yes", "--expect-no-changes");
    expect(await project.pulumi("stack", "export")).not.toContain("hidden-name");
  });

  it("that becomes public shows nothing of the listing before", async () => {
    await writeProgram(project.folder, SECRET_NAME);
    await project.pulumi("up", "--yes", "--skip-preview");
    await writeProgram(project.folder, "other-name");
    const output = await project.pulumi("up", "--yes", "--skip-preview");
    expect(output).toContain("workflows: the listing has changed");
    expect(output).not.toContain("hidden-name");
    expect(await project.pulumi("stack", "export")).toContain("other-name");
  });
});
