/** `npm run prepare:languages`: fetches what the tests of Python and Go need, so that they run without a network. */
import { execFile } from "node:child_process";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { prepareLanguages } from "../support/languages.js";
import { findCli, isolated } from "../support/pulumi-cli.js";
import { ROOT } from "./executable.js";
import { addGoSdk } from "./language-projects.js";

const run = promisify(execFile);

async function main(): Promise<void> {
  const path = findCli();
  if (path === undefined) {
    throw new Error("There is no `pulumi` on PATH, without which no test needs other languages.");
  }
  const home = await mkdtemp(join(tmpdir(), "workflows-languages-"));
  const env = { ...process.env, ...isolated(home, home), PATH: path };
  try {
    await prepareLanguages(console.log, async (folder) => {
      await cp(join(ROOT, "examples/go"), folder, { recursive: true });
      await addGoSdk(folder, env);
      await run("go", ["mod", "tidy"], { cwd: folder, env });
      await run("go", ["build", "-o", join(home, "program"), "."], { cwd: folder, env });
    });
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
