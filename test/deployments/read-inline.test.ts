/** `await workflows.read()` in inline Automation API programs, where a promise that never settles keeps `up()` from ending. */
import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { startFakeService, type FakeService } from "../support/fake-service.js";
import { cliEnvironment, findCli, hasCli, removePulumiHome } from "../support/pulumi-cli.js";
import { makeWorkspace } from "../support/workspace.js";

jest.setTimeout(300_000);

const path = findCli();

(hasCli() ? describe : describe.skip)("read() in inline programs", () => {
  let service: FakeService;
  let onListing: () => void = () => undefined;

  beforeEach(async () => {
    service = await startFakeService({
      reply: ({ endpoint }) => {
        if (endpoint === "listing") {
          onListing();
        }
        return undefined;
      },
    });
  });
  afterEach(async () => await service.close());
  afterAll(removePulumiHome);

  /** Runs a case in a process of its own, and returns what it prints. */
  async function run(name: string): Promise<unknown> {
    const workspace = await makeWorkspace("test/deployments/programs/read-inline");
    try {
      const child = spawn(process.execPath, ["main.js", name], {
        cwd: workspace.project,
        env: { ...cliEnvironment(path ?? "", workspace), ...service.environment() },
        stdio: ["pipe", "pipe", "inherit"],
      });
      onListing = () => void child.stdin.write("\n");
      const lines = (await text(child.stdout)).trim().split("\n");
      return JSON.parse(lines.at(-1) ?? "");
    } finally {
      await workspace.remove();
    }
  }

  it("one that the guard refuses ends alone: the other one of the process goes on, each time", async () => {
    const ends = (await run("pairs")) as string[][];
    const refused = expect.stringContaining("fewer than `minItems`") as string;
    expect(ends).toEqual(Array(3).fill([refused, `count ${service.workflows.length}`]));
  });

  it.each(["an argument that rejects", "an argument that is cancelled"])("%s ends the deployment", async (name) => {
    expect(await run(name)).toContain("rejected by the program");
  });

  it("a cancelled deployment ends while `read()` waits", async () => {
    expect(await run("a cancel")).toMatch(/cancell?ed/);
  });
});
