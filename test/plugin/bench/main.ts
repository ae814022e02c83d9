/** Measures the plugin on the real engine over an empty YAML stack, and prints it beside what the alternatives take. */
import { rm } from "node:fs/promises";
import { loadavg } from "node:os";
import { startEmulator } from "../../../provider/testing/emulator.js";
import { findCli } from "../../support/pulumi-cli.js";
import { installPlugins, makeStack, reads, resources, setValues, type Stack } from "./stacks.js";

const ROUNDS = Number(process.argv[2] ?? 11);

interface Row {
  readonly name: string;
  readonly stack: Stack;
  /** The same work by Terraform providers (restapi / restful / http): milliseconds over an empty configuration. */
  readonly peers: string;
  readonly mark: string;
}

async function main(): Promise<void> {
  const path = findCli();
  if (path === undefined) throw new Error("There is no Pulumi CLI on PATH to measure on.");
  await using service = await startEmulator();
  await using slow = await startEmulator({ latencyMilliseconds: 50 });
  const bench = await installPlugins(path);
  try {
    const empty = await makeStack(bench, "empty", "", service);
    const row = async (name: string, body: string, at: typeof service, peers: string, mark: string): Promise<Row> => ({
      name,
      stack: await makeStack(bench, name.replaceAll(/\W+/g, "-"), body, at),
      peers,
      mark,
    });
    const ours = await row("100 resources", resources("workflows:Workflows", 100), service, "", "1.05 of nothing's");
    const nothing = await row("100 resources of nothing", resources("nothing:Workflows", 100), service, "", "");
    const rows = [
      await row("1 read", reads(1), service, "117 / 129 / 124", "117"),
      await row("10 reads", reads(10), service, "139 / 168 / 168", ""),
      await row("100 reads", reads(100), service, "346 / 478 / 468", "346"),
      await row("100 reads at 50 ms", reads(100), slow, "1297 / 909 / 997", "600"),
      await row("1 resource", resources("workflows:Workflows", 1), service, "", ""),
      ours,
      nothing,
    ];
    await empty.up();
    await ours.stack.up();
    await setValues(bench, await ours.stack.outputsOf("workflows:index:Workflows"));
    // The first update makes the state and the caches; the second has no changes, as all that are measured.
    for (const { stack } of rows) for (let n = 0; n < 2; n++) await stack.up();

    const bare: number[] = [];
    const over = new Map<Row, number[]>(rows.map((one) => [one, []]));
    const whole = new Map<Row, number[]>(rows.map((one) => [one, []]));
    for (let round = 0; round < ROUNDS; round++) {
      const base = await empty.up();
      bare.push(base);
      for (const one of rows) {
        const took = await one.stack.up();
        over.get(one)?.push(took - base);
        whole.get(one)?.push(took);
      }
    }
    console.log(`No-change \`up --skip-preview\`, milliseconds over an empty YAML stack: median (least) of ${ROUNDS}.`);
    console.log(`The empty stack itself: ${figures(bare)}. Load of the machine: ${loadavg()[0]?.toFixed(1) ?? "?"}.\n`);
    console.log("| case | here | restapi / restful / http | mark |\n|---|---|---|---|");
    for (const one of rows) console.log(`| ${one.name} | ${figures(over.get(one))} | ${one.peers} | ${one.mark} |`);
    const ratio = median(whole.get(ours)) / median(whole.get(nothing));
    const least = Math.min(...(whole.get(ours) ?? [])) / Math.min(...(whole.get(nothing) ?? []));
    console.log(`\n100 resources to 100 of a plugin that does nothing: ${ratio.toFixed(2)} (${least.toFixed(2)}).`);
  } finally {
    await rm(bench.folder, { recursive: true, force: true });
  }
}

function median(values: readonly number[] = []): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function figures(values: readonly number[] = []): string {
  return `${median(values).toFixed(0)} (${Math.min(...values).toFixed(0)})`;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
