/** Many readers in one stack cost what one costs. */
import { startFakeService, type FakeService } from "../support/fake-service.js";
import { describeOnEachEngine, type EngineStack } from "../support/engines.js";

describeOnEachEngine("a hundred Workflows in one stack", (open) => {
  let service: FakeService;
  let stack: EngineStack;

  beforeAll(async () => {
    service = await startFakeService({ latency: 20 });
    stack = await open({ program: "test/deployments/programs/hundred", env: service.environment() });
  });
  afterAll(async () => await service.close());
  beforeEach(() => {
    service.requests.length = 0;
  });

  it.each([
    ["a preview", () => stack.preview(), { create: 101 }],
    ["an update", () => stack.up(), { create: 101 }],
    ["a refresh", () => stack.refresh(), { same: 101 }],
  ])("cost one token and one listing in %s", async (_, operate, changes) => {
    expect(await operate()).toMatchObject({ failure: undefined, changes });
    expect(service.requestsTo("token")).toHaveLength(1);
    expect(service.requestsTo("listing")).toHaveLength(1);
  });

  it("are destroyed without a request", async () => {
    expect(await stack.destroy()).toMatchObject({ failure: undefined, changes: { delete: 101 } });
    expect(service.requests).toEqual([]);
  });
});
