/** What a command sees of the process it runs in, passed in so that tests can be it. */
import { createReadStream, fstatSync } from "node:fs";
import { decodeText } from "../http/decode-text.js";
import type { Environment } from "../settings/read-settings.js";
import { CommandError } from "./command-error.js";

export interface Surroundings {
  readonly environment: Environment;
  readonly directory: string;
  /** Where standard output goes: a token is only ever written to a pipe. */
  readonly output: "terminal" | "pipe" | "file";
  /** Columns of the terminal. */
  readonly width: number;
  /** Whether standard error is a terminal that a spinner may draw on. */
  readonly spinner: boolean;
  readonly colour: boolean;
  readonly write: (text: string) => void;
  readonly writeError: (text: string) => void;
  /** All that a file descriptor holds, up to its end. */
  readonly readDescriptor: (descriptor: number) => Promise<string>;
  /** Stops all waiting. */
  readonly signal: AbortSignal;
}

/** No secret is longer. */
const LONGEST_SECRET = 64 * 1024;

export function processSurroundings(signal: AbortSignal): Surroundings {
  const { env, stdout, stderr } = process;
  const plain = (env["NO_COLOR"] ?? "") !== "" || env["TERM"] === "dumb";
  return {
    environment: env,
    directory: process.cwd(),
    output: stdout.isTTY ? "terminal" : isFile(stdout.fd) ? "file" : "pipe",
    width: stdout.isTTY && stdout.columns > 0 ? stdout.columns : 120,
    // A terminal without a size is none: the spinner would draw lines for ever.
    spinner: stderr.isTTY && stderr.columns > 0 && !plain && (env["CI"] ?? "") === "",
    colour: stdout.isTTY && !plain,
    write: (text) => void stdout.write(text),
    writeError: (text) => void stderr.write(text),
    readDescriptor,
    signal,
  };
}

function isFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile();
  } catch {
    return false;
  }
}

async function readDescriptor(descriptor: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // Never closed: one that nobody opened for us may be Node's own, and without that the process aborts.
    for await (const chunk of createReadStream("", { fd: descriptor, autoClose: false })) {
      chunks.push(chunk as Buffer);
      size += (chunk as Buffer).length;
      if (size > LONGEST_SECRET) throw new Error("too long");
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new CommandError(
      "usage",
      `--client-secret-fd: file descriptor ${descriptor} could not be read (${code ?? message}).`,
      "Open it for this command, for example: npx pulumi-workflows check --client-secret-fd 0 < secret-file. " +
        "npx hands on standard input, and no other.",
    );
  }
  const text = decodeText(Buffer.concat(chunks), undefined);
  if (text !== undefined) return text;
  // What stood for its other bytes would be sent as part of the secret.
  throw new CommandError(
    "usage",
    `--client-secret-fd: what file descriptor ${descriptor} holds is not UTF-8 text.`,
    "Write the secret alone into it, as text.",
  );
}
