/** The package as npm would publish it: its tarball, and projects that have it installed. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { builtFile, ROOT } from "../support/built.js";

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, unknown>>;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly peerDependencies: Readonly<Record<string, string>>;
}

export const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as Manifest;

export interface Tarball {
  readonly file: string;
  /** Where it is unpacked. */
  readonly folder: string;
  readonly paths: readonly string[];
}

/** Packs what `npm run build` has made; builds nothing. */
export function pack(folder: string): Tarball {
  builtFile("index.js");
  const printed = execFileSync(
    "npm",
    ["pack", "--json", "--ignore-scripts", "--pack-destination", folder, "--loglevel=error"],
    { cwd: ROOT, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
  );
  const [packed] = JSON.parse(printed) as {
    filename: string;
    files: { path: string }[];
  }[];
  if (packed === undefined) {
    throw new Error("`npm pack` has printed no file name.");
  }
  const file = join(folder, packed.filename);
  execFileSync("tar", ["-xzf", file, "-C", folder]);
  return { file, folder: join(folder, "package"), paths: packed.files.map(({ path }) => path).sort() };
}

export function temporaryFolder(): string {
  return realpathSync(mkdtempSync(join(tmpdir(), "workflows-package-")));
}

/** How a package manager lays packages out. */
export type Layout = "npm" | "pnpm";

/**
 * Installs the tarball into a project, and beside it what the tarball's manifest names. Nothing else is there, so that
 * an import of another package fails, as it would in a user's project.
 */
export function installInto(project: string, { folder }: Tarball, layout: Layout): void {
  const dependencies = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
  const packages = join(project, "node_modules");
  const store = layout === "npm" ? packages : join(packages, ".pnpm", `${manifest.name}@0`, "node_modules");
  mkdirSync(store, { recursive: true });
  cpSync(folder, join(store, manifest.name), { recursive: true });
  for (const name of dependencies) {
    link(join(ROOT, "node_modules", name), join(store, name));
  }
  if (layout === "pnpm") {
    link(join(store, manifest.name), join(packages, manifest.name));
    for (const name of Object.keys(manifest.peerDependencies)) {
      link(join(store, name), join(packages, name));
    }
  }
}

function link(target: string, path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(realpathSync(target), path);
}

/** Returns the paths of all files in a folder and below, relative to it. */
export function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}
