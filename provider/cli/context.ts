/** What a command may use of its process. Passed in, so that tests can replace it. */
import { fstatSync } from "node:fs";
import { systemCodeOf } from "../http/errors.js";
import type { Environment } from "../settings/read-settings.js";
import { CommandError } from "./exit-codes.js";

export interface CommandContext {
  readonly environment: Environment;
  /** The current folder. */
  readonly directory: string;
  /** Where standard output goes. A token is only written to a pipe, unless the user insists. */
  readonly output: "terminal" | "pipe" | "file";
  /** Columns of the output: those of the terminal, else 120. */
  readonly width: number;
  readonly colour: boolean;
  /** Writes to standard output. Rejects if that fails, or if the signal aborts meanwhile. */
  readonly write: (text: string) => Promise<void> | void;
  readonly writeError: (text: string) => void;
  /** Ends all waiting. Its reason is the name of the process signal. */
  readonly signal: AbortSignal;
}

export function processContext(signal: AbortSignal): CommandContext {
  const { env, stdout, stderr } = process;
  const isPlain = (env["NO_COLOR"] ?? "") !== "" || env["TERM"] === "dumb";
  return {
    environment: env,
    get directory() {
      return process.cwd();
    },
    output: stdout.isTTY ? "terminal" : isFile(stdout.fd) ? "file" : "pipe",
    width: stdout.isTTY && stdout.columns > 0 ? stdout.columns : 120,
    colour: stdout.isTTY && !isPlain,
    write: (text) => writeAll(stdout, text, signal),
    writeError: (text) => void stderr.write(text),
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
    return fstatSync(descriptor).isFile();
  } catch {
    return false;
  }
}
