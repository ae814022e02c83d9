/** examples/environments, as pipelines run it: what its preflight finds, what its guards stop, and that it tears down. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { parse } from "yaml";
import { ENVIRONMENTS } from "../../examples/environments/environments.js";
import { startEmulator, type Emulator } from "../../provider/testing/emulator.js";
import { findTestCli, hasCliFor, isolated } from "../support/pulumi-cli.js";
import { spellingsIn } from "../support/secret-spellings.js";
import { makeWorkspace, type Workspace } from "../support/workspace.js";

const SECRETS = { dev: "dev-s3cret+/%:@ü", staging: "staging-s3cret", prod: "prod-s3cret" } as const;
const TEN = Array.from({ length: 10 }, (_, index) => ({
  id: `wf-${index}`,
  name: `Import ${index}`,
  enabled: index > 0,
}));

jest.setTimeout(600_000);

let emulator: Emulator;
let workspace: Workspace;

beforeEach(async () => {
  workspace = await makeWorkspace("examples/environments");
  emulator = await startEmulator({
    clientId: "dev",
    clientSecret: SECRETS.dev,
    workflows: TEN,
    tenants: (["staging", "prod"] as const).map((name) => ({
      clientId: name,
      clientSecret: SECRETS[name],
      workflows: TEN,
    })),
  });
});
afterEach(async () => {
  await emulator.close();
  await workspace.remove();
});

/** `npm start -- ARGS`, without the start-up of npm and ts-node. */
async function start(args: readonly string[], variables: NodeJS.ProcessEnv): Promise<{ code: number; output: string }> {
  const others = Object.entries(process.env).filter(([name]) => !/^(WORKFLOWS|PULUMI)_/.test(name));
  const own = isolated(join(workspace.state, "..", "home"), workspace.state);
  const child = spawn(
    process.execPath,
    ["--require", require.resolve("../support/run-typescript.cjs"), "main.ts", ...args],
    {
      cwd: workspace.project,
      env: { ...Object.fromEntries(others), ...own, PATH: findTestCli() ?? process.env["PATH"], ...variables },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const closed = new Promise<number>((resolve, reject) => {
    child.once("error", reject).once("close", (code) => resolve(code ?? -1));
  });
  const [code, out, err] = await Promise.all([closed, text(child.stdout), text(child.stderr)]);
  return { code, output: out + err };
}

/** Credentials of all environments, each with its name in the variable. */
function allCredentials(): Record<string, string> {
  const variables: Record<string, string> = { WORKFLOWS_BASE_URL: emulator.url };
  for (const [name, secret] of Object.entries(SECRETS)) {
    variables[`WORKFLOWS_${name.toUpperCase()}_CLIENT_ID`] = name;
    variables[`WORKFLOWS_${name.toUpperCase()}_CLIENT_SECRET`] = secret;
  }
  return variables;
}

describe("before any engine runs", () => {
  test("a run that does not name its environments is refused with code 2 and the right form", async () => {
    const wrong = [["up"], ["up", ""], ["deploy", "dev"], ["destroy", "dev", "--all"]];
    for (const { code, output } of await Promise.all(wrong.map((args) => start(args, allCredentials())))) {
      expect({ code, requests: emulator.requests.length }).toEqual({ code: 2, requests: 0 });
      expect(output).toContain("usage: npm start -- preview|up|destroy dev|staging|prod … | --all");
    }
  });

  test.each([
    ["a wrong secret", { WORKFLOWS_PROD_CLIENT_SECRET: "wrong-secret-value" }, 7],
    [
      "credentials without its name, as those of any other",
      { WORKFLOWS_CLIENT_ID: "prod", WORKFLOWS_PROD_CLIENT_ID: "" },
      3,
    ],
  ])("%s, of the last environment, ends the run before the first one changes", async (_what, wrong, expected) => {
    const { code, output } = await start(["up", "--all"], { ...allCredentials(), ...wrong });
    expect(code).toBe(expected);
    expect(output).toContain(
      "prod: the preflight failed. Nothing was changed. Variables for prod alone begin with WORKFLOWS_PROD_.",
    );
    expect(output).not.toContain("provision");
    expect(await workspace.everythingAtRest()).not.toContain("encryptionsalt");
  });
});

(hasCliFor("examples/environments") ? describe : describe.skip)("on the Pulumi CLI", () => {
  test("provisions all in order, stores no secret, and tears down without the service", async () => {
    const up = await start(["up", "--all"], allCredentials());
    expect(up).toMatchObject({ code: 0 });
    const order = [...up.output.matchAll(/▸ (\w+): (\w+)/g)].map(([, name, phase]) => `${phase ?? ""} ${name ?? ""}`);
    const names = ENVIRONMENTS.map(({ name }) => name);
    expect(order).toEqual([...names.map((name) => `preflight ${name}`), ...names.map((name) => `provision ${name}`)]);
    const written = `${up.output}${await workspace.everythingAtRest()}`;
    expect(spellingsIn(written, Object.values(SECRETS))).toEqual([]);

    await emulator.close();
    expect(await start(["destroy", "prod"], {})).toMatchObject({
      code: 20,
      output: expect.stringContaining(
        "prod: this would delete or replace 10 resources; 0 are allowed unattended",
      ) as string,
    });
    expect(await start(["destroy", "--all", "--accept-deletions"], {})).toMatchObject({ code: 0 });
  });

  test("a listing that shrinks deletes nothing, until it is allowed: by the resource, and by the number of deletions", async () => {
    const credentials = {
      WORKFLOWS_BASE_URL: emulator.url,
      WORKFLOWS_CLIENT_ID: "prod",
      WORKFLOWS_CLIENT_SECRET: SECRETS.prod,
    };
    const prod = emulator.tenants.find(({ clientId }) => clientId === "prod");
    if (prod === undefined) {
      throw new Error("The emulator has no tenant prod.");
    }
    expect(await start(["up", "prod"], credentials)).toMatchObject({ code: 0 });
    prod.workflows = TEN.slice(0, 4);
    const vanished = await start(["up", "prod"], credentials);
    expect(vanished.output).toContain("WORKFLOWS_MAX_REMOVED=");
    expect(vanished.code).toBe(24);
    expect(await start(["up", "prod"], { ...credentials, WORKFLOWS_MAX_REMOVED: "6" })).toMatchObject({
      code: 20,
      output: expect.stringContaining("prod: this would delete or replace 6 resources") as string,
    });
    const allowed = { ...credentials, WORKFLOWS_MAX_REMOVED: "6" };
    expect(await start(["up", "prod", "--accept-deletions"], allowed)).toMatchObject({ code: 0 });
  });
});

describe("the pipelines", () => {
  const read = (name: string): string =>
    readFileSync(join(__dirname, "../../examples/environments/pipelines", name), "utf8");

  test.each(["github.yml", "gitlab-ci.yml"])("%s destroys nothing, and names its environment in quotes", (name) => {
    expect(read(name)).not.toMatch(/destroy|--all|--accept-deletions/);
    expect([...read(name).matchAll(/npm start --silent -- (.*)$/gm)].map(([, args]) => args)).toEqual([
      'up "$ENVIRONMENT"',
    ]);
  });

  test("both have the environments of the description, in their order", () => {
    const names = ENVIRONMENTS.map(({ name }) => name);
    expect(parse(read("gitlab-ci.yml"))).toMatchObject({ stages: names });
    expect(parse(read("github.yml"))).toMatchObject({
      jobs: { deploy: { strategy: { "max-parallel": 1, matrix: { environment: names } } } },
    });
  });

  test("no script of GitHub's contains an expression: text from outside would become part of it", () => {
    const { jobs } = parse(read("github.yml")) as { jobs: { deploy: { steps: { run?: string }[] } } };
    expect(jobs.deploy.steps.filter(({ run = "" }) => run.includes("${{"))).toEqual([]);
  });
});
