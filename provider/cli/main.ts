#!/usr/bin/env node
/** The bin `pulumi-workflows`: connects the command line to the real process. */
import { systemCodeOf } from "../base/errors.js";
import { processContext, tell } from "./context.js";
import { EXIT } from "./exit-codes.js";
import { reportFailure, run } from "./run.js";

const context = processContext();

process.once("SIGINT", () => process.exit(EXIT.interrupted));
process.once("SIGTERM", () => process.exit(EXIT.terminated));

/** False once the reader of the output has closed its end of the pipe, as `head` does. */
let hasReader = true;

process.stdout.on("error", (error: Error) => {
  const code = systemCodeOf(error) ?? error.name;
  if (code === "EPIPE") {
    hasReader = false;
    // A command that still runs goes on, because its exit code says whether it failed.
    if (process.exitCode !== undefined) {
      process.exit();
    }
    return;
  }
  tell(context, `The output could not be written (${code}).`);
  process.exit(EXIT.failed);
});

// Whoever reads the messages may stop early. The command goes on, because its output is still read.
process.stderr.on("error", () => undefined);

// Without this listener, Node.js would print the error's text, which may contain a secret.
process.on("uncaughtException", (error) => process.exit(reportFailure(error, context)));

void run(process.argv.slice(2), context).then((exitCode) => {
  process.exitCode = exitCode;
  // A connection to a silent proxy would keep the process alive, so it ends once all output is written.
  process.stderr.write("", () => {
    process.stdout.write("", (error) => {
      // If the output cannot be written, the listener above ends the process.
      if (error === null || error === undefined || !hasReader) {
        process.exit(exitCode);
      }
    });
  });
});
