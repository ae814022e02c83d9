/** Runs the table of cases and prints it, line by line as they end. */
import { messageOf } from "../../provider/http/errors.js";
import { runCase } from "./bench.js";
import { cases } from "./cases.js";

const WIDTHS = { title: 44, done: 44, result: 100 };

function cell(text: string, width: number): string {
  const line = text.replace(/\s+/g, " ");
  return (line.length > width ? `${line.slice(0, width - 1)}…` : line).padEnd(width);
}

async function main(): Promise<void> {
  const began = performance.now();
  let failed = 0;
  const { title, done, result } = WIDTHS;
  console.log(`    ${cell("case", title)}  ${cell("what was done", done)}  ${cell("the result", result)}     time`);
  for (const one of cases) {
    const start = performance.now();
    const outcome = await runCase(one).then(
      (text) => ({ good: true, text }),
      (error: unknown) => ({
        good: false,
        text: `NOT AS IT MUST BE: ${messageOf(error)}`,
      }),
    );
    const time = `${(performance.now() - start).toFixed(0)} ms`.padStart(9);
    const number = String(one.number).padStart(3);
    const what = outcome.good ? cell(outcome.text, result) : outcome.text;
    console.log(`${number} ${cell(one.title, title)}  ${cell(one.done, done)}  ${what}${time}`);
    if (!outcome.good) {
      failed += 1;
    }
  }
  const total = ((performance.now() - began) / 1000).toFixed(1);
  console.log(`\n${cases.length} cases, ${cases.length - failed} as they must be, ${failed} not, in ${total} s.`);
  process.exitCode = failed === 0 ? 0 : 1;
}

void main();
