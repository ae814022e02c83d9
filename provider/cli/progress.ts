/** Progress and warnings on standard error: a spinner on a terminal, lines in a log, one JSON document with `--json`. */
import { printable } from "../http/excerpt.js";
import type { CommandContext } from "./context.js";
import { printableJson } from "./text.js";

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
  if (context.spinnerColumns === undefined) {
    return {
      doing: () => undefined,
      report: (line) => writeError(`pulumi-workflows: ${printable(line)}\n`),
      warn,
      stop: () => undefined,
      end: () => undefined,
    };
  }
  const { truncate } = await import("./table.js");
  const spinner = createSpinner(context.spinnerColumns, truncate, writeError);
  let current = "";
  return {
    doing: (text) => {
      current = text;
      spinner.show(`${text} …`);
    },
    report: (line) => spinner.show(`${current}: ${printable(line)}`),
    warn: (warnings) => {
      spinner.stop();
      warn(warnings);
    },
    stop: spinner.stop,
    end: spinner.stop,
  };
}

const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const FRAME_MILLISECONDS = 80;
const CLEAR_LINE = "\r\u001b[K";

/** One line that turns: a string that does not fit is cut, as a second line could not be cleared. */
function createSpinner(
  columns: number,
  truncate: (text: string, width: number) => string,
  write: (text: string) => void,
): { readonly show: (text: string) => void; readonly stop: () => void } {
  let timer: NodeJS.Timeout | undefined;
  let frame = 0;
  let shown = "";
  const draw = (): void => {
    write(CLEAR_LINE + truncate(`${FRAMES[frame % FRAMES.length] ?? ""} ${shown}`, columns - 1));
    frame += 1;
  };
  return {
    show: (text) => {
      shown = text;
      draw();
      timer ??= setInterval(draw, FRAME_MILLISECONDS).unref();
    },
    stop: () => {
      if (timer !== undefined) {
        clearInterval(timer);
        timer = undefined;
        write(CLEAR_LINE);
      }
    },
  };
}
