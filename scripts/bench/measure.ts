/** Samples that can be compared: taken in turns in one run, and summarised as medians with their spread. */

/** One run of a subject. */
export interface Sample {
  /** Wall time. */
  readonly milliseconds: number;
  /** Processor time of all processes of the run: steadier than wall time on a busy machine. */
  readonly cpuMilliseconds: number;
  /** Of the largest process; 0 where the system does not say. */
  readonly peakBytes: number;
}

export interface Subject {
  readonly name: string;
  /** Does it once. */
  run(): Promise<Sample>;
}

/** The samples of each subject, in the order of the rounds. */
export type Samples = ReadonlyMap<string, readonly Sample[]>;

export interface Summary {
  readonly median: number;
  /** A quarter of the values is below the first, three quarters are below the second. */
  readonly spread: readonly [lower: number, upper: number];
}

/** Runs each subject once to warm up, then all of them in turns, so that other load on the machine affects all alike. */
export async function measureInTurns(subjects: readonly Subject[], runs: number): Promise<Samples> {
  const samples = new Map(subjects.map(({ name }): [string, Sample[]] => [name, []]));
  for (const subject of subjects) {
    await subject.run();
  }
  for (let round = 1; round <= runs; round += 1) {
    console.error(`  round ${round} of ${runs} …`);
    // In reverse every other time: the order of the subjects must not matter.
    for (const subject of round % 2 === 0 ? [...subjects].reverse() : subjects) {
      samples.get(subject.name)?.push(await subject.run());
    }
  }
  return samples;
}

export function summaryOf(samples: Samples, name: string, figure: keyof Sample): Summary {
  return summarise(samplesOf(samples, name).map((sample) => sample[figure]));
}

/** `subject` divided by `base`, round by round: both of a round met the same machine. */
export function ratioOf(samples: Samples, subject: string, base: string, figure: keyof Sample): Summary {
  const bases = samplesOf(samples, base);
  return summarise(
    samplesOf(samples, subject).map((sample, round) => sample[figure] / (bases[round]?.[figure] ?? NaN)),
  );
}

function samplesOf(samples: Samples, name: string): readonly Sample[] {
  const found = samples.get(name);
  if (found === undefined) {
    throw new Error(`Nothing called "${name}" was measured.`);
  }
  return found;
}

function summarise(values: readonly number[]): Summary {
  const sorted = [...values].sort((a, b) => a - b);
  return { median: quantile(sorted, 0.5), spread: [quantile(sorted, 0.25), quantile(sorted, 0.75)] };
}

/** Interpolates between the two nearest values. */
function quantile(sorted: readonly number[], share: number): number {
  const position = (sorted.length - 1) * share;
  const [below = NaN, above = NaN] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]];
  return below + (above - below) * (position - Math.floor(position));
}
