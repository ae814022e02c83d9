/** Looks for a real engine: the Pulumi CLI on `PATH`, or the one that the npm package `pulumi` brings. */
import { execFile } from "node:child_process";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { withoutWrappers } from "../../provider/cli/pulumi-cli.js";

const run = promisify(execFile);

export interface FoundPulumi {
  readonly version: string;
  /** The `PATH` under which `pulumi` is that engine. */
  readonly path: string;
}

/** The longest a CLI may take to print its version after a cold start. */
const VERSION_MILLISECONDS = 30_000;
/** The longest a download of the CLI may take. */
const DOWNLOAD_MILLISECONDS = 300_000;
/** The longest to wait for a sign that there is a network. */
const PROBE_MILLISECONDS = 3_000;
const DOWNLOADS_FROM = "https://get.pulumi.com/install.sh";

/** The CLI on `path` (default: this process's own), past the wrappers in `node_modules/.bin`; `undefined` where there is none. */
export async function findPulumi(path = process.env["PATH"] ?? ""): Promise<FoundPulumi | undefined> {
  return versionUnder(withoutWrappers(path), VERSION_MILLISECONDS);
}

/**
 * The CLI of the npm package `pulumi`, downloaded now if it was not before. `undefined` where the package is not installed or
 * nothing can be downloaded: found out in a few seconds.
 *
 * @param packageFolder Where `node_modules/pulumi` is.
 */
export async function downloadPulumi(packageFolder: string): Promise<FoundPulumi | undefined> {
  try {
    await fetch(DOWNLOADS_FROM, { method: "HEAD", signal: AbortSignal.timeout(PROBE_MILLISECONDS) });
  } catch {
    return undefined;
  }
  const path = [join(packageFolder, "node_modules", ".bin"), process.env["PATH"] ?? ""].join(delimiter);
  return versionUnder(path, DOWNLOAD_MILLISECONDS);
}

async function versionUnder(path: string, timeout: number): Promise<FoundPulumi | undefined> {
  try {
    const { stdout } = await run("pulumi", ["version"], { env: { ...process.env, PATH: path }, timeout });
    return { version: stdout.trim().replace(/^v/, ""), path };
  } catch {
    return undefined;
  }
}
