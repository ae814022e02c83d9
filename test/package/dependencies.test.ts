/** Each dependency has its reason in a table, and a licence that lets everyone use it. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { installedWithThePackage } from "./licences.js";

const ROOT = resolve(__dirname, "..", "..");

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

const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as Record<
  "dependencies" | "devDependencies" | "peerDependencies",
  Readonly<Record<string, string>>
>;

/** The first column of the table that follows a heading, where the second has words. */
function explained(page: string, heading: string): string[] {
  const text = readFileSync(join(ROOT, page), "utf8");
  const section = text.slice(text.indexOf(`## ${heading}\n`)).split(/\n## /, 2)[0] ?? "";
  return [...section.matchAll(/^\| `([^`]+)`[^|]*\| +\S[^|]+\|$/gm)].map(([, name]) => name ?? "");
}

test("docs/dependencies.md has a reason for each package that users get, and for no other", () => {
  const given = Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies });
  expect(explained("docs/dependencies.md", "For users").sort()).toEqual(given.sort());
});

test("docs/dependencies.md has a reason for each package for development, and for no other", () => {
  const own = Object.keys(manifest.devDependencies).filter((name) => !(name in manifest.peerDependencies));
  expect(explained("docs/dependencies.md", "For development").sort()).toEqual(own.sort());
});

test("everything that is installed with the package has a permissive licence", () => {
  const packages = installedWithThePackage();
  expect(packages.length).toBeGreaterThan(10);
  expect(packages.filter(({ licence }) => !isPermissive(licence))).toEqual([]);
});

/** "(MIT OR CC0-1.0)": we may choose. */
function isPermissive(licence: string): boolean {
  const choices = licence.replace(/^\((.*)\)$/, "$1").split(" OR ");
  return choices.some((choice) => PERMISSIVE.has(choice));
}

test("nothing that is installed with the package runs a script when it is installed", () => {
  expect(installedWithThePackage().filter(({ hasInstallScript }) => hasInstallScript)).toEqual([]);
});
