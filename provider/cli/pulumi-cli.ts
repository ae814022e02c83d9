/** Runs the Pulumi CLI as a child process. Its output contains secrets; its arguments never do. */
import { execFile, type ExecFileException } from "node:child_process";
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { join, posix, resolve, sep, win32 } from "node:path";
import { promisify } from "node:util";
import { excerpt } from "../base/text.js";
import { CommandError } from "./exit-codes.js";
import type { Options } from "./options.js";

/**
 * Returns the output of `pulumi` with these arguments, run in the folder of the project.
 *
 * @param doing The purpose, for the message "Could not …".
 * @param mayDownload Whether npm's wrapper may be used, which downloads the CLI. Any other CLI on PATH is preferred.
 * @throws CommandError with the CLI's message.
 */
export async function runPulumi(
  args: readonly string[],
  doing: string,
  { context: { environment, directory, signal, maxPulumiMilliseconds }, cwd = "." }: Options,
  mayDownload = true,
): Promise<string> {
  const folder = resolve(directory, cwd);
  // In a folder that does not exist, the CLI itself would seem to be missing.
  if (!existsSync(folder)) {
    throw new CommandError("usage", `--cwd: the folder ${folder} does not exist.`);
  }
  const wholePath = environment["PATH"] ?? "";
  const PATH = findCli(wholePath) ?? (mayDownload ? wholePath : "");
  if (PATH === "") {
    // With an empty PATH, the system would run a `pulumi` in the project's folder.
    throw new CommandError("stack", `Could not ${doing}: ${NOT_FOUND}`, HOW_TO_INSTALL);
  }
  const env = { PULUMI_SKIP_UPDATE_CHECK: "true", ...environment, PATH, NO_COLOR: "1" };
  const limits = { maxBuffer: 2 ** 26, timeout: maxPulumiMilliseconds, killSignal: "SIGKILL", signal } as const;
  try {
    const running = promisify(execFile)("pulumi", [...args, "--non-interactive"], { cwd: folder, env, ...limits });
    // The CLI's input ends at once, so that the CLI cannot wait for an answer. An error here only means that the CLI has already ended.
    running.child.stdin?.on("error", () => undefined).end();
    return (await running).stdout;
  } catch (error) {
    signal.throwIfAborted();
    const [problem, hint] = causeOf(error as ExecFileException, maxPulumiMilliseconds);
    throw new CommandError("stack", `Could not ${doing}: ${problem}`, hint);
  }
}

const NOT_FOUND = "the Pulumi CLI was not found on PATH.";
const HOW_TO_INSTALL =
  "Install it (https://www.pulumi.com/docs/install/), or set the settings in the environment, without --stack and --connection.";

/** Returns why the CLI failed, and what to do. The reason is the CLI's last line that begins with "error:", or else its last line. */
function causeOf(
  { code, killed, stderr = "" }: ExecFileException,
  maxMilliseconds: number,
): [problem: string, hint?: string | undefined] {
  if (killed === true) {
    return [`\`pulumi\` did not finish within ${maxMilliseconds / 1000} s.`, "Does its backend respond?"];
  }
  if (code === "ENOENT") {
    return [NOT_FOUND, HOW_TO_INSTALL];
  }
  const lines = stderr.split("\n").filter((line) => line.trim() !== "");
  const cause = lines.findLast((line) => line.startsWith("error:")) ?? lines.at(-1);
  const hint = /passphrase/i.test(stderr) ? "Set PULUMI_CONFIG_PASSPHRASE to the passphrase of the stack." : undefined;
  return [cause === undefined ? "`pulumi` failed without a message." : `pulumi reports: ${excerpt(cause)}`, hint];
}

/** The end of the path of a folder with npm's wrappers. Inside an npm script, and under `npx`, such folders come first on PATH. */
const WRAPPERS_FOLDER = `${sep}node_modules${sep}.bin`;

/**
 * Returns the PATH under which `pulumi` is the Pulumi CLI and not npm's wrapper, which downloads one; `undefined` if no folder of it has
 * the CLI. Finds the file as the system does: on Windows its name ends in an extension of PATHEXT (`pulumi.exe`), elsewhere it is
 * `pulumi`, and the user may execute it.
 */
export function findCli(
  path = process.env["PATH"] ?? "",
  platform = process.platform,
  extensions = process.env["PATHEXT"] ?? ".COM;.EXE;.BAT;.CMD",
): string | undefined {
  const isWindows = platform === "win32";
  const { delimiter } = isWindows ? win32 : posix;
  const names = isWindows ? extensions.split(";").map((extension) => `pulumi${extension.toLowerCase()}`) : ["pulumi"];
  const right = isWindows ? constants.F_OK : constants.X_OK;
  const folders = path.split(delimiter).filter((folder) => folder !== "" && !folder.endsWith(WRAPPERS_FOLDER));
  const hasCli = folders.some((folder) => names.some((name) => isFileWith(right, join(folder, name))));
  return hasCli ? folders.join(delimiter) : undefined;
}

/** Returns whether there is such a file, and the user has this right to it. */
function isFileWith(right: number, file: string): boolean {
  try {
    accessSync(file, right);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
