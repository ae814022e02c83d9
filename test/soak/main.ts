/**
 * `npm run soak -- [--deployments 300] [--workflows 2000]`: one Automation API process deploys again and again, with faults in
 * between. At the end its heap may be 20% larger than after the first thirty deployments, and nothing may be open. Needs the
 * Pulumi CLI.
 */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { cliEnvironment, findCli, removePulumiHome } from "../support/pulumi-cli.js";
import { makeWorkspace } from "../support/workspace.js";

/** The first deployments load and compile what the later ones use. */
const WARM_UP = 30;
const ALLOWED_GROWTH = 1.2;
/** Rounds whose smallest heap counts, so that one late collection decides nothing. */
const WINDOW = 5;

interface Round {
  readonly round: number;
  readonly deployments: number;
  readonly fault: string;
  readonly heapUsed: number;
  readonly wrong: readonly string[];
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      deployments: { type: "string", default: "300" },
      workflows: { type: "string", default: "2000" },
    },
  });
  const path = findCli();
  if (path === undefined) {
    throw new Error("There is no Pulumi CLI on PATH. The soak deploys on the real engine only.");
  }
  const workspace = await makeWorkspace("test/soak/program");
  const rounds: Round[] = [];
  let left: readonly string[] = ["the process ended early"];
  try {
    const child = spawn(process.execPath, ["--expose-gc", "main.js", values.deployments, values.workflows], {
      cwd: workspace.project,
      env: cliEnvironment(path, workspace),
      stdio: ["ignore", "pipe", "inherit"],
    });
    for await (const line of createInterface({ input: child.stdout })) {
      const said = JSON.parse(line) as Round | { readonly left: readonly string[] };
      if ("left" in said) {
        left = said.left;
      } else {
        rounds.push(said);
        if (said.round % 10 === 0) {
          console.error(`  ${said.deployments} deployments, ${megabytes(said.heapUsed)} …`);
        }
      }
    }
  } finally {
    await workspace.remove();
    await removePulumiHome();
  }
  process.exitCode = report(rounds, left) ? 0 : 1;
}

function report(rounds: readonly Round[], left: readonly string[]): boolean {
  const early = rounds.filter(({ deployments }) => deployments >= WARM_UP).slice(0, WINDOW);
  const base = smallestHeap(early);
  const end = smallestHeap(rounds.slice(-WINDOW));
  const wrong = rounds.flatMap((round) => round.wrong.map((text) => `round ${round.round} (${round.fault}): ${text}`));
  const grown = end / base;
  console.log(
    `${rounds.at(-1)?.deployments ?? 0} deployments: the heap was ${megabytes(base)} after the first ${WARM_UP} and ` +
      `${megabytes(end)} at the end (${grown.toFixed(2)} of it; at most ${ALLOWED_GROWTH}); ` +
      `${wrong.length} wrong outcomes; left open: ${left.length === 0 ? "nothing" : left.join(", ")}.`,
  );
  for (const text of wrong) {
    console.log(`  ${text}`);
  }
  return grown <= ALLOWED_GROWTH && wrong.length === 0 && left.length === 0;
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
