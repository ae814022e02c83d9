/** Times that can be compared: taken in one run, one after the other in turns, told as medians with their spread. */

export interface Subject {
  readonly name: string;
  /** Does it once; gives what it took, in milliseconds. */
  run(): Promise<number>;
}

export interface Timing {
  readonly name: string;
  readonly runs: number;
  /** Milliseconds. */
  readonly median: number;
  /** The quarter and the three quarters of the runs that were quicker than this. Milliseconds. */
  readonly spread: readonly [lower: number, upper: number];
}

/** Lets each subject run once to warm up, and then all of them in turns, so that what else the machine does meets them alike. */
export async function measureInTurns(
  subjects: readonly Subject[],
  runs: number,
  onRound: (round: number) => void = () => undefined,
): Promise<ReadonlyMap<string, Timing>> {
  const times = new Map(subjects.map(({ name }): [string, number[]] => [name, []]));
  for (const subject of subjects) await subject.run();
  for (let round = 1; round <= runs; round += 1) {
    onRound(round);
    // The other way round every other time: who comes after whom must not matter.
    const inTurn = round % 2 === 0 ? [...subjects].reverse() : subjects;
    for (const subject of inTurn) times.get(subject.name)?.push(await subject.run());
  }
  return new Map([...times].map(([name, taken]) => [name, summarise(name, taken)]));
}

export function summarise(name: string, milliseconds: readonly number[]): Timing {
  const sorted = [...milliseconds].sort((a, b) => a - b);
  return {
    name,
    runs: sorted.length,
    median: quantile(sorted, 0.5),
    spread: [quantile(sorted, 0.25), quantile(sorted, 0.75)],
  };
}

/** Between the two nearest where it falls between them. */
function quantile(sorted: readonly number[], share: number): number {
  const place = (sorted.length - 1) * share;
  const [below = NaN, above = NaN] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return below + (above - below) * (place - Math.floor(place));
}
