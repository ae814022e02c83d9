/** Workflows as data: what functions return and report, and functions for the cloud that capture a listing. */
import { startFakeService, type FakeService } from "../support/fake-service.js";
import { describeOnCli, describeOnAnEngine, type EngineStack, settingsFor } from "../support/engines.js";
import { spellingsIn } from "../support/secret-spellings.js";

describeOnAnEngine("workflows as data", (open) => {
  let service: FakeService;

  beforeAll(async () => {
    service = await startFakeService({
      workflows: [
        { id: "w1", name: "Import", enabled: true },
        { id: "w2", name: "Export", enabled: true },
        { id: "w3", name: "Archive", enabled: false },
      ],
      tenants: [{ clientId: "there", clientSecret: "another secret", workflows: [{ id: "t1", name: "Elsewhere" }] }],
    });
  });
  beforeEach(() => {
    service.requests.length = 0;
  });
  afterAll(async () => await service.close());

  async function openCase(name: string): Promise<EngineStack> {
    const connections = JSON.stringify({
      here: { clientId: service.clientId, clientSecret: service.clientSecret },
      there: { clientId: "there", clientSecret: "another secret" },
    });
    return await open({
      program: "test/deployments/programs/data",
      env: { CASE: name },
      config: { ...settingsFor(service), "workflows:connections": { value: connections, secret: true } },
    });
  }

  it("where, select, one item and the token in one program cost one token and one listing a phase", async () => {
    const stack = await openCase("everything");
    expect((await stack.preview()).failure).toBeUndefined();
    expect([service.requestsTo("token").length, service.requestsTo("listing").length]).toEqual([1, 1]);
    expect((await stack.up()).failure).toBeUndefined();
    expect([service.requestsTo("token").length, service.requestsTo("listing").length]).toEqual([2, 2]);
    const token = service.tokens.at(-1) ?? "";
    expect(await stack.outputs()).toEqual({ enabled: [{ id: "w1" }, { id: "w2" }], one: "w1", missing: true, token });
    const atRest = await stack.workspace.everythingAtRest();
    expect(spellingsIn(atRest, [token])).toEqual([]);
  });

  it("another path of the service is read once a phase, and what is secret stays so", async () => {
    const stack = await openCase("json");
    expect((await stack.up()).failure).toBeUndefined();
    expect(service.requests.map(({ method, path, status }) => `${method} ${path} ${status}`).sort()).toEqual([
      "GET /v2/workflows 200",
      "GET /v2/workflows/none 404",
      "GET /v2/workflows/w1 200",
      "GET /v2/workflows/w2 200",
      "GET /v2/workflows/w3 200",
      "POST /v2/auth/token 200",
    ]);
    const first = { id: "w1", name: "Import", enabled: true };
    expect(await stack.outputs()).toEqual({
      value: first,
      json: JSON.stringify(first),
      same: true,
      missing: true,
      hidden: '{"id":"w2","name":"Export","enabled":true}',
      byName: '{"id":"w3","name":"Archive","enabled":false}',
    });
    const atRest = await stack.workspace.everythingAtRest();
    expect(atRest).toContain("Import");
    expect(atRest).not.toMatch(/Export|Archive/);
  });

  it("wrong arguments fail with all that is wrong, and an undefined field is an error: before any request", async () => {
    const { failure } = await (await openCase("faulty")).preview();
    expect(failure).toMatch(/^(?=.*`where`)(?=.*`maxItems`)(?=.*`selct`.*`select`)/s);
    expect(failure).not.toMatch(/^\s+at /m);
    expect((await (await openCase("undefined")).preview()).failure).toContain("`where.name` is undefined, but takes");
    expect(service.requests).toEqual([]);
  });

  it("two connections in one stack give each its own listing; neither data nor a secret is in any file", async () => {
    const stack = await openCase("tenants");
    expect((await stack.up()).failure).toBeUndefined();
    expect(await stack.outputs()).toEqual({ here: 3, there: ["t1"], owned: 1 });
    const atRest = await stack.workspace.everythingAtRest();
    // The listing of a resource is in the state.
    expect(JSON.stringify(await stack.resources())).toContain("Elsewhere");
    expect(atRest).not.toContain("Archive");
    expect(spellingsIn(atRest, ["another secret"])).toEqual([]);
  });

  it("unknown arguments at preview give unknown values, and no listing without its filter", async () => {
    const stack = await openCase("unknown");
    expect((await stack.preview()).failure).toBeUndefined();
    expect((await stack.up()).failure).toBeUndefined();
    expect(await stack.outputs()).toEqual({ got: 1, looked: 1, after: 3 });
  });
});

describeOnCli("a function for the cloud", (open) => {
  it.each([
    ["a captured resource", ["Import", "Export"]],
    ["captured items", ["Import", "Export"]],
    ["items that are captured with a schema", ["IMPORT", "EXPORT"]],
  ])("serialises and runs: %s", async (name, ran) => {
    await using service = await startFakeService({
      workflows: [
        { id: "w1", name: "Import" },
        { id: "w2", name: "Export" },
      ],
    });
    const env = { ...service.environment(), CASE: name };
    const stack = await open({ program: "test/deployments/programs/data", env });
    expect(await stack.up()).toMatchObject({ failure: undefined });
    expect(await stack.outputs()).toEqual({ ran });
  });
});
