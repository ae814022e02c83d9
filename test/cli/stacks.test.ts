/** Stacks through the Pulumi CLI: a stand-in for the CLI that notes how it is called, and the real one where it is. */
import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { startEmulator, type Emulator } from "../../provider/testing/emulator.js";
import { hasCliFor } from "../support/pulumi-cli.js";
import { openPlace } from "./pipeline.js";
import { runHere } from "./run-here.js";

const SECRETS = { dev: "dev-s3cret+/%:@ü", staging: "staging-s3cret" };
const TYPE = "pulumi-nodejs:dynamic/workflows:Workflows";

let emulator: Emulator;
let folder: string;
let environment: NodeJS.ProcessEnv;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cli-"));
  emulator = await startEmulator({
    clientId: "dev",
    clientSecret: SECRETS.dev,
    tenants: [{ clientId: "staging", clientSecret: SECRETS.staging, workflows: [{ id: "1", name: "Only here" }] }],
  });
  environment = { PATH: [join(folder, "bin"), dirname(process.execPath)].join(delimiter) };
});
afterEach(async () => {
  await emulator.close();
  await rm(folder, { recursive: true });
});

/** A `pulumi` that prints for each command what `outputs` has for it, or fails as the real one does. */
async function installStandIn(outputs: Readonly<Record<string, unknown>>, bin = "bin"): Promise<() => Promise<string>> {
  const log = join(folder, "calls");
  const script = `#!${process.execPath}
const { appendFileSync } = require("node:fs");
appendFileSync(${JSON.stringify(log)}, process.argv.slice(2).join(" ") + "\\n");
const output = ${JSON.stringify(outputs)}[process.argv.slice(2).join(" ").replace(/ --non-interactive$/, "")];
if (output === undefined || output.error !== undefined) {
  console.error("error: " + (output === undefined ? "no stack named 'x' found" : output.error));
  process.exitCode = 255;
} else console.log(JSON.stringify(output));
`;
  await mkdir(join(folder, bin), { recursive: true });
  await writeFile(join(folder, bin, "pulumi"), script);
  await chmod(join(folder, bin, "pulumi"), 0o755);
  return async () => await readFile(log, "utf8").catch(() => "");
}

function config(): object {
  return {
    "workflows:baseUrl": { value: emulator.url, secret: false },
    "workflows:clientId": { value: "dev", secret: false },
    "workflows:clientSecret": { value: SECRETS.dev, secret: true },
    "workflows:connections": {
      value: JSON.stringify({ staging: { clientId: "staging", clientSecret: SECRETS.staging } }),
      secret: true,
    },
    "other:clientSecret": { value: "none of our business", secret: true },
  };
}

function state(...listings: [name: string, json: unknown, type?: string][]): object {
  const resources = listings.map(([name, json, type = TYPE]) => ({
    urn: `urn:pulumi:dev::project::${type}::${name}`,
    type,
    outputs: json === undefined ? {} : { json },
  }));
  return { version: 3, deployment: { resources: [{ urn: "urn:x", type: "pulumi:pulumi:Stack" }, ...resources] } };
}

it("takes a stack's settings from its config; no secret is in an argument", async () => {
  const calls = await installStandIn({ "config --show-secrets --json --stack dev": config() });
  const ran = await runHere(["check", "--stack", "dev", "--json"], environment);
  expect(ran.code).toBe(0);
  expect(JSON.parse(ran.out)).toMatchObject({ checked: { stack: "dev", description: "stack dev" } });
  expect(await calls()).toBe("config --show-secrets --json --stack dev --non-interactive\n");
  expect(ran.out + ran.err).not.toContain(SECRETS.dev);
});

it("takes a connection from the selected stack, and reads that tenant's listing", async () => {
  await installStandIn({ "config --show-secrets --json": config() });
  const { out } = await runHere(["list", "--connection", "staging"], environment);
  expect(out).toContain("Only here");
  const checked = await runHere(["check", "--connection", "staging", "--json"], environment);
  expect(JSON.parse(checked.out)).toMatchObject({
    steps: expect.arrayContaining([expect.objectContaining({ detail: "1 workflow" })]) as unknown,
  });
});

it("warns of slips in the config, and of a secret in the clear", async () => {
  const slips = {
    ...config(),
    "workflows:clientID": { value: "x" },
    "workflows:clientSecret": { value: SECRETS.dev, secret: false },
  };
  await installStandIn({ "config --show-secrets --json --stack dev": slips });
  const { out } = await runHere(["check", "--stack", "dev"], environment);
  expect(out).toMatch(/Did you mean `clientId`/);
  expect(out).toMatch(/`workflows:clientSecret` is not marked secret/);
});

describe("compare", () => {
  it.each([
    [
      "staging",
      "stack:dev",
      { a: { description: "connection staging" }, b: { description: "the state of stack dev" } },
    ],
    ["connection:staging", "dev", { onlyInA: [{ key: "Only here" }], onlyInB: [{ key: "In state" }] }],
    ["live:dev", "environment", { a: { description: "the service of stack dev", count: 5 }, b: { count: 1 } }],
    ["stack:two#second", "stack:plugin", { a: { count: 1 }, b: { count: 0 } }],
  ])("%s with %s", async (a, b, expected) => {
    await installStandIn({
      "config --show-secrets --json": config(),
      "config --show-secrets --json --stack dev": config(),
      "stack export --stack dev": state(["all", '[{"id":"9","name":"In state"}]']),
      "stack export --stack two": state(["first", "[]"], ["second", '[{"name":"x"}]']),
      "stack export --stack plugin": state(["all", "[]", "workflows:index:Workflows"]),
    });
    const staging = {
      WORKFLOWS_BASE_URL: emulator.url,
      WORKFLOWS_CLIENT_ID: "staging",
      WORKFLOWS_CLIENT_SECRET: SECRETS.staging,
    };
    const { code, out, err } = await runHere(["compare", a, b, "--json"], { ...environment, ...staging });
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(JSON.parse(out)).toMatchObject(expected);
  });

  it("reads the config of a stack once for both sides", async () => {
    const calls = await installStandIn({ "config --show-secrets --json": config() });
    const { code } = await runHere(["compare", "staging", "connection:staging", "--exit-code"], environment);
    expect(code).toBe(0);
    expect(await calls()).toBe("config --show-secrets --json --non-interactive\n");
  });

  it.each([
    ["stack:none", state(), 4, /no Workflows resource in the state[\s\S]*new Workflows\("all"\)/],
    ["stack:none", state(["a", "[]"], ["b", "[]"]), 2, /several Workflows[\s\S]*stack:none#a/],
    ["stack:none#c", state(["a", "[]"]), 4, /no Workflows "c" [\s\S]*only "a"[\s\S]*stack:none#a/],
    ["stack:none", state(["a", { "4dabf18193072939515e22adb298388d": "1b47" }]), 4, /encrypted[\s\S]*live:none/],
    ["stack:none", state(["a", undefined]), 4, /missing[\s\S]*pulumi up/],
    ["stack:nowhere", state(), 4, /no stack named[\s\S]*pulumi stack ls/],
  ])("%s: reports what is wrong", async (reference, exported, code, message) => {
    await installStandIn({ "stack export --stack none": exported });
    const ran = await runHere(["compare", reference, "environment"], environment);
    expect(ran.err).toMatch(message);
    expect(ran.code).toBe(code);
  });
});

it.each([
  ["incorrect passphrase", /PULUMI_CONFIG_PASSPHRASE/],
  ["no Pulumi.yaml project file found", /--cwd/],
  ["no stack selected; please use `pulumi stack select`", /Name a stack with --stack/],
  ["PULUMI_ACCESS_TOKEN must be set for login during non-interactive CLI sessions", /pulumi login/],
])("when the CLI prints %j, the message has what to do", async (error, advice) => {
  await installStandIn({ "config --show-secrets --json --stack dev": { error } });
  const { code, err } = await runHere(["list", "--stack", "dev"], environment);
  expect(err).toContain(error);
  expect(err).toMatch(advice);
  expect(code).toBe(4);
});

it("without a CLI reports it, and how to do without", async () => {
  const { code, err } = await runHere(["list", "--stack", "dev"], environment);
  expect(err).toMatch(/there is no Pulumi CLI on PATH[\s\S]*Install it[\s\S]*without --stack/);
  expect(code).toBe(4);
});

it("takes any CLI on PATH before npm's wrapper, which may download one", async () => {
  const wrapper = join("node_modules", ".bin");
  await installStandIn({}, wrapper);
  await installStandIn({ "config --show-secrets --json --stack dev": config() });
  const path = [join(folder, wrapper), environment["PATH"]].join(delimiter);
  expect((await runHere(["list", "--stack", "dev"], { PATH: path })).code).toBe(0);
});

it("does not mix a secret from a file descriptor with connections", async () => {
  const { code, err } = await runHere(["list", "--connection", "x", "--client-secret-fd", "3"], environment);
  expect(err).toMatch(/'--client-secret-fd <n>' cannot be used with option '--connection <name>'/);
  expect(code).toBe(2);
});

(hasCliFor("a stack of the real CLI") ? it : it.skip)(
  "reads a stack of the real CLI",
  async () => {
    const place = await openPlace("real");
    const pulumi = (args: string[], input = ""): void =>
      void execFileSync("pulumi", [...args, "--non-interactive"], {
        cwd: folder,
        env: place.environment,
        input,
        stdio: ["pipe", "ignore", "inherit"],
      });
    await writeFile(join(folder, "Pulumi.yaml"), "name: real\nruntime: yaml\n");
    pulumi(["stack", "init", "dev"]);
    pulumi(["config", "set", "workflows:baseUrl", emulator.url]);
    pulumi(["config", "set", "workflows:clientId", "dev"]);
    pulumi(["config", "set", "workflows:clientSecret", "--secret"], SECRETS.dev);
    const { code, out, err } = await runHere(["list", "--stack", "dev", "--cwd", folder, "--json"], place.environment);
    await place.close();
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(JSON.parse(out)).toHaveLength(5);
  },
  60_000,
);
