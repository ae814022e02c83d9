#!/usr/bin/env node
/** The bin `pulumi-workflows`: connects the command line to the real process. */
import { processContext } from "./context.js";
import { reportFailure, run } from "./run.js";

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  // Only once: a second signal ends the process, as usual.
  process.once(signal, () => stop.abort(signal));
}

// The promise of each write reports its failure; without a listener the process would also print a stack.
process.stdout.on("error", () => undefined);
process.stderr.on("error", () => undefined);

const args = process.argv.slice(2);
const context = processContext(args, stop.signal);

// Node.js would end with 1, which means that there are differences.
process.on("uncaughtException", (error) => process.exit(reportFailure(error, context)));

void run(args, context).then((exitCode) => {
  process.exitCode = exitCode;
  if (stop.signal.aborted) {
    process.exit();
  }
});
