/** The parts of the process that a command may use. Passed in, so that tests can replace them. Runs in the command line. */
import { fstatSync } from "node:fs";
import { systemCodeOf } from "../base/errors.js";
import type { Environment } from "../settings/read-settings.js";
import { CommandError } from "./exit-codes.js";
import { createMessages, type Messages } from "./messages.js";
import { createPaint, type Paint } from "./text.js";

/** The parts of its process that a command may use. */
export interface CommandContext {
  readonly environment: Environment;
  /** The folder that relative paths start from. */
  readonly directory: string;
  /** True if standard output is neither a terminal, which would show a token, nor a file, which would keep it. */
  readonly isPipe: boolean;
  /** Columns of the terminal, or 120 if the output is not a terminal. */
  readonly width: number;
  readonly paint: Paint;
  /** Writes to standard output. Rejects if that fails, or if the signal aborts meanwhile. */
  readonly write: (text: string) => Promise<void> | void;
  /** Writes to standard error. */
  readonly messages: Messages;
  /** How long one run of the Pulumi CLI may take: a backend that does not respond must not stop a pipeline for ever. */
  readonly maxPulumiMilliseconds: number;
  /** Ends all waiting. Its reason is the name of the process signal. */
  readonly signal: AbortSignal;
}

/**
 * Returns the context for the real process.
 *
 * @param args The command line, without `node` and the program's name. `--json` in it decides the form of messages.
 */
export function processContext(args: readonly string[], signal: AbortSignal): CommandContext {
  const { env, stdout, stderr } = process;
  const isPlain = (env["NO_COLOR"] ?? "") !== "" || env["TERM"] === "dumb";
  return {
    environment: env,
    directory: ".",
    isPipe: !stdout.isTTY && !isFile(stdout.fd),
    width: stdout.isTTY && stdout.columns > 0 ? stdout.columns : 120,
    paint: createPaint(stdout.isTTY && !isPlain),
    write: (text) => writeAll(stdout, text, signal),
    messages: createMessages((text) => void stderr.write(text), args),
    maxPulumiMilliseconds: 120_000,
    signal,
  };
}

/** Writes a text. Resolves when it is written, or when the reader has closed its end of the pipe, as `head` does. */
function writeAll(stream: NodeJS.WriteStream, text: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    // If the signal has aborted before, the text is still written, because it tells the user why. If it aborts while the write is blocked,
    // the write is given up.
    const onAbort = (): void => reject(new Error("stopped"));
    signal.addEventListener("abort", onAbort, { once: true });
    stream.write(text, (error) => {
      signal.removeEventListener("abort", onAbort);
      const code = systemCodeOf(error);
      if (error === null || error === undefined || code === "EPIPE") {
        resolve();
      } else {
        reject(new CommandError("output", `The output could not be written (${code ?? error.name}).`));
      }
    });
  });
}

function isFile(descriptor: number): boolean {
  try {
    // `bigint: true`, because after a plain `fstat` of a pipe, Node.js 20 resolves imports to pnpm's symbolic links, not to their targets.
    return fstatSync(descriptor, { bigint: true }).isFile();
  } catch {
    return false;
  }
}
