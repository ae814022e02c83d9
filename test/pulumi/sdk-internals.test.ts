/**
 * What this package uses of the SDK that the SDK does not declare. A test that fails here under a new version names
 * what to change in `sdk-internals.ts`.
 */
import * as pulumi from "@pulumi/pulumi";
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

it("closures take what is captured by its value", async () => {
  const get = internals.capturedByValue(() => 42);
  const holder = Object.defineProperty({}, "answer", { get }) as { readonly answer: number };
  const { text } = await pulumi.runtime.serializeFunction(() => holder.answer);
  expect(text).toContain("captured: 42");
});
