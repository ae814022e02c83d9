/** One plugin process that many deployments attach to (`PULUMI_DEBUG_PROVIDERS`), with faults in between. */
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { startEmulator } from "../../provider/testing/emulator.js";
import { makeScript } from "../../test/plugin/executable.js";
import { isolated } from "../../test/support/pulumi-cli.js";
import { type Fault, FAULTS, wrongIn } from "./program/faults.js";
import type { Round, Soak } from "./soak.js";

const run = promisify(execFile);

const PROGRAM = `name: soak
runtime: yaml
variables:
  first:
    fn::invoke:
      function: workflows:getWorkflows
      arguments: { where: { id: wf-0 } }
resources:
  few:
    type: workflows:Workflows
    properties: { where: { id: { in: [wf-1, wf-2] } } }
outputs:
  read: \${first.count}
  kept: \${few.count}
`;

/** How long the service and the plugin keep an idle connection, at most, and some time more. */
const IDLE_MILLISECONDS = 7_000;

interface Memory {
  readonly heapUsed: number;
  readonly open: readonly string[];
}

export async function soakPlugin(path: string, folder: string, deployments: number, workflows: number): Promise<Soak> {
  const items = Array.from({ length: workflows }, (_, index) => ({ id: `wf-${index}`, name: `Workflow ${index}` }));
  await using service = await startEmulator({ workflows: items });
  const plugin = await makeScript();
  const state = join(folder, "plugin-state");
  await Promise.all([mkdir(join(folder, "yaml")), mkdir(state)]);
  await writeFile(join(folder, "yaml/Pulumi.yaml"), PROGRAM);
  const env = {
    ...process.env,
    ...service.environment(),
    ...isolated(join(folder, "plugin-home"), state),
    PATH: path,
  };
  const child = spawn(
    process.execPath,
    ["--expose-gc", "--require", join(__dirname, "report-memory.cjs"), plugin.path],
    { stdio: ["ignore", "pipe", "inherit", "ipc"], env },
  );
  const { stdout } = child;
  if (stdout === null) {
    throw new Error("The plugin was started without pipes.");
  }
  const [port] = (await once(createInterface({ input: stdout }), "line")) as [string];
  const memory = async (): Promise<Memory> => {
    const reported = once(child, "message");
    child.send("report");
    return (await reported)[0] as Memory;
  };
  const attached = { ...env, PULUMI_DEBUG_PROVIDERS: `workflows:${port}` };
  const pulumi = async (...args: readonly string[]): Promise<string> =>
    (await run("pulumi", [...args, "--non-interactive"], { cwd: join(folder, "yaml"), env: attached })).stdout;
  try {
    await pulumi("stack", "init", "soak");
    const rounds: Round[] = [];
    for (let round = 1; round <= deployments; round += 1) {
      const fault = FAULTS[round % FAULTS.length] as Fault;
      fault.arrange(service);
      const wrong = wrongIn(fault, await deploy(pulumi), JSON.stringify({ kept: 2, read: 1 }));
      service.clearFaults();
      service.requests.length = 0;
      rounds.push({ round, deployments: round, fault: fault.name, heapUsed: (await memory()).heapUsed, wrong });
      if (round % 10 === 0) {
        console.error(`  ${round} deployments …`);
      }
    }
    await wait(IDLE_MILLISECONDS);
    return { rounds, left: (await memory()).open };
  } finally {
    // No engine started it, and so none ends it.
    const exited = once(child, "exit");
    child.kill();
    await exited;
    await plugin.remove();
  }
}

/** How a deployment ended: its outputs as JSON, or what was printed. */
async function deploy(
  pulumi: (...args: readonly string[]) => Promise<string>,
): Promise<{ outputs: string } | { failure: string }> {
  try {
    await pulumi("up", "--yes", "--skip-preview");
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    return { failure: stdout + stderr };
  }
  return { outputs: JSON.stringify(JSON.parse(await pulumi("stack", "output", "--json"))) };
}
