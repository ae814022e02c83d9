/** Looks for the Pulumi CLI: on `PATH`, or the one that the npm package `pulumi` downloads. Runs in the demo. */
import { execFile } from "node:child_process";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { findCli } from "../../provider/cli/pulumi-cli.js";

const run = promisify(execFile);

export interface PulumiCli {
  readonly version: string;
  /** The `PATH` under which `pulumi` is that engine. */
  readonly path: string;
}

/** The longest a CLI may take to print its version after a cold start. */
const VERSION_MILLISECONDS = 30_000;
/** The longest a download of the CLI may take. */
const DOWNLOAD_MILLISECONDS = 300_000;
/** The longest that an answer of the download server may take. */
const PROBE_MILLISECONDS = 3_000;
const DOWNLOADS_FROM = "https://get.pulumi.com/install.sh";

/** Returns the CLI on PATH, past the wrappers in `node_modules/.bin`; `undefined` if there is none. */
export async function findPulumi(): Promise<PulumiCli | undefined> {
  const path = findCli();
  return path === undefined ? undefined : versionUnder(path, VERSION_MILLISECONDS);
}

/**
 * Returns the CLI of the npm package `pulumi`, and downloads it first if that was not done yet. Returns `undefined` within seconds if
 * the package is not installed, or nothing can be downloaded.
 *
 * @param packageFolder Where `node_modules/pulumi` is.
 */
export async function downloadPulumi(packageFolder: string): Promise<PulumiCli | undefined> {
  try {
    await fetch(DOWNLOADS_FROM, { method: "HEAD", signal: AbortSignal.timeout(PROBE_MILLISECONDS) });
  } catch {
    return undefined;
  }
  const path = [join(packageFolder, "node_modules", ".bin"), process.env["PATH"] ?? ""].join(delimiter);
  return versionUnder(path, DOWNLOAD_MILLISECONDS);
}

/** Runs `pulumi version` with `path` as PATH; returns `undefined` if that fails. */
async function versionUnder(path: string, timeout: number): Promise<PulumiCli | undefined> {
  try {
    const { stdout } = await run("pulumi", ["version"], { env: { ...process.env, PATH: path }, timeout });
    return { version: stdout.trim().replace(/^v/, ""), path };
  } catch {
    return undefined;
  }
}
