/** No secret, Basic value or token is anywhere but on the wire, in whatever form. */
import { startFakeService, type FakeService } from "../support/fake-service.js";
import { describeOnEachEngine, type EngineStack, type Run, settingsFor } from "../support/engines.js";
import { spellingsIn } from "../support/secret-spellings.js";

describeOnEachEngine("secrets", (open) => {
  let service: FakeService;
  let stack: EngineStack;
  const runs: Run[] = [];

  beforeAll(async () => {
    service = await startFakeService();
    stack = await open({
      program: "test/deployments/programs/settings",
      config: settingsFor(service),
    });
    runs.push(await stack.up());
    service.answerNext("listing", { status: 500 }, 2);
    runs.push(await stack.preview());
    service.answerNext("listing", { status: 403 }, 10);
    runs.push(await stack.refresh());
    service.answerAsUsual();
    service.answerNext("token", { status: 401 }, 10);
    runs.push(await stack.up());
    service.answerAsUsual();
  });
  afterAll(async () => await service.close());

  it("the deployments went as they were meant to", () => {
    expect(runs.map(({ failure }) => failure !== undefined)).toEqual([false, false, true, true]);
    expect(service.tokens.length).toBeGreaterThan(2);
  });

  it("the search finds them where they are: on the wire", () => {
    expect(foundIn(JSON.stringify(service.requests), service)).toEqual(
      expect.arrayContaining(["Basic value, as it is", "secret, in base64", "token, as it is"]),
    );
  });

  it("they are in no output of an engine, the program or the provider", () => {
    expect(foundIn(runs.map(({ text }) => text).join("\n"), service)).toEqual([]);
  });

  it("they are in no file: neither state, history nor settings", async () => {
    const files = await stack.workspace.everythingAtRest();
    expect(foundIn(files, service)).toEqual([]);
  });
});

/** The kinds of secret that are in `text`, with their spelling. */
function foundIn(text: string, service: FakeService): string[] {
  const basic = Buffer.from(`${service.clientId}:${service.clientSecret}`).toString("base64");
  const secrets = { secret: [service.clientSecret], "Basic value": [basic], token: service.tokens };
  return Object.entries(secrets).flatMap(([kind, values]) =>
    spellingsIn(text, values).map((spelling) => `${kind}, ${spelling}`),
  );
}
