/** What the network and the service do to a deployment. */
import { startEmulator, type Emulator } from "../../provider/testing/emulator.js";
import { describeOnEachEngine, type EngineStack } from "../support/engines.js";

const WORKFLOWS = [{ id: 1 }, { id: 2 }];

describeOnEachEngine("a deployment under faults", (open) => {
  let service: Emulator;
  let stack: EngineStack;

  const settings = (secret: string): Record<string, { value: string; secret?: boolean }> => ({
    "workflows:baseUrl": { value: service.url },
    "workflows:clientId": { value: service.clientId },
    "workflows:clientSecret": { value: secret, secret: true },
    "workflows:deadlineSeconds": { value: "20" },
  });

  /** The requests to the service from here on. */
  function spent(): () => { tokens: number; listings: number } {
    const [tokens, listings] = [service.requestsTo("token").length, service.requestsTo("listing").length];
    return () => ({
      tokens: service.requestsTo("token").length - tokens,
      listings: service.requestsTo("listing").length - listings,
    });
  }

  async function countInState(): Promise<unknown> {
    return (await stack.resources()).find(({ type }) => type.endsWith(":Workflows"))?.outputs?.["count"];
  }

  beforeAll(async () => {
    service = await startEmulator({ workflows: WORKFLOWS });
    stack = await open({ program: "test/engine/programs/faults", config: settings(service.clientSecret) });
  });
  afterEach(() => service.clearFaults());
  afterAll(async () => await service.close());

  test("one update rides out a 503 and a reset on the token, then a reset, a cut-off body and a 502 on the listing", async () => {
    service.failNext("token", { status: 503 });
    service.failNext("token", { reset: "before-response" });
    service.failNext("listing", { reset: "in-body" });
    service.failNext("listing", { status: 200, headers: { "content-length": "999", connection: "close" }, body: "[]" });
    service.failNext("listing", { status: 502 });
    const cost = spent();
    const run = await stack.up();
    expect(run.failure).toBeUndefined();
    expect(await stack.outputs()).toEqual({ count: 2 });
    expect(cost()).toEqual({ tokens: 3, listings: 4 });
    expect(run.text).toMatch(/503 Service Unavailable, waiting .* attempt 2 of 5/);
  });

  test("a wrong secret is sent once, whatever the number of listings, and the message has where it came from", async () => {
    await stack.setAllConfig(settings("wrong"));
    const cost = spent();
    const run = await stack.up();
    expect(cost()).toEqual({ tokens: 1, listings: 0 });
    expect(run.failure).toContain("401");
    expect(run.failure).toContain("`workflows:clientSecret` (stack config)");
    expect(run.failure).not.toMatch(/^\s+at /m);
    await stack.setAllConfig(settings(service.clientSecret));
  });

  test("for a listing that is refused for ever, two tokens are requested and no more", async () => {
    service.failAlways("listing", { status: 401 });
    const cost = spent();
    const run = await stack.up();
    expect(run.failure).toContain("401");
    expect(cost()).toEqual({ tokens: 2, listings: 2 });
  });

  test("a refresh that fails reports the reason on the resource, and not a second time beside it", async () => {
    service.failAlways("listing", { status: 403 });
    const { failure } = await stack.refresh();
    expect(failure).toMatch(/Workflows.*Could not list the workflows: .* 403 Forbidden/s);
    expect(failure).not.toMatch(/pulumi-workflows: Could not/);
    expect(failure).not.toMatch(/^\s+at /m);
    expect(await countInState()).toBe(2);
  });

  test("a refresh after a change of address fails at the earlier address, and its error names the commands that use the new one", async () => {
    service.failAlways("listing", { status: 404 });
    await stack.setAllConfig({ "workflows:baseUrl": { value: "https://moved.invalid" } });
    const { failure } = await stack.refresh();
    expect(failure).toContain(service.url);
    expect(failure).not.toContain("moved.invalid");
    expect(failure).toContain("the settings of the last update, from the stack's state");
    expect(failure).toContain("`pulumi refresh --run-program`");
    await stack.setAllConfig(settings(service.clientSecret));
  });

  test("a revoked token is renewed once", async () => {
    service.failNext("listing", { status: 401 });
    const cost = spent();
    expect((await stack.up()).failure).toBeUndefined();
    expect(cost()).toEqual({ tokens: 2, listings: 2 });
  });

  test("a 500 for ever ends inside deadlineSeconds, without a stack, and the last outputs stay in state", async () => {
    service.failAlways("listing", { status: 500 });
    // So many retries that the deadline comes first, whatever the jitter.
    await stack.setAllConfig({
      ...settings(service.clientSecret),
      "workflows:deadlineSeconds": { value: "2" },
      "workflows:maxRetries": { value: "100" },
    });
    for (const { failure, changes } of [await stack.preview(), await stack.up()]) {
      expect(failure).toMatch(/500 Internal Server Error.*deadline of 2 s/s);
      expect(failure).not.toMatch(/^\s+at /m);
      expect(changes).not.toHaveProperty("delete");
      expect(changes).not.toHaveProperty("update");
    }
    expect(await countInState()).toBe(2);
  });

  test('with whenUnavailable "keep" a deployment uses the last listing, with a warning', async () => {
    service.clearFaults();
    stack = await open({
      program: "test/engine/programs/faults",
      config: { ...settings(service.clientSecret), "workflows:maxRetries": { value: "0" } },
      env: { WHEN_UNAVAILABLE: "keep" },
    });
    expect((await stack.up()).failure).toBeUndefined();
    service.failAlways("listing", { status: 503 });
    const run = await stack.up({ expectNoChanges: true });
    expect(run.failure).toBeUndefined();
    expect(run.text).toMatch(/The last listing is kept, as `whenUnavailable` is .*503 Service Unavailable/);
    expect(await stack.outputs()).toEqual({ count: 2 });
  });
});
