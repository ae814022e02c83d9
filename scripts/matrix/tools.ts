/** The Node.js versions and package managers that the matrix tries, brought by the npm registry. */
import { mkdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Limit } from "./cell.js";
import { run } from "./run.js";

export interface NodeVersion {
  readonly version: string;
  readonly major: number;
  /** The folder to put first on PATH. */
  readonly bin: string;
}

/** The version in use, where it is of that major version; else npm's package `node`. */
export async function findNode(major: number, folder: string): Promise<NodeVersion> {
  const bin =
    Number(process.versions.node.split(".")[0]) === major
      ? dirname(process.execPath)
      : await installNode(major, folder);
  const version = (await run(join(bin, "node"), ["--version"], { cwd: folder })).trim().slice(1);
  return { version, major, bin };
}

/** From the package for this platform: beside that copy is the licence, which a packed plugin needs. */
async function installNode(major: number, folder: string): Promise<string> {
  const packages = join(await installTool(`node@${major}`, join(folder, `node-${major}`)), "node", "node_modules");
  return join(packages, `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`, "bin");
}

/** What installs a project's `package.json`: its name and version, and how. */
export interface Installer {
  readonly name: string;
  install(project: string): Promise<void>;
  /** Why a project that it installed cannot be deployed, where that is so. */
  readonly cannotBe?: Limit;
}

export async function findInstallers(folder: string): Promise<readonly Installer[]> {
  const setting = async (name: string): Promise<string> =>
    (await run("npm", ["config", "get", name], { cwd: folder })).trim();
  const [registry, authority] = [await setting("registry"), await setting("cafile")];
  const [pnpm, yarn] = await Promise.all([
    installTool("pnpm@10", join(folder, "pnpm")),
    installTool("@yarnpkg/cli-dist@4", join(folder, "yarn")),
  ]);
  const version = async (command: string): Promise<string> =>
    (await run(command, ["--version"], { cwd: folder })).trim();
  const commands = { npm: "npm", pnpm: join(pnpm, ".bin", "pnpm"), yarn: join(yarn, ".bin", "yarn") };
  const byYarn = (nodeLinker: string) => async (project: string) => {
    const env = {
      YARN_NODE_LINKER: nodeLinker,
      YARN_ENABLE_TELEMETRY: "0",
      YARN_ENABLE_IMMUTABLE_INSTALLS: "false",
      // Unlike the others it does not read npm's own settings.
      YARN_NPM_REGISTRY_SERVER: registry,
      ...(authority === "null" ? {} : { YARN_HTTPS_CA_FILE_PATH: authority }),
    };
    await run(commands.yarn, ["install"], { cwd: project, env });
  };
  return [
    {
      name: `npm ${await version(commands.npm)}`,
      install: async (project) => {
        await run(commands.npm, ["install", "--no-audit", "--no-fund"], { cwd: project });
      },
    },
    {
      name: `pnpm ${await version(commands.pnpm)}`,
      install: async (project) => {
        await run(commands.pnpm, ["install"], { cwd: project });
      },
    },
    { name: `Yarn ${await version(commands.yarn)}`, install: byYarn("node-modules") },
    {
      name: `Yarn ${await version(commands.yarn)} Plug'n'Play`,
      install: byYarn("pnp"),
      cannotBe: {
        // As the CLI and the rehearsal engine write it.
        shows: /Pulumi SDK has not been installed|^@pulumi\/pulumi is not installed/,
        why: "Pulumi looks for its SDK in node_modules, which Plug'n'Play does not make",
      },
    },
  ];
}

/** The `node_modules` with it. */
async function installTool(name: string, folder: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await run("npm", ["install", "--no-save", "--no-audit", "--no-fund", "--prefix", folder, name], { cwd: folder });
  return join(folder, "node_modules");
}
