/** The guard: what vanishes is deleted only if the user says so. Its decisions: test/workflows/items/guard.test.ts. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type FakeService, startFakeService } from "../support/fake-service.js";
import { describeOnAnEngine, type EngineStack, settingsFor } from "../support/engines.js";
import { testIn } from "../support/languages.js";
import { makeProjects, type Projects } from "../support/projects.js";

const OTHER = { clientId: "other", clientSecret: "another secret" };
const jobs = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({ id: `job-${index}`, name: `Sync job ${index}`, state: "active" }));

describeOnAnEngine("the guard", (open) => {
  let service: FakeService;
  let stack: EngineStack;

  const plan = async (use: string, args: object = {}): Promise<void> =>
    await writeFile(join(stack.workspace.project, "plan.json"), JSON.stringify({ use, args }));
  const alarms = async (): Promise<number> =>
    (await stack.resources()).filter(({ urn }) => urn.includes("::alarm-")).length;

  beforeAll(async () => {
    service = await startFakeService({ workflows: jobs(10), tenants: [{ ...OTHER, workflows: jobs(3) }] });
  });
  afterAll(async () => await service.close());

  async function deployed(args: object = {}): Promise<void> {
    service.workflows = jobs(10);
    stack = await open({ program: "test/deployments/programs/guard", config: settingsFor(service) });
    await plan("resource", args);
    expect((await stack.up()).failure).toBeUndefined();
    expect(await alarms()).toBe(10);
  }

  it("what changed is logged by field; an empty listing fails preview, update and refresh, until it is allowed for one run", async () => {
    await deployed({ whenUnavailable: "keep", maxRemoved: "100%" });
    service.workflows = jobs(10).map((job, index) => (index === 7 ? { ...job, state: "paused" } : job));
    expect((await stack.preview()).text).toContain("1 changed: Sync job 7: state active → paused");
    service.workflows = [];
    expect((await stack.preview()).failure).toContain("WORKFLOWS_ALLOW_EMPTY=true pulumi up");
    expect((await stack.up()).failure).toContain("The service lists no workflows. The last listing had 10.");
    expect((await stack.refresh()).failure).toContain("WORKFLOWS_ALLOW_EMPTY=true pulumi refresh");
    expect(await alarms()).toBe(10);
    expect(await stack.outputs()).toEqual({ count: 10, alarms: 10 });
    stack.setVariable("WORKFLOWS_ALLOW_EMPTY", "true");
    expect((await stack.up()).failure).toBeUndefined();
    expect(await alarms()).toBe(0);
  });

  it("a listing that shrinks fails too, whatever else changes; another filter and service are the user's will", async () => {
    await deployed({ mode: "pinned", triggers: [1] });
    service.workflows = jobs(3);
    await plan("resource", { mode: "pinned", triggers: [2], select: ["id", "name"] });
    await stack.setAllConfig(settingsFor({ url: service.url, ...OTHER }));
    expect((await stack.up()).failure).toContain("7 of 10 workflows are gone: Sync job 3, Sync job 4,");
    expect(await alarms()).toBe(10);
    await plan("resource", { maxRemoved: "70%" });
    expect((await stack.up()).failure).toBeUndefined();
    expect(await alarms()).toBe(3);
    await plan("resource", { where: { id: "job-1" } });
    expect((await stack.up()).failure).toBeUndefined();
    expect(await alarms()).toBe(1);
    await using other = await startFakeService({ workflows: jobs(20) });
    await stack.setAllConfig(settingsFor(other));
    await plan("resource");
    expect((await stack.up()).failure).toBeUndefined();
    expect(await alarms()).toBe(20);
  });

  it("new ids for the same names: the list is accepted once, and `keyPath` and the resources' names last from then on", async () => {
    const withIds = (first: number): object[] => jobs(10).map((job, index) => ({ ...job, id: `id-${first + index}` }));
    await deployed();
    service.workflows = withIds(0);
    const refused = (await stack.up()).failure ?? "";
    expect(refused).toMatch(
      /10 of 10 workflows are gone: [^.]*\. If this is right, .*`WORKFLOWS_MAX_REMOVED=10 pulumi up`/s,
    );
    expect(refused).toMatch(/also set `keyPath` .* name the resources by it/s);
    await plan("by name", { keyPath: "name" });
    expect((await stack.up()).failure).toContain("10 of 10 workflows are gone");
    expect(await alarms()).toBe(10);
    stack.setVariable("WORKFLOWS_MAX_REMOVED", "10");
    expect((await stack.up()).failure).toBeUndefined();
    stack.setVariable("WORKFLOWS_MAX_REMOVED", undefined);
    service.workflows = withIds(100);
    const { failure, changes } = await stack.up();
    expect({ failure, changes }).toMatchObject({ failure: undefined, changes: { update: 1 } });
    expect(changes).not.toHaveProperty("delete");
    expect(await alarms()).toBe(10);
  });

  it("an empty service is an error for a function that lists, unless it is allowed", async () => {
    stack = await open({ program: "test/deployments/programs/guard", config: settingsFor(service) });
    service.workflows = [];
    await plan("functions");
    expect((await stack.up()).failure).toBeUndefined();
    expect(await stack.outputs()).toEqual({
      getWorkflows: expect.stringContaining("getWorkflows: The service lists no workflows.") as string,
      allowEmpty: 0,
      minItems: expect.stringContaining("fewer than `minItems` requires (1)") as string,
      getWorkflow: true,
      getJson: "[]",
    });
    await plan("get");
    expect((await stack.up()).failure).toContain("The service lists no workflows.");
    await plan("get", { allowEmpty: true });
    expect((await stack.up()).failure).toBeUndefined();
    expect(await stack.outputs()).toEqual({ count: 0 });
  });
});

const YAML_PROGRAM = `resources:
  all: { type: workflows:Workflows }
variables:
  now:
    fn::invoke:
      function: workflows:getWorkflows
      arguments: { allowEmpty: true }
outputs:
  count: \${all.count}
  now: \${now.count}
`;

describe("the guard, through the plugin", () => {
  let service: FakeService;
  let projects: Projects;

  beforeAll(async () => {
    service = await startFakeService();
    projects = await makeProjects(service.environment());
  });
  afterAll(async () => {
    await service.close();
    await projects.remove();
  });

  testIn("yaml", "the guard, in YAML")("in YAML", async () => {
    service.workflows = jobs(10);
    const folder = await projects.makeFolder("yaml");
    await writeFile(join(folder, "Pulumi.yaml"), `name: guard\nruntime: yaml\n${YAML_PROGRAM}`);
    const project = await projects.open(folder);
    await project.pulumi("up", "--yes", "--skip-preview");
    service.workflows = jobs(3);
    await expect(project.pulumi("preview")).rejects.toThrow("7 of 10 workflows are gone: Sync job 3");
    service.workflows = [];
    await expect(project.pulumi("preview")).rejects.toThrow("The service lists no workflows. The last listing had 10.");
    await expect(project.pulumi("refresh", "--yes", "--skip-preview")).rejects.toThrow(
      "WORKFLOWS_ALLOW_EMPTY=true pulumi refresh",
    );
    expect(await project.outputs()).toEqual({ count: 10, now: 10 });
    await project.prepare(() => Promise.resolve({ WORKFLOWS_ALLOW_EMPTY: "true" }));
    await project.pulumi("up", "--yes", "--skip-preview");
    expect(await project.outputs()).toEqual({ count: 0, now: 0 });
  });
});
