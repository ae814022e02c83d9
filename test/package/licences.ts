/** The licences of everything that is installed with the package, as the lock file has them. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";

const ROOT = resolve(__dirname, "..", "..");

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

export interface Installed {
  readonly name: string;
  readonly version: string;
  /** As in its package (SPDX); empty if it has none. */
  readonly licence: string;
  /** Whether it runs something of its own when it is installed. */
  readonly hasInstallScript: boolean;
}

/** The dependencies, and theirs. The SDK is a peer: the user's own. */
export function installedWithThePackage(): readonly Installed[] {
  const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
    packages: Readonly<Record<string, LockedPackage>>;
  };
  const found = new Set<string>();
  const visit = (path: string): void => {
    for (const name of Object.keys({ ...packages[path]?.dependencies, ...packages[path]?.optionalDependencies })) {
      const at = locate(packages, path, name);
      if (at === undefined || found.has(at)) {
        continue;
      }
      found.add(at);
      visit(at);
    }
  };
  visit("");
  return [...found].sort().map((path) => ({
    name: path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length),
    version: packages[path]?.version ?? "",
    licence: packages[path]?.license ?? "",
    hasInstallScript: packages[path]?.hasInstallScript ?? false,
  }));
}

/** Where Node.js would find the package `name` from the one at `path`. */
function locate(packages: Readonly<Record<string, LockedPackage>>, path: string, name: string): string | undefined {
  const nested = path === "" ? `node_modules/${name}` : `${path}/node_modules/${name}`;
  if (nested in packages) {
    return nested;
  }
  return path === "" ? undefined : locate(packages, path.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, ""), name);
}
