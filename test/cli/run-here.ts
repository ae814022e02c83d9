/** Runs the command line in this process, with a context of its own. */
import type { CommandContext } from "../../provider/cli/context.js";
import { run } from "../../provider/cli/run.js";

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** By default, the output goes into a pipe. */
export async function runHere(
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  given: Partial<CommandContext> = {},
): Promise<Ran> {
  let out = "";
  let err = "";
  const code = await run(args, {
    environment,
    isPipe: true,
    width: undefined,
    write: (text) => void (out += text),
    writeError: (text) => void (err += text),
    ...given,
  });
  return { code, out, err };
}
