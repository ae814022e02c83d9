/** examples/environments as pipelines run it: three environments in order, and everything that goes wrong on the way. */
import { existsSync } from "node:fs";
import { chmod, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { parse } from "yaml";
import { Failure } from "../../examples/environments/failure.js";
import { findPulumi } from "../../examples/environments/find-pulumi.js";
import type { Stack } from "../../examples/environments/engine.js";
import { provision } from "../../examples/environments/provision.js";
import { preflight } from "../../examples/environments/service.js";
import { startEmulator, type Emulator } from "../../provider/testing/emulator.js";
import { hasCliFor } from "../support/pulumi-cli.js";
import { secretForms } from "../support/secret-forms.js";
import { startDelayingProxy } from "./delaying-proxy.js";
import { EXAMPLE, type Finished, openPlace, type Place, runScript, start } from "./pipeline.js";

const SECRETS = { dev: "dev-s3cret+/%:@ü", staging: "staging-s3cret+/%:@ü", prod: "prod-s3cret+/%:@ü" } as const;
type Name = keyof typeof SECRETS;
const NAMES = Object.keys(SECRETS) as Name[];

const WORKFLOWS = [
  { id: "1", name: "Nightly import", enabled: true },
  { id: "2", name: "Send invoices", enabled: true },
  { id: "3", name: "Archive old tickets", enabled: false },
];

jest.setTimeout(600_000);

let emulator: Emulator;
let place: Place;

async function open(engine: "real" | "rehearsal"): Promise<void> {
  place = await openPlace(engine);
  emulator = await startEmulator({
    clientId: "dev",
    clientSecret: SECRETS.dev,
    workflows: structuredClone(WORKFLOWS),
    tenants: (["staging", "prod"] as const).map((name, index) => ({
      clientId: name,
      clientSecret: SECRETS[name],
      workflows: WORKFLOWS.map((workflow) => ({ ...workflow, id: `${workflow.id}-${index}` })),
    })),
  });
}

async function close(): Promise<void> {
  await emulator.close();
  await place.close();
}

/** As a pipeline gives one environment its own credentials, and no other's. */
function credentials(name: Name, url = emulator.url): NodeJS.ProcessEnv {
  return {
    ENVIRONMENT: name,
    WORKFLOWS_BASE_URL: url,
    WORKFLOWS_CLIENT_ID: name,
    WORKFLOWS_CLIENT_SECRET: SECRETS[name],
  };
}

/** Those of a run for one environment alone. */
const VARIABLES = {
  baseUrl: "WORKFLOWS_BASE_URL",
  clientId: "WORKFLOWS_CLIENT_ID",
  clientSecret: "WORKFLOWS_CLIENT_SECRET",
};

function tenant(name: Name): { workflows: unknown[] } {
  return emulator.tenants.find(({ clientId }) => clientId === name) as { workflows: unknown[] };
}

function idsOf(workflows: unknown): string[] {
  return (workflows as { id: string }[]).map(({ id }) => id).sort();
}

async function artefact(name: Name, ending: "json" | "workflows.json", { artifacts } = place): Promise<unknown> {
  return JSON.parse(await readFile(join(artifacts, `${name}.${ending}`), "utf8")) as unknown;
}

/** Everything that was written anywhere, except what the engine itself encrypts. */
async function allFiles(): Promise<string> {
  const files = await readdir(place.folder, { recursive: true, withFileTypes: true });
  const home = join(place.folder, "home");
  const own = files.filter((file) => file.isFile() && !file.parentPath.startsWith(home));
  const settings = (await readdir(EXAMPLE)).filter((name) => name.startsWith(`Pulumi.${place.prefix}`));
  const paths = [
    ...own.map((file) => join(file.parentPath, file.name)),
    ...settings.map((name) => join(EXAMPLE, name)),
  ];
  return (await Promise.all(paths.map((path) => readFile(path, "utf8")))).join("\n");
}

/** The scripts of GitHub's deploy job, except those that install. */
async function githubScripts(): Promise<string[]> {
  const text = await readFile(join(EXAMPLE, "pipelines", "github-deploy.yml"), "utf8");
  const { jobs } = parse(text) as { jobs: { deploy: { steps: { run?: string }[] } } };
  return jobs.deploy.steps.flatMap(({ run }) => (run === undefined || run === "npm ci" ? [] : [run]));
}

async function gitlabScripts(): Promise<string[]> {
  const text = await readFile(join(EXAMPLE, "pipelines", "gitlab-ci.yml"), "utf8");
  return (parse(text) as { ".deploy": { script: string[] } })[".deploy"].script;
}

function expectSuccess({ code, output }: Finished): void {
  expect(code === 0 ? "" : output).toBe("");
}

describe("before any engine runs", () => {
  beforeEach(async () => await open("rehearsal"));
  afterEach(close);

  it.each([
    [
      "a wrong secret",
      7,
      { WORKFLOWS_CLIENT_SECRET: "wrong-secret-value" },
      /401 Unauthorized[\s\S]*WORKFLOWS_CLIENT_SECRET/,
    ],
    [
      "a service that is down",
      5,
      { WORKFLOWS_BASE_URL: "http://127.0.0.1:1" },
      /nothing accepts connections[\s\S]*is the service up\?/,
    ],
    ["a secret that is not set", 3, { WORKFLOWS_CLIENT_SECRET: "" }, /not set: WORKFLOWS_DEV_CLIENT_SECRET/],
  ])("%s ends the run with code %i, and changes nothing", async (_, code, variables, message) => {
    const run = await start(place, ["up", "dev"], { ...credentials("dev"), ...variables }, "early-").finished;
    expect(run.output).toMatch(message);
    expect(run.output).toContain("\n→ ");
    expect(run.code).toBe(code);
    expect(await allFiles()).toBe("");
  });

  it.each<[string, number, NodeJS.ProcessEnv, RegExp]>([
    [
      "wrong credentials",
      7,
      { WORKFLOWS_PROD_CLIENT_SECRET: "wrong-secret-value" },
      /\nprod: preflight: .*401 Unauthorized.*\n→ .*`WORKFLOWS_PROD_CLIENT_ID`.*`WORKFLOWS_PROD_CLIENT_SECRET`/,
    ],
    ["no secret", 3, { WORKFLOWS_PROD_CLIENT_SECRET: "" }, /\nprod: not set: WORKFLOWS_PROD_CLIENT_SECRET\.\n/],
    ["no service", 5, { WORKFLOWS_PROD_BASE_URL: "http://127.0.0.1:1" }, /\nprod: preflight: .*127\.0\.0\.1:1/],
  ])("%s in the last environment is found before the first is deployed, by name", async (_, code, wrong, message) => {
    const right = Object.fromEntries(
      NAMES.flatMap((name) =>
        Object.entries(credentials(name)).map(([variable, value]) => [
          variable.replace(/^WORKFLOWS/, `WORKFLOWS_${name.toUpperCase()}`),
          value,
        ]),
      ),
    );
    const run = await start(place, ["up"], { ...right, ...wrong }).finished;
    expect(run.output).toMatch(message);
    expect(run.output).not.toContain("`WORKFLOWS_CLIENT_");
    expect(run.output).not.toMatch(/ {2}preview\n/);
    expect({ code: run.code, files: await allFiles() }).toEqual({ code, files: "" });
  });

  it("a workflow that is missing in staging stops the promotion with code 21 and its name", async () => {
    await mkdir(place.artifacts, { recursive: true });
    await writeFile(join(place.artifacts, "dev.workflows.json"), JSON.stringify(WORKFLOWS));
    tenant("staging").workflows = WORKFLOWS.slice(1).map((workflow) => ({ ...workflow, enabled: true }));
    const run = await start(place, ["up", "staging"], credentials("staging")).finished;
    expect(run.output).toContain("Archive old tickets differs from dev in enabled");
    expect(run.output).toContain("dev has workflows that are missing here: Nightly import.");
    expect(run.code).toBe(21);
  });

  it("an environment whose predecessor was never deployed is refused", async () => {
    const run = await start(place, ["up", "prod"], credentials("prod")).finished;
    expect(run.output).toMatch(/there is no .*staging\.workflows\.json[\s\S]*Deploy staging first/);
    expect(run.code).toBe(21);
  });

  it.each([
    [["up", "qa"], /no environment "qa"[\s\S]*npm start/],
    [["up", ""], /no environment ""/],
    [[""], /no command ""/],
    [["destroy"], /destroy needs the name of its environment.*--all/],
    [["recover"], /recover needs the name of its environment.*--all/],
    [["destroy", ""], /no environment ""/],
    [["destroy", "dev", "--all"], /--all and the name of an environment contradict/],
    [["up", "dev", "--engine", "bogus"], /no engine "bogus"/],
    [["up", "dev", "--engine", ""], /--engine is empty/],
    [["up", "dev", "--artifacts", ""], /--artifacts is empty/],
    [["destroy", "dev", "--prefix", " "], /--prefix is empty/],
    [["up", "dev", "--force"], /Unknown option '--force'\.?\n→ npm start/],
  ])("%j is refused with code 2, and reads nothing", async (args, message) => {
    const run = await start(place, args, credentials("dev"), "", { asGiven: true }).finished;
    expect(run.output).toMatch(message);
    expect({ code: run.code, requests: emulator.requests.length, files: await allFiles() }).toEqual({
      code: 2,
      requests: 0,
      files: "",
    });
  });

  it.each([[["--help"]], [["up", "dev", "-h"]]])("%j prints how it is called, and does nothing", async (args) => {
    const run = await start(place, args, credentials("dev"), "", { asGiven: true }).finished;
    expect(run.output).toMatch(/^npm start \[-- up\|preview\|destroy\|recover \[dev\|staging\|prod … \| --all\]/);
    expect({ code: run.code, requests: emulator.requests.length, files: await allFiles() }).toEqual({
      code: 0,
      requests: 0,
      files: "",
    });
  });

  it.each<[string, object[], number, RegExp]>([
    [
      "two watched workflows with one name",
      [...WORKFLOWS, { id: "4", name: "Nightly import", enabled: true }],
      27,
      /several workflows have the same name: "Nightly import"/,
    ],
    [
      "no field that the program filters by",
      [{ id: "1", name: "A", status: "active" }],
      28,
      /no workflow has a field "enabled"; the fields are "id", "name", "status"\.\n→ .*environments\.ts/,
    ],
    ["other fields", [{ uuid: "1", title: "A" }], 28, /no workflow has a field "id"; the fields are "uuid", "title"/],
    [
      "a watched workflow without a name",
      [...WORKFLOWS, { id: "4", name: null, enabled: true }],
      28,
      /1 of the 3 watched workflows have no "name"/,
    ],
  ])("%s: found by the preflight, in one line, before any preview", async (_, workflows, code, message) => {
    emulator.workflows = workflows;
    const run = await start(place, ["up", "dev"], credentials("dev")).finished;
    expect(run.output).toMatch(message);
    expect(run.output).not.toMatch(/ {2}preview\n|\n +at /);
    expect({ code: run.code, files: await allFiles() }).toEqual({ code, files: "" });
  });

  it("workflows of one name that are not watched are no resources, and no fault", async () => {
    emulator.workflows = [...WORKFLOWS, { id: "4", name: "Archive old tickets", enabled: false }];
    await expect(preflightOf([])).resolves.toBeUndefined();
  });

  it.each([
    ["missing", ["Nightly import", "No such"], 28, /dev requires workflows that the service does not have: "No such"/],
    ["there twice", ["Archive old tickets"], 27, /the same name: "Archive old tickets"/],
  ])("a required workflow that is %s is found by the preflight", async (_, required, exitCode, message) => {
    emulator.workflows = [...WORKFLOWS, { id: "4", name: "Archive old tickets", enabled: false }];
    const failure = await preflightOf(required).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Failure);
    expect(failure).toMatchObject({ exitCode, message: expect.stringMatching(message) as string });
  });

  function preflightOf(required: readonly string[]): Promise<void> {
    const { url: baseUrl, clientId, clientSecret } = emulator;
    return preflight({
      environment: { name: "dev", required, mayDelete: 0 },
      credentials: { baseUrl, clientId, clientSecret },
      variables: VARIABLES,
      report: { line: () => undefined, onEvent: () => undefined, close: () => undefined },
      signal: new AbortController().signal,
    });
  }

  it.each([
    [false, "the listing\n", []],
    [true, undefined, [expect.stringMatching(/the listing is secret and is not written/)]],
  ])("a listing is written for the next gate, unless it is secret (%s)", async (secret, written, lines) => {
    const listing = join(place.artifacts, "dev.workflows.json");
    await mkdir(place.artifacts, { recursive: true });
    await writeFile(listing, "an older listing");
    const reported: string[] = [];
    const stack: Pick<Stack, "pending" | "configure" | "preview" | "up"> = {
      pending: () => Promise.resolve([]),
      configure: () => Promise.resolve(),
      preview: () => Promise.resolve({}),
      up: () => Promise.resolve({ workflows: { value: "the listing", secret } }),
    };
    const { signal } = new AbortController();
    await provision({
      engine: { name: "", open: () => Promise.resolve(stack as Stack), find: () => Promise.resolve(undefined) },
      environment: { name: "dev", required: [], mayDelete: 0 },
      stackName: "dev",
      artifacts: place.artifacts,
      acceptDeletions: false,
      credentials: {},
      variables: VARIABLES,
      report: { line: (line) => reported.push(line), onEvent: () => undefined, close: () => undefined },
      signal,
      interrupt: signal,
    });
    expect(await readFile(listing, "utf8").catch(() => undefined)).toBe(written);
    expect(reported.filter((line) => line.includes("listing"))).toEqual(lines);
    expect(await readFile(join(place.artifacts, "dev.json"), "utf8")).toContain(secret ? "[secret]" : "the listing");
  });

  it("the try-out uses no setting of one's own service", async () => {
    const own = { WORKFLOWS_DEV_BASE_URL: emulator.url, WORKFLOWS_ITEMS_PATH: "/nowhere", WORKFLOWS_HEADERS: "{" };
    const run = start(place, [], own);
    await run.until(/dev .*gate: passed/);
    run.child.kill("SIGTERM");
    expect((await run.finished).code).toBe(143);
    expect(emulator.requests).toEqual([]);
  });

  it("a folder for results that cannot be written is code 70 and one line, before the preview", async () => {
    await writeFile(place.artifacts, "a file");
    const run = await start(place, ["up", "dev"], credentials("dev")).finished;
    expect(run.output).toMatch(/artifacts could not be written \(E[A-Z]+\)\.\n→ /);
    expect(run.output).not.toMatch(/ {2}preview\n|\n +at /);
    expect(run.code).toBe(70);
  });
});

describe("without a Pulumi CLI that works, nothing is started: code 25", () => {
  beforeEach(async () => await open("real"));
  afterEach(close);

  /** A `pulumi` as it must not be, as the only one on PATH. */
  async function install(script: string | undefined): Promise<string> {
    const bin = join(place.folder, "bin");
    await mkdir(bin, { recursive: true });
    if (script !== undefined) {
      await writeFile(join(bin, "pulumi"), script);
      await chmod(join(bin, "pulumi"), 0o755);
    }
    return bin;
  }

  const cases: [string, string | undefined, RegExp][] = [
    ["there is none", undefined, /there is no Pulumi CLI: `pulumi` is not on PATH/],
    [
      "its version fails",
      "#!/bin/sh\necho segfault >&2\nexit 3\n",
      /`pulumi version` failed \(exit code 3\): segfault/,
    ],
    ["its version is killed", "#!/bin/sh\nkill -9 $$\n", /`pulumi version` failed \(SIGKILL\)/],
    ["it prints nonsense", "#!/bin/sh\necho hello\n", /it printed "hello"/],
    ["it prints nothing", "#!/bin/sh\nexit 0\n", /it printed ""/],
    ["it is of another age", "#!/bin/sh\necho v2.1.0\n", /it printed "v2\.1\.0"/],
    ["it is no program", "\u0000\u0001", /does not work/],
  ];

  it.each(cases)("%s", async (_, script, message) => {
    const PATH = await install(script);
    const commands = script === undefined ? ["up", "preview", "destroy", "recover"] : ["up"];
    for (const command of commands) {
      const run = await start(place, [command, "dev"], { ...credentials("dev"), PATH }).finished;
      expect(run.output).toMatch(message);
      expect(run.output).not.toMatch(/\n +at /);
      expect({ code: run.code, requests: emulator.requests.length }).toEqual({ code: 25, requests: 0 });
    }
    await rm(PATH, { recursive: true });
    expect(await allFiles()).toBe("");
  });

  it("the CLI does not end", async () => {
    const bin = await install("#!/bin/sh\ntrap '' TERM\nsleep 600\n");
    const before = process.env["PATH"];
    process.env["PATH"] = [bin, before].join(delimiter);
    try {
      const found = findPulumi(new AbortController().signal, 500);
      await expect(found).rejects.toMatchObject({
        exitCode: 25,
        message: expect.stringContaining("did not finish within 0.5 s") as string,
      });
    } finally {
      process.env["PATH"] = before;
    }
  });

  it("in the try-out, one that does not work is not replaced", async () => {
    const PATH = await install("#!/bin/sh\nexit 3\n");
    const run = await start(place, [], { PATH }, "", { asGiven: true }).finished;
    expect(run.output).toMatch(/does not work/);
    expect(run.code).toBe(25);
  });

  it.each([
    ["GitHub", githubScripts],
    ["GitLab", gitlabScripts],
  ])("the pipeline of %s fails", async (_, scripts) => {
    const PATH = [await install("#!/bin/sh\nexit 3\n"), process.env["PATH"]].join(delimiter);
    const ended = [];
    for (const script of await scripts()) {
      const run = runScript({ ...place, environment: { ...place.environment, PATH } }, script, credentials("dev"));
      ended.push((await run.finished).code);
    }
    expect(ended.at(-1)).toBe(25);
    expect(ended.slice(0, -1).every((code) => code === 0)).toBe(true);
  });
});

const HAS_PULUMI = hasCliFor("pipelines of several environments");

/** What a run reports when it and the engine below it got a Ctrl-C. */
const CANCELLED = { real: /\^C received; cancelling/, rehearsal: /SIGINT: stopping/ };

describe.each(["real", "rehearsal"] as const)("on the %s engine", (engine) => {
  // Where there is no CLI, the rehearsal engine carries all cases.
  const itHere = engine === "real" && !HAS_PULUMI ? it.skip : it;
  // One engine shows everything; where it is the real one, the other only shows that it carries the example.
  const isMain = engine === "real" || !HAS_PULUMI;

  beforeEach(async () => await open(engine));
  afterEach(close);

  // One test, as a pipeline is one: each step begins with what the one before it has left.
  itHere(
    isMain
      ? "three environments, through an interruption, a second run and a preview that deletes too much, until all are destroyed"
      : "an environment is brought up and destroyed",
    async () => {
      await updateSeveralAtOnce(isMain ? NAMES : ["dev"]);
      if (isMain) {
        await interruptStaging(CANCELLED[engine]);
        for (const script of await githubScripts()) {
          expectSuccess(await runScript(place, script, credentials("staging")).finished);
        }
        for (const script of await gitlabScripts()) {
          expectSuccess(await runScript(place, script, credentials("prod")).finished);
        }
        await previewTooManyDeletions();
        if (engine === "real") {
          await updateWithAnotherPassphrase();
        }
      }
      await expectHandedOn(isMain ? NAMES : ["dev"]);
      if (isMain) {
        await destroyPastTheGate();
      }
      await destroyWithServiceDown();
      if (isMain) {
        await destroyProd();
      }
    },
  );
});

/** Several stacks of one backend, updated at once, get what is theirs. */
async function updateSeveralAtOnce(names: readonly Name[]): Promise<void> {
  const runs = names.map((name) => {
    // All of them stacks of the description's "dev", each with another tenant's credentials.
    const own = { ...place, artifacts: name === "dev" ? place.artifacts : join(place.folder, `at-once-${name}`) };
    const prefix = name === "dev" ? "" : `${name}-`;
    return { name, own, run: start(own, ["up", "dev"], credentials(name), prefix).finished };
  });
  for (const { name, own, run } of runs) {
    expectSuccess(await run);
    const listed = await artefact("dev", "workflows.json", own);
    expect(idsOf(listed)).toEqual(idsOf(tenant(name).workflows));
  }
}

/** A second run at the same time ends with 22, an interrupted one with 130. */
async function interruptStaging(cancelled: RegExp): Promise<void> {
  const proxy = await startDelayingProxy(emulator.url);
  // Delayed for as long as the second run takes, however busy the machine is.
  const timeouts = { WORKFLOWS_REQUEST_TIMEOUT_SECONDS: "300", WORKFLOWS_DEADLINE_SECONDS: "300" };
  const first = start(place, ["up", "staging"], { ...credentials("staging", proxy.url), ...timeouts });
  try {
    await first.until(/ {2}up\n/);
    // The program and the provider's host send one each.
    await proxy.delay(2);
    const second = await start(place, ["up", "staging"], credentials("staging")).finished;
    expect(second.output).toMatch(/another run is at work on this stack[\s\S]*npm start -- recover staging/);
    expect(second.code).toBe(22);

    first.child.kill("SIGINT");
    await first.until(cancelled);
    proxy.release();
    const interrupted = await first.finished;
    expect(interrupted.output).toMatch(/interrupted: what was done is in the state[\s\S]*Run the same command again/);
    expect(interrupted.code).toBe(130);
  } finally {
    proxy.release();
    await proxy.close();
  }
}

/** A preview that would take away more than prod allows stops with code 20. */
async function previewTooManyDeletions(): Promise<void> {
  const { workflows } = tenant("prod");
  tenant("prod").workflows = workflows.map((each, index) => ({ ...(each as object), enabled: index === 0 }));
  const run = await start(place, ["preview", "prod"], credentials("prod")).finished;
  tenant("prod").workflows = workflows;
  expect(run.output).toMatch(
    /would delete Watch Send invoices[\s\S]*would delete or replace 1 resources; prod allows 0/,
  );
  expect(run.code).toBe(20);
}

/** A passphrase that is missing or wrong is one line and code 26, before any preview. */
async function updateWithAnotherPassphrase(): Promise<void> {
  const settings = join(EXAMPLE, `Pulumi.${place.prefix}dev.yaml`);
  const asTheyWere = await readFile(settings);
  for (const [passphrase, command, withSettings] of [
    [undefined, "up", true],
    ["wrong", "preview", false],
  ] as const) {
    // A fresh checkout does not have the file: the CLI makes one, for any passphrase.
    if (!withSettings) {
      await rm(settings);
    }
    const variables = { ...credentials("dev"), PULUMI_CONFIG_PASSPHRASE: passphrase };
    const run = await start(place, [command, "dev"], variables).finished;
    // Settings that were encrypted with the wrong passphrase would stop the next run with the right one.
    if (!withSettings) {
      expect(existsSync(settings)).toBe(false);
    }
    await writeFile(settings, asTheyWere);
    expect(run.output).toMatch(
      /preflight: the stack .* cannot be used: .*passphrase[\s\S]*→ Set PULUMI_CONFIG_PASSPHRASE/,
    );
    expect(run.output).not.toMatch(/ {2}preview\n|\n +at /);
    expect(run.code).toBe(26);
  }
}

/** Nothing is deleted where one environment allows less: prod allows nothing. */
async function destroyPastTheGate(): Promise<void> {
  const run = await start(place, ["destroy", "--all"], {}).finished;
  expect(run.output).toMatch(/would delete or replace 3 resources; prod allows 0 unattended/);
  expect(run.output).not.toContain("delete Workflows all");
  expect(run.code).toBe(20);
}

async function destroyProd(): Promise<void> {
  const run = await start(place, ["destroy", "prod", "--accept-deletions"], {}).finished;
  expect(run.output).toContain("delete Workflows all");
  expect(run.code).toBe(0);
  const again = await start(place, ["destroy", "prod"], {}).finished;
  expect(again.code).toBe(0);
}

/** Every environment has handed on what is its own, and no secret is anywhere in the clear. */
async function expectHandedOn(names: readonly Name[]): Promise<void> {
  for (const name of names) {
    const { outputs } = (await artefact(name, "json")) as { outputs: Record<string, unknown> };
    expect(outputs).toMatchObject({ count: 3, watched: ["Nightly import", "Send invoices"] });
    expect(idsOf(await artefact(name, "workflows.json"))).toEqual(idsOf(tenant(name).workflows));
  }
  const written = await allFiles();
  for (const [id, secret] of Object.entries(SECRETS)) {
    for (const form of secretForms(secret, id)) {
      expect(written).not.toContain(form);
    }
  }
}

/** Everything goes away with the service down and the credentials gone. */
async function destroyWithServiceDown(): Promise<void> {
  await emulator.close();
  const run = await start(place, ["destroy", "dev"], {}).finished;
  expect(run.output).toContain("delete Workflows all");
  expect(run.code).toBe(0);
}
