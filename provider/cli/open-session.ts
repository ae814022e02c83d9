/** From a command's options to a session with the service. */
import { resolve } from "node:path";
import type { Session } from "../workflows/session.js";
import type { Progress } from "./progress.js";
import { openSource, type SourceOptions } from "./source.js";
import type { Surroundings } from "./surroundings.js";

export interface OpenSession extends SourceOptions {
  readonly surroundings: Surroundings;
  readonly progress: Progress;
}

export async function openSession(options: OpenSession): Promise<{ session: Session; warnings: readonly string[] }> {
  const { surroundings, progress } = options;
  const [{ createPulumiCli }, { createSession }] = await Promise.all([
    import("./pulumi-cli.js"),
    import("../workflows/session.js"),
  ]);
  const directory = resolve(surroundings.directory, options.cwd ?? ".");
  const cli = createPulumiCli(surroundings.environment, directory, surroundings.signal);
  const { config, environment, warnings } = await openSource(options, surroundings, cli);
  const session = createSession({
    config,
    environment,
    onProgress: (line) => progress.tell(line),
    signal: surroundings.signal,
  });
  return { session, warnings };
}
