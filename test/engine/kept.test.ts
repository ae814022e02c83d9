/** What is kept, pinned or while the service is down, is kept for one service and one client. */
import { type Emulator, startEmulator } from "../../provider/testing/emulator.js";
import { describeOnEachEngine, type EngineStack } from "../support/engines.js";

const OTHER = { clientId: "other", clientSecret: "another secret", workflows: [{ id: "theirs" }] };

describeOnEachEngine("listings that are kept", (open) => {
  let first: Emulator;
  let second: Emulator;

  beforeEach(async () => {
    first = await startEmulator({ workflows: [{ id: "a" }], tenants: [OTHER] });
    second = await startEmulator({
      workflows: [{ id: "b" }],
      clientId: first.clientId,
      clientSecret: first.clientSecret,
    });
  });
  afterEach(async () => await Promise.all([first.close(), second.close()]));

  const settings = (service: Emulator, clientId = service.clientId, clientSecret = service.clientSecret) => ({
    "workflows:baseUrl": { value: service.url },
    "workflows:clientId": { value: clientId },
    "workflows:clientSecret": { value: clientSecret, secret: true },
    "workflows:maxRetries": { value: "0" },
  });

  async function deployed(): Promise<EngineStack> {
    const stack = await open({ program: "test/engine/programs/kept", config: settings(first) });
    expect((await stack.up()).failure).toBeUndefined();
    expect(await stack.outputs()).toEqual({ pinned: '[{"id":"a"}]', kept: '[{"id":"a"}]' });
    return stack;
  }

  test("both stay while the service is down, and nothing changes", async () => {
    const stack = await deployed();
    first.failAlways("listing", { status: 503 });
    const run = await stack.up({ expectNoChanges: true });
    expect(run.failure).toBeUndefined();
    expect(await stack.outputs()).toEqual({ pinned: '[{"id":"a"}]', kept: '[{"id":"a"}]' });
  });

  test("after another baseUrl both are read anew, and fail if that service is down", async () => {
    const stack = await deployed();
    await stack.setAllConfig(settings(second));
    second.failAlways("listing", { status: 503 });
    expect((await stack.up()).failure).toContain("503");
    second.clearFaults();
    expect((await stack.up()).failure).toBeUndefined();
    expect(await stack.outputs()).toEqual({ pinned: '[{"id":"b"}]', kept: '[{"id":"b"}]' });
  });

  test("after another client of the same service both are read anew", async () => {
    const stack = await deployed();
    await stack.setAllConfig(settings(first, OTHER.clientId, OTHER.clientSecret));
    expect((await stack.up()).failure).toBeUndefined();
    expect(await stack.outputs()).toEqual({ pinned: '[{"id":"theirs"}]', kept: '[{"id":"theirs"}]' });
  });

  test("a rotated secret of the same client reads nothing anew", async () => {
    const stack = await deployed();
    first.clientSecret = "rotated";
    first.workflows = [{ id: "new" }];
    await stack.setAllConfig(settings(first));
    expect((await stack.up()).failure).toBeUndefined();
    expect(await stack.outputs()).toEqual({ pinned: '[{"id":"a"}]', kept: '[{"id":"new"}]' });
  });
});
