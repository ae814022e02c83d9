/** A `Workflows` that the engine replaces: it is given no last listing, so nothing is compared, as docs/workflows.md says. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Emulator, startEmulator } from "../../provider/testing/emulator.js";
import { describeOnCli, type EngineStack, type RunOptions, settingsFor } from "../support/engines.js";

const jobs = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({ id: `job-${index}`, name: `Sync job ${index}` }));

describeOnCli("a listing that vanishes while its resource is replaced", (open) => {
  let service: Emulator;
  let stack: EngineStack;
  let urn: string;

  beforeAll(async () => {
    service = await startEmulator({ workflows: jobs(10) });
    stack = await open({ program: "test/engine/programs/vanishing", config: settingsFor(service) });
    await writeFile(join(stack.workspace.project, "plan.json"), JSON.stringify({ use: "resource", args: {} }));
  });
  afterAll(async () => await service.close());

  beforeEach(async () => {
    service.workflows = jobs(10);
    expect((await stack.up()).failure).toBeUndefined();
    urn = (await stack.resources()).find((resource) => resource.urn.endsWith("::all"))?.urn ?? "";
  });

  it.each<[command: string, options: () => RunOptions, isTainted: boolean, isGuarded: boolean]>([
    // command                   options                                 tainted  guarded
    ["up", () => ({}), false, true],
    ["up --replace", () => ({ replace: [urn] }), false, false],
    ["up --target-replace", () => ({ targetReplace: [urn] }), false, false],
    ["up after `pulumi state taint`", () => ({}), true, false],
  ])("`%s`", async (_command, options, isTainted, isGuarded) => {
    if (isTainted) {
      await stack.taint(urn);
    }
    service.workflows = [];
    const { failure } = await stack.up(options());
    expect(failure ?? "").toMatch(isGuarded ? /The service lists no workflows/ : /^$/);
    expect((await stack.outputs())["count"]).toBe(isGuarded ? 10 : 0);
  });
});
