/** Says on standard error what takes long: a spinner on a terminal, else lines that a log can keep. */
import type { Surroundings } from "./surroundings.js";

export interface Progress {
  /** What is being done now. Shown by a spinner only: a log is told of waits and long listings, not of every step. */
  readonly doing: (text: string) => void;
  /** News from the transport and the listing. */
  readonly tell: (line: string) => void;
  readonly stop: () => void;
}

export async function createProgress(surroundings: Surroundings): Promise<Progress> {
  if (!surroundings.spinner) {
    return {
      doing: () => undefined,
      tell: (line) => surroundings.writeError(`pulumi-workflows: ${line}\n`),
      stop: () => undefined,
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
    tell: (line) => (spinner.text = `${current}: ${line}`),
    stop: () => void spinner.stop(),
  };
}
