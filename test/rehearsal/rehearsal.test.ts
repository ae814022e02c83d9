/** The rehearsal engine refuses what it does not implement exactly, and shows and stores no secret. */
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createRehearsalStack } from "./stack.js";
import type { Deployment, RehearsalStack, UpdateOptions } from "./types.js";

jest.setTimeout(60_000);

const YAML = "name: trial\nruntime: { name: nodejs, options: { typescript: false } }\nmain: index.js\n";
const OPTIONS = { stackName: "dev", passphrase: "a passphrase" };
const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

/** A project's folder. */
function makeProject(program: string, yaml = YAML): string {
  const folder = mkdtempSync(join(tmpdir(), "workflows-rehearsal-"));
  folders.push(folder);
  symlinkSync(resolve(__dirname, "../../node_modules"), join(folder, "node_modules"));
  writeFileSync(join(folder, "package.json"), "{}");
  writeFileSync(join(folder, "Pulumi.yaml"), yaml);
  writeFileSync(join(folder, "index.js"), `const pulumi = require("@pulumi/pulumi");\n${program}`);
  return folder;
}

function openStack(folder: string, passphrase = OPTIONS.passphrase): RehearsalStack {
  return createRehearsalStack({ ...OPTIONS, workDir: folder, stateDir: join(folder, "state"), passphrase });
}

const THING = 'new pulumi.CustomResource("pulumi-nodejs:dynamic:T", "t", { __provider: "" }';

it.each([
  ["a resource of another provider", 'new pulumi.CustomResource("aws:s3:Bucket", "b", {})', "than dynamic ones"],
  ["an explicit provider", 'new pulumi.ProviderResource("aws", "a", {})', "(pulumi:providers:aws)"],
  ["a function of a provider", 'pulumi.runtime.invoke("aws:index/getRegion:getRegion", {})', "functions of providers"],
  ["transforms", "pulumi.runtime.registerStackTransform(() => undefined)", "registerStackTransform"],
  ["protect", `${THING}, { protect: true })`, "the option protect of pulumi-nodejs:dynamic:T t"],
  ["paths in ignoreChanges", `${THING}, { ignoreChanges: ["a", "b.c"] })`, "paths in ignoreChanges (b.c)"],
])("a program with %s is refused", async (_, program, what) => {
  const { message } = (await openStack(makeProject(program))
    .preview()
    .catch((error: unknown) => error)) as Error;
  expect(message).toMatch(/The rehearsal engine does not support .*\. Use the Pulumi CLI\./);
  expect(message).toContain(what);
});

it.each([
  ["another runtime", "name: t\nruntime: yaml\n", /other runtimes than nodejs/],
  ["other runtime options", "name: t\nruntime: { name: nodejs, options: { nodeargs: --inspect } }\n", /"nodeargs" in/],
  ["config", `${YAML}config: { "t:key": { value: 1 } }\n`, /"config" in /],
  ["refresh: always", `${YAML}options: { refresh: always }\n`, /"options" in /],
])("a project with %s is refused", (_, yaml, message) => {
  expect(() => openStack(makeProject("", yaml))).toThrow(message);
});

it("a settings file of the stack, an option of the Automation API, and secrets of another stack are refused", async () => {
  const folder = makeProject("");
  const stack = openStack(folder);
  await expect(stack.up({ parallel: 1 } as UpdateOptions)).rejects.toThrow('"parallel" in the options of up');
  const deployment: Deployment = { version: 3, deployment: { resources: [{ inputs: { a: { ciphertext: "x" } } }] } };
  await expect(stack.importStack(deployment)).rejects.toThrow("importing secrets");
  writeFileSync(join(folder, "Pulumi.dev.yaml"), "config: {}");
  await expect(stack.preview()).rejects.toThrow("settings files of stacks (Pulumi.dev.yaml)");
});

it("it prints what it is, and no secret; secrets are encrypted, and only the passphrase decrypts them", async () => {
  const folder = makeProject(`console.log("It is: password-of-prod");
    module.exports = { s: pulumi.secret("hidden value"), config: new pulumi.Config().get("part") };`);
  const stack = openStack(folder);
  await stack.setAllConfig({
    part: { value: "password", secret: true },
    whole: { value: "password-of-prod", secret: true },
  });
  let shown = "";
  await stack.up({ onOutput: (text) => (shown += text) });
  expect(shown).toContain("On the rehearsal engine: a stand-in for tests and the demo");
  expect(shown).toContain("It is: [secret]\n");
  expect(shown).not.toMatch(/hidden|password/);
  expect(await stack.outputs()).toEqual({
    s: { value: "hidden value", secret: true },
    config: { value: "password", secret: false },
  });
  expect(readFileSync(join(folder, "state/trial/dev.json"), "utf8")).not.toMatch(/hidden/);
  await expect(openStack(folder, "another").preview()).rejects.toThrow("unable to authenticate data");
});

it("what a program fails with is in the error", async () => {
  // Node takes half a minute to print a stack that goes through packages: without one.
  const fail = 'const error = new Error("went wrong"); error.stack = "Error: went wrong"; throw error;';
  let shown = "";
  const preview = openStack(makeProject(fail)).preview({ onOutput: (text) => (shown += text) });
  await expect(preview).rejects.toThrow("failed");
  expect(shown).toContain("Error: went wrong");
});
