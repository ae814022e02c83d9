/**
 * `npm run bench`: measures on the Pulumi CLI and writes `docs/benchmarks.md` and its chart. `--runs 11`, `--large-runs 3`,
 * `--sizes 1000,10000,100000`, `--only plugin|small|large|profile`; `--dry` prints and writes nothing.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { format } from "prettier";
import { betweenMarkers } from "../../provider/generate/between-markers.js";
import { findCli } from "../support/pulumi-cli.js";
import { measureLarge } from "./large.js";
import { measurePlugin } from "./plugin.js";
import { describeInline, describePluginProfile, describeProgramProfiles } from "./profile/describe.js";
import { measureInline } from "./profile/inline.js";
import { measureProfiles } from "./profile/measure.js";
import { describeLarge, describeMachine, describePlugin, describeSmall, drawResults } from "./report.js";
import { measureSmall } from "./small.js";

const DOCS = resolve(__dirname, "..", "..", "docs");
const PAGE = join(DOCS, "benchmarks.md");
const CHART = join(DOCS, "benchmarks.svg");

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      runs: { type: "string", default: "11" },
      "large-runs": { type: "string", default: "3" },
      sizes: { type: "string", default: "1000,10000,100000" },
      only: { type: "string" },
      dry: { type: "boolean", default: false },
    },
  });
  const path = findCli();
  if (path === undefined) throw new Error("There is no Pulumi CLI on PATH: a stand-in's times would mean nothing.");
  const pulumi = execFileSync("pulumi", ["version"], { encoding: "utf8", env: { ...process.env, PATH: path } });
  const tell = (line: string): void => console.error(`  ${line} …`);

  const wants = (part: string): boolean => values.only === undefined || values.only === part;
  const runs = Number(values.runs);
  const plugin = wants("plugin") ? await measurePlugin(path, runs, tell) : undefined;
  const small = wants("small") ? await measureSmall(path, runs, tell) : undefined;
  const sizes = values.sizes.split(",").map(Number);
  const large = wants("large") ? await measureLarge(path, sizes, Number(values["large-runs"]), tell) : [];
  const profiles = wants("profile") ? await measureProfiles(path, runs, tell) : undefined;
  const inline = wants("profile") ? await measureInline(path, runs, tell) : undefined;

  // Half a chart would say less than an older one that is whole.
  const isWhole = values.only === undefined;
  const parts = {
    ...(isWhole ? { chart: "![Times and memory, as the tables below tell them](benchmarks.svg)" } : {}),
    machine: describeMachine({ pulumi: pulumi.trim().replace(/^v/, "") }),
    ...(plugin === undefined ? {} : { plugin: describePlugin(plugin) }),
    ...(small === undefined ? {} : { small: describeSmall(small) }),
    ...(large.length === 0 ? {} : { large: describeLarge(large) }),
    ...(profiles === undefined
      ? {}
      : { "plugin profile": describePluginProfile(profiles), "program profiles": describeProgramProfiles(profiles) }),
    ...(inline === undefined ? {} : { "inline providers": describeInline(inline) }),
  };
  console.log(Object.values(parts).join("\n\n"));
  if (values.dry) return;
  const page = Object.entries(parts).reduce(
    (text, [name, content]) => betweenMarkers(text, "docs/benchmarks.md", { kind: "measured", name, content }),
    readFileSync(PAGE, "utf8"),
  );
  writeFileSync(PAGE, await format(page, { parser: "markdown", printWidth: 120 }));
  if (isWhole) writeFileSync(CHART, drawResults({ plugin, small, large }));
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
