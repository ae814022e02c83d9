/** The examples in TypeScript, as a user runs them. Those in other languages are in test/plugin, the environments in test/cli. */
import { startEmulator, type Emulator } from "../../provider/testing/emulator.js";
import { describeOnEachEngine } from "../support/engines.js";

const PRODUCTION = { clientId: "production", clientSecret: "another secret" };

describeOnEachEngine("the examples", (open) => {
  let service: Emulator;

  beforeAll(async () => {
    service = await startEmulator({ tenants: [{ ...PRODUCTION, workflows: [{ id: "1", name: "Nightly import" }] }] });
  });
  afterAll(async () => await service.close());

  test("listing signs in, lists the workflows and shows them, checked by the compiler", async () => {
    const env = { ...service.environment(), PULUMI_NODEJS_TRANSPILE_ONLY: undefined };
    const stack = await open({ program: "examples/listing", env });
    expect(await stack.up()).toMatchObject({ failure: undefined, changes: { create: 2 } });
    const workflows = service.workflows.map((workflow) => {
      const { id, name, enabled } = workflow as Record<string, unknown>;
      return { id, name, enabled };
    });
    expect(await stack.outputs()).toMatchObject({ count: 5, workflows });
  });

  test("data-sources makes a resource of each enabled workflow, and finds one", async () => {
    const stack = await open({ program: "examples/data-sources", env: service.environment() });
    expect(await stack.up()).toMatchObject({ failure: undefined, changes: { create: 4 } });
    expect(await stack.outputs()).toEqual({
      runbooks: ["Nightly import", "Onboard new customer", "Send invoices"].map(
        (name) => `# ${name}\n\nAsk the platform team.\n`,
      ),
      wantedId: "wf_01HTZ4",
      hasLegacyExport: false,
    });
  });

  test("tenants reads two of them, and tells what one misses", async () => {
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
      counts: { staging: 5, production: 1 },
      missingInProduction: ["Send invoices", "Onboard new customer", "Rebuild search index", "Archive old tickets"],
    });
  });
});
