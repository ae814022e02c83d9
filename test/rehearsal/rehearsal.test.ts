/** The rehearsal engine by itself: what it refuses, its state file, its surface. */
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Alias } from "@pulumi/pulumi/proto/alias_pb.js";
import {
  ReadResourceRequest,
  RegisterResourceRequest,
  ResourceInvokeRequest,
} from "@pulumi/pulumi/proto/resource_pb.js";
import ts from "typescript";
import { parseRegistration, refuseFields } from "./goal.js";
import { createRehearsalStack } from "./stack.js";
import type { Deployment, EngineEvent, RehearsalStack, RehearsalStackOptions, UpdateOptions } from "./types.js";

jest.setTimeout(60_000);

const PROVIDER = "exports.handler = () => ({ create: async (inputs) => ({ id: 'x', outs: inputs }) });";
const folders: string[] = [];
afterAll(async () => await Promise.all(folders.map(async (folder) => await rm(folder, { recursive: true }))));

/** For what is refused before anything runs. */
let plain: RehearsalStack;
beforeAll(async () => {
  plain = await makeStack("");
});

async function makeStack(
  program: string,
  options: Partial<RehearsalStackOptions> & { yaml?: string } = {},
  files: Readonly<Record<string, string>> = {},
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
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(workDir, name), text);
  }
  return createRehearsalStack({
    workDir,
    stackName: "dev",
    stateDir: join(workDir, "state"),
    passphrase: "p",
    ...given,
  });
}

const THING = `new pulumi.CustomResource("pulumi-nodejs:dynamic:T", "t", { __provider: ${JSON.stringify(PROVIDER)} }`;

test.each([
  [
    "a resource of another provider",
    'new pulumi.CustomResource("aws:s3/bucket:Bucket", "b", {})',
    "aws:s3/bucket:Bucket",
  ],
  ["a function of a provider", 'pulumi.runtime.invoke("aws:index/getRegion:getRegion", {})', "functions of providers"],
  ["transforms of the whole stack", "pulumi.runtime.registerStackTransform(() => undefined)", "registerStackTransform"],
  [
    "a child of a resource with aliases",
    `const t = ${THING}, { aliases: [{ name: "h" }] }); new pulumi.ComponentResource("test:Group", "g", {}, { parent: t })`,
    "children of a resource with aliases",
  ],
])("a program with %s is refused", async (_, program, what) => {
  const stack = await makeStack(program);
  const failure = (await stack.preview().catch((error: unknown) => error)) as Error;
  expect(failure.message).toMatch(/The rehearsal engine does not support .*\. Use the Pulumi CLI\./);
  expect(failure.message).toContain(what);
});

/** All fields of the messages that a program sends. */
const MESSAGES = {
  resource: { empty: new RegisterResourceRequest().toObject(), implemented: 12, information: 8 },
  read: { empty: new ReadResourceRequest().toObject(), implemented: 7, information: 5 },
  invoke: { empty: new ResourceInvokeRequest().toObject(), implemented: 2, information: 4 },
};

describe.each(Object.entries(MESSAGES))(
  "of the fields of a %s request",
  (kind, { empty, implemented, information }) => {
    const refused = Object.entries(empty).filter(([name, value]) => {
      try {
        refuseFields(kind as keyof typeof MESSAGES, "it", { toObject: () => ({ ...empty, [name]: sampleFor(value) }) });
        return false;
      } catch (error) {
        return (error as Error).message.includes(
          `the option ${name.replace(/(List|Map)$/, "")} of it. Use the Pulumi CLI.`,
        );
      }
    });

    test("each is implemented, information, or refused", () => {
      expect(refused).toHaveLength(Object.keys(empty).length - implemented - information);
    });

    test("options that nobody uses are not refused", () => {
      expect(() => refuseFields(kind as keyof typeof MESSAGES, "it", { toObject: () => empty })).not.toThrow();
    });
  },
);

/** A value that is not the field's default. */
function sampleFor(value: unknown): unknown {
  return Array.isArray(value)
    ? ["x"]
    : typeof value === "boolean"
      ? true
      : typeof value === "string"
        ? "x"
        : { a: true };
}

test.each<[string, RegisterResourceRequest, RegExp]>([
  [
    "an explicit provider",
    resourceRequest("pulumi:providers:aws"),
    /other providers than dynamic ones \(pulumi:providers:aws\)/,
  ],
  [
    "a stack reference",
    resourceRequest("pulumi:pulumi:StackReference").setCustom(false),
    /pulumi:pulumi:StackReference/,
  ],
  ["paths in ignoreChanges", resourceRequest().setIgnorechangesList(["a", "b.c"]), /paths in ignoreChanges \(b\.c\)/],
  ["all in ignoreChanges", resourceRequest().setIgnorechangesList(["*"]), /paths in ignoreChanges/],
  [
    "aliases of components",
    resourceRequest("test:Group")
      .setCustom(false)
      .setAliasesList([aliasOf({ name: "h" })]),
    /aliases of components/,
  ],
  [
    "aliases of another parent",
    resourceRequest().setAliasesList([aliasOf({ parentUrn: "urn:other" })]),
    /another parent/,
  ],
  ["aliases of another project", resourceRequest().setAliasesList([aliasOf({ project: "other" })]), /another parent/],
])("%s are refused", (_, request, message) => {
  expect(() => parseRegistration(request, false)).toThrow(message);
});

test("another name or type of a resource is taken", () => {
  const request = resourceRequest()
    .setParent("urn:p")
    .setAliasesList([aliasOf({ name: "h", parentUrn: "urn:p" })]);
  expect(parseRegistration(request, false).aliases).toEqual([{ name: "h", type: "" }]);
});

function resourceRequest(type = "pulumi-nodejs:dynamic:T"): RegisterResourceRequest {
  const request = new RegisterResourceRequest();
  request.setType(type);
  request.setName("t");
  request.setCustom(true);
  return request;
}

function aliasOf({ name = "", parentUrn = "", project = "" }): Alias {
  const spec = new Alias.Spec();
  spec.setName(name);
  spec.setProject(project);
  spec.setParenturn(parentUrn);
  const alias = new Alias();
  alias.setSpec(spec);
  return alias;
}

const NODEJS = "name: trial\nruntime: nodejs\nmain: index.js\n";

test.each([
  ["another runtime", "name: t\nruntime: yaml\n", /other runtimes than nodejs/],
  ["a main that does not exist", "name: t\nruntime: nodejs\nmain: other.js\n", /main could not be read/],
  ["no name", "runtime: nodejs\n", /has no name/],
  ["a bad name", "name: my project\nruntime: nodejs\n", /other characters than letters/],
  ["required config", `${NODEJS}config:\n  count: { type: integer }\n`, /"type" in config.count/],
  ["typed config", `${NODEJS}config:\n  count: { type: integer, default: x }\n`, /"type", "default" in config.count/],
  ["secret config", `${NODEJS}config:\n  key: { secret: true, default: x }\n`, /"secret", "default" in config.key/],
  ["config without a value", `${NODEJS}config:\n  key: {}\n`, /config.key of Pulumi.yaml without a plain value/],
  ["a list as config", `${NODEJS}config:\n  "other:key": { value: [1] }\n`, /without a plain value/],
  ["refresh: always", `${NODEJS}options: { refresh: always }\n`, /"options" in /],
  ["a backend", `${NODEJS}backend: { url: "file://x" }\n`, /"backend" in /],
  ["plugins", `${NODEJS}plugins: {}\n`, /"plugins" in /],
  ["other runtime options", "name: t\nruntime: { name: nodejs, options: { nodeargs: --inspect } }\n", /"nodeargs" in/],
])("a project with %s is refused", async (_, yaml, message) => {
  await expect(makeStack("", { yaml })).rejects.toThrow(message);
});

test("a stack with a settings file is refused: this engine does not read it", async () => {
  const stack = await makeStack("", { stackName: "other" }, { "Pulumi.other.yaml": "config: {}" });
  await expect(stack.preview()).rejects.toThrow("settings files of stacks (Pulumi.other.yaml). Use the Pulumi CLI.");
});

test("a target that is neither in the stack nor in the program fails the operation", async () => {
  const stack = await makeStack(THING + ")");
  const target = ["urn:pulumi:dev::trial::pulumi-nodejs:dynamic:T::other"];
  await expect(stack.up({ target })).rejects.toThrow("T::other is neither in the stack nor in the program");
  await expect(stack.up({ target: ["urn:*"] })).rejects.toThrow("patterns in target");
});

const OURS = "urn:pulumi:dev::trial::test:Group::g";

test.each<[string, unknown, RegExp]>([
  ["nothing of a deployment", {}, /other deployments than those of version 3/],
  ["another version", { version: 4, deployment: {} }, /version 3/],
  ["resources that are no list", { version: 3, deployment: { resources: {} } }, /not a list/],
  ["a resource that is no object", { version: 3, deployment: { resources: ["x"] } }, /not an object/],
  ["a resource of another stack", withResource({ urn: "urn:pulumi:prod::trial::test:Group::g" }), /not of this stack/],
  ["a resource without a type", withResource({ type: undefined }), /has no type/],
  ["a parent that is not there", withResource({ parent: `${OURS}2` }), /does not come before it/],
  ["a field that it does not know", withResource({ customTimeouts: { create: 1 } }), /"customTimeouts" in urn/],
  ["pending operations", { version: 3, deployment: { pending_operations: [{}] } }, /pending operations/],
  ["secrets", withResource({ inputs: { a: { ciphertext: "x" } } }), /importing secrets/],
])("importing %s is refused", async (_, deployment, message) => {
  await expect(plain.importStack(deployment as Deployment)).rejects.toThrow(message);
});

function withResource(changes: Record<string, unknown>): unknown {
  return { version: 3, deployment: { resources: [{ urn: OURS, type: "test:Group", custom: false, ...changes }] } };
}

test.each<[string, (stack: RehearsalStack) => Promise<unknown>, RegExp]>([
  [
    "setAllConfig with paths",
    (stack) => call(stack, "setAllConfig", { "a.b": { value: "x" } }, true),
    /further arguments of setAllConfig/,
  ],
  [
    "removeConfig with a path",
    (stack) => call(stack, "removeConfig", "a.b", true),
    /further arguments of removeConfig/,
  ],
  [
    "a config value with more",
    (stack) => call(stack, "setAllConfig", { a: { value: "x", path: true } }),
    /"path" in the config value of a/,
  ],
  [
    "a config key with two colons",
    (stack) => call(stack, "setAllConfig", { "a:b:c": { value: "x" } }),
    /the config key "a:b:c"/,
  ],
])("%s is refused", async (_, operation, message) => {
  await expect(operation(plain)).rejects.toThrow(message);
});

async function call(
  stack: RehearsalStack,
  method: "setAllConfig" | "removeConfig" | keyof typeof IMPLEMENTED,
  ...given: unknown[]
): Promise<unknown> {
  return await (stack[method] as (...given: unknown[]) => Promise<unknown>)(...given);
}

/** The names of an interface of the Automation API, with those that it inherits. */
function optionsOf(name: string): string[] {
  const declared = INTERFACES.get(name);
  const inherited = declared?.heritageClauses?.flatMap(({ types }) =>
    types.map(({ expression }) => expression.getText(SOURCE)),
  );
  const own = declared?.members.map((member) => member.name?.getText(SOURCE) ?? "") ?? [];
  return [...own, ...(inherited ?? []).flatMap(optionsOf)];
}

const STACK_TYPES = require.resolve("@pulumi/pulumi/automation/stack.d.ts");
const SOURCE = ts.createSourceFile(STACK_TYPES, readFileSync(STACK_TYPES, "utf8"), ts.ScriptTarget.Latest, true);
const INTERFACES = new Map(SOURCE.statements.filter(ts.isInterfaceDeclaration).map((one) => [one.name.text, one]));

const IMPLEMENTED = {
  preview: { interface: "PreviewOptions", options: ["onOutput", "onEvent", "signal", "expectNoChanges", "target"] },
  up: { interface: "UpOptions", options: ["onOutput", "onEvent", "signal", "expectNoChanges", "target"] },
  refresh: { interface: "RefreshOptions", options: ["onOutput", "onEvent", "signal", "expectNoChanges"] },
  destroy: { interface: "DestroyOptions", options: ["onOutput", "onEvent", "signal"] },
} as const;

describe.each(Object.entries(IMPLEMENTED))(
  "of the Automation API's options of %s",
  (operation, { interface: name, options }) => {
    const refused = optionsOf(name).filter((option) => !(options as readonly string[]).includes(option));

    test("some are implemented, and all of these are the Automation API's own", () => {
      expect(optionsOf(name)).toEqual(expect.arrayContaining([...options]));
      expect(refused.length).toBeGreaterThan(10);
    });

    test.each([...refused, "anyOther"])("%s is refused", async (option) => {
      const run = call(plain, operation as keyof typeof IMPLEMENTED, { [option]: true });
      await expect(run).rejects.toThrow(`does not support "${option}" in the options of`);
    });
  },
);

test("a stack has no method that the Automation API does not have, and types refuse further options", () => {
  const stackClass = SOURCE.statements.filter(ts.isClassDeclaration).find((one) => one.name?.text === "Stack");
  const members = stackClass?.members.map((member) => member.name?.getText(SOURCE));
  expect(members).toEqual(expect.arrayContaining(Object.keys(plain)));
  // @ts-expect-error: not an option of this engine.
  const options: UpdateOptions = { parallel: 1 };
  expect(options).toBeDefined();
});

test("it prints what it is when it runs", async () => {
  const stack = await makeStack("");
  let shown = "";
  const events: EngineEvent[] = [];
  const result = await stack.preview({ onOutput: (text) => (shown += text), onEvent: (event) => events.push(event) });
  expect(shown).toContain("rehearsal engine: a stand-in for tests and the demo");
  expect(result).toEqual({ stdout: shown, stderr: "", changeSummary: { create: 1 } });
  expect(events.map(({ sequence }) => sequence)).toEqual(events.map((_, index) => index));
  expect(events.at(-1)?.summaryEvent).toMatchObject({ resourceChanges: { create: 1 } });
});

test("a stack's config goes before the project's, and keys without a namespace are the project's own", async () => {
  const yaml =
    "name: trial\nruntime: nodejs\nmain: index.js\nconfig:\n  plain: given\n  other:key: { value: project }\n  other:number: { value: 1 }\n";
  const program = `const own = new pulumi.Config(), other = new pulumi.Config("other");
    module.exports = { plain: own.get("plain"), key: other.get("key"), number: other.getNumber("number"), secret: own.getSecret("s") };`;
  const stack = await makeStack(program, { yaml });
  await stack.setAllConfig({ "other:key": { value: "stack" }, s: { value: "hidden value", secret: true } });
  const { outputs, stdout } = await stack.up();
  expect(outputs).toEqual({
    plain: { value: "given", secret: false },
    key: { value: "stack", secret: false },
    number: { value: 1, secret: false },
    secret: { value: "hidden value", secret: true },
  });
  expect(stdout).not.toContain("hidden value");
  await stack.removeConfig("s");
  expect((await stack.up()).outputs["secret"]).toBeUndefined();
});

test("a secret that contains another one is redacted as a whole", async () => {
  const stack = await makeStack('console.log("It is: password-of-prod");');
  await stack.setAllConfig({
    part: { value: "password", secret: true },
    whole: { value: "password-of-prod", secret: true },
  });
  expect((await stack.preview()).stdout).toContain("It is: [secret]\n");
});

test("secrets are encrypted in the state, and only the passphrase decrypts them", async () => {
  const stateDir = await mkdtemp(join(tmpdir(), "workflows-state-"));
  folders.push(stateDir);
  const stack = await makeStack('module.exports = { s: pulumi.secret("hidden value") };', { stateDir });
  await stack.setAllConfig({ key: { value: "hidden config", secret: true } });
  await stack.up();
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
  await expect(stack.up({ signal: AbortSignal.timeout(1500) })).rejects.toThrow("canceled");
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
  await expect(stack.setAllConfig({ a: { value: "b" } })).resolves.toBeUndefined();
});
