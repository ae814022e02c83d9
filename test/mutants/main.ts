/**
 * `npm run mutants -- auth` changes the code of a room in one place at a time, and prints the changes that no test notices.
 * `-- provider/http/errors.ts` does it for one file, `--concurrency 2` on two processors. Results of earlier runs are used again
 * if neither the code nor a test has changed.
 */
import { mkdirSync, readdirSync } from "node:fs";
import { parseArgs } from "node:util";
import type { MutantResult } from "@stryker-mutator/api/core";
import { optionsOf, RESULTS, ROOMS } from "./config.js";

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { concurrency: { type: "string", default: "1" } },
  });
  if (positionals.length === 0) {
    throw new Error(`Name a room (${Object.keys(ROOMS).join(", ")}) or files of one.`);
  }
  const { Stryker } = await import("@stryker-mutator/core");
  mkdirSync(RESULTS, { recursive: true });
  for (const [name, files] of filesByRoom(positionals)) {
    const room = ROOMS[name];
    if (room === undefined) {
      throw new Error(`There is no room ${name}. The rooms: ${Object.keys(ROOMS).join(", ")}.`);
    }
    const began = performance.now();
    const results = await new Stryker(optionsOf(name, room, files, Number(values.concurrency))).runMutationTest();
    print(results);
    console.log(`${name}: ${((performance.now() - began) / 60_000).toFixed(1)} minutes.`);
  }
}

function filesByRoom(given: readonly string[]): Map<string, string[]> {
  const byRoom = new Map<string, string[]>();
  for (const one of given) {
    const isFile = one.startsWith("provider/");
    const name = isFile ? (one.split("/")[1] ?? "") : one;
    const files = isFile ? [one] : readdirSync(`provider/${one}`).map((file) => `provider/${one}/${file}`);
    byRoom.set(name, [...(byRoom.get(name) ?? []), ...files]);
  }
  return byRoom;
}

/** Each file's line, the survivors with their places, and the score: noticed of all that some test could notice. */
function print(results: readonly MutantResult[]): void {
  const counted = results.filter(({ status }) => status !== "Ignored" && status !== "CompileError");
  for (const { fileName, location, mutatorName, replacement, status } of counted.filter((one) => !isNoticed(one))) {
    const { line, column } = location.start;
    const text = replacement.replace(/\s+/g, " ").slice(0, 100);
    console.log(`${fileName}:${line}:${column} ${status} ${mutatorName}: ${text}`);
  }
  const files = [...new Set(counted.map(({ fileName }) => fileName))].sort();
  for (const file of files) {
    printLine(
      file,
      counted.filter(({ fileName }) => fileName === file),
    );
  }
  printLine("all", counted);
  console.log(`Not counted: ${results.length - counted.length} (made when a file is loaded).`);
}

function printLine(name: string, mutants: readonly MutantResult[]): void {
  const noticed = mutants.filter(isNoticed).length;
  const score = ((100 * noticed) / mutants.length).toFixed(1);
  console.log(
    `${name}: ${mutants.length} mutants, ${noticed} noticed, ${mutants.length - noticed} survived: ${score}%`,
  );
}

function isNoticed({ status }: MutantResult): boolean {
  return status === "Killed" || status === "Timeout" || status === "RuntimeError";
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
