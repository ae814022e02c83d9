/**
 * What programs in other languages need before a test can run them without a network: the SDK's packages.
 * `npm run prepare:languages` fetches them. The tests only look for them.
 */
import { execFile, execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "../plugin/executable.js";
import { findCli } from "./pulumi-cli.js";

const run = promisify(execFile);

const FOLDER = join(ROOT, "node_modules/.cache/languages");
const WINDOWS = process.platform === "win32";

export const VENV = join(FOLDER, "python");
export const PYTHON = join(VENV, WINDOWS ? "Scripts/python.exe" : "bin/python");

/** The prepared program, with `go.mod` and `go.sum`. */
export const GO_PROGRAM = join(FOLDER, "go");

/** Go then takes modules from its cache only. */
export const GO_OFFLINE = { GOPROXY: "off", GOSUMDB: "off", GOTOOLCHAIN: "local", GOFLAGS: "-mod=mod" };

export type Language = "yaml" | "nodejs" | "python" | "go";

/** Whether a test can deploy programs in a language here, without a network. Prints the reason if not. */
export function isPrepared(language: Language, what: string): boolean {
  const reason = missingFor(language);
  if (reason !== undefined) {
    process.stderr.write(`SKIPPED: ${what}, because ${reason}.\n`);
  }
  return reason === undefined;
}

function missingFor(language: Language): string | undefined {
  const path = findCli();
  if (path === undefined) {
    return "there is no Pulumi CLI on PATH";
  }
  const host = `pulumi-language-${language}${WINDOWS ? ".exe" : ""}`;
  const folders = path.split(delimiter);
  if (!folders.some((folder) => existsSync(join(folder, host)))) {
    return `there is no ${host} on PATH`;
  }
  const prepare = "Run `npm run prepare:languages`";
  if (language === "python" && !existsSync(PYTHON)) {
    return `Python's packages are not here. ${prepare}`;
  }
  if (language === "go" && !hasGoModules()) {
    return `Go's modules are not here. ${prepare}`;
  }
  return undefined;
}

function hasGoModules(): boolean {
  try {
    const cache = execFileSync("go", ["env", "GOMODCACHE"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    return existsSync(join(GO_PROGRAM, "go.sum")) && existsSync(cache.trim());
  } catch {
    return false;
  }
}

/** Fetches the packages. `prepareGo` fills a folder with a Go program. */
export async function prepareLanguages(
  report: (line: string) => void,
  prepareGo: (folder: string) => Promise<void>,
): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  await attempt("python", report, async () => {
    await rm(VENV, { recursive: true, force: true });
    await run(WINDOWS ? "python" : "python3", ["-m", "venv", VENV]);
    await run(PYTHON, [
      "-m",
      "pip",
      "install",
      "--quiet",
      "pulumi>=3.220.0,<4",
      "parver",
      "semver",
      "setuptools",
      "wheel",
    ]);
  });
  await attempt("go", report, async () => {
    await rm(GO_PROGRAM, { recursive: true, force: true });
    try {
      await prepareGo(GO_PROGRAM);
    } catch (error) {
      await rm(GO_PROGRAM, { recursive: true, force: true });
      throw error;
    }
  });
}

/** A language that cannot be prepared is skipped by the tests, which say so. */
async function attempt(language: string, report: (line: string) => void, work: () => Promise<void>): Promise<void> {
  try {
    await work();
    report(`${language}: ready`);
  } catch (error) {
    report(`${language}: not ready. ${error instanceof Error ? error.message : String(error)}`);
  }
}
