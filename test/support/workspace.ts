/** A project of its own for each case: a copy of a program in a temporary folder, with this checkout's packages. */
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { builtFile, ROOT } from "./built.js";

const PACKAGES = join(ROOT, "node_modules");

export interface Workspace {
  /** Where `Pulumi.yaml` and the program are. */
  readonly project: string;
  /** Where an engine keeps its state, and nothing else. */
  readonly state: string;
  /** Takes this package away from the project; the SDK stays. */
  uninstall(): Promise<void>;
  /** Returns everything that is written in the project and the state, packages left out. */
  everythingAtRest(): Promise<string>;
  remove(): Promise<void>;
}

/** Copies a program. @param program A folder, relative to the checkout. */
export async function makeWorkspace(program: string): Promise<Workspace> {
  builtFile("index.js");
  const folder = await realpath(await mkdtemp(join(tmpdir(), "workflows-engine-")));
  const project = join(folder, "project");
  const state = join(folder, "state");
  const packages = join(project, "node_modules");
  await cp(join(ROOT, program), project, { recursive: true });
  if (!existsSync(join(project, "package.json"))) {
    await writeFile(join(project, "package.json"), JSON.stringify({ name: "case", private: true }));
  }
  await symlink(PACKAGES, packages);
  await mkdir(state);
  return {
    project,
    state,
    uninstall: async () => {
      await rm(packages);
      await mkdir(packages);
      await symlink(join(PACKAGES, "@pulumi"), join(packages, "@pulumi"));
    },
    everythingAtRest: async () => (await Promise.all([textsIn(project), textsIn(state)])).flat().join("\n"),
    remove: async () => await rm(folder, { recursive: true, force: true }),
  };
}

async function textsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const texts = entries
    .filter((entry) => entry.name !== "node_modules")
    .map(async (entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? await textsIn(path) : [await readFile(path, "utf8")];
    });
  return (await Promise.all(texts)).flat();
}
