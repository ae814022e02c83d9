/** Packs the plugin's archive for one platform: the executable, and all licences. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { create } from "tar";
import { ROOT } from "./bundle.js";
import { findNode, makeExecutable, type Node } from "./executable.js";
import { withTemporaryFolder } from "./temporary-folder.js";

/** The folder to which `npm run pack:plugin` writes the archive. A release publishes everything in this folder. */
export const ARCHIVES_FOLDER = "dist/archives";

/** The file with the version of Node.js in released executables. */
const PINNED_NODE = join(ROOT, "scripts/plugin/.node-version");

interface PackOptions {
  readonly version: string;
  readonly outdir: string;
  /** The Node.js that becomes part of the executable. Default: the one that runs this. */
  readonly node?: string | undefined;
  /** True if the archive is for a release. Then Node.js must be the pinned version, and its licence must be there. */
  readonly isRelease?: boolean | undefined;
}

/** Makes the executable and writes its archive. Returns the archive's path. */
export async function packPlugin({ version, outdir, ...options }: PackOptions): Promise<string> {
  const { isRelease = false } = options;
  const node = await findNode(options.node);
  const pinned = (await readFile(PINNED_NODE, "utf8")).trim();
  if (isRelease && node.version !== pinned) {
    throw new Error(`Released executables contain Node.js ${pinned}, and ${node.path} is ${node.version}.`);
  }
  const nodeLicence = licenceOfNode(node, isRelease);
  return withTemporaryFolder(async (cwd) => {
    const executable = `pulumi-resource-workflows${node.platform.startsWith("windows") ? ".exe" : ""}`;
    const inputs = await makeExecutable({ version, node, outfile: join(cwd, executable) });
    await copyFile(join(ROOT, "LICENSE"), join(cwd, "LICENSE"));
    await writeFile(join(cwd, "THIRD-PARTY-LICENSES"), licencesOfPackages(inputs));
    await writeFile(join(cwd, "NODE-LICENSE"), nodeLicence);
    await mkdir(outdir, { recursive: true });
    const file = join(outdir, `pulumi-resource-workflows-v${version}-${node.platform}.tar.gz`);
    const files = [executable, "LICENSE", "THIRD-PARTY-LICENSES", "NODE-LICENSE"];
    await create({ file, cwd, gzip: true, portable: true, mtime: new Date(0) }, files);
    return file;
  });
}

/** Writes `SHA256SUMS` for all other files of the folder, for `sha256sum --check`. Returns its path. */
export async function writeChecksums(folder: string): Promise<string> {
  const path = join(folder, "SHA256SUMS");
  const names = (await readdir(folder)).filter((name) => name !== "SHA256SUMS").sort();
  const lines = await Promise.all(
    names.map(async (name) => {
      const content = await readFile(join(folder, name));
      return `${createHash("sha256").update(content).digest("hex")}  ${name}\n`;
    }),
  );
  await writeFile(path, lines.join(""));
  return path;
}

/** Returns the licences of all packages among the bundled files, as one text. */
function licencesOfPackages(inputs: readonly string[]): string {
  const packageFolder = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
  const folders = [...new Set(inputs.flatMap((file) => packageFolder.exec(file)?.[0] ?? []))].sort();
  const licences = folders.map((path) => {
    const folder = join(ROOT, path);
    const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Record<string, unknown>;
    const heading = `${String(manifest["name"])} ${String(manifest["version"])} (${String(manifest["license"])})`;
    const file = readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
    const text = file === undefined ? "" : readFileSync(join(folder, file), "utf8").trim();
    return `${heading}\n${"-".repeat(heading.length)}\n${text}`.trim();
  });
  return licences.join("\n\n");
}

/** Where the licence of Node.js is, relative to the executable: in archives of nodejs.org, and in Linux packages. */
const NODE_LICENCES = ["LICENSE", "../LICENSE", "../share/doc/nodejs/LICENSE", "../share/doc/nodejs/copyright"];

/**
 * Returns the text of the licence of Node.js and its parts. If its file is missing, as in npm's package of Node.js,
 * returns a line with its address, or throws if the archive is for a release.
 */
function licenceOfNode({ path, version }: Node, isRelease: boolean): string {
  const locations = NODE_LICENCES.map((location) => join(dirname(path), location));
  const file = locations.find((location) => existsSync(location));
  if (file !== undefined) {
    return readFileSync(file, "utf8");
  }
  if (isRelease) {
    throw new Error(
      `The licence of the Node.js at ${path} was not found. A release needs it. Looked for ${locations.join(", ")}. ` +
        "Use a Node.js from nodejs.org, with `--node <path>`.",
    );
  }
  return `The licence of Node.js ${version}: https://github.com/nodejs/node/blob/v${version}/LICENSE\n`;
}
