/** The rehearsal engine refuses what it does not implement exactly, and shows no secret. */
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createRehearsalStack } from "./stack.js";
import type { OperationOptions, RehearsalStack } from "./types.js";

jest.setTimeout(60_000);

const YAML = "name: trial\nruntime: { name: nodejs, options: { typescript: false } }\nmain: index.js\n";
const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

function openStack(program: string, yaml = YAML): RehearsalStack & { readonly folder: string } {
  const folder = mkdtempSync(join(tmpdir(), "workflows-rehearsal-"));
  folders.push(folder);
  symlinkSync(resolve(__dirname, "../../node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), "{}");
  writeFileSync(join(folder, "Pulumi.yaml"), yaml);
  writeFileSync(join(folder, "index.js"), `const pulumi = require("@pulumi/pulumi");\n${program}`);
  return { folder, ...createRehearsalStack({ stackName: "dev", workDir: folder }) };
}

const THING = 'new pulumi.CustomResource("pulumi-nodejs:dynamic:T", "t", { __provider: "" }';

it.each([
  ["a resource of another provider", 'new pulumi.CustomResource("aws:s3:Bucket", "b", {})', "than dynamic ones"],
  ["an explicit provider", 'new pulumi.ProviderResource("aws", "a", {})', "(pulumi:providers:aws)"],
  [
    "a function of a provider",
    'pulumi.runtime.invoke("aws:index/getRegion:getRegion", {})',
    "what the SDK calls invoke",
  ],
  ["transforms", "pulumi.runtime.registerStackTransform(() => undefined)", "registerStackTransform"],
  ["protect", `${THING}, { protect: true })`, "the option protect of pulumi-nodejs:dynamic:T t"],
  ["ignoreChanges", `${THING}, { ignoreChanges: ["a"] })`, "the option ignorechanges of"],
])("a program with %s is refused", async (_, program, what) => {
  const { message } = (await openStack(program)
    .preview()
    .catch((error: unknown) => error)) as Error;
  expect(message).toMatch(/The rehearsal engine does not support .*\. Use the Pulumi CLI\./);
  expect(message).toContain(what);
});

it.each([
  ["another runtime", "name: t\nruntime: yaml\n", /other runtimes than nodejs/],
  ["config", `${YAML}config: { "t:key": { value: 1 } }\n`, /"config" in /],
])("a project with %s is refused", (_, yaml, message) => {
  expect(() => openStack("", yaml)).toThrow(message);
});

it("a settings file of the stack, and an option of the Automation API, are refused", async () => {
  const stack = openStack("");
  await expect(stack.up({ parallel: 1 } as OperationOptions)).rejects.toThrow('"parallel" in the options of up');
  writeFileSync(join(stack.folder, "Pulumi.dev.yaml"), "config: {}");
  await expect(stack.preview()).rejects.toThrow("settings files of stacks (Pulumi.dev.yaml)");
});

it("an operation after one that has read a resource is refused", async () => {
  const reader = "exports.handler = () => ({ read: async (id) => ({ id, props: {} }) })";
  const stack = openStack(
    `new pulumi.CustomResource("pulumi-nodejs:dynamic:T", "t", { __provider: "${reader}" }, { id: "x" });`,
  );
  await stack.up();
  await expect(stack.refresh()).rejects.toThrow("a resource that is only read");
});

it("a secret is one for the program, and stays out of events and state; what a program fails with is in the events", async () => {
  const stack = openStack(`const secret = new pulumi.Config().getSecret("part");
    if (secret === undefined) {
      // Node takes half a minute to print a stack that goes through packages: without one.
      throw Object.assign(new Error(), { stack: "Error: went wrong" });
    }
    module.exports = { secret };`);
  const events: unknown[] = [];
  await expect(stack.up({ onEvent: (event) => events.push(event) })).rejects.toThrow("failed");
  expect(JSON.stringify(events)).toContain("Error: went wrong");
  await stack.setAllConfig({ part: { value: "password", secret: true } });
  await stack.up({ onEvent: (event) => events.push(event) });
  expect(await stack.outputs()).toEqual({ secret: "password" });
  expect(JSON.stringify([events, await stack.exportStack()])).not.toContain("password");
});
