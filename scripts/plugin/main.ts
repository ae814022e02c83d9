/**
 * The commands behind `npm run pack:plugin` and `npm run install:plugin`.
 *
 * `pack` takes `--node <path>`, the Node.js that becomes part of the executable, and `--pinned` for a release, which refuses every
 * version except that of released executables.
 */
import { execFileSync } from "node:child_process";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { withoutWrappers } from "../../provider/cli/pulumi-cli.js";
import { messageOf, systemCodeOf } from "../../provider/base/errors.js";
import { packageVersion } from "../../provider/base/package-version.js";
import { ARCHIVES_FOLDER, packPlugin, writeChecksums } from "./archive.js";
import { ROOT } from "./bundle.js";
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
    pulumi("ignore", "version");
    await withTemporaryFolder(async (folder) => {
      const archive = await packPlugin({ version, outdir: folder });
      pulumi("inherit", "plugin", "install", "resource", "workflows", version, "--file", archive, "--reinstall");
    });
  } else {
    throw new Error("Name a command: pack or install.");
  }
}

function pulumi(stdio: "ignore" | "inherit", ...args: readonly string[]): void {
  const env = { ...process.env, PATH: withoutWrappers(process.env["PATH"] ?? "") };
  try {
    execFileSync("pulumi", args, { env, stdio });
  } catch (error) {
    throw systemCodeOf(error) === "ENOENT"
      ? new Error("There is no `pulumi` on PATH. Install the Pulumi CLI (https://www.pulumi.com/docs/install/).")
      : error;
  }
}

main().catch((error: unknown) => {
  console.error(messageOf(error));
  process.exitCode = 1;
});
