/** Inline programs of the Automation API: many deployments in one process. Only the CLI has them. */
import { execFile, spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { startFakeService, type FakeService } from "../support/fake-service.js";
import { cliEnvironment, findCli, hasCli, removePulumiHome } from "../support/pulumi-cli.js";
import { spellingsIn } from "../support/secret-spellings.js";
import { makeWorkspace } from "../support/workspace.js";

/** Several deployments on a busy machine. */
jest.setTimeout(300_000);

const path = findCli();
const SECRET = 'Import of "the merger" & 100%';

(hasCli() ? describe : describe.skip)("inline programs", () => {
  let service: FakeService;

  beforeEach(async () => {
    service = await startFakeService({ workflows: [{ id: "w1", name: SECRET }] });
  });
  afterEach(async () => await service.close());
  afterAll(removePulumiHome);

  /** Runs a program in its own process. Returns what it printed last, and all that is in the state's files. */
  async function run(program: string, name = ""): Promise<{ printed: unknown; atRest: string }> {
    const workspace = await makeWorkspace("test/deployments/programs/inline");
    try {
      const child = spawn(process.execPath, [`${program}.js`, name], {
        cwd: workspace.project,
        env: { ...cliEnvironment(path ?? "", workspace), ...service.environment(), SECRET_NAME: SECRET },
        stdio: ["pipe", "pipe", "inherit"],
      });
      service.reply = ({ endpoint }) => {
        if (endpoint === "listing") {
          child.stdin.write("\n");
        }
        return undefined;
      };
      const printed = (await text(child.stdout)).trim().split("\n").at(-1) ?? "";
      return { printed: JSON.parse(printed), atRest: await workspace.everythingAtRest() };
    } finally {
      await workspace.remove();
    }
  }

  it("a process that deploys twice reads twice, and two stacks at once share nothing", async () => {
    // A token and a listing for each deployment, whatever the number of its readers.
    expect((await run("costs")).printed).toEqual([2, 2, 4]);
  });

  it.each([
    "a hook",
    "a transform of other resources",
    "a transform that changes another argument",
    "a transform that adds the argument, and secret: true",
    "a hook and a transform",
  ])("a secret argument and its listing are nowhere in the state in the clear: %s", async (program) => {
    const { printed, atRest } = await run("secrets", program);
    expect(printed).toBe("deployed");
    expect(atRest).toContain('"where":{');
    expect(atRest).not.toContain('"count":1');
    expect(spellingsIn(atRest, [SECRET])).toEqual([]);
  });

  it("a listing is public where no argument is secret, so that the search finds something", async () => {
    const { atRest } = await run("secrets", "nothing secret, and a hook");
    expect(atRest).toContain('"count":1');
    expect(spellingsIn(atRest, [SECRET])).toContain("in JSON in a string");
  });

  it("a process ends when its deployment has failed", async () => {
    expect((await run("secrets", "a listing that is refused")).printed).toContain("minItems");
  });

  it("a `read()` that the guard refuses ends alone: the other one of the process goes on, each time", async () => {
    const refused = expect.stringContaining("fewer than `minItems`") as string;
    expect((await run("read", "pairs")).printed).toEqual(Array(3).fill([refused, "count 1"]));
  });

  it.each([
    "an argument that rejects",
    "an argument that is cancelled",
    "a dependency that rejects",
    "a dependency that is cancelled",
    "an alias that rejects",
  ])("%s ends the deployment", async (name) => {
    expect((await run("read", name)).printed).toContain("rejected by the program");
  });

  it("a cancelled deployment ends while `read()` waits", async () => {
    expect((await run("read", "a cancel")).printed).toMatch(/cancell?ed/);
  });
});

it("a process that deploys often keeps nothing of its ended deployments: the heap stays the same", async () => {
  const workflows = Array.from({ length: 5000 }, (_, index) => ({ id: `w${index}`, name: "n".repeat(100) }));
  await using service = await startFakeService({ workflows });
  const program = join(__dirname, "programs", "inline", "memory.js");
  const { stdout } = await promisify(execFile)(process.execPath, ["--expose-gc", program, "14"], {
    env: { ...process.env, ...service.environment() },
  });
  // One token and one listing for each deployment.
  expect(service.requests).toHaveLength(28);
  const heap = (JSON.parse(stdout) as number[]).slice(4);
  expect(Math.max(...heap) - Math.min(...heap)).toBeLessThan(8);
});
