/**
 * What is installed with the package has a licence that lets everyone use it, and runs nothing when it is installed.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../support/built.js";

/** Without conditions on what is built with them. `(MIT OR CC0-1.0)` lets us choose. */
const PERMISSIVE =
  /^\(?(?:0BSD|Apache-2\.0|BlueOak-1\.0\.0|BSD-[23]-Clause|CC0-1\.0|ISC|MIT(?:-0)?|Unlicense)(?: OR .*)?$/;

interface LockedPackage {
  readonly license?: string;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const { packages } = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8")) as {
  packages: Readonly<Record<string, LockedPackage>>;
};

/**
 * Adds the dependencies of a package, and theirs, by their places in the lock file. The SDK is a peer: the user's own.
 */
function addInstalledWith(path: string, found: Map<string, LockedPackage>): ReadonlyMap<string, LockedPackage> {
  const { dependencies, optionalDependencies } = packages[path] ?? {};
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    const nested = `${path}/node_modules/${name}`;
    const place = nested in packages ? nested : `node_modules/${name}`;
    const installed = packages[place];
    if (installed !== undefined && !found.has(place)) {
      addInstalledWith(place, found.set(place, installed));
    }
  }
  return found;
}

it("everything that is installed with the package has a permissive licence, and runs no script then", () => {
  const installed = [...addInstalledWith("", new Map())];
  expect(installed.length).toBeGreaterThan(10);
  const refused = installed.filter(([, { license = "", hasInstallScript }]) => {
    return hasInstallScript === true || !PERMISSIVE.test(license);
  });
  expect(refused).toEqual([]);
});
