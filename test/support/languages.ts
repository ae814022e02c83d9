/**
 * What programs in other languages need before a test can run them without a network: the SDK's packages.
 * `npm run prepare:languages` fetches them once for all checkouts. The tests only look for them.
 */
import { execFile, execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { messageOf } from "../../provider/http/errors.js";
import { ROOT } from "../plugin/executable.js";
import { findCli } from "./pulumi-cli.js";

const run = promisify(execFile);

const WINDOWS = process.platform === "win32";

const PYTHON_PACKAGES = ["pulumi>=3.220.0,<4", "parver", "semver", "setuptools", "wheel"];

/** The user's cache: `npm ci` empties node_modules, and nothing here depends on the checkout. */
const FOLDER = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "pulumi-workflows-tests");

export const VENV = join(FOLDER, `python-${digest(PYTHON_PACKAGES.join())}`);
export const PYTHON = join(VENV, WINDOWS ? "Scripts/python.exe" : "bin/python");

/** The prepared program, with `go.mod` and `go.sum`. */
export const GO_PROGRAM = join(FOLDER, `go-${digest(readFileSync(join(ROOT, "examples/go/go.mod"), "utf8"))}`);

/** A folder that is ready contains it, with the version of the language's tool. */
const READY = "ready.txt";

/** Go then takes modules from its cache only. */
export const GO_OFFLINE = { GOPROXY: "off", GOSUMDB: "off", GOTOOLCHAIN: "local", GOFLAGS: "-mod=mod" };

export type Language = "yaml" | "nodejs" | "python" | "go" | "java";

/** `test` if programs in a language can be deployed here without a network. Else the test counts as skipped, and the reason is printed. */
export function testIn(language: Language, what: string): jest.It {
  return isPrepared(language, what) ? test : test.skip;
}

/** Whether programs in a language can be deployed here without a network. Prints the reason if not. */
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
  if (language === "python" && !existsSync(join(VENV, READY))) {
    return `Python's packages are not here. ${prepare}`;
  }
  if (language === "go" && !hasGoModules()) {
    return `Go's modules are not here. ${prepare}`;
  }
  return language === "java" ? missingForJava() : undefined;
}

/** What a generated SDK for Java is compiled against. */
const JAVA_LIBRARIES = ["com/pulumi/pulumi", "com/google/code/findbugs/jsr305", "com/google/code/gson/gson"];

function missingForJava(): string | undefined {
  try {
    execFileSync("javac", ["-version"], { stdio: "ignore" });
  } catch {
    return "there is no javac on PATH";
  }
  const library = JAVA_LIBRARIES.find((name) => jarsIn(name).length === 0);
  return library === undefined ? undefined : `Maven has not downloaded ${library}`;
}

/** The jars of these libraries, where Maven keeps them. */
export function javaClassPath(): string {
  return JAVA_LIBRARIES.flatMap(jarsIn).join(delimiter);
}

function jarsIn(library: string): readonly string[] {
  const folder = join(homedir(), ".m2/repository", library);
  return existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".jar"))
        .map((file) => join(folder, file))
    : [];
}

function hasGoModules(): boolean {
  try {
    const cache = execFileSync("go", ["env", "GOMODCACHE"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    return existsSync(join(GO_PROGRAM, READY)) && existsSync(cache.trim());
  } catch {
    return false;
  }
}

/** Fetches the packages, unless an earlier run has. `prepareGo` fills a folder with a Go program. */
export async function prepareLanguages(
  report: (line: string) => void,
  prepareGo: (folder: string) => Promise<void>,
): Promise<void> {
  await mkdir(FOLDER, { recursive: true });
  const python = WINDOWS ? "python" : "python3";
  await Promise.all([
    prepareOnce("python", report, {
      folder: VENV,
      version: [python, "--version"],
      check: [PYTHON, "-c", "import pulumi, parver, semver, setuptools, wheel"],
      prepare: async () => {
        await run(python, ["-m", "venv", VENV]);
        await run(PYTHON, ["-m", "pip", "install", "--quiet", ...PYTHON_PACKAGES]);
      },
    }),
    prepareOnce("go", report, {
      folder: GO_PROGRAM,
      version: ["go", "version"],
      check: ["go", "list", "-deps", "."],
      prepare: () => prepareGo(GO_PROGRAM),
    }),
  ]);
}

interface Preparation {
  readonly folder: string;
  /** Prints the version of the language's tool. */
  readonly version: readonly [command: string, ...args: string[]];
  /** Fails if what an earlier run has prepared is no longer complete. Uses no network. */
  readonly check: readonly [command: string, ...args: string[]];
  readonly prepare: () => Promise<void>;
}

/** A language that cannot be prepared is skipped by the tests, which print it. */
async function prepareOnce(
  language: string,
  report: (line: string) => void,
  { folder, version, check, prepare }: Preparation,
): Promise<void> {
  const marker = join(folder, READY);
  try {
    const [command, ...args] = version;
    const { stdout: wanted } = await run(command, args);
    if (existsSync(marker) && (await readFile(marker, "utf8")) === wanted && (await succeeds(check, folder))) {
      report(`${language}: ready, in ${folder}`);
      return;
    }
    await rm(folder, { recursive: true, force: true });
    await prepare();
    await writeFile(marker, wanted);
    report(`${language}: prepared, in ${folder}`);
  } catch (error) {
    report(`${language}: not ready. ${messageOf(error)}`);
  }
}

async function succeeds([command, ...args]: Preparation["check"], folder: string): Promise<boolean> {
  try {
    await run(command, args, { cwd: folder, env: { ...process.env, ...GO_OFFLINE } });
    return true;
  } catch {
    return false;
  }
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}
