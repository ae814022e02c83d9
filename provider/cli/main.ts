#!/usr/bin/env node
/** The bin `pulumi-workflows`: the edge to the real process. */
import { run } from "./program.js";
import { processSurroundings } from "./surroundings.js";

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => {
    stop.abort(signal);
    // A second one does what it does everywhere: end the process.
  });
}

// The reader may go away early, as `head` does.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
  process.exit(0);
});

void run(process.argv.slice(2), processSurroundings(stop.signal)).then((exitCode) => {
  process.exitCode = exitCode;
});
