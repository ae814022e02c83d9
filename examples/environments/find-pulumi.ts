// Finds the Pulumi CLI, and makes sure that it works: nothing may start on an engine that only seems to be there.
import { execFile } from "node:child_process";
import { delimiter, sep } from "node:path";
import { EXIT, Failure } from "./failure";
import { clean } from "./report";

export interface FoundPulumi {
  readonly version: string;
  /** The PATH under which `pulumi` is this CLI. */
  readonly path: string;
}

/** A CLI that takes longer to print its version hangs. */
const VERSION_MILLISECONDS = 20_000;
const MOST_CHARACTERS = 200;

/**
 * The CLI on PATH; `undefined` if there is none. `npm start` puts `node_modules/.bin` there, where `pulumi` is a wrapper
 * that downloads a CLI: look past it.
 *
 * @throws Failure if there is one that does not work.
 */
export async function findPulumi(
  signal: AbortSignal,
  milliseconds = VERSION_MILLISECONDS,
): Promise<FoundPulumi | undefined> {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const path = folders.filter((folder) => !folder.endsWith(`${sep}node_modules${sep}.bin`)).join(delimiter);
  const { error, stdout, stderr } = await run(path, signal, milliseconds);
  signal.throwIfAborted();
  if (error?.code === "ENOENT") {
    return undefined;
  }
  if (error !== undefined) {
    const cause =
      error.killed === true
        ? `\`pulumi version\` did not finish within ${milliseconds / 1000} s`
        : exitOf(error, stderr);
    throw broken(cause);
  }
  const version = /^v?([3-9]|\d{2,})\.\d+\.\d+\S*$/.exec(stdout.trim())?.[0].replace(/^v/, "");
  if (version === undefined) {
    throw broken(`it printed "${shortened(stdout)}", not a version of 3.0.0 or later`);
  }
  return { version, path };
}

export function missingPulumi(): Failure {
  return new Failure(
    EXIT.engine,
    "there is no Pulumi CLI: `pulumi` is not on PATH. Nothing was started.",
    "Install it: https://www.pulumi.com/docs/install/",
  );
}

function broken(cause: string): Failure {
  return new Failure(
    EXIT.engine,
    `the Pulumi CLI does not work: ${cause}. Nothing was started.`,
    "Run `pulumi version`. Install the CLI again if it fails: https://www.pulumi.com/docs/install/",
  );
}

type RunError = Error & { code?: string | number | null; killed?: boolean; signal?: string | null };

function run(
  path: string,
  signal: AbortSignal,
  timeout: number,
): Promise<{ error: RunError | undefined; stdout: string; stderr: string }> {
  const options = {
    env: { PULUMI_SKIP_UPDATE_CHECK: "true", ...process.env, PATH: path },
    timeout,
    killSignal: "SIGKILL" as const,
    signal,
  };
  return new Promise((resolve) => {
    const child = execFile("pulumi", ["version"], options, (error, stdout, stderr) =>
      resolve({ error: error ?? undefined, stdout, stderr }),
    );
    child.stdin?.on("error", () => undefined).end();
  });
}

function exitOf({ code, signal, name }: RunError, stderr: string): string {
  const reported = shortened(stderr);
  const how = typeof code === "number" ? `exit code ${code}` : (code ?? signal ?? name);
  return `\`pulumi version\` failed (${how})${reported === "" ? "" : `: ${reported}`}`;
}

function shortened(text: string): string {
  const line = clean(text).trim();
  return line.length > MOST_CHARACTERS ? `${line.slice(0, MOST_CHARACTERS)}…` : line;
}
