/** The tests of mutation testing, as one file for jest: it loads each module once, and the first failure ends it. */
"use strict";
const { readdirSync, statSync } = require("node:fs");
const { join, resolve } = require("node:path");
const { addEventHandler } = require("jest-circus");

const { describe, TESTS } = globalThis;
const TEST = resolve(__dirname, "../test");
const filesIn = (path) =>
  statSync(join(TEST, path)).isFile()
    ? [path]
    : readdirSync(join(TEST, path), { recursive: true }).map((inner) => join(path, inner));

let failed = false;
addEventHandler(({ name, test }) => {
  failed ||= name === "test_done" && test.errors.length > 0;
  if (failed && name === "test_start") {
    test.mode = "skip";
  }
});

for (const file of TESTS.flatMap(filesIn)) {
  if (file.endsWith(".test.ts")) {
    describe(file, () => void require(join(TEST, file)));
  }
}
