/** What the project promises of its speed, and whether a pass kept it. */
import { compare, type Figure, summaryOf, type Timings } from "./measure.js";

/** A subject of the measurement against another one of the same pass. */
export interface Mark {
  readonly title: string;
  readonly subject: string;
  readonly base: string;
  readonly how: "ratio" | "difference";
  readonly figure: Figure;
  /** At most: a ratio, or milliseconds. */
  readonly limit: number;
}

/** Of the empty stack's runs: where its middle half is wider than this share of its median, the machine was not even. */
const EVEN = 0.15;

export const PLUGIN_MARKS: readonly Mark[] = [
  mark("1 read over an empty YAML stack", "1 read", "empty YAML stack", "difference", 100),
  mark(
    "100 reads over a plugin that only responds",
    "100 reads",
    "100 reads of a plugin that only responds",
    "difference",
    30,
  ),
  mark(
    "100 resources against a plugin that does nothing",
    "100 resources",
    "100 resources of a plugin that does nothing",
    "ratio",
    1.05,
  ),
];

export const PROGRAM_MARKS: readonly Mark[] = [
  mark("1 `Workflows` against 1 dynamic resource", "1 Workflows", "1 nothing", "ratio", 1.02, "cpuMilliseconds"),
  mark(
    "100 `Workflows` against 100 dynamic resources",
    "100 Workflows",
    "100 nothing",
    "ratio",
    1.05,
    "cpuMilliseconds",
  ),
  mark("100 `Workflows`, the service 50 ms away", "100 Workflows, far", "100 nothing", "ratio", 1.06),
  mark("the TypeScript template against a default project", "template", "default project", "ratio", 0.55),
];

function mark(
  title: string,
  subject: string,
  base: string,
  how: Mark["how"],
  limit: number,
  figure: Figure = "milliseconds",
): Mark {
  return { title, subject, base, how, figure, limit };
}

/** What the mark came to in one pass: the median of its rounds. */
export function figureOf({ subject, base, how, figure }: Mark, timings: Timings): number {
  return compare(timings, subject, base, how, figure).median;
}

/** Whether the machine was even while `timings` were taken, by the stack that does the least. */
export function isEven(timings: Timings, empty: string): boolean {
  const { median, spread } = summaryOf(timings, empty);
  return (spread[1] - spread[0]) / median <= EVEN;
}

/** "kept" or "missed" where all even passes agree; else both are counted. */
export function verdictOn(
  limit: number,
  figures: readonly { readonly value: number; readonly even: boolean }[],
): string {
  const even = figures.filter((figure) => figure.even);
  const counted = even.length > 0 ? even : figures;
  const kept = counted.filter(({ value }) => value <= limit).length;
  const suffix = even.length > 0 ? "" : ", too noisy: repeat";
  if (kept === counted.length) {
    return `kept${suffix}`;
  }
  return kept === 0 ? `**missed**${suffix}` : `kept in ${kept} of ${counted.length}${suffix}`;
}
