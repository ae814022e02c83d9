/** Where the time goes, as Markdown. */
import { seconds, table } from "../markdown.js";
import type { Summary } from "../measure.js";
import type { InlineCase } from "./inline.js";
import { busyIn, type ProcessProfile, type Profiles } from "./measure.js";
import { foldRows, sumOf } from "./read-profile.js";

/** Rows of a table, except the rest and the waiting. */
const ROWS = 10;

export function describePluginProfile({ plugin }: Profiles): string {
  return describe("The plugin's process", "one YAML `pulumi up --skip-preview` with 100 reads", plugin);
}

export function describeProgramProfiles({ program, host }: Profiles): string {
  const what = "one `pulumi up --skip-preview` of 100 `Workflows` that changes nothing";
  return [
    describe("The program's process", what, program),
    describe("The process of the SDK's provider host", "the same update", host),
  ].join("\n\n");
}

export function describeInline(cases: readonly InlineCase[]): string {
  const rows = cases.map(({ name, inline, written }) => [name, median(inline), median(written), more(inline, written)]);
  return [
    `A stack of one dynamic resource that does nothing, one \`pulumi up --skip-preview\` that changes nothing: its provider inline, and the same given as a string; medians of ${cases[0]?.inline.runs ?? 0}, and their middle halves.`,
    table(["program", "inline", "as a string", "inline takes more"], rows),
  ].join("\n\n");
}

function median({ median, spread }: Summary): string {
  return `${seconds(median)} (${spread.map(seconds).join(" to ")})`;
}

/** A difference means nothing if the runs of either differ among themselves by more. */
function more(one: Summary, other: Summary): string {
  const difference = one.median - other.median;
  const isClear = [one, other].every(({ spread: [lower, upper] }) => upper - lower <= Math.abs(difference));
  return isClear ? `${difference.toFixed(0)} ms` : "too noisy";
}

function describe(subject: string, what: string, { runs, rows }: ProcessProfile): string {
  const cells = foldRows(rows, ROWS).map((row) => [
    row.owner,
    formatMilliseconds(row.loading),
    formatMilliseconds(row.working),
    formatMilliseconds(sumOf(row)),
  ]);
  return [
    `${subject} in ${what}: it lives for ${formatMilliseconds(sumOf(...rows))} ms, busy for ${formatMilliseconds(busyIn(rows))} of them (the run of median busy time, of ${runs}).`,
    table(["milliseconds", "while modules load", "otherwise", "sum"], cells),
  ].join("\n\n");
}

function formatMilliseconds(milliseconds: number): string {
  return milliseconds < 0.5 ? "" : milliseconds.toFixed(0);
}
