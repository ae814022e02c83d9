/** What the rehearsal engine is beside a stand-in for a deployment: its refusals, its file, its surface. */
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createRehearsalStack } from "./stack.js";
import type { EngineEvent, RehearsalStack, RehearsalStackOptions } from "./types.js";

jest.setTimeout(60_000);

const PROVIDER = "exports.handler = () => ({ create: async (inputs) => ({ id: 'x', outs: inputs }) });";
const folders: string[] = [];
afterAll(async () => await Promise.all(folders.map(async (folder) => await rm(folder, { recursive: true }))));

async function makeStack(
  program: string,
  options: Partial<RehearsalStackOptions> & { yaml?: string } = {},
): Promise<RehearsalStack> {
  const {
    yaml = "name: trial\nruntime:\n  name: nodejs\n  options: { typescript: false }\nmain: index.js\n",
    ...given
  } = options;
  const workDir = await mkdtemp(join(tmpdir(), "workflows-rehearsal-"));
  folders.push(workDir);
  await symlink(resolve(__dirname, "..", "..", "node_modules"), join(workDir, "node_modules"));
  await writeFile(join(workDir, "package.json"), "{}");
  await writeFile(join(workDir, "Pulumi.yaml"), yaml);
  await writeFile(join(workDir, "index.js"), `const pulumi = require("@pulumi/pulumi");\n${program}`);
  return createRehearsalStack({
    workDir,
    stackName: "dev",
    stateDir: join(workDir, "state"),
    passphrase: "p",
    ...given,
  });
}

test.each([
  [
    "resources of other providers",
    'new pulumi.CustomResource("aws:s3/bucket:Bucket", "b", {})',
    /dynamic resources only, no aws:s3/,
  ],
  ["explicit providers", 'new pulumi.ProviderResource("aws", "p", {})', /no pulumi:providers:aws/],
  ["stack references", 'new pulumi.StackReference("other")', /no pulumi:pulumi:StackReference/],
  ["functions of providers", 'pulumi.runtime.invoke("aws:index/getRegion:getRegion", {})', /calls no functions/],
  [
    "imports",
    `new pulumi.CustomResource("pulumi-nodejs:dynamic:T", "t", { __provider: ${JSON.stringify(PROVIDER)} }, { import: "x" })`,
    /imports no resources/,
  ],
])("%s are refused clearly", async (_, program, message) => {
  const stack = await makeStack(program);
  await expect(stack.preview()).rejects.toThrow(message);
});

test.each([
  ["another runtime", "name: t\nruntime: yaml\n", /only programs with the runtime nodejs/],
  ["a main that is not there", "name: t\nruntime: nodejs\nmain: other.js\n", /main could not be read/],
  ["no name", "runtime: nodejs\n", /has no name/],
])("a project with %s is refused", async (_, yaml, message) => {
  await expect(makeStack("", { yaml })).rejects.toThrow(message);
});

test("it says what it is when it runs", async () => {
  const stack = await makeStack("");
  let shown = "";
  const events: EngineEvent[] = [];
  const result = await stack.preview({ onOutput: (text) => (shown += text), onEvent: (event) => events.push(event) });
  expect(shown).toContain("rehearsal engine: a stand-in, for trying out and testing");
  expect(result).toEqual({ stdout: shown, stderr: "", changeSummary: { create: 1 } });
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index));
  expect(events.at(-1)?.summaryEvent).toMatchObject({ resourceChanges: { create: 1 } });
});

test("a stack's config goes before the project's, and keys without a namespace are the project's own", async () => {
  const yaml =
    "name: trial\nruntime: nodejs\nmain: index.js\nconfig:\n  plain: given\n  other:key: { value: project }\n  other:list: { value: [1, 2] }\n";
  const program = `const own = new pulumi.Config(), other = new pulumi.Config("other");
    module.exports = { plain: own.get("plain"), key: other.get("key"), list: other.getObject("list"), secret: own.getSecret("s") };`;
  const stack = await makeStack(program, { yaml });
  await stack.setConfig("other:key", { value: "stack" });
  await stack.setConfig("s", { value: "hidden value", secret: true });
  expect(await stack.getConfig("trial:s")).toEqual({ value: "hidden value", secret: true });
  const { outputs, stdout } = await stack.up();
  expect(outputs).toEqual({
    plain: { value: "given", secret: false },
    key: { value: "stack", secret: false },
    list: { value: [1, 2], secret: false },
    secret: { value: "hidden value", secret: true },
  });
  expect(stdout).not.toContain("hidden value");
  await stack.removeConfig("s");
  await expect(stack.getConfig("s")).rejects.toThrow("configuration key 's' not found");
});

test("a secret that holds another one is masked as a whole", async () => {
  const stack = await makeStack('console.log("It is: password-of-prod");');
  await stack.setConfig("part", { value: "password", secret: true });
  await stack.setConfig("whole", { value: "password-of-prod", secret: true });
  expect((await stack.preview()).stdout).toContain("It is: [secret]\n");
});

test("secrets are sealed at rest, and open only with the passphrase", async () => {
  const stateDir = await mkdtemp(join(tmpdir(), "workflows-state-"));
  folders.push(stateDir);
  const stack = await makeStack('module.exports = { s: pulumi.secret("hidden value") };', { stateDir });
  await stack.setConfig("key", { value: "hidden config", secret: true });
  await stack.up({ skipPreview: true });
  const text = await readFile(join(stateDir, "trial", "dev.json"), "utf8");
  expect(text).not.toMatch(/hidden/);
  expect(await stack.exportStack()).toMatchObject({
    version: 3,
    deployment: {
      resources: [{ type: "pulumi:pulumi:Stack", outputs: { s: { ciphertext: expect.any(String) as string } } }],
    },
  });
  const stranger = await makeStack("", { stateDir, passphrase: "another" });
  await expect(stranger.outputs()).rejects.toThrow("another passphrase");
});

test("what a program prints is shown, and what it fails with", async () => {
  // Node takes half a minute to print a stack that goes through packages: without one.
  const fail = 'const error = new Error("went wrong"); error.stack = "Error: went wrong"; throw error;';
  const stack = await makeStack(`console.log("hello there"); ${fail}`);
  await expect(stack.preview()).rejects.toMatchObject({
    stdout: expect.stringContaining("hello there") as string,
    stderr: expect.stringContaining("Error: went wrong") as string,
    message: expect.stringContaining("went wrong") as string,
  });
});

test("a signal stops a program that would not end", async () => {
  const stack = await makeStack("setInterval(() => {}, 1000);");
  const begun = Date.now();
  await expect(stack.up({ skipPreview: true, signal: AbortSignal.timeout(1500) })).rejects.toThrow("canceled");
  expect(Date.now() - begun).toBeLessThan(10_000);
});

test("one operation at a time", async () => {
  const stack = await makeStack("");
  const first = stack.preview();
  await expect(stack.preview()).rejects.toThrow("Another operation is under way");
  await first;
});

test("a lock of a process that is gone does not count", async () => {
  const stateDir = await mkdtemp(join(tmpdir(), "workflows-state-"));
  folders.push(stateDir);
  await mkdir(join(stateDir, "trial"));
  await writeFile(join(stateDir, "trial", "dev.json.lock"), "999999999");
  const stack = await makeStack("", { stateDir });
  await expect(stack.outputs()).resolves.toEqual({});
  await expect(stack.setConfig("a", { value: "b" })).resolves.toBeUndefined();
});
