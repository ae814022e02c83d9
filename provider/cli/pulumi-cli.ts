/** Reads stacks through the Pulumi CLI, as a child process: secrets come over its output, none goes into its arguments. */
import { execFile } from "node:child_process";
import type { Environment } from "../settings/read-settings.js";
import { excerpt } from "../http/excerpt.js";
import { withoutWrappers } from "../pulumi/engine-path.js";
import { CommandError } from "./command-error.js";

export interface PulumiCli {
  /** What the command printed. Throws a `CommandError` that says what the CLI said. */
  run(args: readonly string[], doing: string): Promise<string>;
}

/** State with a hundred thousand workflows is some 50 MB. */
const MOST_BYTES = 1024 * 1024 * 1024;

export function createPulumiCli(environment: Environment, directory: string, signal: AbortSignal): PulumiCli {
  const whole = environment["PATH"] ?? "";
  // npm's wrapper may download a CLI: any other goes before it.
  const paths = [withoutWrappers(whole), whole];

  const runUnder = (path: string, args: readonly string[]): Promise<Outcome> =>
    new Promise((resolve) => {
      const child = execFile(
        "pulumi",
        [...args, "--non-interactive"],
        {
          cwd: directory,
          env: { PULUMI_SKIP_UPDATE_CHECK: "true", ...environment, PATH: path, NO_COLOR: "1" },
          maxBuffer: MOST_BYTES,
          signal,
        },
        (error, stdout, stderr) => resolve({ error: error ?? undefined, stdout, stderr }),
      );
      child.stdin?.end();
    });

  return {
    run: async (args, doing) => {
      for (const path of paths) {
        const { error, stdout, stderr } = await runUnder(path, args);
        if (error === undefined) return stdout;
        signal.throwIfAborted();
        if (error.code !== "ENOENT") {
          throw new CommandError("stack", `Could not ${doing}: ${said(stderr, error)}`, hintFor(stderr));
        }
      }
      throw new CommandError(
        "stack",
        `Could not ${doing}: there is no Pulumi CLI on PATH${whole === "" ? " (PATH is empty)" : ""}.`,
        "Install it (https://www.pulumi.com/docs/install/), or give the settings in the environment, without --stack and --connection.",
      );
    },
  };
}

interface Outcome {
  readonly error: (Error & { code?: string | number | null | undefined }) | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** The CLI's own words: its last error, else its last line. */
function said(stderr: string, error: Error): string {
  const lines = stderr
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const told = lines.findLast((line) => line.startsWith("error:")) ?? lines.at(-1);
  return told === undefined ? `\`pulumi\` failed (${excerpt(error.name)}).` : `pulumi says: ${excerpt(told)}`;
}

function hintFor(stderr: string): string | undefined {
  if (/passphrase/i.test(stderr)) {
    return "Set PULUMI_CONFIG_PASSPHRASE (or PULUMI_CONFIG_PASSPHRASE_FILE) to the stack's passphrase.";
  }
  if (/no stack named|no stack selected|no previous deployment/i.test(stderr)) {
    return "`pulumi stack ls` shows the stacks of this project; name one with --stack.";
  }
  if (/no Pulumi\.yaml/i.test(stderr)) return "Run it in the project's folder, or name that folder with --cwd.";
  if (/PULUMI_ACCESS_TOKEN|pulumi login|not logged in/i.test(stderr)) {
    return "Run `pulumi login`, or set PULUMI_BACKEND_URL and what it needs.";
  }
  return undefined;
}
