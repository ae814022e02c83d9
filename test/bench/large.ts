/** Listings of a thousand to a hundred thousand workflows: time over an empty stack, and the memory of the largest process. */
import { type Emulator, startEmulator } from "../../provider/testing/emulator.js";
import { summarise } from "./measure.js";
import * as programs from "./programs.js";
import { openStack } from "./stacks.js";
import type { Taken } from "./time-command.js";

export interface LargeResult {
  readonly workflows: number;
  /** Resources that do nothing in the same stack. */
  readonly others: number;
  readonly bytes: number;
  /** Medians over a stack of the same round without the listing. Milliseconds. */
  readonly createMilliseconds: number;
  readonly againMilliseconds: number;
  /** The most of all runs. */
  readonly peakBytes: number;
}

/** The first `up`, and the one after it. */
interface Pair {
  readonly create: Taken;
  readonly again: Taken;
}

export async function measureLarge(
  path: string,
  sizes: readonly number[],
  runs: number,
  report: (line: string) => void,
): Promise<readonly LargeResult[]> {
  const largest = Math.max(...sizes);
  const cases = [...sizes.map((workflows) => ({ workflows, others: 0 })), { workflows: largest, others: 100 }];
  const results: LargeResult[] = [];
  for (const { workflows, others } of cases) {
    const emulator = await startEmulator();
    const text = programs.listingOf(workflows);
    emulator.listingText = text;
    const taken: { base: Pair; own: Pair }[] = [];
    try {
      for (let round = 0; round < runs; round += 1) {
        report(`${workflows} workflows, ${others} other resources, round ${round + 1} of ${runs}`);
        taken.push({
          base: await createAndAgain(path, others === 0 ? programs.empty : programs.nothings(others)),
          own: await createAndAgain(path, programs.large(others), emulator),
        });
      }
    } finally {
      await emulator.close();
    }
    const over = (which: keyof Pair): number =>
      summarise(taken.map(({ base, own }) => own[which].milliseconds - base[which].milliseconds)).median;
    results.push({
      workflows,
      others,
      bytes: Buffer.byteLength(text),
      createMilliseconds: over("create"),
      againMilliseconds: over("again"),
      peakBytes: Math.max(...taken.flatMap(({ own }) => [own.create.peakBytes, own.again.peakBytes])),
    });
  }
  return results;
}

async function createAndAgain(path: string, text: string, emulator?: Emulator): Promise<Pair> {
  const stack = await openStack(path, programs.projectOf(text), emulator);
  try {
    const create = await stack.up();
    return { create, again: await stack.up() };
  } finally {
    await stack.remove();
  }
}
