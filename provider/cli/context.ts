/** What a command may use of its process. Passed in, so that tests can replace it. */
import { fstatSync } from "node:fs";
import { systemCodeOf } from "../base/errors.js";
import type { Environment } from "../settings/read-settings.js";
import { CommandError } from "./exit-codes.js";
import { createMessages, type Messages } from "./messages.js";
import { createPaint, type Paint } from "./text.js";

export interface CommandContext {
  readonly environment: Environment;
  /** The folder that relative paths start from. */
  readonly directory: string;
  /** Whether standard output is neither a terminal nor a file: these would keep a token. */
  readonly isPipe: boolean;
  /** Columns of the output: those of the terminal, else 120. */
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

/** @param args The command line. */
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

/** Resolves when the text is written. A reader that has closed its end, as `head` does, has read what it wanted. */
function writeAll(stream: NodeJS.WriteStream, text: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    // A command that was stopped still writes its report; a reader that does not read must not delay a stop.
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
    // As bigint: after a plain `fstat` of a pipe, Node.js 20 imports packages by their links (pnpm's), not by what these lead to.
    return fstatSync(descriptor, { bigint: true }).isFile();
  } catch {
    return false;
  }
}
