/** Writes messages to standard error: a line for each, or with `--json` one document at the end. Runs in the command line. */
import { withCode } from "../base/errors.js";
import { printable } from "../base/text.js";
import type { FailureReport } from "./exit-codes.js";
import { printableJson } from "./text.js";

/** Functions that write to standard error. */
export interface Messages {
  /** Reports a wait, or how far a long listing is read. With `--json` it is left out. */
  readonly progress: (line: string) => void;
  /** Reports a fact that the user should know, such as the stack that is used. With `--json` it is one of the warnings. */
  readonly note: (line: string) => void;
  /** Reports what may be wrong, and what to do. */
  readonly warn: (warning: string) => void;
  /** Ends the messages of a command, with the failure if it failed. */
  readonly end: (failure?: FailureReport) => void;
}

/**
 * Creates the messages of one command. With `--json`, standard error has one JSON document or nothing.
 *
 * @param args The command line. It need not be valid, because its own errors are messages too.
 */
export function createMessages(write: (text: string) => void, args: readonly string[]): Messages {
  return args.includes("--json") ? asDocument(write) : asLines(write);
}

/** Keeps the messages, and writes them at the end as one JSON document. */
function asDocument(write: (text: string) => void): Messages {
  const warnings: string[] = [];
  const addWarning = (text: string): void => void warnings.push(text);
  return {
    progress: () => undefined,
    note: addWarning,
    warn: addWarning,
    end: (failure) => {
      // A field that is `undefined` is not in the document.
      const document = { error: failure, warnings: warnings.length > 0 ? warnings : undefined };
      if (failure !== undefined || warnings.length > 0) {
        write(`${printableJson(JSON.stringify(document))}\n`);
      }
    },
  };
}

/** Writes each message at once, on a line. */
function asLines(write: (text: string) => void): Messages {
  const line = (text: string): void => write(`pulumi-workflows: ${printable(text)}\n`);
  return {
    progress: line,
    note: line,
    warn: (warning) => line(`warning: ${warning}`),
    end: (failure) => {
      if (failure !== undefined) {
        write(`${withoutControls(textOf(failure)).replaceAll("\n", "\n  ")}\n`);
      }
    },
  };
}

/** Returns a failure as text: what failed, what to do, and the code. If the failure is a bug, its stack may come first. */
function textOf({ code, message, advice, stack }: FailureReport): string {
  const problem = `pulumi-workflows: ${message}`;
  // Advice of several lines is the help of a command. A code at its end would look like the default of an option.
  const isHelp = advice.includes("\n");
  const lines = isHelp ? [withCode(problem, code), advice] : [problem, withCode(advice, code)];
  return [...(stack === undefined ? [] : [stack]), ...lines].join("\n").trimEnd();
}

/** Replaces control characters by spaces. Unlike `printable`, keeps line breaks, and the indentation and the columns of help. */
function withoutControls(text: string): string {
  return text.replace(/(?!\n)[\p{C}\p{Zl}\p{Zp}]/gu, " ");
}
