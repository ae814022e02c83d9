/** A response is kept for one deployment, even if one process deploys several times: only the real engine has such programs. */
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { cliEnvironment, findCli, hasCli, removePulumiHome } from "../support/pulumi-cli.js";
import { makeWorkspace } from "../support/workspace.js";

const path = findCli();

(hasCli() ? it : it.skip)(
  "a process that deploys twice reads twice, and two stacks at once share nothing",
  async () => {
    const workspace = await makeWorkspace("test/deployments/programs/automation");
    try {
      const { stdout } = await promisify(execFile)(process.execPath, ["main.js"], {
        cwd: workspace.project,
        env: cliEnvironment(path ?? "", workspace),
      });
      // A token and a listing for each deployment, whatever the number of its readers.
      expect(JSON.parse(stdout.trim().split("\n").at(-1) ?? "")).toEqual([2, 2, 4]);
    } finally {
      await workspace.remove();
      await removePulumiHome();
    }
  },
  120_000,
);
