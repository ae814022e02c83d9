/** The archive that a plugin server offers for one platform, with the name and the files that the engine expects. */
import { createHash } from "node:crypto";
import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { create } from "tar";
import { ROOT } from "./bundle.js";

/** `npm run pack:plugin` writes the archive here. The release publishes everything in this folder. */
export const ARCHIVES_FOLDER = "dist/archives";

export interface ArchiveOptions {
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
  const cwd = await mkdtemp(join(tmpdir(), "pulumi-workflows-"));
  const name = basename(executable);
  try {
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
  } finally {
    await rm(cwd, { recursive: true });
  }
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
