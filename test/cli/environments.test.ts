/** examples/environments, as pipelines run it: which variables an environment gets, what a run refuses, and how it goes on. */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { parse } from "yaml";
import { ENVIRONMENTS, variablesOf } from "../../examples/environments/environments.js";
import { startFakeService, type FakeService } from "../support/fake-service.js";
import { findTestCli, hasCli, isolated } from "../support/pulumi-cli.js";
import { spellingsIn } from "../support/secret-spellings.js";
import { makeWorkspace, type Workspace } from "../support/workspace.js";

const SECRETS = { dev: "dev-s3cret+/%:@ü", staging: "staging-s3cret", prod: "prod-s3cret" } as const;
const TEN = Array.from({ length: 10 }, (_, index) => ({
  id: `wf-${index}`,
  name: `Import ${index}`,
  enabled: index > 0,
}));

jest.setTimeout(600_000);

let emulator: FakeService;
let workspace: Workspace;

beforeEach(async () => {
  workspace = await makeWorkspace("examples/environments");
  emulator = await startFakeService({
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
  it.each([
    ["an unknown command", ["deploy", "dev"]],
    ["an unknown environment", ["up", "production"]],
    ["an empty name, as of a variable that is not set", ["up", ""]],
    ["destroy without a name", ["destroy"]],
    ["an unknown option", ["up", "--force"]],
  ])("%s is refused with the code 2", async (_what, args) => {
    const { code, output } = await start(args, allCredentials());
    expect({ code, requests: emulator.requests.length }).toEqual({ code: 2, requests: 0 });
    expect(output).toMatch(/usage: npm start -- preview\|up \[dev\|staging\|prod …\]|Unknown option '--force'/);
  });

  it("without an engine every environment fails, and so does the run", async () => {
    const { code, output } = await start(["up"], { ...allCredentials(), PATH: workspace.state });
    expect(code).toBe(1);
    expect(output.match(/^\| (dev|staging|prod) \| \*\*failed\*\* \| `.*pulumi.*` \|$/gm)).toHaveLength(3);
    expect(output).not.toContain("| done |");
  });
});

describe("the variables of an environment", () => {
  const names = ["dev", "prod", "prod_eu", "prod-us"];
  const variables = {
    PATH: "/bin",
    WORKFLOWS_BASE_URL: "https://api.example.com",
    WORKFLOWS_CLIENT_ID: "of no environment",
    WORKFLOWS_PROD_CLIENT_ID: "prod",
    WORKFLOWS_PROD_EU_CLIENT_ID: "prod_eu",
    WORKFLOWS_PROD_EU_BASE_URL: "https://eu.example.com",
    WORKFLOWS_PROD_US_CLIENT_ID: "prod-us",
  };

  it.each([
    ["prod", { WORKFLOWS_BASE_URL: "https://api.example.com", WORKFLOWS_CLIENT_ID: "prod" }],
    ["prod_eu", { WORKFLOWS_BASE_URL: "https://eu.example.com", WORKFLOWS_CLIENT_ID: "prod_eu" }],
    ["prod-us", { WORKFLOWS_BASE_URL: "https://api.example.com", WORKFLOWS_CLIENT_ID: "prod-us" }],
    ["dev", { WORKFLOWS_BASE_URL: "https://api.example.com" }],
  ])("%s gets its variables, the common ones, and no credentials of another", (name, expected) => {
    expect(variablesOf(name, variables, { names })).toEqual(expected);
  });

  it("an environment that runs alone gets credentials without a name", () => {
    expect(variablesOf("dev", variables, { names, isAlone: true })).toMatchObject({
      WORKFLOWS_CLIENT_ID: "of no environment",
    });
  });
});

(hasCli() ? describe : describe.skip)("on the Pulumi CLI", () => {
  it("an environment that fails does not stop the others, and no secret is stored or printed", async () => {
    const page = join(workspace.state, "summary.md");
    const up = await start(["up"], {
      ...allCredentials(),
      WORKFLOWS_STAGING_CLIENT_SECRET: "a wrong secret",
      // Only of a run of one environment.
      WORKFLOWS_CLIENT_SECRET: SECRETS.prod,
      GITHUB_STEP_SUMMARY: page,
    });
    expect(up.code).toBe(1);
    const summary = readFileSync(page, "utf8");
    expect(summary.split("\n").slice(2)).toEqual([
      "| dev | done | 11 create |",
      expect.stringMatching(/^\| staging \| \*\*failed\*\* \| `error: .*401.*` \|$/),
      "| prod | done | 11 create |",
      "",
    ]);
    expect(up.output).toContain(summary);
    const written = `${up.output}${await workspace.everythingAtRest()}`;
    expect(spellingsIn(written, Object.values(SECRETS))).toEqual([]);
  });

  it("destroy takes what it is allowed to, without the service", async () => {
    expect(await start(["up", "dev"], allCredentials())).toMatchObject({ code: 0 });
    await emulator.close();
    expect(await start(["destroy", "dev"], {})).toMatchObject({
      code: 1,
      output: expect.stringContaining(
        "dev: this deletes or replaces 10 resources. If that is right, add --accept-deletions.",
      ) as string,
    });
    expect(await workspace.everythingAtRest()).toContain("wf-1");
    expect(await start(["destroy", "dev", "--accept-deletions"], {})).toMatchObject({
      code: 0,
      output: expect.stringContaining("| dev | done | 11 delete |") as string,
    });
  });

  it("a listing that shrinks deletes nothing, until it is allowed: by the resource, and by a person", async () => {
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
    expect(vanished).toMatchObject({ code: 1, output: expect.stringContaining("WORKFLOWS_MAX_REMOVED=") as string });
    const allowed = { ...credentials, WORKFLOWS_MAX_REMOVED: "6" };
    expect(await start(["up", "prod"], allowed)).toMatchObject({
      code: 1,
      output: expect.stringContaining("prod: this deletes or replaces 6 resources.") as string,
    });
    expect(await start(["up", "prod", "--accept-deletions"], allowed)).toMatchObject({ code: 0 });
  });
});

describe("the pipelines", () => {
  const read = (name: string): string =>
    readFileSync(join(__dirname, "../../examples/environments/pipelines", name), "utf8");

  it.each(["github.yml", "gitlab-ci.yml"])("%s destroys nothing, and names its environment in quotes", (name) => {
    expect(read(name)).not.toMatch(/destroy|--all|--accept-deletions/);
    expect([...read(name).matchAll(/npm start --silent -- (.*)$/gm)].map(([, args]) => args)).toEqual([
      'up "$ENVIRONMENT"',
    ]);
  });

  it("both have the environments of the description, in their order", () => {
    expect(parse(read("gitlab-ci.yml"))).toMatchObject({ stages: ENVIRONMENTS });
    expect(parse(read("github.yml"))).toMatchObject({
      jobs: { deploy: { strategy: { "max-parallel": 1, matrix: { environment: ENVIRONMENTS } } } },
    });
  });

  it("no script of GitHub's contains an expression: text from outside would become part of it", () => {
    const { jobs } = parse(read("github.yml")) as { jobs: { deploy: { steps: { run?: string }[] } } };
    expect(jobs.deploy.steps.filter(({ run = "" }) => run.includes("${{"))).toEqual([]);
  });
});
