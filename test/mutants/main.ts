/**
 * `npm run mutants -- auth` changes the code of a room in one place at a time, and prints the changes that no test notices.
 * `-- provider/http/errors.ts` does it for one file. `--tests test/http/errors.test.ts` runs these tests alone: quicker, and a lower
 * bound of the score. `--concurrency 2` uses two processors. `--timeout 10` waits ten seconds for an endless loop rather than sixty.
 * Results of earlier runs are used again if neither the code nor a test has changed.
 */
import { mkdirSync, readdirSync } from "node:fs";
import { parseArgs } from "node:util";
import type { MutantResult } from "@stryker-mutator/api/core";
import { optionsOf, RESULTS, ROOMS } from "./config.js";

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      concurrency: { type: "string", default: "1" },
      tests: { type: "string", multiple: true },
      timeout: { type: "string", default: "60" },
    },
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
    // Tests that are named run even if they are too slow for the whole room.
    const tested = values.tests === undefined ? room : { ...room, tests: values.tests, without: [] };
    const options = optionsOf(name, tested, files, Number(values.concurrency), Number(values.timeout));
    const results = await new Stryker(options).runMutationTest();
    print(results);
    console.log(`${name}: ${((performance.now() - began) / 60_000).toFixed(1)} minutes.`);
  }
}

function filesByRoom(given: readonly string[]): Map<string, string[]> {
  const byRoom = new Map<string, string[]>();
  for (const one of given) {
    const isFile = one.startsWith("provider/");
    const name = isFile ? (one.split("/")[1] ?? "") : one;
    byRoom.set(name, [...(byRoom.get(name) ?? []), ...(isFile ? [one] : filesOf(name))]);
  }
  return byRoom;
}

function filesOf(name: string): string[] {
  const without = ROOMS[name]?.except ?? [];
  return readdirSync(`provider/${name}`, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !without.includes(file))
    .map((file) => `provider/${name}/${file}`);
}

/** Each file's line and the room's: noticed of all changes. */
function print(results: readonly MutantResult[]): void {
  // A file that does not load proves nothing of the tests.
  const counted = results.filter(({ status }) => status !== "Ignored" && status !== "RuntimeError");
  const files = [...new Set(counted.map(({ fileName }) => fileName))].sort();
  for (const file of files) {
    printLine(
      file,
      counted.filter(({ fileName }) => fileName === file),
    );
  }
  printLine("all", counted);
  console.log(
    `Not counted: ${results.length - counted.length} (made when a file is loaded, or the file does not load).`,
  );
}

function printLine(name: string, mutants: readonly MutantResult[]): void {
  const count = (of: MutantResult["status"]): number => mutants.filter(({ status }) => status === of).length;
  // Apart from the killed ones: on a busy machine, a timeout can have another cause than the change.
  const [killed, timedOut] = [count("Killed"), count("Timeout")];
  const score = ((100 * (killed + timedOut)) / mutants.length).toFixed(1);
  const survived = mutants.length - killed - timedOut;
  console.log(
    `${name}: ${mutants.length} mutants, ${killed} killed, ${timedOut} timed out, ${survived} survived: ${score}%`,
  );
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
