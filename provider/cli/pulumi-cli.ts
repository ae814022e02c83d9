/** Runs the Pulumi CLI as a child process. Secrets come from its output; none is in its arguments. */
import { execFile, type ExecFileException } from "node:child_process";
import { delimiter, sep } from "node:path";
import { promisify } from "node:util";
import { excerpt } from "../http/excerpt.js";
import type { Environment } from "../settings/read-settings.js";
import { CommandError } from "./exit-codes.js";

/** A CLI that waits for a backend that does not respond must not stop a pipeline for ever. */
const MAX_RUN_MS = 120_000;

interface PulumiCommand {
  readonly args: readonly string[];
  /** What it is for, after "Could not". */
  readonly doing: string;
  /** The folder of the project. */
  readonly directory: string;
  readonly environment: Environment;
  /** Where the CLI is searched, one after another. */
  readonly paths: readonly string[];
  readonly signal: AbortSignal;
}

/** The output of the command. Throws a `CommandError` with the CLI's own message. */
export async function runPulumi(command: PulumiCommand): Promise<string> {
  const { doing, paths, signal } = command;
  const failed = (problem: string, hint?: string): CommandError =>
    new CommandError("stack", `Could not ${doing}: ${problem}`, hint);
  for (const path of paths) {
    try {
      return await execute(command, path);
    } catch (error) {
      signal.throwIfAborted();
      const { code, killed, stderr } = error as ExecFileException;
      if (killed === true) {
        throw failed(`\`pulumi\` did not finish within ${MAX_RUN_MS / 1000} s.`, "Does its backend respond?");
      }
      if (code !== "ENOENT") {
        throw failed(causeOf(stderr ?? ""));
      }
    }
  }
  throw failed(
    "there is no Pulumi CLI on PATH.",
    "Install it (https://www.pulumi.com/docs/install/), or set the settings in the environment, without --stack and --connection.",
  );
}

async function execute({ args, directory, environment, signal }: PulumiCommand, path: string): Promise<string> {
  const env = { PULUMI_SKIP_UPDATE_CHECK: "true", ...environment, PATH: path, NO_COLOR: "1" };
  const limits = { maxBuffer: 2 ** 26, timeout: MAX_RUN_MS, killSignal: "SIGKILL", signal } as const;
  const running = promisify(execFile)("pulumi", [...args, "--non-interactive"], { cwd: directory, env, ...limits });
  // A CLI that ends before it reads its input has not failed.
  running.child.stdin?.on("error", () => undefined).end();
  return (await running).stdout;
}

/** The CLI's own words: its last error, else its last line. */
function causeOf(stderr: string): string {
  const lines = stderr.split("\n").filter((line) => line.trim() !== "");
  const cause = lines.findLast((line) => line.startsWith("error:")) ?? lines.at(-1);
  return cause === undefined ? "`pulumi` failed without a message." : `pulumi reports: ${excerpt(cause)}`;
}

/** Inside an npm script, and under `npx`, such folders come first. */
const WRAPPERS = `${sep}node_modules${sep}.bin`;

/** `path` without the folders in which `pulumi` is npm's wrapper, which downloads a CLI. */
export function withoutWrappers(path: string): string {
  return path
    .split(delimiter)
    .filter((folder) => !folder.endsWith(WRAPPERS))
    .join(delimiter);
}
