/** What programs in other languages need before a test can run them without a network, and whether it is here. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { findTestCli } from "./pulumi-cli.js";

const WINDOWS = process.platform === "win32";

/** The file that only a prepared folder has. It contains the version of the language's tool. */
export const READY = "ready.txt";

export const PYTHON_PACKAGES = ["pulumi>=3.220.0,<4", "parver", "semver", "setuptools", "wheel"];

const digest = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 12);

/** The user's cache: `npm ci` empties node_modules, and nothing here depends on the checkout. */
const FOLDER = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "pulumi-workflows-tests");

export const VENV = join(FOLDER, `python-${digest(PYTHON_PACKAGES.join())}`);
export const PYTHON = join(VENV, WINDOWS ? "Scripts/python.exe" : "bin/python");

const GO_MODULE = resolve(__dirname, "../../examples/go/go.mod");

/** The prepared program, with `go.mod` and `go.sum`. */
export const GO_PROGRAM = join(FOLDER, `go-${digest(readFileSync(GO_MODULE, "utf8"))}`);

/** Go then takes modules from its cache only. */
export const GO_OFFLINE = { GOPROXY: "off", GOSUMDB: "off", GOTOOLCHAIN: "local", GOFLAGS: "-mod=mod" };

export type Language = "yaml" | "nodejs" | "python" | "go";

/** Returns `it` if programs in a language can be deployed here without a network, else `it.skip`. */
export function testIn(language: Language, what: string): jest.It {
  return isPrepared(language, what) ? it : it.skip;
}

/** Returns whether programs in a language can be deployed here. If only the language is missing, prints why. */
export function isPrepared(language: Language, what: string): boolean {
  const path = findTestCli();
  const reason = path === undefined ? undefined : missingFor(language, path);
  if (reason !== undefined) {
    process.stderr.write(`SKIPPED: ${what}, because ${reason}.\n`);
  }
  return path !== undefined && reason === undefined;
}

function missingFor(language: Language, path: string): string | undefined {
  const host = `pulumi-language-${language}${WINDOWS ? ".exe" : ""}`;
  if (!path.split(delimiter).some((folder) => existsSync(join(folder, host)))) {
    return `there is no ${host} on PATH`;
  }
  const isReady = {
    yaml: true,
    nodejs: true,
    python: existsSync(join(VENV, READY)),
    go: hasGoModules(),
  }[language];
  return isReady ? undefined : "its packages are not here: it could not be prepared before the tests";
}

function hasGoModules(): boolean {
  try {
    const cache = execFileSync("go", ["env", "GOMODCACHE"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    return existsSync(join(GO_PROGRAM, READY)) && existsSync(cache.trim());
  } catch {
    return false;
  }
}
