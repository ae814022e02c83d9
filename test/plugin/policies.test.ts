/** A policy that changes the plugin's resource after its check, on the real engine. */
import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startFakeService, type FakeService } from "../support/fake-service.js";
import { isPrepared } from "../support/languages.js";
import { linkPackages, makeProjects, type Project, type Projects } from "../support/projects.js";
import { ROOT } from "./executable.js";

jest.setTimeout(300_000);

let service: FakeService;
let projects: Projects;
let project: Project;

(isPrepared("yaml", "policies and the plugin") ? describe : describe.skip)("a policy", () => {
  beforeAll(async () => {
    service = await startFakeService();
    projects = await makeProjects(service.environment());
    const folder = await projects.makeFolder("policies");
    const program = "name: policies\nruntime: yaml\nresources:\n  all:\n    type: workflows:Workflows\n";
    await writeFile(join(folder, "Pulumi.yaml"), program);
    await cp(join(ROOT, "test/deployments/programs/policies/policy"), join(folder, "policy"), { recursive: true });
    await linkPackages(folder);
    project = await projects.open(folder);
  });
  afterAll(async () => {
    await projects.remove();
    await service.close();
  });

  async function runWith(change: object, operation: "preview" | "up"): Promise<string> {
    await writeFile(join(project.folder, "policy", "changes.json"), JSON.stringify(change));
    const flags = operation === "up" ? ["--yes", "--skip-preview"] : [];
    return project.pulumi(operation, ...flags, "--policy-pack", "policy");
  }

  it("that changes a new listing is refused by the preview", async () => {
    const changed = runWith({ where: { enabled: true } }, "preview");
    await expect(changed).rejects.toThrow("`where` was changed after the listing was read");
  });

  it.each([
    [{ where: { enabled: true } }, "`where`"],
    [{ secret: true }, "`secret`"],
    [{ nonsense: 1 }, "`nonsense`"],
    [{ json: "[]" }, "`json`"],
    [{ count: null }, "`count`"],
  ])("that changes an existing listing is refused, and the state stays: %j", async (change, name) => {
    await runWith({}, "up");
    const before = await project.pulumi("stack", "export");
    await expect(runWith(change, "up")).rejects.toThrow(`${name} was changed after the listing was read`);
    const resources = (text: string): unknown =>
      (JSON.parse(text) as { deployment: { resources: unknown[] } }).deployment.resources.at(-1);
    expect(resources(await project.pulumi("stack", "export"))).toEqual(resources(before));
  });
});
