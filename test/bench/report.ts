/** What was measured, as Markdown and as a chart. */
import { cpus, totalmem, type } from "node:os";
import { drawChart, type Panel } from "./chart.js";
import type { LargeResult } from "./large.js";
import { seconds, table } from "./markdown.js";
import type { Timing } from "./measure.js";
import { EMPTY, NOTHING, OURS, PLUGIN_CASES } from "./plugin.js";
import { FAR_MILLISECONDS, type SmallResult } from "./small.js";

export interface Machine {
  readonly pulumi: string;
}

/** Marks of this project, in milliseconds over as many resources that do nothing; two round trips come on top. */
const MARKS = { 1: 100, 100: 200 } as const;

export function describeMachine({ pulumi }: Machine): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const day = new Date().toISOString().slice(0, 10);
  return `${cpus().length} cores, ${gigabytes} GB, ${type()} on ${process.arch}, Node.js ${process.versions.node}, Pulumi ${pulumi}; ${day}.`;
}

export function describeSmall({ timings, requests, roundTripMilliseconds }: SmallResult): string {
  const rows = [...timings.values()].map(({ name, median, spread, runs }) => [
    describeSubject(name),
    seconds(median),
    `${seconds(spread[0])} to ${seconds(spread[1])}`,
    String(runs),
    countOf(requests, name),
  ]);
  const over = [1, 100].flatMap((count) =>
    [false, true].map((far) => {
      const mark = MARKS[count as 1 | 100] + 2 * (roundTripMilliseconds + (far ? FAR_MILLISECONDS : 0));
      const took = difference(timings, nameOf(count, far), `${count} nothing`);
      return [
        `${count} \`Workflows\`${far ? `, the service ${FAR_MILLISECONDS} ms away` : ""}`,
        `${took.toFixed(0)} ms`,
        `at most ${mark.toFixed(0)} ms`,
        verdictOn(timings, nameOf(count, far), `${count} nothing`, mark),
      ];
    }),
  );
  const saved = difference(timings, "empty", "empty, compiled");
  return [
    `Over as many dynamic resources that do nothing (difference of the medians). In the marks are two round trips, of ${roundTripMilliseconds.toFixed(1)} ms each near by.`,
    table(["stack", "more than nothing", "mark", ""], over),
    "One `pulumi up --skip-preview` that changes nothing, TypeScript program:",
    table(["stack", "median", "middle half", "runs", "requests (token, listing)"], rows),
    `A program that was compiled beforehand saves ts-node's part of each phase: ${(saved / 1000).toFixed(2)} s here (\`main: dist/index.js\`, and \`typescript: false\` under \`runtime.options\`).`,
  ].join("\n\n");
}

export function describePlugin(timings: ReadonlyMap<string, Timing>): string {
  const empty = timings.get(EMPTY)?.median ?? NaN;
  const rows = PLUGIN_CASES.map(({ name, peers, mark }) => {
    const took = difference(timings, name, EMPTY);
    const [lower = NaN, upper = NaN] = timings.get(name)?.spread ?? [];
    const verdict = mark === undefined ? "" : `${mark} ms: ${verdictOn(timings, name, EMPTY, mark)}`;
    return [
      name,
      `${took.toFixed(0)} ms`,
      `${(lower - empty).toFixed(0)} to ${(upper - empty).toFixed(0)} ms`,
      ...(peers ?? ["", "", ""]).map((value) => (value === "" ? "" : `${value} ms`)),
      verdict,
    ];
  });
  const ratio = (timings.get(OURS)?.median ?? NaN) / (timings.get(NOTHING)?.median ?? NaN);
  const runs = timings.get(EMPTY)?.runs ?? 0;
  return [
    `One \`pulumi up --skip-preview\` that changes nothing, YAML program, over an empty YAML stack (${seconds(empty)}); medians of ${runs}. Beside it, what Terraform's providers took for the same work over an empty configuration, measured once on two cores.`,
    table(["case", "here", "middle half", "`restapi`", "`restful`", "`http`", "mark"], rows),
    `A hundred resources take ${ratio.toFixed(2)} of what a hundred of a plugin that does nothing take (mark: 1.05).`,
  ].join("\n\n");
}

export function describeLarge(results: readonly LargeResult[]): string {
  const rows = results.map(({ workflows, others, bytes, createMilliseconds, againMilliseconds, peakBytes }) => [
    workflows.toLocaleString("en"),
    others === 0 ? "" : String(others),
    `${(bytes / 1e6).toFixed(1)} MB`,
    seconds(createMilliseconds),
    seconds(againMilliseconds),
    `${(peakBytes / 1e9).toFixed(2)} GB`,
  ]);
  return table(
    ["workflows", "other resources", "listing", "create, more", "again, more", "memory of the largest process"],
    rows,
  );
}

export interface Results {
  readonly small: SmallResult | undefined;
  readonly plugin: ReadonlyMap<string, Timing> | undefined;
  readonly large: readonly LargeResult[];
}

export function drawResults({ small, plugin, large }: Results): string {
  const panels: Panel[] = [];
  if (plugin !== undefined) panels.push(pluginPanel(plugin));
  if (small !== undefined) {
    const empty = small.timings.get("empty")?.median ?? 0;
    const bars = [...small.timings.values()]
      .filter(({ name }) => /^\d/.test(name) && !name.endsWith("compiled"))
      .map(({ name, median, spread }) => ({
        label: describeSubject(name).replaceAll("`", ""),
        value: median - empty,
        spread: [spread[0] - empty, spread[1] - empty] as const,
        kind: name.includes("nothing") ? ("other" as const) : ("ours" as const),
      }));
    panels.push({ title: "One phase, over an empty TypeScript stack", unit: "ms", bars });
  }
  const alone = large.filter(({ others }) => others === 0);
  if (alone.length > 0) {
    const bars = (value: (result: LargeResult) => number): Panel["bars"] =>
      alone.map((result) => ({
        label: `${result.workflows.toLocaleString("en")} workflows`,
        value: value(result),
        kind: "ours",
      }));
    panels.push({
      title: "Large listings: time over an empty stack",
      unit: "s",
      bars: bars(({ createMilliseconds }) => createMilliseconds / 1000),
    });
    panels.push({
      title: "Large listings: memory of the largest process",
      unit: "GB",
      bars: bars(({ peakBytes }) => peakBytes / 1e9),
    });
  }
  return drawChart(panels);
}

function pluginPanel(timings: ReadonlyMap<string, Timing>): Panel {
  const peers = ["restapi", "restful", "http"];
  const bars = PLUGIN_CASES.filter((one) => one.peers !== undefined).flatMap((one) => [
    { label: `${one.name}: here`, value: difference(timings, one.name, EMPTY), kind: "ours" as const },
    ...(one.peers ?? []).map((value, index) => ({ label: peers[index] ?? "", value, kind: "other" as const })),
  ]);
  return {
    title: "The plugin, over an empty stack; Terraform's providers, over an empty configuration",
    unit: "ms",
    bars,
  };
}

function nameOf(count: number, far: boolean): string {
  return `${count} Workflows${far ? ", far" : ""}`;
}

function describeSubject(name: string): string {
  return name
    .replace(
      /(\d+) nothing/,
      (_all, count: string) =>
        `${count} dynamic resource${count === "1" ? "" : "s"} that do${count === "1" ? "es" : ""} nothing`,
    )
    .replace("Workflows", "`Workflows`")
    .replace("far", `${FAR_MILLISECONDS} ms away`)
    .replace(/^empty/, "empty stack");
}

function countOf(requests: SmallResult["requests"], name: string): string {
  const { token = 0, listing = 0 } = requests.get(name) ?? {};
  return `${token}, ${listing}`;
}

function difference(timings: ReadonlyMap<string, Timing>, a: string, b: string): number {
  return (timings.get(a)?.median ?? NaN) - (timings.get(b)?.median ?? NaN);
}

/** A difference says nothing where the runs of either differ among themselves by more than the mark. */
function verdictOn(timings: ReadonlyMap<string, Timing>, a: string, b: string, mark: number): string {
  const widths = [a, b].map((name) => {
    const [lower = NaN, upper = NaN] = timings.get(name)?.spread ?? [];
    return upper - lower;
  });
  if (!widths.every((width) => width <= mark)) return "too noisy to tell";
  return difference(timings, a, b) <= mark ? "kept" : "**missed**";
}
