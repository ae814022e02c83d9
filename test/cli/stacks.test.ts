/**
 * Settings of stacks, through the Pulumi CLI: a stand-in that notes how it is called, and the real one if it is there.
 */
import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { WorkflowsError } from "../../provider/base/errors.js";
import { runPulumi } from "../../provider/cli/pulumi-cli.js";
import { type FakeService, startFakeService } from "../support/fake-service.js";
import { findCli, hasCli, isolated } from "../support/pulumi-cli.js";
import { rejectionOf } from "../support/thrown.js";
import { type Ran, runHere } from "./run-here.js";

const SECRETS = { dev: "dev-s3cret+/%:@ü", staging: "staging-s3cret" };
const CONFIG = "config --show-secrets --json --stack dev";
const SELECTED = "stack --show-name";

let emulator: FakeService;
let folder: string;
let environment: NodeJS.ProcessEnv;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cli-"));
  emulator = await startFakeService({
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

/**
 * A `pulumi` that prints for each command what `outputs` has for it, or fails as the real one does. Gives its calls.
 */
async function installStandIn(
  outputs: Readonly<Record<string, unknown>>,
  bin = "bin",
): Promise<() => Promise<string[]>> {
  const log = join(folder, "calls");
  const script = `#!${process.execPath}
const { appendFileSync } = require("node:fs");
appendFileSync(${JSON.stringify(log)}, process.argv.slice(2).join(" ") + "\\n");
const output = ${JSON.stringify(outputs)}[process.argv.slice(2).join(" ").replace(/ --non-interactive$/, "")];
if (output === undefined || output.error !== undefined) {
  console.error("error: " + (output === undefined ? "no stack named 'x' found" : output.error));
  process.exitCode = 255;
} else console.log(typeof output === "string" ? output : JSON.stringify(output));
`;
  await mkdir(join(folder, bin), { recursive: true });
  await writeFile(join(folder, bin, "pulumi"), script);
  await chmod(join(folder, bin, "pulumi"), 0o755);
  return async () => {
    const calls = await readFile(log, "utf8").catch(() => "");
    return calls.split(" --non-interactive\n").slice(0, -1);
  };
}

function config(more: object = {}): object {
  return {
    "workflows:baseUrl": { value: emulator.url, secret: false },
    "workflows:clientId": { value: "dev", secret: false },
    "workflows:clientSecret": { value: SECRETS.dev, secret: true },
    "workflows:connections": {
      value: JSON.stringify({ staging: { clientId: "staging", clientSecret: SECRETS.staging } }),
      secret: true,
    },
    "other:clientSecret": { value: "none of our business", secret: true },
    ...more,
  };
}

const json = ({ out }: Ran): unknown => JSON.parse(out);

it("takes a stack's settings from its config with one call, and no secret is in an argument", async () => {
  const calls = await installStandIn({ [CONFIG]: config() });
  const ran = await runHere(["check", "--stack", "dev", "--json"], environment);
  expect(ran.out).toMatch(/with `workflows:clientId` and `workflows:clientSecret`, from stack dev"/);
  expect(await calls()).toEqual([CONFIG]);
  expect(ran.out + ran.err).not.toContain(SECRETS.dev);
  expect(ran.err).toBe("");
});

describe("without --stack", () => {
  it("the selected stack is used if the environment has no settings, which standard error says", async () => {
    const calls = await installStandIn({ [SELECTED]: "dev", [CONFIG]: config() });
    const { code, err } = await runHere(["list"], environment);
    expect({ code, err }).toEqual({ code: 0, err: "pulumi-workflows: Using the selected stack dev.\n" });
    expect(await calls()).toEqual([SELECTED, CONFIG]);
  });

  it("the CLI is not called if the environment has all required settings", async () => {
    const calls = await installStandIn({ [SELECTED]: "dev", [CONFIG]: config() });
    expect(await runHere(["list"], { ...environment, ...emulator.environment() })).toMatchObject({ code: 0, err: "" });
    expect(await calls()).toEqual([]);
  });

  it("variables fill in what the selected stack lacks, as in a deployment", async () => {
    const incomplete = Object.fromEntries(Object.entries(config()).filter(([key]) => key !== "workflows:clientSecret"));
    await installStandIn({ [SELECTED]: "dev", [CONFIG]: incomplete });
    const variables = { ...environment, WORKFLOWS_CLIENT_SECRET: SECRETS.dev };
    expect((await runHere(["list"], variables)).code).toBe(0);
    expect((await runHere(["list", "--stack", "dev"], variables)).code).toBe(0);
  });

  it("some variables and no stack: the message names what is missing", async () => {
    await installStandIn({});
    const { code, out } = await runHere(["check"], { ...environment, WORKFLOWS_CLIENT_ID: "a" });
    expect(out).toMatch(/`workflows:baseUrl` is not set.*--stack NAME/);
    expect(out).not.toMatch(/clientId` is not set/);
    expect(code).toBe(2);
  });

  it("downloads no CLI to find one", async () => {
    const calls = await installStandIn({ [SELECTED]: "dev", [CONFIG]: config() }, join("node_modules", ".bin"));
    const PATH = [join(folder, "node_modules", ".bin"), dirname(process.execPath)].join(delimiter);
    expect((await runHere(["list"], { PATH })).code).toBe(2);
    const named = await runHere(["list", "--stack", "dev"], { PATH });
    expect(named).toMatchObject({ code: 2, err: expect.stringContaining("CLI was not found on PATH") as string });
    expect(await calls()).toEqual([]);
  });
});

it("takes a connection of the selected stack", async () => {
  await installStandIn({ [SELECTED]: "dev", [CONFIG]: config() });
  const { out } = await runHere(["list", "--connection", "staging"], { ...environment, ...emulator.environment() });
  expect(out).toContain("Only here");
  const checked = await runHere(["check", "--connection", "staging", "--json"], environment);
  expect(checked.out).toMatch(/with `workflows:connections.staging.clientId` .*, from stack dev"/);
});

it("check names variables that are set and not used, without their values", async () => {
  await installStandIn({ [CONFIG]: config() });
  const unused = {
    WORKFLOWS_CLIENT_ID: "another",
    WORKFLOWS_CA_CERTIFICATES: "another.pem",
    WORKFLOWS_MAX_RETRIES: "1",
  };
  const variables = { ...environment, ...unused };
  const ran = await runHere(["check", "--stack", "dev", "--connection", "staging", "--json"], variables);
  expect(json(ran)).toMatchObject({
    ok: true,
    warnings: [
      "`WORKFLOWS_CLIENT_ID` is set but not used, because `workflows:connections.staging.clientId` comes first.",
      "`WORKFLOWS_CA_CERTIFICATES` is set but not used, because variables do not set `caCertificates` of a connection.",
    ],
  });
  expect(ran.out + ran.err).not.toContain("another");
});

it("warns of variables and keys that nothing reads, and of a secret in the clear", async () => {
  const slips = {
    "workflows:baseURL": { value: "a-value" },
    // A key that resembles no setting may be the project's own.
    "workflows:own": { value: "a-value" },
    "workflows:clientSecret": { value: SECRETS.dev, secret: false },
  };
  await installStandIn({ [CONFIG]: config(slips) });
  const variables = { WORKFLOWS_BASEURL: "a-value", WORKFLOWS_SOMETHING: "a-value", WORKFLOWS_ALLOW_EMPTY: "true" };
  const checked = await runHere(["check", "--stack", "dev"], { ...environment, ...variables });
  const listed = await runHere(["list", "--stack", "dev"], environment);
  for (const text of [checked.out, listed.err]) {
    expect(text).toMatch(/warning\W+`workflows:baseURL` is not a setting .* Did you mean `baseUrl`\?/);
    expect(text).toMatch(/`workflows:clientSecret` is not marked secret/);
    expect(text).not.toContain("a-value");
    expect(text).not.toContain("workflows:own");
  }
  expect(checked.out).toContain(
    "`WORKFLOWS_BASEURL` is set, but no setting has this name. Did you mean `WORKFLOWS_BASE_URL`?",
  );
  expect(checked.out).toContain("`WORKFLOWS_SOMETHING` is set, but no setting has this name.");
  expect(checked.out).toContain("No step failed, with 4 warnings.");
});

it("runs no `pulumi` of the project's folder, not even if PATH is empty", async () => {
  const calls = await installStandIn({ [SELECTED]: "dev", [CONFIG]: config() }, ".");
  for (const args of [
    ["list", "--cwd", folder],
    ["list", "--stack", "dev", "--cwd", folder],
  ]) {
    expect((await runHere(args, { PATH: "" })).code).not.toBe(0);
  }
  expect(await calls()).toEqual([]);
});

it.each<[title: string, args: string[], outputs: Readonly<Record<string, unknown>> | undefined, message: RegExp]>([
  [
    "the CLI's reason",
    ["--stack", "dev"],
    { [CONFIG]: { error: "incorrect\u001b passphrase" } },
    /reports: error: incorrect passphrase Set PULUMI_CONFIG_PASSPHRASE/,
  ],
  ["an unknown stack", ["--stack", "x"], {}, /no stack named 'x' found Does `pulumi stack ls`/],
  ["no selected stack", ["--connection", "staging"], {}, /Could not find the selected stack/],
  ["no selected stack in a folder", ["--cwd", "."], {}, /Could not find the selected stack/],
  [
    "no such folder",
    ["--stack", "dev", "--cwd", "no-such-folder"],
    {},
    /--cwd: the folder .*no-such-folder does not exist\./,
  ],
  [
    "other output",
    ["--stack", "dev"],
    { [CONFIG]: `${SECRETS.dev}!` },
    /did not print a JSON object\..*`pulumi version`/,
  ],
  ["no CLI", ["--stack", "dev"], undefined, /the Pulumi CLI was not found on PATH\. Install it.* \[settings\]\n$/],
])("%s ends with 2", async (_, args, outputs, message) => {
  if (outputs !== undefined) {
    await installStandIn(outputs);
  }
  const { code, out, err } = await runHere(["list", ...args], environment);
  expect(err).toMatch(message);
  expect(err).not.toContain(SECRETS.dev);
  expect({ code, out }).toEqual({ code: 2, out: "" });
});

it.each([
  ["the config", ["--stack", "dev"], { [CONFIG]: { error: "could not query API: [503] Service Unavailable" } }],
  ["the selected stack", [], { [SELECTED]: { error: "performing HTTP request: dial tcp: no such host" } }],
])("a failure of Pulumi's backend while it is asked for %s ends with 75", async (_what, args, outputs) => {
  await installStandIn(outputs);
  const { code, out, err } = await runHere(["list", ...args], environment);
  expect(err).toMatch(/pulumi reports: error: .*(503|dial tcp).* Try again later\. \[unavailable\]\n$/);
  expect({ code, out }).toEqual({ code: 75, out: "" });
});

it("a CLI that does not end is stopped", async () => {
  await mkdir(join(folder, "bin"), { recursive: true });
  await writeFile(join(folder, "bin", "pulumi"), "#!/bin/sh\nexec /bin/sleep 60\n", { mode: 0o755 });
  const context = { environment, isPipe: true, width: undefined, write: () => undefined, writeError: () => undefined };
  const error = await rejectionOf(WorkflowsError, runPulumi(["stack"], "find the selected stack", { context }, 200));
  expect(error.message).toMatch(
    /^Could not find the selected stack: pulumi did not end within 0\.2 s\. .*\[timeout\]$/,
  );
});

(hasCli() ? it : it.skip)(
  "reads a stack of the real CLI, named or selected",
  async () => {
    const real = { ...isolated(join(folder, "home"), folder), PATH: findCli() };
    const pulumi = (args: string[], input = ""): void =>
      void execFileSync("pulumi", [...args, "--non-interactive"], {
        ...{ cwd: folder, env: real, input, stdio: ["pipe", "ignore", "inherit"] },
      });
    await writeFile(join(folder, "Pulumi.yaml"), "name: real\nruntime: yaml\n");
    const without = await runHere(["list", "--cwd", folder], real);
    expect({ code: without.code, err: without.err }).toMatchObject({
      code: 2,
      err: expect.stringMatching(/stack/) as string,
    });
    pulumi(["stack", "init", "dev"]);
    pulumi(["config", "set", "workflows:baseUrl", emulator.url]);
    pulumi(["config", "set", "workflows:clientId", "dev"]);
    pulumi(["config", "set", "workflows:clientSecret", "--secret"], SECRETS.dev);
    for (const stack of [["--stack", "dev"], []]) {
      const ran = await runHere(["list", ...stack, "--cwd", folder, "--json"], real);
      expect({ code: ran.code, count: (json(ran) as object[]).length }).toEqual({ code: 0, count: 5 });
    }
  },
  60_000,
);
