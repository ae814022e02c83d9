/** The parts of the process that a command may use. Passed in, so that tests can replace them. */
import { fstatSync } from "node:fs";
import { systemCodeOf } from "../base/errors.js";
import { printable } from "../base/text.js";
import type { Environment } from "../settings/read-settings.js";
import { CommandError } from "./exit-codes.js";
import { createPaint, type Paint } from "./text.js";

/** The parts of its process that a command may use. */
export interface CommandContext {
  readonly environment: Environment;
  /** The folder that relative paths start from. */
  readonly directory: string;
  /** True if standard output is neither a terminal, which would show a token, nor a file, which would keep it. */
  readonly isPipe: boolean;
  /** Columns of the terminal; `undefined` if the output is none: then nothing is cut. */
  readonly width: number | undefined;
  readonly paint: Paint;
  /** Writes to standard output. Rejects if that fails, or if the signal aborts meanwhile. */
  readonly write: (text: string) => Promise<void> | void;
  /** Writes lines to standard error. */
  readonly writeError: (lines: string) => void;
  /** How long one run of the Pulumi CLI may take: a backend that does not respond must not stop a pipeline for ever. */
  readonly maxPulumiMilliseconds: number;
  /** Ends all waiting. Its reason is the name of the process signal. */
  readonly signal: AbortSignal;
}

/** The columns of a terminal that does not tell its width. */
const USUAL_WIDTH = 80;

/** Returns the context for the real process. */
export function processContext(signal: AbortSignal): CommandContext {
  const { env, stdout, stderr } = process;
  const isPlain = (env["NO_COLOR"] ?? "") !== "" || env["TERM"] === "dumb";
  return {
    environment: env,
    directory: ".",
    isPipe: !stdout.isTTY && !isFile(stdout.fd),
    // A terminal may say that it has no columns.
    width: stdout.isTTY ? stdout.columns || USUAL_WIDTH : undefined,
    paint: createPaint(stdout.isTTY && !isPlain),
    write: (text) => writeAll(stdout, text, signal),
    writeError: (lines) => void stderr.write(lines),
    maxPulumiMilliseconds: 120_000,
    signal,
  };
}

/** Writes one message to standard error: a wait, the stack that is used, a warning. */
export function tell({ writeError }: CommandContext, message: string): void {
  writeError(`pulumi-workflows: ${printable(message)}\n`);
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
