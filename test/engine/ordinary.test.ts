/** Ordinary resources beside a listing: that the rehearsal engine does with them what the real one does. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describeOnEachEngine, STACK, type EngineStack, type Run, type StateResource } from "../support/engines.js";

const THING = `urn:pulumi:${STACK}::ordinary::pulumi-nodejs:dynamic:Thing`;

describeOnEachEngine("ordinary resources", (open) => {
  let stack: EngineStack;
  let plan: Record<string, unknown> = { name: "first", kind: "small", value: "one", child: true };

  beforeAll(async () => {
    stack = await open({ program: "test/engine/programs/ordinary" });
  });

  async function change(changes: Record<string, unknown>): Promise<void> {
    plan = { ...plan, ...changes };
    await writeFile(join(stack.workspace.project, "plan.json"), JSON.stringify(plan));
  }

  async function stored(name: string): Promise<StateResource | undefined> {
    return (await stack.resources()).find(({ urn }) => urn.endsWith(`::${name}`));
  }

  test("are created, below components too, with their secrets sealed", async () => {
    await change({});
    expect(await stack.up()).toMatchObject({ failure: undefined, changes: { create: 4 } });
    expect(await stack.outputs()).toEqual({ computed: "computed one", made: 1, hidden: "hush hush", found: "none" });
    const sealed = {
      "4dabf18193072939515e22adb298388d": expect.any(String) as string,
      ciphertext: expect.any(String) as string,
    };
    const first = {
      id: "small one",
      inputs: { hidden: sealed },
      outputs: { hidden: sealed, made: sealed, computed: "computed one" },
    };
    expect(await stored("first")).toMatchObject(first);
    expect(await stored("child")).toMatchObject({
      urn: `urn:pulumi:${STACK}::ordinary::test:Group$pulumi-nodejs:dynamic:Thing::child`,
      parent: `urn:pulumi:${STACK}::ordinary::test:Group::group`,
      dependencies: [`${THING}::first`],
      inputs: { value: "computed one", computed: "computed computed one" },
    });
    expect(JSON.stringify(await stack.resources())).not.toMatch(/hush/);
  });

  test("show in a preview what a change brings along", async () => {
    await change({ value: "two" });
    const run = await stack.preview();
    expect(run).toMatchObject({ failure: undefined, changes: { update: 2, same: 2 } });
    expect(inputsOf(run, "child")).toMatchObject({ value: "computed two", computed: "computed computed two" });
  });

  test("stay as they were where an update fails", async () => {
    await change({ fault: "fails" });
    const run = await stack.up();
    expect(run.failure).toContain("it broke");
    expect(await stored("first")).toMatchObject({ inputs: { value: "one" }, outputs: { computed: "computed one" } });
    expect(await stack.outputs()).toMatchObject({ computed: "computed one", found: "none" });
  });

  test("are kept with the reasons where an update gets half way", async () => {
    await change({ fault: "half" });
    const run = await stack.up();
    expect(run.failure).toContain("not ready");
    expect(await stored("first")).toMatchObject({ initErrors: ["not ready"], inputs: { value: "one" } });
  });

  test("are replaced: the new one first", async () => {
    await change({ fault: undefined, kind: "large", ignoreChanges: ["hidden"] });
    const run = await stack.up();
    expect(run).toMatchObject({ failure: undefined, changes: { replace: 1, update: 1, same: 2 } });
    expect(operationsOn(run, "first")).toEqual(["create-replacement", "replace", "delete-replaced"]);
    expect(await stored("first")).toMatchObject({ id: "large two", outputs: { computed: "computed two" } });
    expect((await stored("first"))?.initErrors).toBeUndefined();
  });

  test("fail their check with each failure", async () => {
    await change({ bad: "x" });
    const run = await stack.preview();
    expect(run.failure).toContain(
      "pulumi-nodejs:dynamic:Thing resource 'first': property bad value {x} has a problem: is bad",
    );
    expect(run.failure).toContain("pulumi-nodejs:dynamic:Thing resource 'first' has a problem: is bad as a whole");
  });

  test("keep their state under another name, go when they are not wanted, and may be only read", async () => {
    await change({ bad: undefined, name: "renamed", aliases: [{ name: "first" }], child: false, found: "elsewhere" });
    const run = await stack.up();
    expect(run).toMatchObject({ failure: undefined, changes: { delete: 1, same: 3 } });
    expect(await stack.outputs()).toMatchObject({ computed: "computed two", found: "found elsewhere" });
    expect(await stored("renamed")).toMatchObject({ id: "large two" });
    expect(await stored("found")).toMatchObject({ id: "elsewhere", external: true });
    expect(await stored("first")).toBeUndefined();
  });

  test("are not destroyed while they are protected", async () => {
    await change({ protect: true });
    expect(await stack.up()).toMatchObject({ failure: undefined });
    const run = await stack.destroy();
    expect(run.failure).toContain("it is protected");
    expect(await stored("renamed")).toMatchObject({ id: "large two", protect: true });
  });
});

function inputsOf(run: Run, name: string): unknown {
  return run.steps.find(({ urn }) => urn.endsWith(`::${name}`))?.new?.inputs;
}

function operationsOn(run: Run, name: string): string[] {
  return run.steps.filter(({ urn }) => urn.endsWith(`::${name}`)).map(({ op }) => op);
}
