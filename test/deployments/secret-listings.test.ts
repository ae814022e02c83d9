/** Listings that are secret: neither an argument nor what was read is anywhere in the clear. */
import { startFakeService, type FakeService } from "../support/fake-service.js";
import { describeOnCli, type EngineStack, type Run, settingsFor } from "../support/engines.js";
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
