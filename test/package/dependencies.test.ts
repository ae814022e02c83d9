/** What is installed with the package has a licence that lets everyone use it, and runs nothing when it is installed. */
import { installedWithThePackage } from "./licences.js";

/** Without conditions on what is built with them. */
const PERMISSIVE: ReadonlySet<string> = new Set([
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
]);

it("everything that is installed with the package has a permissive licence", () => {
  const packages = installedWithThePackage();
  expect(packages.length).toBeGreaterThan(10);
  expect(packages.filter(({ licence }) => !isPermissive(licence))).toEqual([]);
});

/** "(MIT OR CC0-1.0)": we may choose. */
function isPermissive(licence: string): boolean {
  const choices = licence.replace(/^\((.*)\)$/, "$1").split(" OR ");
  return choices.some((choice) => PERMISSIVE.has(choice));
}

it("nothing that is installed with the package runs a script when it is installed", () => {
  expect(installedWithThePackage().filter(({ hasInstallScript }) => hasInstallScript)).toEqual([]);
});
