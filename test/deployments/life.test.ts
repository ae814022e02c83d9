/** The life of a listing in a stack, from the first preview to the end. */
import { startFakeService, type FakeService } from "../support/fake-service.js";
import {
  describeOnAnEngine,
  describeOnCli,
  describeOnEachEngine,
  type EngineStack,
  type Run,
  settingsFor,
  STACK,
} from "../support/engines.js";

const URN = `urn:pulumi:${STACK}::life::pulumi-nodejs:dynamic`;
const ALL = `${URN}/workflows:Workflows::all`;

describeOnEachEngine("the life of a listing", (open) => {
  let service: FakeService;
  let stack: EngineStack;

  beforeAll(async () => {
    service = await startFakeService({
      workflows: [
        { id: "w1", name: "Import", size: 1 },
        { id: "w2", name: "Export", size: 2 },
      ],
    });
    const config = settingsFor(service);
    stack = await open({ program: "test/deployments/programs/life", config });
  });
  afterAll(async () => await service.close());

  it("the first preview has the values: what is made from the listing is planned", async () => {
    const run = await stack.preview();
    expect(run).toMatchObject({ failure: undefined });
    expect(operationsOf(run)).toMatchObject({ all: "create", "made-w1": "create", "made-w2": "create" });
    expect(inputsOf(run, "made-w1")).toMatchObject({ name: "Import" });
    expect(inputsOf(run, "all")).toMatchObject({ count: 2 });
  });

  it("an update without a preview gives what the service has", async () => {
    const run = await stack.up();
    expect(run).toMatchObject({ failure: undefined, changes: { create: 5 } });
    expect(await stack.outputs()).toMatchObject({ count: 2, items: service.workflows });
  });

  it("the order of items and of keys is no change", async () => {
    service.workflows = [
      { size: 2, name: "Export", id: "w2" },
      { size: 1, name: "Import", id: "w1" },
    ];
    const run = await stack.up({ expectNoChanges: true });
    expect(run).toMatchObject({ failure: undefined, changes: { same: 5 } });
  });

  it("a preview shows a renamed and a new workflow with their values, and deletes nothing", async () => {
    service.workflows = [
      { id: "w1", name: "Nightly import", size: 1 },
      { id: "w2", name: "Export", size: 2 },
      { id: "w3", name: "Archive", size: 3 },
    ];
    const run = await stack.preview();
    expect(run).toMatchObject({
      failure: undefined,
      changes: { create: 1, update: 2, same: 3 },
    });
    expect(operationsOf(run)).toMatchObject({
      all: "update",
      "made-w1": "update",
      "made-w2": "same",
      "made-w3": "create",
    });
    expect(inputsOf(run, "made-w1")).toMatchObject({ name: "Nightly import" });
    expect(inputsOf(run, "made-w3")).toMatchObject({ name: "Archive" });
  });

  it("the update brings them", async () => {
    const run = await stack.up();
    expect(run).toMatchObject({
      failure: undefined,
      changes: { create: 1, update: 2, same: 3 },
    });
    expect(await stack.outputs()).toMatchObject({ count: 3, items: service.workflows });
  });

  it("a refresh that expects no changes fails when the service has changed", async () => {
    service.workflows = service.workflows.slice(0, 2);
    const run = await stack.refresh({ expectNoChanges: true });
    expect(run).toMatchObject({ changes: { update: 1 } });
    expect(run.failure).toContain("no changes were expected");
  });

  it("a refresh updates the resource", async () => {
    service.workflows = [...service.workflows, { id: "w4", name: "Report", size: 4 }];
    const run = await stack.refresh();
    expect(run).toMatchObject({ failure: undefined, changes: { update: 1 } });
    const all = (await stack.resources()).find(({ urn }) => urn === ALL);
    expect(all?.outputs).toMatchObject({ count: 3 });
    expect(JSON.parse(String(all?.outputs?.["json"]))).toEqual(service.workflows);
  });

  it("the service being down fails an update early, and what was there stays", async () => {
    service.answerAlways("listing", { status: 400 });
    const run = await stack.up();
    service.answerAsUsual();
    expect(run.failure).toContain("400");
    expect(run.changes.delete).toBeUndefined();
    const all = (await stack.resources()).find(({ urn }) => urn === ALL);
    expect(all?.outputs).toMatchObject({ count: 3 });
  });

  it("it is destroyed with the service gone, the credentials removed and the package uninstalled", async () => {
    await service.close();
    await stack.removeConfig("workflows:clientId");
    await stack.removeConfig("workflows:clientSecret");
    await stack.workspace.uninstall();
    const run = await stack.destroy();
    expect(run.failure).toBeUndefined();
    expect(await stack.resources()).toEqual([]);
  });
});

describeOnAnEngine("twenty readers of one listing", (open) => {
  it("cost one token and one listing an operation, and none at their end", async () => {
    await using service = await startFakeService();
    const env = { ...service.environment(), READERS: "20" };
    const stack = await open({ program: "test/deployments/programs/life", env });
    for (const operation of ["preview", "up", "refresh"] as const) {
      service.requests.length = 0;
      expect((await stack[operation]()).failure).toBeUndefined();
      expect(service.requests.map(({ endpoint }) => endpoint)).toEqual(["token", "listing"]);
    }
    service.requests.length = 0;
    expect(await stack.destroy()).toMatchObject({ failure: undefined });
    expect(service.requests).toEqual([]);
  });
});

describeOnCli("an update of something else", (open) => {
  it("sends the service nothing", async () => {
    await using service = await startFakeService();
    const stack = await open({ program: "test/deployments/programs/life", env: service.environment() });
    const run = await stack.up({ flags: ["--target", `${URN}:Made::other`] });
    expect(run).toMatchObject({ failure: undefined, changes: { create: 2 } });
    expect(service.requests).toEqual([]);
  });
});

function nameOf(urn: string): string {
  return urn.split("::").at(-1) ?? "";
}

function operationsOf(run: Run): Record<string, string> {
  return Object.fromEntries(run.steps.map(({ urn, op }) => [nameOf(urn), op]));
}

function inputsOf(run: Run, name: string): unknown {
  return run.steps.find(({ urn }) => nameOf(urn) === name)?.new?.inputs;
}
