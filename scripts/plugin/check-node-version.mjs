/**
 * Checks that released executables would have the newest Node.js of their line. If they would not, prints what to do
 * and fails, because a security release of Node.js needs a release of the plugin. Runs once a week on GitHub, where it
 * needs no installed package.
 */
import { readFileSync } from "node:fs";

const pinned = readFileSync(new URL(".node-version", import.meta.url), "utf8").trim();
const index = process.argv[2] ?? "https://nodejs.org/dist/index.json";
const response = await fetch(index);
if (!response.ok) {
  throw new Error(`${index} gave status ${response.status}.`);
}
const [line] = pinned.split(".");
// The list begins with the newest.
const releases = (await response.json()).filter(({ version }) => version.startsWith(`v${line}.`));
const position = releases.findIndex(({ version }) => version === `v${pinned}`);
if (position === -1) {
  throw new Error(`Node.js ${pinned}, which scripts/plugin/.node-version names, is not in ${index}.`);
}
const newer = releases.slice(0, position);
if (newer.length > 0) {
  const secure = newer.filter(({ security }) => security).map(({ version }) => version.slice(1));
  console.error(
    `Node.js ${newer[0].version.slice(1)} is out, and scripts/plugin/.node-version has ${pinned}.` +
      (secure.length > 0 ? ` Security fixes are in ${secure.join(", ")}: release the plugin with it.` : ""),
  );
  process.exitCode = 1;
}
