/** One thing that the matrix tries. */
export interface Cell {
  /** "SDK 3.220.0, TypeScript", "Yarn 1, ESM". */
  readonly name: string;
  readonly node: number;
  /** Reports in a few words what was seen. */
  work(): Promise<string>;
}

export type Result = "ok" | "failed" | "not tried";

/** A version or a tool that a cell needs cannot be had here. */
export class Unavailable extends Error {}

/** Tries the cells, `atOnce` at a time, and prints each result with what is left. After `deadline` no cell begins. */
export async function tryCells(cells: readonly Cell[], atOnce: number, deadline: number): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = [...cells];
  const worker = async (): Promise<void> => {
    for (let cell = waiting.shift(); cell !== undefined; cell = waiting.shift()) {
      const began = Date.now();
      const { result, detail } =
        began > deadline ? { result: "not tried" as const, detail: "the time is up" } : await attempt(cell);
      results.push(result);
      const what = `${cell.name}, Node.js ${cell.node}`.padEnd(36);
      const seconds = `${Math.round((Date.now() - began) / 1000)} s`.padStart(6);
      console.log(`[${results.length}/${cells.length}] ${result.padEnd(9)}  ${what}  ${seconds}  ${detail}`);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

async function attempt(cell: Cell): Promise<{ result: Result; detail: string }> {
  try {
    return { result: "ok", detail: await cell.work() };
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return { result: error instanceof Unavailable ? "not tried" : "failed", detail };
  }
}
