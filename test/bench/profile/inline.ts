/** What an inline provider costs, which the SDK serialises in each run, over the same provider given as a string. */
import { measureInTurns, type Subject, summaryOf, type Summary } from "../measure.js";
import * as programs from "../programs.js";
import { type BenchStack, openStack } from "../stacks.js";

export interface InlineCase {
  readonly name: string;
  readonly inline: Summary;
  readonly written: Summary;
}

export async function measureInline(
  path: string,
  runs: number,
  report: (line: string) => void,
): Promise<readonly InlineCase[]> {
  const texts = { inline: programs.inlineProvider, written: programs.writtenProvider };
  const ways = [
    { name: "TypeScript, by ts-node", compiled: false },
    { name: "compiled", compiled: true },
  ];
  const stacks: BenchStack[] = [];
  const subjects: Subject[] = [];
  const nameOf = (way: string, provider: string): string => `${way}: ${provider}`;
  try {
    for (const { name, compiled } of ways) {
      for (const [provider, text] of Object.entries(texts)) {
        report(`making ${nameOf(name, provider)}`);
        const stack = await openStack(path, programs.projectOf(text, compiled));
        stacks.push(stack);
        await stack.up();
        subjects.push({ name: nameOf(name, provider), run: () => stack.up() });
      }
    }
    const timings = await measureInTurns(subjects, runs, (round) =>
      report(`inline providers, round ${round} of ${runs}`),
    );
    return ways.map(({ name }) => ({
      name,
      inline: summaryOf(timings, nameOf(name, "inline")),
      written: summaryOf(timings, nameOf(name, "written")),
    }));
  } finally {
    await Promise.all(stacks.map((stack) => stack.remove()));
  }
}
