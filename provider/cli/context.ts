/** What a command may use of its process. Passed in, so that tests can replace it. */
import { createReadStream, fstatSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { messageOf, systemCodeOf } from "../http/errors.js";
import { decodeText } from "../http/response-body.js";
import type { Environment } from "../settings/read-settings.js";
import { CommandError } from "./exit-codes.js";

export interface CommandContext {
  readonly environment: Environment;
  /** The current folder. Throws a `CommandError` if it has been removed. */
  readonly directory: string;
  /** Where standard output goes. A token is only written to a pipe, unless the user insists. */
  readonly output: "terminal" | "pipe" | "file";
  /** Columns of the output: of `COLUMNS`, else of the terminal. */
  readonly width: number;
  /** Columns of standard error, if it is a terminal that can show a spinner. */
  readonly spinnerColumns: number | undefined;
  readonly colour: boolean;
  /** Writes to standard output. Rejects if that fails, or if the signal aborts meanwhile. */
  readonly write: (text: string) => Promise<void> | void;
  readonly writeError: (text: string) => void;
  /** All that a file descriptor has. */
  readonly readDescriptor: (descriptor: number) => Promise<string>;
  /** Ends all waiting. Its reason is the name of the process signal. */
  readonly signal: AbortSignal;
}

/** No secret is longer. */
const MAX_SECRET_BYTES = 64 * 1024;

export function processContext(signal: AbortSignal): CommandContext {
  const { env, stdout, stderr } = process;
  const plain = (env["NO_COLOR"] ?? "") !== "" || env["TERM"] === "dumb";
  return {
    environment: env,
    get directory() {
      return currentFolder();
    },
    output: stdout.isTTY ? "terminal" : isFile(stdout.fd) ? "file" : "pipe",
    width: columnsIn(env) ?? (stdout.isTTY && stdout.columns > 0 ? stdout.columns : 120),
    // Without a size, the spinner would print a new line at every turn.
    spinnerColumns:
      stderr.isTTY && stderr.columns > 0 && !plain && (env["CI"] ?? "") === "" ? stderr.columns : undefined,
    colour: stdout.isTTY && !plain,
    write: (text) => writeAll(stdout, text, signal),
    writeError: (text) => void stderr.write(text),
    readDescriptor,
    signal,
  };
}

/** `COLUMNS` wins over the terminal (POSIX, "Environment Variables"). Shells do not export it, so whoever does means it. */
function columnsIn({ COLUMNS = "" }: Environment): number | undefined {
  return /^[1-9]\d{0,3}$/.test(COLUMNS) ? Number(COLUMNS) : undefined;
}

function currentFolder(): string {
  try {
    return process.cwd();
  } catch {
    throw new CommandError("usage", "The current folder has been removed.", "Run the command in a folder that exists.");
  }
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

/**
 * The text of a file that an earlier command wrote: UTF-8, or UTF-16 as Windows PowerShell writes it. The error begins with `option`,
 * if the file is named by one.
 */
export async function readTextFile(
  { directory }: Pick<CommandContext, "directory">,
  path: string,
  { option, advice }: { readonly option?: string; readonly advice: string },
): Promise<string> {
  let bytes: Buffer;
  try {
    bytes = await readFile(resolve(directory, path));
  } catch (error) {
    const code = systemCodeOf(error) ?? "unknown error";
    throw new CommandError(
      "usage",
      `${option === undefined ? "The" : `${option}: the`} file ${path} could not be read (${code}).`,
      advice,
    );
  }
  return decodeText(bytes, undefined) ?? bytes.toString("utf8");
}

async function readDescriptor(descriptor: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // It is never closed: a descriptor that the caller did not open may belong to Node.js, which then aborts.
    for await (const chunk of createReadStream("", { fd: descriptor, autoClose: false })) {
      chunks.push(chunk as Buffer);
      size += (chunk as Buffer).length;
      if (size > MAX_SECRET_BYTES) {
        throw new Error("too long");
      }
    }
  } catch (error) {
    throw new CommandError(
      "usage",
      `--client-secret-fd: file descriptor ${descriptor} could not be read (${systemCodeOf(error) ?? messageOf(error)}).`,
      "Open it for this command, for example: npx pulumi-workflows check --client-secret-fd 0 < secret-file. " +
        "npx passes on standard input and no other descriptor.",
    );
  }
  const text = decodeText(Buffer.concat(chunks), undefined);
  if (text !== undefined) {
    return text;
  }
  // Replacement characters would be sent as part of the secret.
  throw new CommandError(
    "usage",
    `--client-secret-fd: the content of file descriptor ${descriptor} is not UTF-8 text.`,
    "Write only the secret to it, as text.",
  );
}
