/** What a deployment reports and does about its settings. */
import { startFakeService } from "../support/fake-service.js";
import { describeOnEachEngine, settingsFor } from "../support/engines.js";

const PROGRAM = "test/deployments/programs/plain";

describeOnEachEngine("settings", (open) => {
  it("credentials with spaces, punctuation and umlauts work; a missing one is reported before any request", async () => {
    await using service = await startFakeService({ clientId: "my id+1", clientSecret: "p@ss:w/%rd+ü" });
    const stack = await open({ program: PROGRAM, config: settingsFor(service) });
    expect(await stack.up()).toMatchObject({ failure: undefined, changes: { create: 2 } });
    expect(await stack.outputs()).toMatchObject({ count: 5 });
    expect(service.requestsTo("token").map(({ status }) => status)).toEqual([200, 200]);
    service.requests.length = 0;
    await stack.removeConfig("workflows:clientSecret");
    const { failure } = await stack.preview();
    expect(failure).toMatch(/pulumi config set.*clientSecret|WORKFLOWS_CLIENT_SECRET/);
    expect(failure).not.toMatch(/\n\s+at .*\(.*:\d+:\d+\)/);
    expect(service.requests).toEqual([]);
  });

  it("credentials from the environment leave no name in the state", async () => {
    await using service = await startFakeService();
    const stack = await open({ program: PROGRAM, env: service.environment() });
    expect(await stack.up()).toMatchObject({ failure: undefined, changes: { create: 2 } });
    const state = await stack.workspace.everythingAtRest();
    expect(state).toContain("workflows:Workflows");
    expect(state).not.toMatch(/clientId|clientSecret|CLIENT_/);
    expect(state).not.toContain(service.clientId);
    expect(state).not.toContain(service.clientSecret);
  });
});
