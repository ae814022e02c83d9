/** What crosses the engine with a resource's arguments, and what does not: secrets stay such, and nothing is left out. */
import { join } from "node:path";
import { startFakeService, type FakeService } from "../support/fake-service.js";
import { describeOnCli, describeOnEachEngine, type EngineStack, type OpenStack } from "../support/engines.js";

const SECRET = "the merger";
/** What a state has in place of a secret. */
const SEALED = expect.objectContaining({ ciphertext: expect.any(String) as string }) as unknown;

let service: FakeService;
beforeAll(async () => {
  service = await startFakeService();
});
beforeEach(() => {
  service.workflows = [workflow(1), { id: "w2", name: "Export" }];
  service.requests.length = 0;
});
afterAll(async () => await service.close());

async function openCase(open: OpenStack, name: string): Promise<EngineStack> {
  return await open({
    program: "test/deployments/programs/arguments",
    env: service.environment(),
    config: { "arguments:case": { value: name } },
  });
}

describeOnEachEngine("arguments of a resource", (open) => {
  it("what is read with a secret one is secret too, whatever its size, and stays so in a refresh", async () => {
    const stack = await openCase(open, "secret");
    expect(await stack.up()).toMatchObject({ failure: undefined, changes: { create: 2 } });
    service.workflows = [workflow(2)];
    const ids = (await stack.resources()).filter(({ type }) => type.endsWith(":Workflows")).map(({ id }) => id);
    expect(ids).toEqual(["workflows", "workflows"]);
    const refresh = await stack.refresh();
    expect(refresh).toMatchObject({ failure: undefined, changes: { update: 2 } });
    expect(refresh.text).toContain("the listing has changed");
    expect(refresh.text).not.toMatch(/\d before/);
    service.workflows = [workflow(3, 1_100_000)];
    expect(await stack.up()).toMatchObject({ failure: undefined, changes: { update: 1 } });
    const listed = { items: service.workflows, count: 1 };
    expect(await stack.outputs()).toEqual({ all: listed, got: listed });
    expect(await stack.refresh({ expectNoChanges: true })).toMatchObject({ failure: undefined });
    expect(await stack.up({ expectNoChanges: true })).toMatchObject({ failure: undefined });
    const [, ...found] = (await stack.workspace.everythingAtRest()).split(SECRET);
    expect(found.map((text) => text.slice(0, 100))).toEqual([expect.stringContaining("const listed")]);
  });

  it("a field that is undefined is an error before any request, not a listing without it", async () => {
    const { failure } = await (await openCase(open, "where contains an Output of undefined")).preview();
    expect(failure).toContain("`where.name` is undefined, but takes");
    expect(service.requests).toEqual([]);
  });
});

describeOnCli("ignored changes, which only the CLI knows", (open) => {
  it("a listing becomes secret when an argument does; an ignored change keeps the old argument, secret or not", async () => {
    const stack = await openCase(open, "plain");
    expect(await stack.up()).toMatchObject({ failure: undefined, changes: { create: 2 } });
    const before = await outputsOf(stack, "all");
    await stack.setAllConfig({ "arguments:case": { value: "ignored changes" } });
    expect(await stack.up({ expectNoChanges: true })).toMatchObject({ failure: undefined });
    expect(await outputsOf(stack, "all")).toEqual(before);
    await stack.setAllConfig({ "arguments:case": { value: "secret, without a get" } });
    expect(await stack.up()).toMatchObject({ failure: undefined, changes: { update: 1 } });
    await expectSealed(stack, ["all"]);
    await stack.setAllConfig({ "arguments:case": { value: "ignored changes" } });
    service.workflows = [workflow(2)];
    expect(await stack.up()).toMatchObject({ failure: undefined });
    await expectSealed(stack, ["all"]);
  });
});

describeOnCli("plans, which the engine keeps to", (open) => {
  it.each([
    "an argument is unknown",
    "a secret argument is unknown",
    "a secret argument is unknown, and a transform of the stack sees it",
    "a resource is not there yet",
    "it depends on the component that it is in",
  ])("an update does what the planned preview announced: %s", async (name) => {
    const stack = await openCase(open, name);
    const plan = join(stack.workspace.state, "plan.json");
    expect(await stack.preview({ plan })).toMatchObject({ failure: undefined, changes: { create: 3 } });
    expect(await stack.up({ plan })).toMatchObject({ failure: undefined, changes: { create: 3 } });
  });

  it("an update that exceeds its plan fails", async () => {
    const stack = await openCase(open, "an operator is undefined");
    const plan = join(stack.workspace.state, "plan.json");
    expect(await stack.preview({ plan })).toMatchObject({ failure: undefined });
    service.workflows = [workflow(1), { id: "w3", name: "Another export" }];
    expect((await stack.up({ plan })).failure).toMatch(/violates plan/);
  });
});

async function outputsOf(stack: EngineStack, name: string): Promise<unknown> {
  return (await stack.resources()).find(({ urn }) => urn.endsWith(`::${name}`))?.outputs;
}

/** No part of these listings is in the clear, in inputs or outputs. */
async function expectSealed(stack: EngineStack, names: readonly string[]): Promise<void> {
  const resources = await stack.resources();
  for (const name of names) {
    const { inputs, outputs } = resources.find(({ urn }) => urn.endsWith(`::${name}`)) ?? {};
    expect({ name, outputs }).toMatchObject({ name, outputs: { json: SEALED, count: SEALED, digest: SEALED } });
    for (const value of [inputs?.["json"], inputs?.["digest"]]) {
      expect([undefined, null, SEALED]).toContainEqual(value);
    }
  }
}

function workflow(version: number, size = 1): { id: string; name: string; text: string } {
  return { id: "w1", name: `Import of ${SECRET}`, text: String(version).padEnd(size, "-") };
}
