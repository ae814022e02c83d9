#!/usr/bin/env node
/** The bin `pulumi-workflows`: connects the command line to the real process. */
import { processContext } from "./context.js";
import { EXIT, exitCodeOf } from "./exit-codes.js";
import { reportBug, run } from "./run.js";

const stop = new AbortController();
let ended = false;
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  // Only once: a second signal ends the process, as usual.
  process.once(signal, () => {
    stop.abort(signal);
    // Only a write to a reader that does not read keeps the process alive now.
    if (ended) {
      process.exit(exitCodeOf(undefined, stop.signal));
    }
  });
}

// The promise of each write reports its failure; without a listener the process would also print a stack.
process.stdout.on("error", () => undefined);
process.stderr.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") {
    process.exitCode ||= EXIT.internal;
  }
});

const args = process.argv.slice(2);
const context = processContext(stop.signal);

// Node.js would end with 1, which means that there are differences.
process.on("uncaughtException", (error) => {
  process.exit(reportBug(error, args, context));
});

void run(args, context).then((exitCode) => {
  ended = true;
  process.exitCode = exitCode === EXIT.ok ? (process.exitCode ?? EXIT.ok) : exitCode;
  if (stop.signal.aborted) {
    process.exit();
  }
});
