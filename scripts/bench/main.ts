/**
 * `npm run bench`: measures on the Pulumi CLI, and prints medians and ratios of one run. `--only program|plugin|large|load` for
 * a part, `--runs 8` for the rounds. `--against ../other-checkout` compares with another checkout of this package that is
 * built, `--plugin FILE` with another executable of the plugin.
 */
import { execFileSync } from "node:child_process";
import { cpus, totalmem } from "node:os";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { startEmulator } from "../../provider/testing/emulator.js";
import { findCli } from "../../test/support/pulumi-cli.js";
import { measureInTurns, ratioOf, type Sample, type Samples, summaryOf } from "./measure.js";
import { type Checkout, type Given, largePart, loadPart, type Part, pluginPart, programPart } from "./parts.js";
import { Bench } from "./stacks.js";

const ROOT = resolve(__dirname, "..", "..");
const PARTS = ["load", "program", "plugin", "large"] as const;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: "string" },
      runs: { type: "string", default: "8" },
      against: { type: "string" },
      plugin: { type: "string" },
    },
  });
  const path = findCli();
  if (path === undefined) {
    throw new Error("There is no Pulumi CLI on PATH: the times of a stand-in would mean nothing.");
  }
  const wanted = values.only === undefined ? PARTS : PARTS.filter((part) => part === values.only);
  if (wanted.length === 0) {
    throw new Error(`--only ${values.only ?? ""}: the parts are ${PARTS.join(", ")}.`);
  }
  const pulumi = execFileSync("pulumi", ["version"], { encoding: "utf8", env: { ...process.env, PATH: path } }).trim();
  console.log(
    `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node.js ${process.version}, Pulumi ${pulumi}`,
  );
  await using bench = await Bench.create(path);
  await using otherBench = await Bench.create(path);
  await using emulator = await startEmulator();
  const own: Checkout = { folder: ROOT, suffix: "" };
  const other = values.against === undefined ? [] : [{ folder: resolve(values.against), suffix: ", other" }];
  const given: Given = { bench, emulator, checkouts: [own, ...other] };
  const otherPlugin = values.plugin === undefined ? undefined : { executable: values.plugin, bench: otherBench };
  const make: Record<(typeof PARTS)[number], () => Part | Promise<Part>> = {
    load: () => loadPart(given),
    program: () => programPart(given),
    plugin: () => pluginPart(given, otherPlugin),
    large: () => largePart(given),
  };
  for (const name of wanted) {
    const part = await make[name]();
    print(name, part, await measureInTurns(part.subjects, Number(values.runs)));
  }
}

function print(name: string, { subjects, pairs }: Part, samples: Samples): void {
  const write = (subject: string, figure: keyof Sample, unit: number, digits: number): string => {
    const { median, spread } = summaryOf(samples, subject, figure);
    return `${(median / unit).toFixed(digits)} (${spread.map((value) => (value / unit).toFixed(digits)).join(" to ")})`;
  };
  console.log(`\n${name}: medians, with the middle half`);
  console.table(
    Object.fromEntries(
      subjects.map((subject) => [
        subject.name,
        {
          "processor, s": write(subject.name, "cpuMilliseconds", 1000, 2),
          "wall, s": write(subject.name, "milliseconds", 1000, 2),
          "memory, GB": write(subject.name, "peakBytes", 1e9, 2),
        },
      ]),
    ),
  );
  for (const [subject, base] of pairs) {
    const [cpu, wall] = (["cpuMilliseconds", "milliseconds"] as const).map((figure) =>
      ratioOf(samples, subject, base, figure).median.toFixed(3),
    );
    const more = summaryOf(samples, subject, "milliseconds").median - summaryOf(samples, base, "milliseconds").median;
    console.log(
      `${subject} / ${base}: ${cpu ?? ""} of the processor time, ${wall ?? ""} of the wall time (${more > 0 ? "+" : ""}${more.toFixed(0)} ms)`,
    );
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
