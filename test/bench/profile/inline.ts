/** What an inline provider costs, which the SDK serialises in each run, over the same provider given as a text. */
import { measureInTurns, type Timing } from "../measure.js";
import * as programs from "../programs.js";
import { type BenchStack, openStack } from "../stacks.js";

export interface InlineCase {
  readonly name: string;
  readonly inline: Timing;
  readonly written: Timing;
}

export async function measureInline(
  path: string,
  runs: number,
  tell: (line: string) => void,
): Promise<readonly InlineCase[]> {
  const texts = { inline: programs.inlineProvider, written: programs.writtenProvider };
  const ways = [
    { name: "TypeScript, by ts-node", compiled: false },
    { name: "compiled", compiled: true },
  ];
  const stacks: BenchStack[] = [];
  const subjects: { name: string; run: () => Promise<number> }[] = [];
  const nameOf = (way: string, provider: string): string => `${way}: ${provider}`;
  try {
    for (const { name, compiled } of ways) {
      for (const [provider, text] of Object.entries(texts)) {
        tell(`making ${nameOf(name, provider)}`);
        const stack = await openStack(path, { text: compiled ? programs.compiled(text) : text, compiled });
        stacks.push(stack);
        await stack.up();
        subjects.push({ name: nameOf(name, provider), run: async () => (await stack.up()).milliseconds });
      }
    }
    const timings = await measureInTurns(subjects, runs, (round) =>
      tell(`inline providers, round ${round} of ${runs}`),
    );
    return ways.flatMap(({ name }) => {
      const [inline, written] = ["inline", "written"].map((provider) => timings.get(nameOf(name, provider)));
      return inline === undefined || written === undefined ? [] : [{ name, inline, written }];
    });
  } finally {
    await Promise.all(stacks.map((stack) => stack.remove()));
  }
}
