/**
 * Packs the plugin (`npm run pack:plugin`), or installs it with the Pulumi CLI (`npm run install:plugin`).
 *
 * `pack` takes `--node <path>`, which names the Node.js that becomes part of the executable. A release adds `--pinned`:
 * then every version is refused but the one in `.node-version`.
 */
import { execFileSync } from "node:child_process";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { messageOf } from "../../provider/base/errors.js";
import { packageVersion } from "../../provider/base/package-version.js";
import { ARCHIVES_FOLDER, packPlugin, writeChecksums } from "./archive.js";
import { ROOT } from "./bundle.js";
import { requireCli } from "../require-cli.js";
import { withTemporaryFolder } from "./temporary-folder.js";

const version = packageVersion();

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { node: { type: "string" }, pinned: { type: "boolean", default: false } },
  });
  if (positionals[0] === "pack") {
    const outdir = join(ROOT, ARCHIVES_FOLDER);
    const archive = await packPlugin({ version, outdir, node: values.node, isRelease: values.pinned });
    for (const file of [archive, await writeChecksums(outdir)]) {
      console.log(`Made ${relative(ROOT, file)}.`);
    }
  } else if (positionals[0] === "install") {
    const env = { ...process.env, PATH: requireCli() };
    await withTemporaryFolder(async (folder) => {
      const archive = await packPlugin({ version, outdir: folder });
      const install = ["plugin", "install", "resource", "workflows", version, "--file", archive, "--reinstall"];
      execFileSync("pulumi", install, { env, stdio: "inherit" });
    });
  } else {
    throw new Error("Name a command: pack or install.");
  }
}

main().catch((error: unknown) => {
  console.error(messageOf(error));
  process.exitCode = 1;
});
