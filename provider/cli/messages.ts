/** Writes messages to standard error: a line for each, or with `--json` one document at the end. Runs in the command line. */
import { withCode } from "../base/errors.js";
import { printable } from "../base/excerpt.js";
import type { FailureReport } from "./exit-codes.js";
import { printableJson } from "./text.js";

export interface Messages {
  /** A wait, or a long listing. `--json` leaves it out. */
  readonly progress: (line: string) => void;
  /** A fact that the user should know, such as the stack that is used. */
  readonly note: (line: string) => void;
  readonly warn: (warning: string) => void;
  /** Ends the command. */
  readonly end: (failure?: FailureReport) => void;
}

/** @param args The command line, even if it cannot be parsed: with `--json`, standard error is one JSON document or nothing. */
export function createMessages(write: (text: string) => void, args: readonly string[]): Messages {
  return args.includes("--json") ? asDocument(write) : asLines(write);
}

function asDocument(write: (text: string) => void): Messages {
  const warnings: string[] = [];
  const addWarning = (text: string): void => void warnings.push(text);
  return {
    progress: () => undefined,
    note: addWarning,
    warn: addWarning,
    end: (error) => {
      const document = { error, warnings: warnings.length > 0 ? warnings : undefined };
      if (error !== undefined || warnings.length > 0) {
        write(`${printableJson(JSON.stringify(document))}\n`);
      }
    },
  };
}

function asLines(write: (text: string) => void): Messages {
  const line = (text: string): void => write(`pulumi-workflows: ${printable(text)}\n`);
  return {
    progress: line,
    note: line,
    warn: (warning) => line(`warning: ${warning}`),
    end: (failure) => {
      if (failure !== undefined) {
        const { code, message, advice, stack } = failure;
        const problem = `pulumi-workflows: ${message}`;
        // Advice of several lines is the help of a command, at the end of which a code would look like an option's default.
        const isHelp = advice.includes("\n");
        const lines = isHelp ? [withCode(problem, code), advice] : [problem, withCode(advice, code)];
        const text = [...(stack === undefined ? [] : [stack]), ...lines].join("\n");
        write(`${safe(text.trimEnd()).replaceAll("\n", "\n  ")}\n`);
      }
    },
  };
}

/** Removes control characters, and keeps the indentation and the columns of help. */
function safe(text: string): string {
  return text.replace(/(?!\n)[\p{C}\p{Zl}\p{Zp}]/gu, " ");
}
