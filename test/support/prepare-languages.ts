/** Fetches what the tests of Python and Go need, once for all checkouts. They run without a network afterwards. */
import { execFile } from "node:child_process";
import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { messageOf } from "../../provider/base/errors.js";
import { addGoSdk } from "../plugin/language-projects.js";
import { GO_OFFLINE, GO_PROGRAM, PYTHON, PYTHON_PACKAGES, READY, VENV } from "./languages.js";
import { findCli, isolated } from "./pulumi-cli.js";
import { ROOT } from "../../scripts/plugin/bundle.js";
import { withTemporaryFolder } from "../../scripts/plugin/temporary-folder.js";

const run = promisify(execFile);
const python = process.platform === "win32" ? "python" : "python3";

interface Language {
  readonly name: string;
  readonly folder: string;
  /** Prints the version of the language's tool. */
  readonly version: readonly [command: string, ...args: string[]];
  /** Fails if what an earlier run has prepared is no longer complete. Uses no network. */
  readonly check: readonly [command: string, ...args: string[]];
  readonly prepare: () => Promise<void>;
}

const LANGUAGES: readonly Language[] = [
  {
    name: "python",
    folder: VENV,
    version: [python, "--version"],
    check: [PYTHON, "-c", "import pulumi, parver, semver, setuptools, wheel"],
    prepare: async () => {
      await run(python, ["-m", "venv", VENV]);
      await run(PYTHON, ["-m", "pip", "install", "--quiet", ...PYTHON_PACKAGES]);
    },
  },
  {
    name: "go",
    folder: GO_PROGRAM,
    version: ["go", "version"],
    check: ["go", "list", "-deps", "."],
    prepare: () =>
      withTemporaryFolder(async (home) => {
        const env = { ...process.env, ...isolated(home, home), PATH: findCli() };
        await cp(join(ROOT, "examples/go"), GO_PROGRAM, { recursive: true });
        await addGoSdk(GO_PROGRAM, env);
        await run("go", ["mod", "tidy"], { cwd: GO_PROGRAM, env });
        await run("go", ["build", "-o", join(home, "program"), "."], { cwd: GO_PROGRAM, env });
      }),
  },
];

/** Prepares a language, if it is not ready. Returns the line to print. If it fails, its tests are skipped. */
async function prepare({ name, folder, version, check, prepare }: Language): Promise<string> {
  try {
    const [tool, ...args] = version;
    const { stdout: wanted } = await run(tool, args);
    const marker = join(folder, READY);
    if ((await readFile(marker, "utf8").catch(() => "")) === wanted && (await succeeds(check, folder))) {
      return `${name}: ready, in ${folder}`;
    }
    await rm(folder, { recursive: true, force: true });
    await prepare();
    await writeFile(marker, wanted);
    return `${name}: prepared, in ${folder}`;
  } catch (error) {
    return `NOT READY, its tests are skipped: ${name}. ${messageOf(error)}`;
  }
}

async function succeeds([command, ...args]: Language["check"], cwd: string): Promise<boolean> {
  return run(command, args, { cwd, env: { ...process.env, ...GO_OFFLINE } }).then(
    () => true,
    () => false,
  );
}

if (findCli() === undefined) {
  console.log(
    "WORKFLOWS_TEST_ENGINE=pulumi needs a Pulumi CLI on PATH, and there is none: what deploys on it is skipped.",
  );
} else {
  void Promise.all(LANGUAGES.map(async (language) => console.log(await prepare(language))));
}
