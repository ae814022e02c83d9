/** Makes the plugin's executable: Node.js and the bundle in one file (a single executable application). */
import { execFile } from "node:child_process";
import { chmod, copyFile, readFile, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { systemCodeOf } from "../../provider/base/errors.js";
import { bundlePlugin } from "./bundle.js";
import { withTemporaryFolder } from "./temporary-folder.js";

const run = promisify(execFile);

/**
 * A text in every official Node.js executable. The character behind it says whether the executable contains a script.
 * See https://nodejs.org/api/single-executable-applications.html.
 */
const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

export interface Node {
  /** The executable file, behind all links. */
  readonly path: string;
  readonly version: string;
  /** The platform in Pulumi's spelling: `linux-amd64`. */
  readonly platform: string;
}

/** Describes the Node.js at `path`. Default: the one that runs this. */
export async function findNode(path = process.execPath): Promise<Node> {
  const script =
    "console.log(JSON.stringify([process.execPath, process.versions.node, process.platform, process.arch]))";
  const { stdout } = await run(path, ["-e", script]);
  const [file, version, os, arch] = JSON.parse(stdout) as [string, string, string, string];
  const platform = `${os === "win32" ? "windows" : os}-${arch === "x64" ? "amd64" : arch}`;
  return { path: await realpath(file), version, platform };
}

interface ExecutableOptions {
  readonly version: string;
  readonly node: Node;
  readonly outfile: string;
}

/** Writes the executable. Returns the files that went into it, relative to the checkout's root. */
export async function makeExecutable({ version, node, outfile }: ExecutableOptions): Promise<readonly string[]> {
  await assertFuse(node);
  const isDarwin = node.platform.startsWith("darwin");
  return withTemporaryFolder(async (folder) => {
    const { text, inputs } = await bundlePlugin(version);
    const [main, output, config] = [join(folder, "plugin.js"), join(folder, "blob"), join(folder, "config.json")];
    await writeFile(main, text);
    await writeFile(config, JSON.stringify({ main, output, ...SEA_OPTIONS }));
    // A code cache is valid for one build of Node.js only, so the one that will run the script makes it.
    await run(node.path, ["--experimental-sea-config", config]);
    await copyWithoutSymbols(node, outfile);
    const segment = isDarwin ? ["--macho-segment-name", "NODE_SEA"] : [];
    const postject = require.resolve("postject/dist/cli.js");
    await run(process.execPath, [postject, outfile, "NODE_SEA_BLOB", output, "--sentinel-fuse", FUSE, ...segment]);
    if (isDarwin) {
      // macOS on Apple silicon runs no unsigned executable. `-` signs without a certificate.
      await run("codesign", ["--sign", "-", outfile]);
    }
    return inputs;
  });
}

const SEA_OPTIONS = {
  disableExperimentalSEAWarning: true,
  useCodeCache: true,
  // The user's NODE_OPTIONS are for the user's programs. Node.js 20 ignores this line.
  execArgvExtension: "none",
};

/** Throws if this Node.js cannot become part of an executable. */
async function assertFuse({ path, version }: Node): Promise<void> {
  if ((await readFile(path)).includes(FUSE)) {
    return;
  }
  throw new Error(
    `Node.js ${version} at ${path} cannot become part of an executable: it is not an official build in one file. ` +
      "Run the command with an official Node.js, or name one with `--node <path>`.",
  );
}

/** Copies Node.js to `outfile`, without its signature, and without its debug symbols where `strip` is installed. */
async function copyWithoutSymbols({ path, platform }: Node, outfile: string): Promise<void> {
  await copyFile(path, outfile);
  await chmod(outfile, 0o755);
  if (platform.startsWith("darwin")) {
    await run("codesign", ["--remove-signature", outfile]);
  }
  if (platform.startsWith("linux")) {
    // `strip` only makes the file smaller, so we go on without it where it is not installed.
    await run("strip", [outfile]).catch((error: unknown) => {
      if (systemCodeOf(error) !== "ENOENT") {
        throw error;
      }
    });
  }
}
