/** Times that can be compared: measured in one run, in turns, and summarised as medians with their spread. */

/** One run. */
export interface Sample {
  readonly milliseconds: number;
  /** Processor time of all processes of the run. */
  readonly cpuMilliseconds: number;
}

/** What of a sample is compared. Processor time is steadier on a busy machine. */
export type Figure = keyof Sample;

export interface Subject {
  readonly name: string;
  /** Does it once. */
  run(): Promise<Sample>;
}

/** The samples of one subject, in the order of the rounds. */
export type Timings = ReadonlyMap<string, readonly Sample[]>;

export interface Summary {
  readonly runs: number;
  readonly median: number;
  /** A quarter of the values is below the first, three quarters are below the second. */
  readonly spread: readonly [lower: number, upper: number];
}

/** Runs each subject once to warm up, and then all of them in turns, so that other load on the machine affects all alike. */
export async function measureInTurns(
  subjects: readonly Subject[],
  runs: number,
  onRound: (round: number) => void = () => undefined,
): Promise<Timings> {
  const samples = new Map(subjects.map(({ name }): [string, Sample[]] => [name, []]));
  for (const subject of subjects) {
    await subject.run();
  }
  for (let round = 1; round <= runs; round += 1) {
    onRound(round);
    // In reverse every other time: the order of the subjects must not matter.
    const inTurn = round % 2 === 0 ? [...subjects].reverse() : subjects;
    for (const subject of inTurn) {
      samples.get(subject.name)?.push(await subject.run());
    }
  }
  return samples;
}

export function summarise(values: readonly number[]): Summary {
  const sorted = [...values].sort((a, b) => a - b);
  return {
    runs: values.length,
    median: quantile(sorted, 0.5),
    spread: [quantile(sorted, 0.25), quantile(sorted, 0.75)],
  };
}

export function summaryOf(timings: Timings, name: string, figure: Figure = "milliseconds"): Summary {
  return summarise(samplesOf(timings, name).map((sample) => sample[figure]));
}

/** `subject` against `base`, round by round: both of a round met the same machine. */
export function compare(
  timings: Timings,
  subject: string,
  base: string,
  how: "ratio" | "difference",
  figure: Figure = "milliseconds",
): Summary {
  const bases = samplesOf(timings, base);
  return summarise(
    samplesOf(timings, subject).map((sample, round) => {
      const other = bases[round]?.[figure] ?? NaN;
      return how === "ratio" ? sample[figure] / other : sample[figure] - other;
    }),
  );
}

function samplesOf(timings: Timings, name: string): readonly Sample[] {
  const samples = timings.get(name);
  if (samples === undefined) {
    throw new Error(`Nothing called "${name}" was measured.`);
  }
  return samples;
}

/** Interpolates between the two nearest values. */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const [below = NaN, above = NaN] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return below + (above - below) * (place - Math.floor(place));
}
