/** One thing that the matrix tries, and what came of it. */
export interface Cell {
  /** "Node 22.1.0", "SDK 3.220.0, Node 20.19.0", "pnpm 10.0.0, ESM". */
  readonly name: string;
  readonly what: string;
  readonly result: "ok" | "failed" | "skipped" | "cannot be";
  readonly detail: string;
  readonly seconds: number;
}

/** What cannot work because of others, and the message by which it is recognised. */
export interface Limit {
  readonly shows: RegExp;
  readonly why: string;
}

/** Tries, and prints the result at once. */
export async function attempt(
  name: string,
  what: string,
  work: () => Promise<string>,
  cannotBe?: Limit,
): Promise<Cell> {
  const began = performance.now();
  let result: Cell["result"] = "ok";
  let detail: string;
  try {
    detail = await work();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const isLimit = cannotBe?.shows.test(message) === true;
    result = isLimit ? "cannot be" : "failed";
    detail = isLimit ? cannotBe.why : message;
    if (!isLimit) {
      process.stderr.write(`\n${name}, ${what}:\n${message}\n\n`);
    }
  }
  return printed({ name, what, result, detail, seconds: (performance.now() - began) / 1000 });
}

export function skip(name: string, what: string, why: string): Cell {
  return printed({ name, what, result: "skipped", detail: why, seconds: 0 });
}

function printed(cell: Cell): Cell {
  const { name, what, result, detail, seconds } = cell;
  const first = detail.split("\n").find((line) => line.trim() !== "") ?? "";
  console.log(
    `${result.padEnd(9)}  ${name.padEnd(34)}  ${what.padEnd(22)}  ${seconds.toFixed(1).padStart(6)} s  ${first.slice(0, 100)}`,
  );
  return cell;
}
