/** What crosses the engine with a resource's arguments, and what does not: secrets stay such, and nothing is left out. */
import { join } from "node:path";
import { startEmulator, type Emulator } from "../../provider/testing/emulator.js";
import { describeOnCli, describeOnEachEngine, type EngineStack } from "../support/engines.js";

const SECRET = "the merger";
/** What a state has in place of a secret. */
const SEALED = expect.objectContaining({ ciphertext: expect.any(String) as string }) as unknown;

describeOnEachEngine("arguments of a resource", (open) => {
  let service: Emulator;

  beforeAll(async () => {
    service = await startEmulator();
  });
  beforeEach(() => {
    service.workflows = [workflow(1), { id: "w2", name: "Export" }];
    service.requests.length = 0;
  });
  afterAll(async () => await service.close());

  async function openCase(name: string): Promise<EngineStack> {
    return await open({
      program: "test/engine/programs/arguments",
      env: service.environment(),
      config: { "arguments:case": { value: name } },
    });
  }

  test("what is read with a secret one is secret too, whatever its size, and stays so in a refresh", async () => {
    const stack = await openCase("secret");
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

  test("a listing becomes secret when an argument does", async () => {
    const stack = await openCase("plain");
    expect(await stack.up()).toMatchObject({ failure: undefined, changes: { create: 2 } });
    await stack.setAllConfig({ "arguments:case": { value: "secret" } });
    expect(await stack.up()).toMatchObject({ failure: undefined, changes: { update: 1 } });
    const all = (await stack.resources()).find(({ urn }) => urn.endsWith("::all"));
    expect(all?.outputs?.["json"]).toEqual(SEALED);
  });

  test.each(["a transformation of the stack", "a transformation of a get", "an output made secret", "secret: true"])(
    "what is read is secret in the whole state: %s",
    async (name) => {
      const stack = await openCase(name);
      expect(await stack.up()).toMatchObject({ failure: undefined });
      await expectSealed(stack);
      expect((await stack.refresh()).failure).toBeUndefined();
      await expectSealed(stack);
    },
  );

  test("what is read with the old secret argument that an ignored change keeps is secret", async () => {
    const stack = await openCase("secret");
    expect(await stack.up()).toMatchObject({ failure: undefined });
    await stack.setAllConfig({ "arguments:case": { value: "ignored changes" } });
    service.workflows = [workflow(2)];
    expect(await stack.up()).toMatchObject({ failure: undefined });
    await expectSealed(stack);
  });

  test("what is read with the old public argument that an ignored change keeps is public, and no change", async () => {
    const stack = await openCase("plain");
    expect(await stack.up()).toMatchObject({ failure: undefined });
    const before = await stack.resources();
    await stack.setAllConfig({ "arguments:case": { value: "ignored changes" } });
    expect(await stack.up({ expectNoChanges: true })).toMatchObject({ failure: undefined });
    const all = (resources: typeof before): unknown => resources.find(({ urn }) => urn.endsWith("::all"))?.outputs;
    expect(all(await stack.resources())).toEqual(all(before));
  });

  test.each([
    "where is undefined",
    "where contains an Output of undefined",
    "query is undefined",
    "an element of a list is undefined",
    "where of a get is undefined",
  ])("a field that is undefined is an error before any request, not a listing without it: %s", async (name) => {
    const { failure } = await (await openCase(name)).preview();
    expect(failure).toMatch(/`(where\.name(\.not\.in\[1\])?|query\.status)` is undefined, but takes/);
    expect(service.requests).toEqual([]);
  });

  test("an operator that is undefined is not used", async () => {
    const stack = await openCase("an operator is undefined");
    expect(await stack.up()).toMatchObject({ failure: undefined });
    expect(await stack.outputs()).toEqual({ all: 1 });
    expect(await stack.up({ expectNoChanges: true })).toMatchObject({ failure: undefined });
  });
});

describeOnCli("transforms, which run in the engine", (open) => {
  test.each(["a transform of the stack", "a transform of the resource"])(
    "what is read with an argument that became secret is secret in the whole state: %s",
    async (name) => {
      const service = await startEmulator({ workflows: [workflow(1)] });
      try {
        const stack = await open({
          program: "test/engine/programs/arguments",
          env: service.environment(),
          config: { "arguments:case": { value: name } },
        });
        expect(await stack.up()).toMatchObject({ failure: undefined });
        await expectSealed(stack);
      } finally {
        await service.close();
      }
    },
  );
});

describeOnCli("plans, which the engine keeps to", (open) => {
  test.each([
    "an argument is unknown",
    "a secret argument is unknown",
    "a secret argument is unknown, and a transform of the stack sees it",
    "a resource is not there yet",
  ])("an update does what the planned preview announced: %s", async (name) => {
    const service = await startEmulator({ workflows: [workflow(1), { id: "w2", name: "Export" }] });
    try {
      const stack = await open({
        program: "test/engine/programs/arguments",
        env: service.environment(),
        config: { "arguments:case": { value: name } },
      });
      const plan = join(stack.workspace.state, "plan.json");
      expect(await stack.preview({ plan })).toMatchObject({ failure: undefined, changes: { create: 3 } });
      expect(await stack.up({ plan })).toMatchObject({ failure: undefined, changes: { create: 3 } });
    } finally {
      await service.close();
    }
  });

  test("an update that exceeds its plan fails", async () => {
    const service = await startEmulator({ workflows: [workflow(1)] });
    try {
      const stack = await open({
        program: "test/engine/programs/arguments",
        env: service.environment(),
        config: { "arguments:case": { value: "an operator is undefined" } },
      });
      const plan = join(stack.workspace.state, "plan.json");
      expect(await stack.preview({ plan })).toMatchObject({ failure: undefined });
      service.workflows = [workflow(1), { id: "w2", name: "Export" }];
      expect((await stack.up({ plan })).failure).toMatch(/violates plan/);
    } finally {
      await service.close();
    }
  });
});

/** No part of the listing is in the clear, in inputs or outputs. */
async function expectSealed(stack: EngineStack): Promise<void> {
  const all = (await stack.resources()).find(({ urn }) => urn.endsWith("::all"));
  expect(all?.outputs).toMatchObject({ json: SEALED, count: SEALED, digest: SEALED });
  for (const value of [all?.inputs?.["json"], all?.inputs?.["digest"]]) {
    expect([undefined, null, SEALED]).toContainEqual(value);
  }
}

function workflow(version: number, size = 1): { id: string; name: string; text: string } {
  return { id: "w1", name: `Import of ${SECRET}`, text: String(version).padEnd(size, "-") };
}
