/**
 * The examples in TypeScript, as a user runs them, on services whose workflows have few fields. Those in other languages are
 * in test/plugin, the environments in test/cli.
 */
import { startFakeService, type FakeService } from "../support/fake-service.js";
import { describeOnEachEngine } from "../support/engines.js";

const NAMED = [
  { id: "1", name: "Nightly import", status: "active" },
  { id: "2", name: "Send invoices", status: "paused" },
];
/** Another service: no field of it is called as above. */
const TITLED = [{ uuid: "a-1", title: "Nightly import" }];
const PRODUCTION = { clientId: "production", clientSecret: "another secret" };

describeOnEachEngine("the examples", (open) => {
  let service: FakeService;

  beforeEach(async () => {
    service = await startFakeService({ workflows: NAMED, tenants: [{ ...PRODUCTION, workflows: [NAMED[0]] }] });
  });
  afterEach(async () => await service.close());

  it("listing shows the workflows with their own fields, checked by the compiler", async () => {
    const env = { ...service.environment(), PULUMI_NODEJS_TRANSPILE_ONLY: undefined };
    const stack = await open({ program: "examples/listing", env });
    expect(await stack.up()).toMatchObject({ failure: undefined, changes: { create: 2 } });
    expect(await stack.outputs()).toMatchObject({ count: 2, workflows: ["1: Nightly import", "2: Send invoices"] });
    service.workflows = TITLED;
    expect((await stack.up()).failure).toBeUndefined();
    expect(await stack.outputs()).toMatchObject({ count: 1, workflows: ["a-1: Nightly import"] });
  });

  it("data-sources makes a resource of each workflow, finds one, and names the field to set", async () => {
    const stack = await open({
      program: "examples/data-sources",
      env: service.environment(),
      config: { "workflows-data-sources:workflow": { value: '{"name":"Nightly import"}' } },
    });
    expect(await stack.up()).toMatchObject({ failure: undefined, changes: { create: 3 } });
    expect(await stack.outputs()).toEqual({
      runbooks: NAMED.map(({ name }) => `# ${name}\n\nAsk the platform team.\n`),
      found: NAMED[0],
    });
    service.workflows = TITLED;
    await stack.removeConfig("workflows-data-sources:workflow");
    expect((await stack.up()).failure).toContain('no workflow has a field "id"; the fields are "uuid", "title"');
    await stack.setAllConfig({
      "workflows-data-sources:keyField": { value: "uuid" },
      "workflows-data-sources:titleField": { value: "title" },
    });
    expect((await stack.up()).failure).toBeUndefined();
    expect(await stack.outputs()).toEqual({ runbooks: ["# Nightly import\n\nAsk the platform team.\n"] });
    await stack.setAllConfig({ "workflows-data-sources:minItems": { value: "2" } });
    expect((await stack.up()).failure).toContain("fewer than `minItems` requires (2)");
  });

  it("details reads each workflow's own path, and names the field to set", async () => {
    const stack = await open({ program: "examples/details", env: service.environment() });
    expect((await stack.up()).failure).toBeUndefined();
    expect(await stack.outputs()).toEqual({ details: NAMED, withoutDetails: [] });
    service.workflows = TITLED;
    expect((await stack.up()).failure).toContain('no workflow has a field "id"; the fields are "uuid", "title"');
    await stack.setAllConfig({ "workflows-details:keyField": { value: "uuid" } });
    expect((await stack.up()).failure).toBeUndefined();
    // The emulator finds details by `id`: there are none for these.
    expect(await stack.outputs()).toEqual({ details: [], withoutDetails: ["a-1"] });
  });

  it("tenants reads two of them, and shows what one misses", async () => {
    const { url, clientId, clientSecret } = service;
    const connections = { staging: { clientId, clientSecret }, production: PRODUCTION };
    const stack = await open({
      program: "examples/tenants",
      config: {
        "workflows:baseUrl": { value: url },
        "workflows:connections": { value: JSON.stringify(connections), secret: true },
      },
    });
    expect(await stack.up()).toMatchObject({ failure: undefined, changes: { create: 2 } });
    expect(await stack.outputs()).toEqual({
      counts: { staging: 2, production: 1 },
      missingInProduction: ["Send invoices"],
    });
    for (const tenant of service.tenants) {
      tenant.workflows = TITLED;
    }
    await stack.setAllConfig({ "workflows-tenants:keyField": { value: "title" } });
    expect((await stack.up()).failure).toBeUndefined();
    expect(await stack.outputs()).toEqual({ counts: { staging: 1, production: 1 }, missingInProduction: [] });
  });
});
