/** The parts of the process that a command may use. Passed in, so that tests can replace them. */
import { fstatSync } from "node:fs";
import { printable } from "../base/text.js";
import type { Environment } from "../settings/read-settings.js";

/** The parts of its process that a command may use. */
export interface CommandContext {
  readonly environment: Environment;
  /** True if standard output is neither a terminal, which would show a token, nor a file, which would keep it. */
  readonly isPipe: boolean;
  /** The columns of the terminal. `undefined` in a pipe or a file, where nothing is cut. */
  readonly width: number | undefined;
  /** Writes to standard output. */
  readonly write: (text: string) => void;
  /** Writes to standard error. */
  readonly writeError: (text: string) => void;
}

/** The columns of a terminal that does not tell its width. */
const USUAL_WIDTH = 80;

/** Returns the context for the real process. */
export function processContext(): CommandContext {
  const { env, stdout, stderr } = process;
  return {
    environment: env,
    isPipe: !stdout.isTTY && !isFile(stdout.fd),
    // A terminal may say that it has no columns.
    width: stdout.isTTY ? stdout.columns || USUAL_WIDTH : undefined,
    write: (text) => void stdout.write(text),
    writeError: (text) => void stderr.write(text),
  };
}

/** Writes one message to standard error, as one line: a wait, the stack that is used, a warning, a failure. */
export function tell({ writeError }: CommandContext, message: string): void {
  writeError(`pulumi-workflows: ${printable(message)}\n`);
}

function isFile(descriptor: number): boolean {
  try {
    // `bigint: true`, because after a plain `fstat` of a pipe, Node.js 20 resolves imports to pnpm's symbolic links,
    // not to their targets.
    return fstatSync(descriptor, { bigint: true }).isFile();
  } catch {
    return false;
  }
}
