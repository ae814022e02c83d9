/** The archives that a plugin server offers, named and laid out as the engine expects them. */
import { copyFile, mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { create } from "tar";

/** Where `npm run pack:plugin` writes them and the release takes them from: nothing else is in it. */
export const ARCHIVES_FOLDER = "dist/archives";

const PLATFORMS = ["linux-amd64", "linux-arm64", "darwin-amd64", "darwin-arm64", "windows-amd64", "windows-arm64"];

const EXECUTABLE = "pulumi-resource-workflows";

/** Windows starts no file by its first line. */
const WINDOWS_SCRIPT = `@node "%~dp0${EXECUTABLE}" %*\r\n`;

export interface ArchiveOptions {
  readonly root: string;
  readonly version: string;
  readonly executable: string;
  /** The licences of what is bundled. */
  readonly notices: string;
  readonly outdir: string;
}

/** Writes an archive for each platform; gives their paths. */
export async function packArchives(options: ArchiveOptions): Promise<readonly string[]> {
  const staging = await mkdtemp(join(tmpdir(), "pulumi-workflows-"));
  try {
    await copyFile(options.executable, join(staging, EXECUTABLE));
    await copyFile(join(options.root, "LICENSE"), join(staging, "LICENSE"));
    await writeFile(join(staging, "THIRD-PARTY-LICENSES"), options.notices);
    await writeFile(join(staging, `${EXECUTABLE}.cmd`), WINDOWS_SCRIPT);
    await mkdir(options.outdir, { recursive: true });
    return await Promise.all(PLATFORMS.map((platform) => pack(platform, staging, options)));
  } finally {
    await rm(staging, { recursive: true });
  }
}

async function pack(platform: string, cwd: string, { outdir, version }: ArchiveOptions): Promise<string> {
  const file = join(outdir, `${EXECUTABLE}-v${version}-${platform}.tar.gz`);
  const script = platform.startsWith("windows") ? [`${EXECUTABLE}.cmd`] : [];
  // The same files make the same archive.
  await create({ file, cwd, gzip: true, portable: true, mtime: new Date(0) }, [
    EXECUTABLE,
    ...script,
    "LICENSE",
    "THIRD-PARTY-LICENSES",
  ]);
  return file;
}
