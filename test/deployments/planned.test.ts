/** Plans, ignored changes and late arguments: an update does what was announced, and the next one changes nothing. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startFakeService, type FakeService } from "../support/fake-service.js";
import { describeOnAnEngine, describeOnCli, type EngineStack, type OpenStack } from "../support/engines.js";

const WORKFLOWS = Array.from({ length: 12 }, (_, n) => ({ id: `w${n}`, state: n < 2 ? "paused" : "active" }));

let service: FakeService;
let stack: EngineStack;

const plan = (value: object): Promise<void> =>
  writeFile(join(stack.workspace.project, "plan.json"), JSON.stringify(value));

function useStack(open: OpenStack): void {
  beforeAll(async () => {
    service = await startFakeService({ workflows: WORKFLOWS });
    stack = await open({ program: "test/deployments/programs/planned", env: service.environment() });
  });
  afterAll(async () => await service.close());
  afterEach(async () => {
    expect((await stack.refresh()).failure).toBeUndefined();
  });
}

async function expectNoChangesAfter(value: object): Promise<void> {
  await plan(value);
  expect((await stack.up()).failure).toBeUndefined();
  expect((await stack.up({ expectNoChanges: true })).failure).toBeUndefined();
}

describeOnAnEngine("an update after which nothing changes", (open) => {
  useStack(open);

  it.each<[string, object]>([
    ["with a secret argument", { hidden: true }],
    [
      "with values that JSON can write in several ways",
      { args: { query: { a: -0, b: [1.5, "ü"] }, where: { "x?": { in: [null, 1e15] } }, keyPath: null } },
    ],
  ])("%s", async (_, value) => await expectNoChangesAfter(value));
});

describeOnCli("an update with what only the Pulumi CLI does, after which nothing changes", (open) => {
  useStack(open);

  it.each<[string, object]>([
    ["with all changes ignored", { args: { select: ["id"] }, options: { ignoreChanges: ["*"] } }],
    ["with one argument's changes ignored", { args: { select: ["id"] }, options: { ignoreChanges: ["select"] } }],
    ["with the listing's changes ignored", { args: {}, options: { ignoreChanges: ["json", "count"] } }],
    ["with an argument of another resource", { tag: "one" }],
  ])("%s", async (_, value) => await expectNoChangesAfter(value));

  it("with a dependency that is deleted before it is made anew", async () => {
    await plan({ tag: "two" });
    expect((await stack.preview()).failure).toBeUndefined();
    expect((await stack.up()).failure).toBeUndefined();
    expect(await stack.outputs()).toEqual({ count: 10 });
  });

  it("with a plan whose preview did not know an argument", async () => {
    // Alarms that a preview cannot know would be deleted by its plan.
    await plan({ tag: "three", hasNoAlarms: true });
    const file = join(stack.workspace.state, "plan.json");
    expect((await stack.preview({ flags: ["--save-plan", file] })).failure).toBeUndefined();
    expect((await stack.up({ flags: ["--plan", file] })).failure).toBeUndefined();
  });
});

describeOnCli("plans, which the engine keeps to", (open) => {
  async function openCase(use: string): Promise<{ stack: EngineStack; service: FakeService; plan: string }> {
    const workflows = [
      { id: "w1", name: "Import" },
      { id: "w2", name: "Export" },
    ];
    const service = await startFakeService({ workflows });
    const stack = await open({ program: "test/deployments/programs/planned", env: service.environment() });
    await writeFile(join(stack.workspace.project, "plan.json"), JSON.stringify({ use }));
    return { stack, service, plan: join(stack.workspace.state, "plan.json") };
  }

  it.each([
    "an argument is unknown",
    "a secret argument is unknown",
    "a secret argument is unknown, and a transform of the stack sees it",
    "a resource is not there yet",
    "it depends on the component that it is in",
  ])("an update does what the planned preview announced: %s", async (name) => {
    const { stack, service, plan } = await openCase(name);
    expect(await stack.preview({ flags: ["--save-plan", plan] })).toMatchObject({
      failure: undefined,
      changes: { create: 3 },
    });
    expect(await stack.up({ flags: ["--plan", plan] })).toMatchObject({ failure: undefined, changes: { create: 3 } });
    await service.close();
  });

  it("an update that exceeds its plan fails", async () => {
    const { stack, service, plan } = await openCase("a filter");
    expect(await stack.preview({ flags: ["--save-plan", plan] })).toMatchObject({ failure: undefined });
    service.workflows = [{ id: "w3", name: "Another export" }];
    expect((await stack.up({ flags: ["--plan", plan] })).failure).toMatch(/violates plan/);
    await service.close();
  });
});
