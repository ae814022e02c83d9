/** Pulumi projects on the real engine, with the plugin installed: for the examples and the pages. */
import { copyFile, cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { makeScript, ROOT, VERSION } from "../plugin/executable.js";
import { findCli, isolated, pulumiOutput, stackOutputs } from "./pulumi-cli.js";
import { builtFile } from "./built.js";

export interface Project {
  readonly folder: string;
  /** Lets `prepare` change the project's folder, such as to add an SDK, and sets the variables that it returns. */
  prepare(prepare: (folder: string, env: NodeJS.ProcessEnv) => Promise<NodeJS.ProcessEnv>): Promise<void>;
  /** Runs a command, and returns what it printed on standard output. Rejects with both outputs if it fails. */
  pulumi(...args: readonly string[]): Promise<string>;
  outputs(): Promise<Readonly<Record<string, unknown>>>;
}

export interface Projects {
  /** The installed plugin. */
  readonly plugin: string;
  /** Makes an empty folder. */
  makeFolder(name: string): Promise<string>;
  /** Copies a folder of the checkout. */
  copy(path: string, name: string): Promise<string>;
  /** Writes a JavaScript program, with the packages of this checkout. */
  writeProgram(name: string, text: string): Promise<string>;
  /** Opens the project in a folder, with a state of its own. Makes the stack `test`, unless `stack` is `false`. */
  open(folder: string, variables?: NodeJS.ProcessEnv, options?: { stack?: boolean }): Promise<Project>;
  remove(): Promise<void>;
}

/** @param environment Variables of every project, such as those of an emulator. */
export async function makeProjects(environment: NodeJS.ProcessEnv): Promise<Projects> {
  const plugin = await makeScript();
  const home = await mkdtemp(join(tmpdir(), "workflows-projects-"));
  const installed = join(home, "plugins", `resource-workflows-v${VERSION}`);
  await mkdir(installed, { recursive: true });
  const installedPlugin = join(installed, "pulumi-resource-workflows");
  await copyFile(plugin.path, installedPlugin);

  const makeFolder = async (name: string): Promise<string> => {
    const folder = join(home, name);
    await mkdir(folder);
    return folder;
  };

  return {
    plugin: installedPlugin,
    makeFolder,
    copy: async (path, name) => {
      const folder = join(home, name);
      await cp(join(ROOT, path), folder, { recursive: true });
      return folder;
    },
    writeProgram: async (name, text) => {
      const folder = await makeFolder(name);
      const options = "runtime:\n  name: nodejs\n  options:\n    typescript: false\n";
      await writeFile(join(folder, "Pulumi.yaml"), `name: ${name}\n${options}main: index.js\n`);
      await writeFile(join(folder, "package.json"), "{}");
      await writeFile(join(folder, "index.js"), text);
      await linkPackages(folder);
      return folder;
    },
    open: async (folder, variables = {}, { stack = true } = {}) => {
      const state = `${folder}-state`;
      await mkdir(state);
      const env = { ...process.env, ...environment, ...variables, ...isolated(home, state), PATH: findCli() };
      const pulumi = (...args: readonly string[]): Promise<string> => pulumiOutput({ cwd: folder, env }, ...args);
      if (stack) {
        await pulumi("stack", "init", "test");
      }
      return {
        folder,
        prepare: async (prepare) => {
          Object.assign(env, await prepare(folder, env));
        },
        pulumi,
        outputs: () => stackOutputs({ cwd: folder, env }),
      };
    },
    remove: async () => {
      await plugin.remove();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Gives a project the packages of this checkout, so that nothing is fetched. */
export async function linkPackages(folder: string): Promise<void> {
  builtFile("index.js");
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
}
