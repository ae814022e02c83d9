/**
 * `npm run bench`: measures on the Pulumi CLI and writes `docs/benchmarks.md` and its chart. `--passes 2`, `--runs 3` (rounds of
 * each pass), `--large-runs 1`, `--sizes 1000,10000,100000`, `--only plugin|small|large|profile`; `--dry` prints and writes
 * nothing. A pass on an uneven machine is marked as such, and one more is made. All of it takes about a quarter of an hour on
 * two idle cores.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { format } from "prettier";
import { betweenMarkers } from "../../provider/generate/markdown.js";
import { findCli } from "../support/pulumi-cli.js";
import { measureLarge } from "./large.js";
import { isEven, PLUGIN_MARKS, PROGRAM_MARKS } from "./marks.js";
import { EMPTY, measurePlugin } from "./plugin.js";
import { describeInline, describePluginProfile, describeProgramProfiles } from "./profile/describe.js";
import { measureInline } from "./profile/inline.js";
import { measureProfiles } from "./profile/measure.js";
import { describeLarge, describeMachine, describeMarks, describePlugin, describeSmall, drawResults } from "./report.js";
import { measureSmall } from "./small.js";

const DOCS = resolve(__dirname, "..", "..", "docs");
const PAGE = join(DOCS, "benchmarks.md");
const CHART = join(DOCS, "benchmarks.svg");

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      passes: { type: "string", default: "2" },
      runs: { type: "string", default: "3" },
      "large-runs": { type: "string", default: "1" },
      sizes: { type: "string", default: "1000,10000,100000" },
      only: { type: "string" },
      dry: { type: "boolean", default: false },
    },
  });
  const path = findCli();
  if (path === undefined) {
    throw new Error("There is no Pulumi CLI on PATH: a stand-in's times would mean nothing.");
  }
  const pulumi = execFileSync("pulumi", ["version"], { encoding: "utf8", env: { ...process.env, PATH: path } });
  const report = (line: string): void => console.error(`  ${line} …`);

  const wants = (part: string): boolean => values.only === undefined || values.only === part;
  const runs = Number(values.runs);
  const passes = Number(values.passes);
  const plugins = wants("plugin")
    ? await measurePasses(
        passes,
        (timings) => isEven(timings, EMPTY),
        report,
        () => measurePlugin(path, runs, report),
      )
    : [];
  const smalls = wants("small")
    ? await measurePasses(
        passes,
        ({ timings }) => isEven(timings, "empty"),
        report,
        () => measureSmall(path, runs, report),
      )
    : [];
  const [plugin, small] = [plugins.at(-1), smalls.at(-1)];
  const sizes = values.sizes.split(",").map(Number);
  const large = wants("large") ? await measureLarge(path, sizes, Number(values["large-runs"]), report) : [];
  const profiles = wants("profile") ? await measureProfiles(path, runs, report) : undefined;
  const inline = wants("profile") ? await measureInline(path, runs, report) : undefined;

  // An older chart that is complete is better than half a chart.
  const isWhole = values.only === undefined;
  const parts = {
    ...(isWhole ? { chart: "![Times and memory, from the tables below](benchmarks.svg)" } : {}),
    machine: describeMachine({ pulumi: pulumi.trim().replace(/^v/, "") }),
    ...(plugin === undefined
      ? {}
      : { "plugin marks": describeMarks(PLUGIN_MARKS, EMPTY, plugins), plugin: describePlugin(plugin) }),
    ...(small === undefined
      ? {}
      : {
          "program marks": describeMarks(
            PROGRAM_MARKS,
            "empty",
            smalls.map(({ timings }) => timings),
          ),
          small: describeSmall(small),
        }),
    ...(large.length === 0 ? {} : { large: describeLarge(large) }),
    ...(profiles === undefined
      ? {}
      : { "plugin profile": describePluginProfile(profiles), "program profiles": describeProgramProfiles(profiles) }),
    ...(inline === undefined ? {} : { "inline providers": describeInline(inline) }),
  };
  console.log(Object.values(parts).join("\n\n"));
  if (values.dry) {
    return;
  }
  const page = Object.entries(parts).reduce(
    (text, [name, content]) => betweenMarkers(text, "docs/benchmarks.md", { kind: "measured", name, content }),
    readFileSync(PAGE, "utf8"),
  );
  writeFileSync(PAGE, await format(page, { parser: "markdown", printWidth: 120 }));
  if (isWhole) {
    writeFileSync(CHART, drawResults({ plugin, small, large }));
  }
}

/** So many passes, and one more if any met an uneven machine. */
async function measurePasses<T>(
  passes: number,
  isEvenPass: (pass: T) => boolean,
  report: (line: string) => void,
  measure: () => Promise<T>,
): Promise<readonly T[]> {
  const done: T[] = [];
  let wanted = passes;
  while (done.length < wanted) {
    report(`pass ${done.length + 1} of ${wanted}`);
    const pass = await measure();
    done.push(pass);
    if (!isEvenPass(pass)) {
      // One more at most: the command must end on a machine that is never even.
      const isRepeated = wanted === passes;
      report(`too noisy: the empty stack varies by more than 15%; ${isRepeated ? "one more pass is made" : "repeat"}`);
      wanted = passes + 1;
    }
  }
  return done;
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
