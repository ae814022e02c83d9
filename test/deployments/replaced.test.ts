/** A `Workflows` that the engine replaces: it is given no last listing, so nothing is compared, as docs/workflows.md says. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type FakeService, startFakeService } from "../support/fake-service.js";
import { describeOnCli, type EngineStack, type RunOptions, settingsFor } from "../support/engines.js";

const jobs = (count: number): object[] =>
  Array.from({ length: count }, (_, index) => ({ id: `job-${index}`, name: `Sync job ${index}` }));

describeOnCli("a listing that vanishes while its resource is replaced", (open) => {
  let service: FakeService;
  let stack: EngineStack;
  let urn: string;

  beforeAll(async () => {
    service = await startFakeService({ workflows: jobs(10) });
    stack = await open({
      program: "test/deployments/programs/guard",
      config: { ...settingsFor(service), "workflows:maxRetries": { value: "0" } },
    });
    await writeFile(join(stack.workspace.project, "plan.json"), JSON.stringify({ use: "resource", args: {} }));
  });
  afterAll(async () => await service.close());

  beforeEach(async () => {
    service.answerAsUsual();
    service.workflows = jobs(10);
    expect((await stack.up()).failure).toBeUndefined();
    urn = (await stack.resources()).find((resource) => resource.urn.endsWith("::all"))?.urn ?? "";
  });

  it.each<[command: string, isGuarded: boolean, options: () => RunOptions, isTainted: boolean]>([
    // command                   options                                 tainted  guarded
    ["up", true, () => ({}), false],
    ["up --replace", false, () => ({ replace: [urn] }), false],
    ["up --target-replace", false, () => ({ targetReplace: [urn] }), false],
    ["up after `pulumi state taint`", false, () => ({}), true],
  ])("`%s` compares with the last listing: %s", async (_command, isGuarded, options, isTainted) => {
    if (isTainted) {
      await stack.taint(urn);
    }
    service.workflows = [];
    const { failure } = await stack.up(options());
    expect(failure ?? "").toMatch(isGuarded ? /The service lists no workflows/ : /^$/);
    expect((await stack.outputs())["count"]).toBe(isGuarded ? 10 : 0);
  });

  it("cannot be kept either, which the error says", async () => {
    await writeFile(
      join(stack.workspace.project, "plan.json"),
      JSON.stringify({ use: "resource", args: { whenUnavailable: "keep" } }),
    );
    expect((await stack.up()).failure).toBeUndefined();
    service.answerAlways("listing", { status: 503 });
    expect((await stack.preview({ replace: [urn] })).failure).toMatch(
      /no listing can be kept.*or because Pulumi replaces/,
    );
    expect((await stack.preview()).failure).toBeUndefined();
  });
});
