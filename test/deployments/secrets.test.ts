/** Secrets: credentials and tokens are on the wire alone; a secret listing is sealed in the state and shown nowhere. */
import { startFakeService, type FakeService } from "../support/fake-service.js";
import { describeOnCli, describeOnEachEngine, type EngineStack, type Run, settingsFor } from "../support/engines.js";
import { spellingsIn } from "../support/secret-spellings.js";

const SECRET = 'Import of "the merger" & 100%';
/** Stands in each workflow. */
const LISTED = "listed-by-the-service";

describeOnCli("a secret listing", (open) => {
  let service: FakeService;
  let stack: EngineStack;
  const runs: Run[] = [];

  beforeAll(async () => {
    service = await startFakeService({ workflows: [{ id: "w1", name: SECRET, text: LISTED }] });
    const config = { ...settingsFor(service), "secrets:name": { value: SECRET, secret: true } };
    stack = await open({ program: "test/deployments/programs/secrets", config, env: { SECRET } });
    runs.push(await stack.preview(), await stack.up(), await stack.refresh());
    stack.setVariable("PROGRAM", "second");
    service.workflows = [{ id: "w1", name: SECRET, text: `${LISTED} again` }];
    runs.push(await stack.preview(), await stack.refresh(), await stack.up(), await stack.refresh(), await stack.up());
  });
  afterAll(async () => await service.close());

  it("is deployed, refreshed and deployed again", () => {
    expect(runs.map(({ failure }) => failure)).toEqual(runs.map(() => undefined));
  });

  it("has its argument and its workflows on the wire", () => {
    expect(service.requests.some(({ target }) => target.includes("key=Import"))).toBe(true);
  });

  it("is nowhere in the state, its history and its backups, and in no output", async () => {
    const files = await stack.workspace.everythingAtRest();
    expect(files).toContain("exports.handler");
    // The SDK sends each registration's answer back as a debug line, which is only shown with `--debug`.
    const shown = runs.flatMap(({ events }) =>
      events.filter((event) => (event.diagnosticEvent?.severity as string) !== "debug"),
    );
    const texts = { files, shown: JSON.stringify(shown), state: JSON.stringify(await stack.resources()) };
    for (const text of Object.values(texts)) {
      expect(spellingsIn(text, [SECRET, LISTED])).toEqual([]);
    }
  });

  it("is sealed in each resource, in inputs and outputs", async () => {
    const listings = (await stack.resources()).filter(({ type }) => type.endsWith(":Workflows"));
    const open = listings.filter(({ urn }) => !urn.endsWith("::later secret, ignored"));
    const sealed = expect.objectContaining({ ciphertext: expect.any(String) as string }) as unknown;
    expect(open).toHaveLength(19);
    for (const { urn, inputs, outputs } of open) {
      expect({ urn, outputs }).toMatchObject({ urn, outputs: { json: sealed, count: sealed, digest: sealed } });
      expect([undefined, null, sealed]).toContainEqual(inputs?.["json"]);
    }
  });
});

describeOnEachEngine("credentials and tokens", (open) => {
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

/** Returns the kinds of secret that are in `text`, with their spellings. */
function foundIn(text: string, service: FakeService): string[] {
  const basic = Buffer.from(`${service.clientId}:${service.clientSecret}`).toString("base64");
  const secrets = { secret: [service.clientSecret], "Basic value": [basic], token: service.tokens };
  return Object.entries(secrets).flatMap(([kind, values]) =>
    spellingsIn(text, values).map((spelling) => `${kind}, ${spelling}`),
  );
}
