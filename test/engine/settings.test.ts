/** What a deployment reports and does about its settings. */
import { startEmulator, type Emulator, type EmulatorOptions } from "../../provider/testing/emulator.js";
import type { ConfigValue } from "../rehearsal/types.js";
import { describeOnEachEngine } from "../support/engines.js";

const PROGRAM = "test/engine/programs/plain";

describeOnEachEngine("settings", (open) => {
  const services: Emulator[] = [];
  afterAll(async () => await Promise.all(services.map(async (service) => await service.close())));

  async function start(options: EmulatorOptions = {}): Promise<Emulator> {
    const service = await startEmulator(options);
    services.push(service);
    return service;
  }

  test("credentials with spaces, punctuation and umlauts work", async () => {
    const service = await start({ clientId: "my id+1", clientSecret: "p@ss:w/%rd+ü" });
    const stack = await open({ program: PROGRAM, config: configFor(service) });
    expect(await stack.up()).toMatchObject({ failure: undefined, changes: { create: 2 } });
    expect(await stack.outputs()).toMatchObject({ count: 5 });
    expect(service.requestsTo("token").map(({ status }) => status)).toEqual([200, 200]);
  });

  test.each<[string, Record<string, ConfigValue>, string | undefined, RegExp]>([
    ["a Client ID with a colon", { "workflows:clientId": { value: "my:id" } }, undefined, /clientId.*colon/i],
    ["a missing secret", {}, "workflows:clientSecret", /pulumi config set.*clientSecret|WORKFLOWS_CLIENT_SECRET/],
    ["plain http to another host", { "workflows:baseUrl": { value: "http://service.test" } }, undefined, /https/],
  ])("%s is reported before any request", async (_, changed, missing, message) => {
    const service = await start();
    const given = Object.entries({ ...configFor(service), ...changed }).filter(([key]) => key !== missing);
    const stack = await open({ program: PROGRAM, config: Object.fromEntries(given) });
    const run = await stack.preview();
    expect(run.failure).toMatch(message);
    expect(run.failure).not.toMatch(/\n\s+at .*\(.*:\d+:\d+\)/);
    expect(service.requests).toEqual([]);
  });

  test("credentials from the environment leave no name in the state", async () => {
    const service = await start();
    const stack = await open({ program: PROGRAM, env: service.environment() });
    expect(await stack.up()).toMatchObject({ failure: undefined, changes: { create: 2 } });
    const state = await stack.workspace.everythingAtRest();
    expect(state).toContain("workflows:Workflows");
    expect(state).not.toMatch(/clientId|clientSecret|CLIENT_/);
    expect(state).not.toContain(service.clientId);
    expect(state).not.toContain(service.clientSecret);
  });
});

function configFor(service: Emulator): Record<string, ConfigValue> {
  return {
    "workflows:baseUrl": { value: service.url },
    "workflows:clientId": { value: service.clientId },
    "workflows:clientSecret": { value: service.clientSecret, secret: true },
  };
}
