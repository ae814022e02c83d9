#!/usr/bin/env node
/** The bin `pulumi-workflows`: connects the command line to the real process. */
import { processContext } from "./context.js";
import { reportOf } from "./exit-codes.js";
import { reportFailure, run } from "./run.js";

const stop = new AbortController();
let ended = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  // Only once: a second signal ends the process, as usual.
  process.once(signal, () => {
    stop.abort(signal);
    // Only a write to a reader that does not read keeps the process alive now.
    if (ended) {
      process.exit(reportOf(undefined, stop.signal).exitCode);
    }
  });
}

// The promise of each write reports its failure; without a listener the process would also print a stack.
process.stdout.on("error", () => undefined);
process.stderr.on("error", () => undefined);

const args = process.argv.slice(2);
const context = processContext(args, stop.signal);

// Node.js would end with 1, which means that there are differences.
process.on("uncaughtException", (error) => process.exit(reportFailure(error, context)));

void run(args, context).then((exitCode) => {
  ended = true;
  process.exitCode = exitCode;
  if (stop.signal.aborted) {
    process.exit();
  }
});
