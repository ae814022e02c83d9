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
import { messageOf, systemCodeOf } from "../../provider/http/errors.js";
import { packageVersion } from "../../provider/http/package-version.js";
import { ARCHIVES_FOLDER, packPlugin, writeChecksums } from "./archive.js";
import { ROOT } from "./bundle.js";
import { withTemporaryFolder } from "./temporary-folder.js";

const version = packageVersion();

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { node: { type: "string" }, pinned: { type: "boolean", default: false } },
  });
  const [command] = positionals;
  if (command === "pack") {
    const outdir = join(ROOT, ARCHIVES_FOLDER);
    const files = [
      await packPlugin({ version, outdir, node: values.node, isRelease: values.pinned }),
      await writeChecksums(outdir),
    ];
    files.forEach((file) => console.log(`Made ${relative(ROOT, file)}.`));
  } else if (command === "install") {
    await install();
  } else {
    throw new Error("Name a command: pack or install.");
  }
}

/** Installs the archive for this platform, as a plugin server would offer it. */
async function install(): Promise<void> {
  pulumi("version");
  await withTemporaryFolder(async (folder) => {
    const archive = await packPlugin({ version, outdir: folder });
    console.log(pulumi("plugin", "install", "resource", "workflows", version, "--file", archive, "--reinstall"));
  });
}

/** What the CLI writes to standard output. Its errors appear as they are. */
function pulumi(...args: readonly string[]): string {
  const env = { ...process.env, PATH: withoutWrappers(process.env["PATH"] ?? "") };
  try {
    return execFileSync("pulumi", args, { env, encoding: "utf8", stdio: ["ignore", "pipe", "inherit"] }).trimEnd();
  } catch (error) {
    if (systemCodeOf(error) !== "ENOENT") {
      throw error;
    }
    throw new Error(
      "There is no `pulumi` on PATH. Install the Pulumi CLI (https://www.pulumi.com/docs/install/) and try again.",
    );
  }
}

main().catch((error: unknown) => {
  console.error(messageOf(error));
  process.exitCode = 1;
});
