/** What demanding programs met: options that hold everything still, and functions for the cloud that capture a listing. */
import { startFakeService, type FakeService } from "../support/fake-service.js";
import { describeOnCli, type EngineStack } from "../support/engines.js";

describeOnCli("demanding programs", (open) => {
  let service: FakeService;

  beforeAll(async () => {
    service = await startFakeService({
      workflows: [
        { id: "w1", name: "Import" },
        { id: "w2", name: "Export" },
      ],
    });
  });
  afterAll(async () => await service.close());

  async function openCase(name: string): Promise<EngineStack> {
    return await open({
      program: "test/deployments/programs/demands",
      env: service.environment(),
      config: { "demands:case": { value: name } },
    });
  }

  it("a listing whose changes are all ignored stays public", async () => {
    const stack = await openCase("all changes ignored");
    for (const update of [1, 2, 3]) {
      expect(await stack.up()).toMatchObject({
        failure: undefined,
        changes: update === 1 ? { create: 2 } : { same: 2 },
      });
      const all = (await stack.resources()).find(({ urn }) => urn.endsWith("::all"));
      expect(all?.outputs).toMatchObject({ json: '[{"id":"w1"},{"id":"w2"}]', count: 2 });
    }
  });

  it.each([
    ["a captured resource", ["Import", "Export"]],
    ["captured items", ["Import", "Export"]],
    ["a whole resource that is captured", ["Import", "Export"]],
    ["items that are captured with a schema", ["IMPORT", "EXPORT"]],
  ])("a function for the cloud serialises and runs: %s", async (name, ran) => {
    const stack = await openCase(name);
    expect(await stack.up()).toMatchObject({ failure: undefined });
    expect(await stack.outputs()).toEqual({ ran });
  });
});
