/** What is installed with the package has a licence that lets everyone use it, and runs nothing when it is installed. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./tarball.js";

/** Without conditions on what is built with them. */
const PERMISSIVE = [
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "Unlicense",
];

interface LockedPackage {
  readonly license?: string;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
  packages: Readonly<Record<string, LockedPackage>>;
};

/** The dependencies, and theirs, by their places in the lock file. The SDK is a peer: the user's own. */
function installedWith(path: string, found = new Map<string, LockedPackage>()): ReadonlyMap<string, LockedPackage> {
  const { dependencies, optionalDependencies } = packages[path] ?? {};
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const at = locate(path, name);
    const installed = packages[at];
    if (installed !== undefined && !found.has(at)) {
      installedWith(at, found.set(at, installed));
    }
  }
  return found;
}

/** Where Node.js finds the package `name` from the one at `path`. */
function locate(path: string, name: string): string {
  const nested = `${path === "" ? "" : `${path}/`}node_modules/${name}`;
  return path === "" || nested in packages
    ? nested
    : locate(path.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, ""), name);
}

it("everything that is installed with the package has a permissive licence, and runs no script then", () => {
  const installed = [...installedWith("")];
  expect(installed.length).toBeGreaterThan(10);
  // "(MIT OR CC0-1.0)": we may choose.
  const isPermissive = (licence = ""): boolean =>
    licence.split(/ OR |[()]/).some((choice) => PERMISSIVE.includes(choice));
  const refused = installed.filter(([, { license, hasInstallScript }]) => hasInstallScript || !isPermissive(license));
  expect(refused).toEqual([]);
});
