/** Progress and warnings on standard error: a spinner on a terminal, lines in a log, one JSON document with `--json`. */
import type { CommandContext } from "./context.js";
import { printable, printableJson } from "./text.js";

export interface Progress {
  /** The current step. Only the spinner shows it: a log gets waits and long listings, not every step. */
  readonly doing: (text: string) => void;
  /** One line from the transport or the listing. */
  readonly report: (line: string) => void;
  readonly warn: (warnings: readonly string[]) => void;
  /** Ends the spinner. */
  readonly stop: () => void;
  /** Ends the command's standard error: with `--json`, writes the one document, if there is anything to write. */
  readonly end: (failure?: object) => void;
}

/** @param json Whether standard error is one JSON document or nothing. */
export async function createProgress(context: CommandContext, json: boolean): Promise<Progress> {
  const { writeError } = context;
  if (json) {
    const warnings: string[] = [];
    return {
      doing: () => undefined,
      report: () => undefined,
      warn: (more) => void warnings.push(...more),
      stop: () => undefined,
      end: (failure) => {
        const document = { ...failure, ...(warnings.length > 0 ? { warnings } : {}) };
        if (Object.keys(document).length > 0) {
          writeError(`${printableJson(JSON.stringify(document))}\n`);
        }
      },
    };
  }
  const warn = (warnings: readonly string[]): void => {
    for (const warning of warnings) {
      writeError(`pulumi-workflows: warning: ${printable(warning)}\n`);
    }
  };
  if (!context.spinner) {
    return {
      doing: () => undefined,
      report: (line) => writeError(`pulumi-workflows: ${printable(line)}\n`),
      warn,
      stop: () => undefined,
      end: () => undefined,
    };
  }
  const { default: ora } = await import("ora");
  // `discardStdin` would take Ctrl-C from the process.
  const spinner = ora({ stream: process.stderr, discardStdin: false });
  let current = "";
  return {
    doing: (text) => {
      current = text;
      spinner.start(`${text} …`);
    },
    report: (line) => (spinner.text = `${current}: ${printable(line)}`),
    warn: (warnings) => {
      spinner.stop();
      warn(warnings);
    },
    stop: () => void spinner.stop(),
    end: () => void spinner.stop(),
  };
}
