/** From a command's options to a session with the service. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Session } from "../workflows/session.js";
import { CommandError } from "./command-error.js";
import type { Progress } from "./progress.js";
import { createPulumiCli, type PulumiCli } from "./pulumi-cli.js";
import { openSource, type SourceOptions } from "./source.js";
import type { Surroundings } from "./surroundings.js";

export interface OpenSession extends SourceOptions {
  readonly surroundings: Surroundings;
  readonly progress: Progress;
}

export async function openSession(options: OpenSession): Promise<{ session: Session; warnings: readonly string[] }> {
  const { surroundings, progress } = options;
  const { createSession } = await import("../workflows/session.js");
  const { config, environment, warnings } = await openSource(options, surroundings, pulumiCliFor(options));
  const session = createSession({
    config,
    environment,
    onProgress: (line) => progress.tell(line),
    signal: surroundings.signal,
  });
  return { session, warnings };
}

/** The Pulumi CLI in the project's folder. */
export function pulumiCliFor({ surroundings, cwd }: OpenSession): PulumiCli {
  const directory = resolve(surroundings.directory, cwd ?? ".");
  // Started in a folder that is not there, the CLI itself would seem to be missing.
  if (!existsSync(directory)) throw new CommandError("usage", `--cwd: there is no folder ${directory}.`);
  return createPulumiCli(surroundings.environment, directory, surroundings.signal);
}
