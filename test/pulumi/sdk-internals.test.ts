/**
 * What this package uses of the SDK that the SDK does not declare. A test that fails here under a new version names what to
 * change in `sdk-internals.ts`.
 */
import * as pulumi from "@pulumi/pulumi";
import * as settings from "@pulumi/pulumi/runtime/settings.js";
import * as internals from "../../provider/pulumi/program/sdk-internals.js";

const NOTHING: pulumi.runtime.Mocks = {
  newResource: ({ name, inputs }) => ({ id: name, state: inputs as object }),
  call: () => ({}),
};

class Thing extends pulumi.CustomResource {
  constructor(name: string, props: object = {}, opts?: pulumi.CustomResourceOptions) {
    super("test:index:Thing", name, props, opts);
  }
}

beforeEach(() => pulumi.runtime.setMocks(NOTHING, "project", "stack", true));

it("Outputs tell whether they are known, and their value", async () => {
  expect(await internals.isKnown(pulumi.output(pulumi.unknown))).toBe(false);
  expect(await internals.isKnown(pulumi.output(1))).toBe(true);
  expect(await internals.valueOf(pulumi.output({ a: [pulumi.output(1)] }))).toEqual({ a: [1] });
});

it("a component is expanded to its children", async () => {
  const group = new pulumi.ComponentResource("test:index:Group", "group");
  const child = new Thing("child", {}, { parent: group });
  const excluded = new Thing("excluded", {}, { parent: group });
  expect([...(await internals.expandComponents(new Set([group]), new Set([excluded])))]).toEqual([child]);
});

it("a transformation that is added to the list while it runs is the last one", () => {
  const order: string[] = [];
  const note =
    (name: string): pulumi.ResourceTransformation =>
    () =>
      void order.push(name);
  const parent = new pulumi.ComponentResource("test:index:Group", "group", {}, { transformations: [note("parent's")] });
  const add: pulumi.ResourceTransformation = ({ resource }) =>
    void internals.runningTransformations(resource).push(note("last"));
  new Thing("thing", {}, { parent, transformations: [add, note("its own")] });
  // The first is the parent's own run.
  expect(order).toEqual(["parent's", "its own", "parent's", "last"]);
});

it("a resource whose list is elsewhere is an error: a secret could be added unseen", () => {
  expect(() => internals.runningTransformations(Object.create(null) as pulumi.Resource)).toThrow(
    /does not keep its transformations/,
  );
});

it("the server for transforms and hooks is noticed", () => {
  expect(internals.hasCallbacks()).toBe(false);
  (settings as unknown as { getCallbacks(): unknown }).getCallbacks();
  expect(internals.hasCallbacks()).toBe(true);
});

it("an error whose stack is hidden is a RunError for the SDK, and keeps its class", () => {
  const error = new RangeError("too much");
  internals.hideStack(error);
  expect(pulumi.RunError.isInstance(error)).toBe(true);
  expect(error).toBeInstanceOf(RangeError);
  expect(error.stack).toMatch(/^RangeError: too much\n\s+at .*sdk-internals\.test\.ts/);
  expect(error.stack).not.toContain("node_modules");
});

it("a secret of the config is one", () => {
  pulumi.runtime.setAllConfig({ "a:b": "1", "a:c": "2" }, ["a:b"]);
  expect([internals.isConfigSecret("a:b"), internals.isConfigSecret("a:c")]).toEqual([true, false]);
});

it("the mocks are found", () => {
  expect(internals.getMocks()).toBe(NOTHING);
});

it("the end of a program is noticed when its calls have ended", async () => {
  const order: string[] = [];
  await pulumi.runtime.runInPulumiStack(async () => {
    void internals.endOfProgram().then(() => order.push("end"));
    await Promise.resolve();
    void internals.valueOf(new Thing("thing").urn).then(() => order.push("call"));
  });
  await new Promise((resolve) => setImmediate(resolve));
  await new Promise((resolve) => setImmediate(resolve));
  expect(order).toEqual(["call", "end"]);
});

it("calls are watched alone: neither those before them nor those after", async () => {
  let finish: () => void = () => undefined;
  const never = new Promise<string>((resolve) => (finish = () => resolve("x")));
  new Thing("before", { never });
  const stop = internals.watchCalls();
  const { urn } = new Thing("watched");
  const end = stop();
  new Thing("after", { never });
  expect(await Promise.race([internals.valueOf(urn).then(() => end), never])).toBe("answered");
  finish();
});

it("closures take what is captured by its value, and nothing that is not captured", async () => {
  const get = internals.capturedByValue(() => 42);
  const holder = Object.defineProperty({}, "answer", { get }) as { readonly answer: number };
  const hidden = internals.notCaptured(() => internals);
  const { text } = await pulumi.runtime.serializeFunction(() => [holder.answer, hidden]);
  expect(text).toContain("captured: 42");
  expect(text).toContain("can only be used at deployment time");
});
