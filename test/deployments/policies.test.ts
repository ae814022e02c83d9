/** Policies that change a listing's arguments, or the listing, after it was read: nothing is stored, and nothing is deleted. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { startFakeService, type FakeService } from "../support/fake-service.js";
import { describeOnCli, type EngineStack, type Run } from "../support/engines.js";

const WORKFLOWS = Array.from({ length: 12 }, (_, n) => ({ id: `w${n}`, state: n < 2 ? "paused" : "active" }));

/** Each is a policy, and the property that the error names. */
const POLICIES: readonly (readonly [change: Readonly<Record<string, unknown>>, name: string])[] = [
  [{ where: { state: "paused" } }, "where"],
  [{ secret: true }, "secret"],
  [{ select: null }, "select"],
  [{ nonsense: 1 }, "nonsense"],
  [{ json: "[]", count: 0 }, "json"],
  [{ count: 1 }, "count"],
  [{ digest: null }, "digest"],
  [{ __service: null }, "The inputs have no mark"],
];

describeOnCli("a policy", (open) => {
  let service: FakeService;
  let stack: EngineStack;

  const write = (file: string, value: unknown): Promise<void> =>
    writeFile(join(stack.workspace.project, file), JSON.stringify(value));
  const plan = (value: object): Promise<void> => write("plan.json", value);

  async function runWith(change: object, operation: "preview" | "up" = "up"): Promise<Run> {
    await write("policy/changes.json", change);
    return stack[operation]({ policyPack: "policy" });
  }

  beforeAll(async () => {
    service = await startFakeService({ workflows: WORKFLOWS });
    stack = await open({ program: "test/deployments/programs/policies", env: service.environment() });
    await plan({ args: { select: ["id"] } });
  });
  afterAll(async () => await service.close());

  const count = async (): Promise<number> =>
    (await stack.resources()).filter(({ type }) => /Alarm|Resource$/.test(type)).length;

  it("that changes a new listing is refused by the update", async () => {
    const { failure } = await runWith({ where: { state: "paused" } });
    expect(failure).toContain("`where` was changed after the listing was read");
    expect((await stack.resources()).filter(({ urn }) => urn.endsWith("::all"))).toEqual([]);
  });

  it("that changes nothing passes", async () => {
    expect(await runWith({})).toMatchObject({ failure: undefined, changes: { create: 13 } });
    expect(await runWith({})).toMatchObject({ failure: undefined, changes: { same: 14 } });
    expect(await count()).toBe(12);
  });

  it.each(POLICIES)("that changes an existing listing is refused: %j", async (change, name) => {
    service.workflows = [...WORKFLOWS, { id: "new", state: "active" }];
    const before = await stack.resources();
    const { failure } = await runWith(change);
    expect(failure).toMatch(new RegExp(`${name}.*was changed after the listing was read`, "s"));
    expect(await stack.resources()).toEqual(before);
  });

  it("that changes an argument of an existing listing is refused by the preview", async () => {
    const { failure } = await runWith({ where: { state: "paused" } }, "preview");
    expect(failure).toContain("`where` was changed after the listing was read");
  });
});

describeOnCli("what check read fits its arguments", (open) => {
  let service: FakeService;
  let stack: EngineStack;

  const plan = (value: object): Promise<void> =>
    writeFile(join(stack.workspace.project, "plan.json"), JSON.stringify(value));

  beforeAll(async () => {
    service = await startFakeService({ workflows: WORKFLOWS });
    stack = await open({ program: "test/deployments/programs/policies", env: service.environment() });
  });
  afterAll(async () => await service.close());
  afterEach(async () => {
    expect((await stack.refresh()).failure).toBeUndefined();
  });

  it.each<[string, object]>([
    ["with a secret argument", { hidden: true }],
    [
      "with values that JSON can write in several ways",
      { args: { query: { a: -0, b: [1.5, "ü"] }, where: { "x?": { in: [null, 1e15] } }, keyPath: null } },
    ],
    ["with all changes ignored", { args: { select: ["id"] }, options: { ignoreChanges: ["*"] } }],
    ["with one argument's changes ignored", { args: { select: ["id"] }, options: { ignoreChanges: ["select"] } }],
    ["with the listing's changes ignored", { args: {}, options: { ignoreChanges: ["json", "count"] } }],
    ["with an argument of another resource", { tag: "one" }],
  ])("%s", async (_, value) => {
    await plan(value);
    expect((await stack.up({ expectNoChanges: false })).failure).toBeUndefined();
    expect(await stack.up()).toMatchObject({ failure: undefined });
    expect((await stack.up({ expectNoChanges: true })).failure).toBeUndefined();
  });

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
    expect((await stack.preview({ plan: file })).failure).toBeUndefined();
    expect((await stack.up({ plan: file })).failure).toBeUndefined();
  });
});
