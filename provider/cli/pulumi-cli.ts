/** Reads stacks through the Pulumi CLI, as a child process. Secrets come from its output; none is in its arguments. */
import { execFile } from "node:child_process";
import { delimiter, sep } from "node:path";
import { excerpt } from "../http/excerpt.js";
import type { Environment } from "../settings/read-settings.js";
import { CommandError } from "./exit-codes.js";

export interface PulumiCli {
  /** The output of the command. Throws a `CommandError` with the CLI's own message. */
  run(args: readonly string[], doing: string): Promise<string>;
}

/** The state of a hundred thousand workflows is about 50 MB. */
const MAX_OUTPUT_BYTES = 1024 * 1024 * 1024;

/** A CLI that prompts, or waits for a backend that does not respond, must not stop a pipeline for ever. */
const MAX_RUN_MS = 120_000;

export function createPulumiCli(
  environment: Environment,
  directory: string,
  signal: AbortSignal,
  timeout = MAX_RUN_MS,
): PulumiCli {
  const fullPath = environment["PATH"] ?? "";
  // npm's wrapper may download a CLI, so any other comes first.
  const paths = [withoutWrappers(fullPath), fullPath];

  const runUnder = (path: string, args: readonly string[]): Promise<Outcome> =>
    new Promise((resolve) => {
      const child = execFile(
        "pulumi",
        [...args, "--non-interactive"],
        {
          cwd: directory,
          env: { PULUMI_SKIP_UPDATE_CHECK: "true", ...environment, PATH: path, NO_COLOR: "1" },
          maxBuffer: MAX_OUTPUT_BYTES,
          timeout,
          killSignal: "SIGKILL",
          signal,
        },
        (error, stdout, stderr) => resolve({ error: error ?? undefined, stdout, stderr }),
      );
      // A CLI that ends before it reads its input has not failed.
      child.stdin?.on("error", () => undefined).end();
    });

  return {
    run: async (args, doing) => {
      for (const path of paths) {
        const { error, stdout, stderr } = await runUnder(path, args);
        if (error === undefined) {
          return stdout;
        }
        signal.throwIfAborted();
        if (error.killed === true) {
          throw new CommandError(
            "stack",
            `Could not ${doing}: \`pulumi\` did not finish within ${timeout / 1000} s.`,
            "Does its backend respond? Run `pulumi stack ls` to see.",
          );
        }
        if (error.code !== "ENOENT") {
          throw new CommandError("stack", `Could not ${doing}: ${causeOf(stderr, error)}`, hintFor(stderr));
        }
      }
      throw new CommandError(
        "stack",
        `Could not ${doing}: there is no Pulumi CLI on PATH${fullPath === "" ? " (PATH is empty)" : ""}.`,
        "Install it (https://www.pulumi.com/docs/install/), or give the settings in the environment, without --stack and --connection.",
      );
    },
  };
}

interface Outcome {
  readonly error: (Error & { code?: string | number | null | undefined; killed?: boolean | undefined }) | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** The CLI's own words: its last error, else its last line. */
function causeOf(stderr: string, error: Error & { code?: string | number | null | undefined }): string {
  const lines = stderr
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const cause = lines.findLast((line) => line.startsWith("error:")) ?? lines.at(-1);
  return cause === undefined
    ? `\`pulumi\` failed without a message (${excerpt(String(error.code ?? error.name))}).`
    : `pulumi reports: ${excerpt(cause)}`;
}

function hintFor(stderr: string): string | undefined {
  if (/passphrase/i.test(stderr)) {
    return "Set PULUMI_CONFIG_PASSPHRASE (or PULUMI_CONFIG_PASSPHRASE_FILE) to the stack's passphrase.";
  }
  if (/no stack named|no previous deployment/i.test(stderr)) {
    return "`pulumi stack ls` shows the stacks of this project.";
  }
  if (/no stack selected/i.test(stderr)) {
    return "Name a stack with --stack: `pulumi stack ls` shows those of this project.";
  }
  if (/no Pulumi\.yaml/i.test(stderr)) {
    return "Run it in the project's folder, or name that folder with --cwd.";
  }
  if (/PULUMI_ACCESS_TOKEN|pulumi login|not logged in/i.test(stderr)) {
    return "Run `pulumi login`, or set PULUMI_BACKEND_URL and what it needs.";
  }
  return undefined;
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
