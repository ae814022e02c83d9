/** Workflows as data: what lookups cost, return and report. */
import { startEmulator, type Emulator } from "../../provider/testing/emulator.js";
import { describeOnEachEngine, type EngineStack } from "../support/engines.js";
import { secretForms } from "../support/secret-forms.js";

describeOnEachEngine("workflows as data", (open) => {
  let service: Emulator;

  beforeAll(async () => {
    service = await startEmulator({
      workflows: [
        { id: "w1", name: "Import", enabled: true },
        { id: "w2", name: "Export", enabled: true },
        { id: "w3", name: "Archive", enabled: false },
      ],
      tenants: [{ clientId: "there", clientSecret: "another secret", workflows: [{ id: "t1", name: "Elsewhere" }] }],
    });
  });
  afterAll(async () => await service.close());

  async function openCase(name: string): Promise<EngineStack> {
    const connections = JSON.stringify({
      here: { clientId: service.clientId, clientSecret: service.clientSecret },
      there: { clientId: "there", clientSecret: "another secret" },
    });
    return await open({
      program: "test/engine/programs/data",
      env: { CASE: name },
      config: {
        "workflows:baseUrl": { value: service.url },
        "workflows:clientId": { value: service.clientId },
        "workflows:clientSecret": { value: service.clientSecret, secret: true },
        "workflows:connections": { value: connections, secret: true },
      },
    });
  }

  test("another path of the service is read once a phase, and what is secret stays so", async () => {
    const stack = await openCase("json");
    const before = service.requests.length;
    expect((await stack.up()).failure).toBeUndefined();
    const paths = service.requests.slice(before).map(({ method, path, status }) => `${method} ${path} ${status}`);
    expect(paths.sort()).toEqual([
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
    expect(atRest).not.toContain("Export");
    expect(atRest).not.toContain("Archive");
  });

  test.each([
    ["lost", /Could not read \/v2\/workflows\/none.*allowMissing/s],
    ["outside", /getJson: `path` has a segment \. or \.\./],
  ])("a path that gives nothing fails with advice: %s", async (name, message) => {
    const stack = await openCase(name);
    expect((await stack.preview()).failure).toMatch(message);
  });

  function requests(): number[] {
    return [service.requestsTo("token").length, service.requestsTo("listing").length];
  }

  test("where, select, one item and the token in one program cost one token and one listing a phase", async () => {
    const stack = await openCase("everything");
    const [tokens = 0, listings = 0] = requests();
    expect((await stack.preview()).failure).toBeUndefined();
    expect(requests()).toEqual([tokens + 1, listings + 1]);
    expect((await stack.up()).failure).toBeUndefined();
    expect(requests()).toEqual([tokens + 2, listings + 2]);
    expect(await stack.outputs()).toEqual({
      enabled: [{ id: "w1" }, { id: "w2" }],
      one: "w1",
      missing: true,
      token: service.tokens.at(-1),
    });
    const atRest = await stack.workspace.everythingAtRest();
    const token = service.tokens.at(-1) ?? "";
    for (const form of [token, Buffer.from(token).toString("base64"), encodeURIComponent(token)]) {
      expect(atRest).not.toContain(form);
    }
  });

  test.each([
    ["none", /none of 3 workflows matches where .*Nowhere.*The fields are .*allowMissing/s],
    ["several", /2 of 3 workflows match where .*"Import\\?", \\?"Export.*The fields are/s],
    ["faulty", /^(?=.*`where`)(?=.*`maxItems`)(?=.*`selct`.*`select`)/s],
    ["nobody", /no connection .?"thre.*did you mean .*there.*here, there/s],
  ])("a lookup that is %s fails with what to do, and without a stack", async (name, message) => {
    const stack = await openCase(name);
    const before = requests();
    const { failure } = await stack.preview();
    expect(failure).toMatch(message);
    expect(failure).not.toMatch(/^\s+at /m);
    if (name === "faulty" || name === "nobody") {
      expect(requests()).toEqual(before);
    }
  });

  test("two connections in one stack give each its own listing", async () => {
    const stack = await openCase("tenants");
    expect((await stack.up()).failure).toBeUndefined();
    expect(await stack.outputs()).toEqual({ here: 3, there: ["t1"], owned: 1 });
  });

  test("neither what is read as data nor the secret of a connection is in any file", async () => {
    const stack = await openCase("tenants");
    expect((await stack.up()).failure).toBeUndefined();
    const atRest = await stack.workspace.everythingAtRest();
    // The listing of a resource is in the state.
    expect(atRest).toContain("Elsewhere");
    expect(atRest).not.toContain("Archive");
    for (const form of secretForms("another secret", "there")) {
      expect(atRest).not.toContain(form);
    }
  });

  test("unknown arguments at preview give unknown values, and no listing without its filter", async () => {
    const stack = await openCase("unknown");
    const preview = await stack.preview();
    expect(preview.failure).toBeUndefined();
    expect((await stack.up()).failure).toBeUndefined();
    expect(await stack.outputs()).toEqual({ got: 1, looked: 1, after: 3 });
  });
});
