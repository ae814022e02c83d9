/** The archive that a plugin server offers for one platform: the name and the files that the engine expects, and the licences. */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { chmod, copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { create } from "tar";
import { ROOT } from "./bundle.js";
import { withTemporaryFolder } from "./temporary-folder.js";

/** `npm run pack:plugin` writes the archive here. The release publishes everything in this folder. */
export const ARCHIVES_FOLDER = "dist/archives";

interface ArchiveOptions {
  readonly version: string;
  /** As Pulumi names it: `linux-amd64`. */
  readonly platform: string;
  readonly executable: string;
  /** The licences of the bundled packages, and of Node.js. */
  readonly licences: { readonly packages: string; readonly node: string };
  readonly outdir: string;
}

/** Writes the archive. Gives its path. */
export async function packArchive(options: ArchiveOptions): Promise<string> {
  const { version, platform, executable, licences, outdir } = options;
  const name = basename(executable);
  return withTemporaryFolder(async (cwd) => {
    await copyFile(executable, join(cwd, name));
    await chmod(join(cwd, name), 0o755);
    await copyFile(join(ROOT, "LICENSE"), join(cwd, "LICENSE"));
    await writeFile(join(cwd, "THIRD-PARTY-LICENSES"), licences.packages);
    await writeFile(join(cwd, "NODE-LICENSE"), licences.node);
    await mkdir(outdir, { recursive: true });
    const file = join(outdir, `pulumi-resource-workflows-v${version}-${platform}.tar.gz`);
    // The same files make the same archive.
    const files = [name, "LICENSE", "THIRD-PARTY-LICENSES", "NODE-LICENSE"];
    await create({ file, cwd, gzip: true, portable: true, mtime: new Date(0) }, files);
    return file;
  });
}

/** Writes `SHA256SUMS` for all other files of the folder, in the form that `sha256sum --check` reads. Gives its path. */
export async function writeChecksums(folder: string): Promise<string> {
  const path = join(folder, "SHA256SUMS");
  const names = (await readdir(folder)).filter((name) => name !== "SHA256SUMS").sort();
  const lines = await Promise.all(
    names.map(async (name) => {
      const digest = createHash("sha256")
        .update(await readFile(join(folder, name)))
        .digest("hex");
      return `${digest}  ${name}\n`;
    }),
  );
  await writeFile(path, lines.join(""));
  return path;
}

/** One text with the licence of every package among the bundled files. */
export function licencesOfPackages(files: readonly string[]): string {
  const folders = [...new Set(files.flatMap((file) => packageFolder(file) ?? []))].sort();
  return folders.map((folder) => licenceOf(join(ROOT, folder))).join("\n\n");
}

/** `node_modules/a/node_modules/@b/c` of a file somewhere below it. */
export function packageFolder(file: string): string | undefined {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0];
}

function licenceOf(folder: string): string {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Readonly<Record<string, unknown>>;
  const { name, version, license } = manifest;
  const heading = `${String(name)} ${String(version)} (${String(license)})`;
  const text = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
  const body = text === undefined ? "" : readFileSync(join(folder, text), "utf8").trim();
  return `${heading}\n${"-".repeat(heading.length)}\n${body}`.trim();
}

/** Where a Node.js has its licence: the archives of nodejs.org (Windows and others), and Linux packages. */
const NODE_LICENCES = ["LICENSE", "../LICENSE", "../share/doc/nodejs/LICENSE", "../share/doc/nodejs/copyright"];

/** The licence of Node.js and of all that is part of it. */
export function licenceOfNode(executable: string): string {
  const places = NODE_LICENCES.map((place) => join(dirname(executable), place));
  const place = places.find((file) => existsSync(file));
  if (place === undefined) {
    throw new Error(
      `The licence of the Node.js at ${executable} was not found. The archive needs it. Looked for ${places.join(", ")}. ` +
        "Use a Node.js from nodejs.org, with `--node <path>`.",
    );
  }
  return readFileSync(place, "utf8");
}
