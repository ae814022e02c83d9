/** `npm run check`: checks types, lint and format at the same time. Each prints its result when it ends, and caches it for the next run. */
import { spawn } from "node:child_process";
import { createRequire } from "node:module";
import { text } from "node:stream/consumers";

const CACHE = "node_modules/.cache/pulumi-workflows";
const CHECKS = {
  "typescript/bin/tsc": [
    "-p",
    "tsconfig.json",
    "--noEmit",
    "--incremental",
    "--tsBuildInfoFile",
    `${CACHE}/types.json`,
  ],
  "eslint/bin/eslint.js": [".", "--cache", "--cache-location", `${CACHE}/lint.json`, "--cache-strategy", "content"],
  "prettier/bin/prettier.cjs": ["--check", ".", "--cache", "--cache-location", `${CACHE}/format.json`],
};

const { resolve } = createRequire(import.meta.url);

for (const [command, args] of Object.entries(CHECKS)) {
  // Not every package exports its command: its manifest is beside it.
  const [name, ...path] = command.split("/");
  const file = resolve(`${name}/package.json`).replace(/package\.json$/, path.join("/"));
  const child = spawn(process.execPath, [file, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise((done) => child.once("close", done));
  void Promise.all([ended, text(child.stdout), text(child.stderr)]).then(([code, out, error]) => {
    process.stdout.write(`${name}: ${code === 0 ? "no fault" : "faults"}\n${code === 0 ? "" : out + error}`);
    process.exitCode ||= code === 0 ? 0 : 1;
  });
}
