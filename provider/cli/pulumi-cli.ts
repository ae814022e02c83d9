/** Finds the Pulumi CLI, and runs it as a child process. Its output contains secrets; its arguments never do. */
import { execFile, type ExecFileException } from "node:child_process";
import { delimiter, resolve, sep } from "node:path";
import { promisify } from "node:util";
import which from "which";
import { WorkflowsError } from "../base/errors.js";
import { excerpt, inSeconds } from "../base/text.js";
import type { Options } from "./options.js";

/** How long the CLI may take. Milliseconds. */
const LIMIT_MS = 120_000;

/**
 * Returns the output of `pulumi` with these arguments, run in the folder of the project.
 *
 * @param doing The purpose, for the message "Could not …".
 * @param limitMs How long the CLI may take. Milliseconds.
 * @throws WorkflowsError with the CLI's message.
 */
export async function runPulumi(
  args: readonly string[],
  doing: string,
  options: Options,
  limitMs = LIMIT_MS,
): Promise<string> {
  const { environment } = options.context;
  const cwd = resolve(options.cwd ?? ".");
  const PATH = findCli(environment["PATH"] ?? "");
  if (PATH === undefined) {
    const hint =
      "Install it (https://www.pulumi.com/docs/install/), or set the settings in the environment, without --stack and --connection.";
    throw new WorkflowsError("the Pulumi CLI was not found on PATH.", { code: "settings", doing, hint });
  }
  const env = { PULUMI_SKIP_UPDATE_CHECK: "true", ...environment, PATH, NO_COLOR: "1" };
  try {
    const limits = { timeout: limitMs, maxBuffer: 2 ** 26 };
    const { stdout } = await promisify(execFile)("pulumi", [...args, "--non-interactive"], { cwd, env, ...limits });
    return stdout;
  } catch (error) {
    const { code, killed, stderr = "" } = error as ExecFileException;
    if (code === "ENOENT") {
      throw new WorkflowsError(`--cwd: the folder ${cwd} does not exist.`, { code: "settings" });
    }
    if (killed === true) {
      const hint =
        "Does `pulumi stack ls` end in this folder? Check the network, and the backend that `pulumi whoami --verbose` names.";
      throw new WorkflowsError(`pulumi did not end within ${inSeconds(limitMs)}.`, { code: "timeout", doing, hint });
    }
    throw reportedFailure(stderr, doing);
  }
}

/** Matches what the CLI says if its backend is down or cannot be reached. The settings are not the reason then. */
const BACKEND_FAILED = /\[5\d\d\]|dial tcp|performing HTTP request/;

/** Returns the error about what the CLI has written to standard error. */
function reportedFailure(stderr: string, doing: string): WorkflowsError {
  const cause = causeIn(stderr);
  const message = `pulumi reports: ${cause}`;
  if (BACKEND_FAILED.test(cause)) {
    const hint = "The settings of the stack are in Pulumi's backend, which failed. Try again later.";
    return new WorkflowsError(message, { code: "unavailable", doing, hint, mayPass: true });
  }
  const hint = /passphrase/i.test(stderr)
    ? "Set PULUMI_CONFIG_PASSPHRASE to the passphrase of the stack."
    : "Does `pulumi stack ls` show the stack, in the folder of its project (--cwd)?";
  return new WorkflowsError(message, { code: "settings", doing, hint });
}

/** Returns why the CLI failed: its last line that begins with "error:", or else its last line. */
function causeIn(stderr: string): string {
  const lines = stderr.split("\n").filter((line) => line.trim() !== "");
  return excerpt(lines.findLast((line) => line.startsWith("error:")) ?? lines.at(-1) ?? "nothing");
}

/**
 * The end of the path of a folder with npm's wrappers. Inside an npm script, and under `npx`, such folders come first
 * on PATH.
 */
const WRAPPERS_FOLDER = `${sep}node_modules${sep}.bin`;

/**
 * Returns the PATH under which `pulumi` is the Pulumi CLI and not npm's wrapper, which downloads one; `undefined` if no
 * folder of it has the CLI.
 */
export function findCli(path = process.env["PATH"] ?? ""): string | undefined {
  const folders = path.split(delimiter).filter((folder) => folder !== "" && !folder.endsWith(WRAPPERS_FOLDER));
  const cli = folders.length === 0 ? null : which.sync("pulumi", { path: folders.join(delimiter), nothrow: true });
  return cli === null ? undefined : folders.join(delimiter);
}
