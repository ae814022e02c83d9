/** Makes the plugin's executable: Node.js, the bundle and its code cache in one file (a single executable application). */
import { execFile } from "node:child_process";
import { chmod, copyFile, mkdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { systemCodeOf } from "../../provider/base/errors.js";
import { bundle, bundlePlugin } from "./bundle.js";
import { makeCodeCache } from "./code-cache.js";
import { withTemporaryFolder } from "./temporary-folder.js";

const run = promisify(execFile);

/** In each official Node.js executable: https://nodejs.org/api/single-executable-applications.html */
const FUSE = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

export interface Node {
  /** The executable file, behind all links. */
  readonly path: string;
  readonly version: string;
  /** As Pulumi names it: `linux-amd64`. */
  readonly platform: string;
}

/** The Node.js at `path`. Default: the one that runs this. */
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
  /** What is bundled, relative to the checkout's root. Default: the plugin. */
  readonly entry?: string;
}

/** Writes the executable. Gives the files that went into it, relative to the checkout's root. */
export async function makeExecutable({ version, node, outfile, entry }: ExecutableOptions): Promise<readonly string[]> {
  await assertFuse(node);
  return withTemporaryFolder(async (folder) => {
    const file = (name: string): string => join(folder, name);
    const plugin = await bundlePlugin(version, entry);
    // A function here, and not in the first script: that would have to copy the text.
    await writeFile(file("bundle.js"), `(function(exports,require,module,__filename,__dirname){${plugin.text}\n})`);
    await writeFile(file("main.js"), (await bundle("scripts/plugin/first-script.ts")).text);
    const bare = { ...node, path: file("node") };
    await copyWithoutSymbols(node, bare.path);
    await mkdir(dirname(outfile), { recursive: true });
    const assets = { bundle: file("bundle.js") };
    const withCache = { ...assets, "code-cache": file("code-cache") };
    await addScript(bare, file("main.js"), assets, outfile);
    // V8 accepts a code cache under the flags only under which it was made: an executable of the same kind makes it.
    await makeCodeCache(outfile, withCache["code-cache"]);
    await addScript(bare, file("main.js"), withCache, outfile);
    return plugin.inputs;
  });
}

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
    // It makes the file smaller, and is not everywhere.
    await run("strip", [outfile]).catch((error: unknown) => {
      if (systemCodeOf(error) !== "ENOENT") {
        throw error;
      }
    });
  }
}

type Assets = Readonly<Record<string, string>>;

/** Copies Node.js to `outfile`, and adds the script and the files that it can read from within, by name. */
async function addScript({ path, platform }: Node, main: string, assets: Assets, outfile: string): Promise<void> {
  const output = `${path}-blob`;
  const config = `${path}-config.json`;
  const options = {
    main,
    output,
    disableExperimentalSEAWarning: true,
    // The user's NODE_OPTIONS are for the user's programs. Node.js 20 ignores this line.
    execArgvExtension: "none",
    // In MB. With V8's own 1 MB for new objects it collects garbage twice before the first response. Ignored likewise.
    execArgv: ["--min-semi-space-size=8"],
    assets,
  };
  await writeFile(config, JSON.stringify(options));
  await run(path, ["--experimental-sea-config", config]);
  await rm(outfile, { force: true });
  await copyFile(path, outfile);
  const isDarwin = platform.startsWith("darwin");
  const segment = isDarwin ? ["--macho-segment-name", "NODE_SEA"] : [];
  const postject = require.resolve("postject/dist/cli.js");
  await run(process.execPath, [postject, outfile, "NODE_SEA_BLOB", output, "--sentinel-fuse", FUSE, ...segment]);
  // macOS runs no unsigned executable on Apple silicon. This signature has no identity.
  if (isDarwin) {
    await run("codesign", ["--sign", "-", outfile]);
  }
}
