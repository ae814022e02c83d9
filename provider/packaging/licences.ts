/** The licences of everything in the executable. Its archive has them in two files. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ROOT } from "./bundle.js";

/** One text with the licence of every package among the bundled files. */
export function licencesOfPackages(files: readonly string[]): string {
  const folders = [...new Set(files.flatMap((file) => packageFolder(file) ?? []))].sort();
  return folders.map((folder) => licenceOf(join(ROOT, folder))).join("\n\n");
}

/** `node_modules/a/node_modules/@b/c` of a file somewhere below it. */
export function packageFolder(file: string): string | undefined {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0];
}

function licenceOf(folder: string): string {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Readonly<Record<string, unknown>>;
  const { name, version, license } = manifest;
  const heading = `${String(name)} ${String(version)} (${String(license)})`;
  const text = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
  const body = text === undefined ? "" : readFileSync(join(folder, text), "utf8").trim();
  return `${heading}\n${"-".repeat(heading.length)}\n${body}`.trim();
}

/** Where a Node.js has its licence: the archives of nodejs.org (Windows and others), and Linux packages. */
const NODE_LICENCES = ["LICENSE", "../LICENSE", "../share/doc/nodejs/LICENSE", "../share/doc/nodejs/copyright"];

/** The licence of Node.js and of all that is part of it. */
export function licenceOfNode(executable: string): string {
  const places = NODE_LICENCES.map((place) => join(dirname(executable), place));
  const place = places.find((file) => existsSync(file));
  if (place === undefined) {
    throw new Error(
      `The licence of the Node.js at ${executable} was not found. The archive needs it. Looked for ${places.join(", ")}. ` +
        "Use a Node.js from nodejs.org, with `--node <path>`.",
    );
  }
  return readFileSync(place, "utf8");
}
