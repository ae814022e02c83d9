#!/usr/bin/env node
/** The bin `pulumi-workflows`: connects the command line to the real process. */
import { processContext } from "./context.js";
import { reportFailure, run } from "./run.js";

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  // `once`, so that a second signal has its usual effect and ends the process.
  process.once(signal, () => stop.abort(signal));
}

// A failed write is reported by the promise of that write. Without these listeners, Node.js would also throw the error and print its stack.
process.stdout.on("error", () => undefined);
process.stderr.on("error", () => undefined);

const context = processContext(stop.signal);

// Without this listener, Node.js would print the error's text, which may contain a secret.
process.on("uncaughtException", (error) => process.exit(reportFailure(error, context)));

void run(process.argv.slice(2), context).then((exitCode) => {
  process.exitCode = exitCode;
  // After a signal, we don't wait for requests that are still open.
  if (stop.signal.aborted) {
    process.exit();
  }
});
