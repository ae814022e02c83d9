/** Runs the command line in this process, with a context of its own. */
import type { CommandContext } from "../../provider/cli/context.js";
import { createMessages } from "../../provider/cli/messages.js";
import { run } from "../../provider/cli/run.js";

export interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export async function runHere(
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  given: Partial<CommandContext> = {},
): Promise<Ran> {
  let out = "";
  let err = "";
  const code = await run(args, {
    environment,
    directory: __dirname,
    isPipe: true,
    width: 120,
    paint: (_, text) => text,
    write: (text) => void (out += text),
    messages: createMessages((text) => (err += text), args),
    maxPulumiMilliseconds: 120_000,
    signal: new AbortController().signal,
    ...given,
  });
  return { code, out, err };
}
