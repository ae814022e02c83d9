/**
 * `npm run soak -- [--deployments 300] [--workflows 2000]`: one Automation API process deploys again and again, with faults in
 * between. At the end its heap may be 20% larger than after the first thirty deployments, and nothing may be open. What the SDK
 * keeps of each deployment does not count. With `--plugin`, one process of the plugin serves all. Needs the Pulumi CLI.
 */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { cliEnvironment, findCli, removePulumiHome } from "../../test/support/pulumi-cli.js";
import { makeWorkspace, type Workspace } from "../../test/support/workspace.js";
import { soakPlugin } from "./plugin.js";
import type { Round, Soak } from "./soak.js";

/** The first deployments load and compile what the later ones use. */
const WARM_UP = 30;
const ALLOWED_GROWTH = 1.2;
/** Of the control, a program without this package: the SDK keeps some memory of each deployment itself. */
const CONTROL_DEPLOYMENTS = 60;
const TIMEOUT_MILLISECONDS = 3_600_000;
/** Rounds whose smallest heap counts, so that one late collection decides nothing. */
const WINDOW = 5;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      deployments: { type: "string", default: "300" },
      workflows: { type: "string", default: "2000" },
      plugin: { type: "boolean", default: false },
    },
  });
  if (!(Number(values.deployments) > WARM_UP)) {
    throw new Error(`--deployments ${values.deployments}: the first ${WARM_UP} only warm up. Give a larger number.`);
  }
  const path = findCli();
  if (path === undefined) {
    throw new Error("There is no Pulumi CLI on PATH. The soak deploys on the real engine only.");
  }
  const workspace = await makeWorkspace("scripts/soak/program");
  try {
    if (values.plugin) {
      const ours = await soakPlugin(path, workspace.state, Number(values.deployments), Number(values.workflows));
      process.exitCode = report(ours) ? 0 : 1;
    } else {
      const ours = await soak(path, workspace, [values.deployments, values.workflows]);
      const control = await soak(path, workspace, [String(CONTROL_DEPLOYMENTS), values.workflows, "control"]);
      process.exitCode = report(ours, control) ? 0 : 1;
    }
  } finally {
    await workspace.remove();
    await removePulumiHome();
  }
}

async function soak(path: string, workspace: Workspace, args: readonly string[]): Promise<Soak> {
  const rounds: Round[] = [];
  let left: readonly string[] = ["the process ended early"];
  const child = spawn(process.execPath, ["--expose-gc", "main.js", ...args], {
    cwd: workspace.project,
    env: cliEnvironment(path, workspace),
    stdio: ["ignore", "pipe", "inherit"],
    timeout: TIMEOUT_MILLISECONDS,
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const report = JSON.parse(line) as Round | { readonly left: readonly string[] };
    if ("left" in report) {
      left = report.left;
    } else {
      rounds.push(report);
      if (report.round % 10 === 0) {
        console.error(`  ${report.deployments} deployments, ${megabytes(report.heapUsed)} …`);
      }
    }
  }
  return { rounds, left };
}

/** @param control A program without this package, if the SDK is part of what is measured. */
function report({ rounds, left }: Soak, control?: Soak): boolean {
  const early = rounds.filter(({ deployments }) => deployments >= WARM_UP).slice(0, WINDOW);
  const base = smallestHeap(early);
  const end = smallestHeap(rounds.slice(-WINDOW));
  const deployed = (rounds.at(-1)?.deployments ?? 0) - WARM_UP;
  const kept = control === undefined ? 0 : keptByEach(control.rounds) * deployed;
  const wrong = [...rounds, ...(control?.rounds ?? [])].flatMap((round) =>
    round.wrong.map((text) => `round ${round.round} (${round.fault}): ${text}`),
  );
  const grown = (end - kept) / base;
  console.log(
    `${rounds.at(-1)?.deployments ?? 0} deployments: the heap was ${megabytes(base)} after the first ${WARM_UP} and ` +
      `${megabytes(end)} at the end. ` +
      (control === undefined
        ? "The"
        : `The SDK keeps ${megabytes(kept)} of it: its share in a program without this package. Without that, the`) +
      ` heap is ${grown.toFixed(2)} of what it was (at most ${ALLOWED_GROWTH}). ` +
      `${wrong.length} wrong outcomes; left open: ${left.length === 0 ? "nothing" : left.join(", ")}.`,
  );
  for (const text of wrong) {
    console.log(`  ${text}`);
  }
  return grown <= ALLOWED_GROWTH && wrong.length === 0 && left.length === 0;
}

/** Bytes that each deployment of the control adds, from its middle to its end. */
function keptByEach(rounds: readonly Round[]): number {
  const half = Math.floor(rounds.length / 2);
  const [first, last] = [smallestHeap(rounds.slice(half, half + WINDOW)), smallestHeap(rounds.slice(-WINDOW))];
  return (last - first) / (rounds.length - half - WINDOW);
}

function smallestHeap(rounds: readonly Round[]): number {
  return Math.min(...rounds.map(({ heapUsed }) => heapUsed));
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
