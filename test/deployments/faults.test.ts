/** What the network and the service do to a deployment. One stack goes through all of it. */
import { startFakeService, type FakeService } from "../support/fake-service.js";
import { reset, resetInBody } from "../support/replies.js";
import type { ConfigValue } from "../rehearsal/types.js";
import { describeOnAnEngine, type EngineStack, settingsFor } from "../support/engines.js";

describeOnAnEngine("a deployment under faults", (open) => {
  let service: FakeService;
  let stack: EngineStack;

  const settings = (clientSecret = service.clientSecret): Record<string, ConfigValue> => ({
    ...settingsFor({ url: service.url, clientId: service.clientId, clientSecret }),
    "workflows:deadlineSeconds": { value: "20" },
  });

  async function countInState(): Promise<unknown> {
    return (await stack.resources()).find(({ type }) => type.endsWith(":Workflows"))?.outputs?.["count"];
  }

  beforeAll(async () => {
    service = await startFakeService({ workflows: [{ id: 1 }, { id: 2 }] });
    stack = await open({ program: "test/deployments/programs/faults", config: settings() });
  });
  beforeEach(() => {
    service.requests.length = 0;
  });
  afterEach(() => service.answerAsUsual());
  afterAll(async () => await service.close());

  it("one update rides out a 503 and a reset on the token, then a reset, a cut-off body and a 502 on the listing", async () => {
    service.answerNext("token", { status: 503 });
    service.answerNext("token", reset);
    service.answerNext("listing", resetInBody);
    service.answerNext("listing", {
      status: 200,
      headers: { "content-length": "999", connection: "close" },
      body: "[]",
    });
    service.answerNext("listing", { status: 502 });
    const run = await stack.up();
    expect(run.failure).toBeUndefined();
    expect(await stack.outputs()).toEqual({ count: 2 });
    expect([service.requestsTo("token").length, service.requestsTo("listing").length]).toEqual([3, 4]);
    expect(run.text).toMatch(/503 Service Unavailable, waiting .* attempt 2 of 6/);
  });

  it("a refresh that fails reports the reason on the resource, and not a second time beside it", async () => {
    service.answerAlways("listing", { status: 403 });
    const { failure } = await stack.refresh();
    expect(failure).toMatch(/Workflows.*Could not list the workflows: .* 403 Forbidden/s);
    expect(failure).not.toMatch(/pulumi-workflows: Could not/);
    expect(failure).not.toMatch(/^\s+at /m);
    expect(await countInState()).toBe(2);
  });

  it("a refresh after a change of address fails at the earlier address, and names the commands that use the new one", async () => {
    service.answerAlways("listing", { status: 404 });
    await stack.setAllConfig({ "workflows:baseUrl": { value: "https://moved.invalid" } });
    const { failure } = await stack.refresh();
    await stack.setAllConfig(settings());
    expect(failure).toContain(service.url);
    expect(failure).not.toContain("moved.invalid");
    expect(failure).toContain("the settings of the last update, from the stack's state");
    expect(failure).toContain("`pulumi refresh --run-program`");
  });

  it("a wrong secret is sent once, and the message has where it came from and its code once", async () => {
    await stack.setAllConfig(settings("wrong"));
    const run = await stack.up();
    await stack.setAllConfig(settings());
    expect(service.requests.map(({ path, status }) => [path, status])).toEqual([["/v2/auth/token", 401]]);
    expect(run.failure).toContain("401");
    expect(run.failure).toContain("`workflows:clientSecret`");
    const lines = run.failure?.split("\n").filter((line) => line.includes("[token-refused]")) ?? [];
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.filter((line) => line.split("[token-refused]").length > 2)).toEqual([]);
    expect(run.failure).not.toMatch(/^\s+at /m);
  });
});
