/** What was measured, as Markdown and as a chart. */
import { cpus, totalmem, type } from "node:os";
import { drawChart, type Panel } from "./chart.js";
import type { LargeResult } from "./large.js";
import { seconds, table } from "./markdown.js";
import { figureOf, isEven, type Mark, verdictOn } from "./marks.js";
import { compare, summaryOf, type Timings } from "./measure.js";
import { EMPTY, PLUGIN_CASES } from "./plugin.js";
import { FAR_MILLISECONDS, SAME_VALUES, type SmallResult } from "./small.js";

export interface Machine {
  readonly pulumi: string;
}

export function describeMachine({ pulumi }: Machine): string {
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const day = new Date().toISOString().slice(0, 10);
  return `${cpus().length} cores, ${gigabytes} GB, ${type()} on ${process.arch}, Node.js ${process.versions.node}, Pulumi ${pulumi}; ${day}.`;
}

/** All passes beside one another: none is left out. */
export function describeMarks(marks: readonly Mark[], empty: string, passes: readonly Timings[]): string {
  const rows = marks.map((mark) => {
    const figures = passes.map((timings) => ({ value: figureOf(mark, timings), even: isEven(timings, empty) }));
    const write = (value: number): string => (mark.how === "ratio" ? value.toFixed(3) : `${value.toFixed(0)} ms`);
    return [
      mark.title,
      mark.figure === "cpuMilliseconds" ? "processor" : "wall",
      mark.how === "ratio" ? String(mark.limit) : `${mark.limit} ms`,
      ...figures.map(({ value }) => write(value)),
      verdictOn(mark.limit, figures),
    ];
  });
  const heads = passes.map((timings, index) => `pass ${index + 1}${isEven(timings, empty) ? "" : " (uneven)"}`);
  return table(["what", "time", "at most", ...heads, ""], rows);
}

export function describeSmall({ timings, requests, roundTripMilliseconds }: SmallResult): string {
  const rows = [...timings.keys()].map((name) => {
    const wall = summaryOf(timings, name);
    return [
      describeSubject(name),
      seconds(wall.median),
      wall.spread.map(seconds).join(" to "),
      seconds(summaryOf(timings, name, "cpuMilliseconds").median),
      countOf(requests, name),
    ];
  });
  const saved = compare(timings, "empty", "empty, compiled", "difference").median;
  const { runs } = summaryOf(timings, "empty");
  const overValues = compare(timings, "100 Workflows", SAME_VALUES, "ratio", "cpuMilliseconds").median;
  return [
    `One \`pulumi up --skip-preview\` that changes nothing, TypeScript program; medians of ${runs}, the last pass. A request to the service near by takes ${roundTripMilliseconds.toFixed(1)} ms.`,
    table(["stack", "wall time", "middle half", "processor time", "requests (token, listing)"], rows),
    `Three values in each of a hundred resources take the engine and the SDK time of their own. Against a hundred dynamic resources with the same values, written into the program, a hundred \`Workflows\` take ${overValues.toFixed(3)} of the processor time.`,
    `A program that was compiled beforehand saves ts-node's part of each phase: ${(saved / 1000).toFixed(2)} s here (\`main: dist/index.js\`, and \`typescript: false\` under \`runtime.options\`).`,
  ].join("\n\n");
}

export function describePlugin(timings: Timings): string {
  const rows = PLUGIN_CASES.map(({ name, peers }) => {
    const { median, spread } = compare(timings, name, EMPTY, "difference");
    return [
      name,
      `${median.toFixed(0)} ms`,
      `${spread[0].toFixed(0)} to ${spread[1].toFixed(0)} ms`,
      ...(peers ?? ["", "", ""]).map((value) => (value === "" ? "" : `${value} ms`)),
    ];
  });
  const empty = summaryOf(timings, EMPTY);
  return [
    `One \`pulumi up --skip-preview\` that changes nothing, YAML program, over an empty YAML stack (${seconds(empty.median)}); medians of ${empty.runs}, the last pass. Beside it is what Terraform's providers took for the same work over an empty configuration, measured once on two cores.`,
    table(["case", "here", "middle half", "`restapi`", "`restful`", "`http`"], rows),
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
  readonly plugin: Timings | undefined;
  readonly large: readonly LargeResult[];
}

export function drawResults({ small, plugin, large }: Results): string {
  const panels: Panel[] = [];
  if (plugin !== undefined) {
    panels.push(pluginPanel(plugin));
  }
  if (small !== undefined) {
    const bars = [...small.timings.keys()]
      .filter((name) => /^\d/.test(name) && !name.endsWith("compiled"))
      .map((name) => {
        const { median, spread } = compare(small.timings, name, "empty", "difference");
        return {
          label: describeSubject(name).replaceAll("`", ""),
          value: median,
          spread,
          kind: name.includes("nothing") || name === SAME_VALUES ? ("other" as const) : ("ours" as const),
        };
      });
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

function pluginPanel(timings: Timings): Panel {
  const peers = ["restapi", "restful", "http"];
  const bars = PLUGIN_CASES.filter((one) => one.peers !== undefined).flatMap((one) => [
    {
      label: `${one.name}: here`,
      value: compare(timings, one.name, EMPTY, "difference").median,
      kind: "ours" as const,
    },
    ...(one.peers ?? []).map((value, index) => ({ label: peers[index] ?? "", value, kind: "other" as const })),
  ]);
  return {
    title: "The plugin, over an empty stack; Terraform's providers, over an empty configuration",
    unit: "ms",
    bars,
  };
}

function describeSubject(name: string): string {
  return name
    .replace(
      /(\d+) nothing/,
      (_all, count: string) =>
        `${count} dynamic resource${count === "1" ? "" : "s"} that do${count === "1" ? "es" : ""} nothing`,
    )
    .replace(SAME_VALUES, "100 dynamic resources with the values of a Workflows")
    .replace("Workflows", "`Workflows`")
    .replace("far", `${FAR_MILLISECONDS} ms away`)
    .replace(/^empty/, "empty stack")
    .replace(/^template$/, "1 `Workflows` in the TypeScript template")
    .replace(/^default project$/, "1 `Workflows` in Pulumi's own template");
}

function countOf(requests: SmallResult["requests"], name: string): string {
  const { token = 0, listing = 0 } = requests.get(name) ?? {};
  return `${token}, ${listing}`;
}
