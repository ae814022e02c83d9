/** The versions of Node.js and the package managers that the matrix tries, from the npm registry. */
import { mkdir } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import { Unavailable } from "./cell.js";
import { run } from "./run.js";

/** What installs a project's `package.json`. */
export interface Installer {
  readonly name: string;
  install(project: string, path: string): Promise<void>;
}

export const NPM: Installer = {
  name: "npm",
  install: async (cwd, PATH) => {
    await run("npm", ["install", "--no-audit", "--no-fund"], { cwd, env: { PATH } });
  },
};

/** The `PATH` under which `node` has this major version: the one in use, or the one of npm's package `node`. */
export async function findNode(major: number, folder: string): Promise<string> {
  const own = Number(process.versions.node.split(".")[0]) === major;
  const platform = process.platform === "win32" ? "win" : process.platform;
  // In the package for this platform: beside that copy is the licence, which a packed plugin needs.
  const inPackage = join("node", "node_modules", `node-${platform}-${process.arch}`, "bin");
  const bin = own ? dirname(process.execPath) : join(await installTool(`node@${major}`, folder), inPackage);
  return [bin, process.env["PATH"]].join(delimiter);
}

/** pnpm and both kinds of Yarn. They are installed when they are first used. */
export function otherInstallers(folder: string): readonly Installer[] {
  const pnpm = once(() => installTool("pnpm@10", folder));
  const yarn1 = once(() => installTool("yarn@1", folder));
  const yarn4 = once(() => installTool("@yarnpkg/cli-dist@4", folder));
  return [
    {
      name: "pnpm 10",
      install: async (cwd, PATH) => {
        await run(join(await pnpm(), ".bin", "pnpm"), ["install"], { cwd, env: { PATH } });
      },
    },
    {
      name: "Yarn 1",
      install: async (cwd, PATH) => {
        // Two runs at once break a cache that they share.
        const args = ["install", "--cache-folder", join(cwd, "..", "cache")];
        await run(join(await yarn1(), ".bin", "yarn"), args, { cwd, env: { PATH } });
      },
    },
    {
      name: "Yarn 4",
      install: async (cwd, PATH) => {
        const [registry, authority] = [await npmSetting("registry", cwd), await npmSetting("cafile", cwd)];
        const env = {
          PATH,
          YARN_NODE_LINKER: "node-modules",
          YARN_ENABLE_TELEMETRY: "0",
          YARN_ENABLE_IMMUTABLE_INSTALLS: "false",
          // Unlike the others it does not read npm's own settings.
          YARN_NPM_REGISTRY_SERVER: registry,
          ...(authority === "null" ? {} : { YARN_HTTPS_CA_FILE_PATH: authority }),
        };
        await run(join(await yarn4(), ".bin", "yarn"), ["install"], { cwd, env });
      },
    },
  ];
}

export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
}

/** The `node_modules` with it. */
async function installTool(name: string, folder: string): Promise<string> {
  const own = join(folder, name.replace(/\W/g, "-"));
  await mkdir(own);
  try {
    await run("npm", ["install", "--no-save", "--no-audit", "--no-fund", "--prefix", own, name], { cwd: own });
  } catch (error) {
    throw new Unavailable(`${name} is not available: ${(error as Error).message.split("\n").slice(0, 2).join(" ")}`);
  }
  return join(own, "node_modules");
}

async function npmSetting(name: string, cwd: string): Promise<string> {
  return (await run("npm", ["config", "get", name], { cwd })).trim();
}
