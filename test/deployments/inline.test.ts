/** Inline programs of the Automation API, in whose callbacks the SDK drops the marks of secrets: no secret argument in the state. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { startFakeService, type FakeService } from "../support/fake-service.js";
import { cliEnvironment, findCli, hasCli, removePulumiHome } from "../support/pulumi-cli.js";
import { spellingsIn } from "../support/secret-spellings.js";
import { makeWorkspace } from "../support/workspace.js";

/** A deployment and a refresh on a busy machine. */
jest.setTimeout(60_000);

const path = findCli();
const SECRET = 'Import of "the merger" & 100%';

(hasCli() ? describe : describe.skip)("what an inline program lists with a secret argument", () => {
  let service: FakeService;

  beforeAll(async () => {
    service = await startFakeService({ workflows: [{ id: "w1", name: SECRET }] });
  });
  afterAll(async () => {
    await service.close();
    await removePulumiHome();
  });

  /** Deploys and refreshes, and gives everything that is in the state's files, histories and backups too. */
  async function stateOf(program: string): Promise<string> {
    const workspace = await makeWorkspace("test/deployments/programs/inline");
    try {
      await promisify(execFile)(process.execPath, ["main.js", program], {
        cwd: workspace.project,
        env: { ...cliEnvironment(path ?? "", workspace), ...service.environment(), SECRET_NAME: SECRET },
      });
      return await workspace.everythingAtRest();
    } finally {
      await workspace.remove();
    }
  }

  it.each([
    "a hook",
    "a hook of another component",
    "a hook that nothing uses",
    "a transform that returns nothing",
    "a transform of other resources",
    "a transform that changes nothing",
    "a transform of the resource",
    "a transform of its component",
    "a transform that changes another argument",
    "a transform that adds the argument",
    "a hook and a transform",
  ])("is nowhere in the state in the clear: %s", async (program) => {
    const state = await stateOf(program);
    expect(state).toContain('"where":{');
    expect(state).not.toContain('"count":1');
    expect(spellingsIn(state, [SECRET])).toEqual([]);
  });

  it("a process ends when its deployment has failed", async () => {
    await expect(stateOf("a listing that is refused")).rejects.toThrow(/minItems/);
  });

  it("is public where no argument is secret, so that the search finds something", async () => {
    const state = await stateOf("nothing secret, and a hook");
    expect(state).toContain('"count":1');
    expect(spellingsIn(state, [SECRET])).toContain("in JSON");
  });
});
