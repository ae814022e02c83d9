/**
 * The commands behind `npm run build:plugin`, `install:plugin`, `pack:plugin` and `release:files`.
 *
 * `pack` takes `--node <path>`, the Node.js that becomes part of the executable, and `--pinned`, which refuses every version
 * except that of released executables.
 */
import { execFileSync } from "node:child_process";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { withoutWrappers } from "../cli/pulumi-cli.js";
import { messageOf, systemCodeOf } from "../http/errors.js";
import { packageVersion } from "../http/package-version.js";
import { ARCHIVES_FOLDER, licenceOfNode, licencesOfPackages, packArchive, writeChecksums } from "./archives.js";
import { ROOT, writeScript } from "./bundle.js";
import { executableName, findNode, makeExecutable, pinnedNodeVersion } from "./executable.js";
import { writeReleaseFiles } from "./release-files.js";
import { withTemporaryFolder } from "./temporary-folder.js";

const version = packageVersion();

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { node: { type: "string" }, pinned: { type: "boolean", default: false } },
  });
  switch (positionals[0]) {
    case "build":
      return build();
    case "pack":
      return pack(values);
    case "install":
      return install();
    case "release-files":
      (await writeReleaseFiles(version, join(ROOT, ARCHIVES_FOLDER))).forEach(report);
      return;
    default:
      throw new Error("Name a command: build, install, pack or release-files.");
  }
}

async function build(): Promise<void> {
  const outfile = join(ROOT, "dist/bin/pulumi-resource-workflows");
  await writeScript(version, outfile);
  report(outfile);
}

async function pack({ node: path, pinned }: { node?: string | undefined; pinned: boolean }): Promise<void> {
  const outdir = join(ROOT, ARCHIVES_FOLDER);
  report(await packHere(outdir, path, pinned));
  report(await writeChecksums(outdir));
}

/** Installs the archive for this platform, as a plugin server would offer it. */
async function install(): Promise<void> {
  pulumi("version");
  await withTemporaryFolder(async (folder) => {
    const archive = await packHere(folder);
    console.log(pulumi("plugin", "install", "resource", "workflows", version, "--file", archive, "--reinstall"));
  });
}

async function packHere(outdir: string, path?: string, pinned = false): Promise<string> {
  const node = await findNode(path);
  const wanted = await pinnedNodeVersion();
  if (pinned && node.version !== wanted) {
    throw new Error(`Released executables contain Node.js ${wanted}, and ${node.path} is ${node.version}.`);
  }
  return withTemporaryFolder(async (folder) => {
    const executable = join(folder, executableName(node.platform));
    const inputs = await makeExecutable({ version, node, outfile: executable });
    const licences = { packages: licencesOfPackages(inputs), node: licenceOfNode(node.path) };
    return await packArchive({ version, platform: node.platform, executable, licences, outdir });
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

function report(file: string): void {
  console.log(`Made ${relative(ROOT, file)}.`);
}

main().catch((error: unknown) => {
  console.error(messageOf(error));
  process.exitCode = 1;
});
