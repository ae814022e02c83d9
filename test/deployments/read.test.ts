/** `await workflows.read()`: one resource for each workflow, from the one reading that the guard has checked. */
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type FakeService, startFakeService } from "../support/fake-service.js";
import {
  describeOnCli,
  describeOnAnEngine,
  type EngineStack,
  type OpenStack,
  settingsFor,
} from "../support/engines.js";

const jobs = (count: number): { id: string; name: string }[] =>
  Array.from({ length: count }, (_, index) => ({ id: `wf-${index}`, name: `Sync job ${index}` }));
const names = (count: number): string[] => jobs(count).map(({ name }) => name);

let service: FakeService;
let stack: EngineStack;

const plan = async (use: string, args: object = {}): Promise<void> =>
  await writeFile(join(stack.workspace.project, "plan.json"), JSON.stringify({ use, args }));
const made = async (): Promise<string[]> =>
  (await stack.resources()).map(({ urn }) => urn.split("::").at(-1) ?? "").filter((name) => name.startsWith("alarm-"));

function useService(open: OpenStack): void {
  beforeAll(async () => {
    service = await startFakeService({ workflows: jobs(12) });
  });
  afterAll(async () => await service.close());
  beforeEach(async () => {
    service.workflows = jobs(12);
    service.answerAsUsual();
    const config = { ...settingsFor(service), "workflows:maxRetries": { value: "0" } };
    stack = await open({ program: "test/deployments/programs/read", config });
  });
}

async function deploy(use: string, args: object = {}): Promise<void> {
  await plan(use, args);
  expect((await stack.up()).failure).toBeUndefined();
}

/** Expects one line that says `why`, and no stack. */
function expectPlain(failure: string | undefined, why: RegExp): void {
  expect(failure).toMatch(why);
  expect(failure).not.toMatch(/^\s+at /m);
}

describeOnAnEngine("read()", (open) => {
  useService(open);

  it("makes twelve alarms of one listing a phase, which a preview shows", async () => {
    await plan("read");
    service.requests.length = 0;
    for (const operation of ["preview", "up"] as const) {
      expect(await stack[operation]()).toMatchObject({ failure: undefined, changes: { create: 14 } });
    }
    // One token and one listing for each.
    expect([service.requestsTo("token").length, service.requestsTo("listing").length]).toEqual([2, 2]);
    expect(await stack.outputs()).toEqual({ names: names(12) });
  });

  it("returns nothing of a listing that shrinks, empties or fails: nothing is created, updated or deleted", async () => {
    await deploy("read", { maxRemoved: 0 });
    const before = await made();
    service.workflows = jobs(20).slice(9);
    expectPlain((await stack.preview()).failure, /are gone: Sync job 0/);
    expectPlain((await stack.up()).failure, /are gone: Sync job 0/);
    service.workflows = [];
    expectPlain((await stack.up()).failure, /lists no workflows/);
    service.answerAlways("listing", { status: 400 });
    expectPlain((await stack.up()).failure, /400 Bad Request/);
    expect(await made()).toEqual(before);
  });

  it("returns what the update has read, another `where`, and during an outage what is kept", async () => {
    await plan("read", { whenUnavailable: "keep" });
    expect((await stack.preview()).failure).toBeUndefined();
    service.workflows = jobs(13);
    await deploy("read", { whenUnavailable: "keep" });
    expect(await made()).toHaveLength(13);
    service.answerAlways("listing", { status: 503 });
    expect(await stack.up()).toMatchObject({ failure: undefined, changes: { same: 15 } });
    service.answerAsUsual();
    await deploy("read", { where: { id: "wf-3" } });
    expect(await made()).toEqual(["alarm-wf-3"]);
    await deploy("get", { where: { id: "wf-4" } });
    expect(await made()).toEqual(["alarm-wf-4"]);
  });

  it("is an error of its own where the items are secret, unless they are unwrapped", async () => {
    await plan("read", { secret: true });
    expectPlain((await stack.preview()).failure, /The items of the Workflows "all" are secret.*Use `items`/);
    await deploy("unwrapped", { secret: true });
    expect(await made()).toHaveLength(12);
  });

  it.each(["an unknown argument", "a dependency"])(
    "is an error at preview that names `items.apply`: %s",
    async (use) => {
      await plan(use);
      expectPlain((await stack.preview()).failure, /are not known: an argument.*`dependsOn`.*`--target`.*items\.apply/);
      await deploy(use);
      expect(await made()).toHaveLength(use === "a dependency" ? 12 : 1);
    },
  );

  it("returns five megabytes with a warning, and is an error above eight, until `select` makes them fewer", async () => {
    const listingOf = (size: number): object[] => jobs(12).map((job) => ({ ...job, text: "x".repeat(size) }));
    await plan("read");
    service.workflows = listingOf(420_000);
    const warned = await stack.preview();
    expect(warned).toMatchObject({ failure: undefined, changes: { create: 14 } });
    expect(warned.text).toContain("The listing is 5.0 MB, and every change of the stack writes it to the state again.");
    service.workflows = listingOf(750_000);
    const refused = await stack.preview();
    expectPlain(refused.failure, /The listing is 9\.0 MB, and a state keeps at most 8 MB\..*`select`/);
    await deploy("read", { select: ["id", "name"] });
    expect(await made()).toHaveLength(12);
  });

  it("the update fails with the reason, and deletes nothing, where an argument rejects or is cancelled", async () => {
    await deploy("read");
    await plan("an argument that rejects");
    expect((await stack.up()).failure).toContain("This argument is rejected");
    await plan("an argument that is cancelled");
    expect((await stack.up()).failure).toMatch(/"all" was not registered\. .*cancelled by us/);
    expect(await made()).toHaveLength(12);
  });
});

describeOnCli("read(), and what only the Pulumi CLI does", (open) => {
  useService(open);

  it("--continue-on-error deletes nothing: neither if the guard refuses nor if a dependency fails", async () => {
    await deploy("read");
    service.workflows = jobs(3);
    const refused = await stack.up({ flags: ["--continue-on-error"] });
    expectPlain(refused.failure, /9 of 12 workflows are gone/);
    expect(await made()).toHaveLength(12);
    service.workflows = jobs(12);
    await plan("a broken dependency");
    const broken = await stack.up({ flags: ["--continue-on-error"] });
    expectPlain(broken.failure, /"all" are not known: it failed, or something that it depends on did/);
    expect(await made()).toHaveLength(12);
  });

  it("the update fails, and deletes nothing, where a dependency rejects, and where `read()` is returned as an Output", async () => {
    await deploy("read");
    for (const [use, args, why] of [
      ["a dependency that rejects", {}, /This dependency is rejected/],
      ["a dependency that is cancelled", {}, /"all" was not registered\. .*cancelled by us/],
      ["returned as an Output", { minItems: 50 }, /fewer than `minItems`/],
    ] as const) {
      await plan(use, args);
      expect((await stack.up()).failure).toMatch(why);
      expect(await made()).toHaveLength(12);
    }
  });

  // `sendTo` finds the process in /proc, which only Linux has.
  (process.platform === "linux" ? it.each : it.skip.each)([
    ["the provider's process dies", "dynamic-provider", "SIGKILL"],
    ["Ctrl-C", "--skip-preview", "SIGINT"],
  ] as const)("while the listing is read, %s: the update fails, and deletes nothing", async (_, process, signal) => {
    await deploy("read");
    service.reply = ({ endpoint }) => {
      if (endpoint === "listing") {
        sendTo(process, stack.workspace.project, signal);
      }
      return undefined;
    };
    const { failure } = await stack.up();
    service.reply = undefined;
    expect(failure).toBeDefined();
    expect(await made()).toHaveLength(12);
  });

  it("--target without the resource is the same error, at preview and at update", async () => {
    await plan("read");
    const flags = ["--target", "urn:pulumi:test::read::pulumi-nodejs:dynamic:Resource::alarm-wf-1"];
    for (const operation of ["preview", "up"] as const) {
      expectPlain(
        (await stack[operation]({ flags })).failure,
        /are not known.*outside `--target` and not in the state/,
      );
    }
  });
});

/** Sends a signal to the processes that run in a folder and have this word in their command line. */
function sendTo(word: string, folder: string, signal: NodeJS.Signals): void {
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  for (const id of ids) {
    try {
      if (readlinkSync(`/proc/${id}/cwd`) === folder && readFileSync(`/proc/${id}/cmdline`, "utf8").includes(word)) {
        process.kill(Number(id), signal);
      }
    } catch {
      // The process has ended, or is another user's.
    }
  }
}
