/** A listing that is kept, pinned or during an outage, is kept for one service, one client and one resource. */
import { type FakeService, startFakeService } from "../support/fake-service.js";
import { describeOnAnEngine, describeOnCli, type EngineStack, settingsFor } from "../support/engines.js";

const OTHER = { clientId: "other", clientSecret: "another secret", workflows: [{ id: "theirs" }] };

describeOnAnEngine("listings that are kept: pinned, or by `whenUnavailable`", (open) => {
  let first: FakeService;
  let second: FakeService;
  let stack: EngineStack;

  beforeAll(async () => {
    first = await startFakeService({ workflows: [{ id: "a" }], tenants: [OTHER] });
    second = await startFakeService({ ...OTHER, workflows: [{ id: "b" }] });
    const config = { ...settingsFor(first), "workflows:maxRetries": { value: "0" } };
    stack = await open({ program: "test/deployments/programs/kept", config });
  });
  afterAll(async () => await Promise.all([first.close(), second.close()]));

  async function expectKept(pinned: string, kept: string): Promise<void> {
    expect(await stack.outputs()).toEqual({ pinned: `[{"id":"${pinned}"}]`, kept: `[{"id":"${kept}"}]` });
  }

  it("both stay while the service is down, with a warning, and nothing changes", async () => {
    expect((await stack.up()).failure).toBeUndefined();
    await expectKept("a", "a");
    first.answerAlways("listing", { status: 503 });
    const run = await stack.up({ expectNoChanges: true });
    first.answerAsUsual();
    expect(run.failure).toBeUndefined();
    expect(run.text).toMatch(/The last listing is kept, as `whenUnavailable` is .*503 Service Unavailable/);
    await expectKept("a", "a");
  });

  it("a failure that does not pass by itself is an error", async () => {
    first.answerAlways("listing", { status: 501 });
    const { failure } = await stack.refresh();
    first.answerAsUsual();
    expect(failure).toContain("501 Not Implemented");
  });

  it("a rotated secret of the same client reads nothing anew", async () => {
    first.clientSecret = "rotated";
    first.workflows = [{ id: "new" }];
    await stack.setAllConfig(settingsFor(first));
    expect((await stack.up()).failure).toBeUndefined();
    await expectKept("a", "new");
  });

  it("after another client of the same service both are read anew", async () => {
    await stack.setAllConfig(settingsFor({ ...OTHER, url: first.url }));
    expect((await stack.up()).failure).toBeUndefined();
    await expectKept("theirs", "theirs");
  });

  it("after another baseUrl both are read anew, and fail if that service is down", async () => {
    await stack.setAllConfig(settingsFor(second));
    second.answerAlways("listing", { status: 503 });
    expect((await stack.up()).failure).toContain("503");
    second.answerAsUsual();
    expect((await stack.up()).failure).toBeUndefined();
    await expectKept("b", "b");
  });
});

describeOnCli("a resource that Pulumi replaces", (open) => {
  it("has no last listing to compare with or to keep, which the error says", async () => {
    await using service = await startFakeService({ workflows: [{ id: "a" }] });
    const config = { ...settingsFor(service), "workflows:maxRetries": { value: "0" } };
    const stack = await open({ program: "test/deployments/programs/kept", config });
    expect((await stack.up()).failure).toBeUndefined();
    const kept = (await stack.resources()).find(({ urn }) => urn.endsWith("::kept"));
    const flags = ["--replace", kept?.urn ?? ""];
    service.workflows = [];
    expect((await stack.up({ flags })).failure).toBeUndefined();
    expect(await stack.outputs()).toMatchObject({ kept: "[]" });
    service.answerAlways("listing", { status: 503 });
    expect((await stack.preview({ flags })).failure).toMatch(/no listing can be kept.*or because Pulumi replaces/);
    expect((await stack.preview()).failure).toBeUndefined();
  });
});
