/** The tests of mutation testing, as one file for jest: it loads each module once, and the first failure ends it. */
"use strict";
const { readdirSync, statSync } = require("node:fs");
const { join, resolve } = require("node:path");
const { addEventHandler } = require("jest-circus");

const { describe, ROOM, TESTS } = globalThis;
const ROOT = resolve(__dirname, "..");

function filesIn(path, end) {
  const inner = statSync(path).isFile()
    ? [path]
    : readdirSync(path, { recursive: true }).map((name) => join(path, name));
  return inner.filter((file) => file.endsWith(end));
}

let failed = false;
addEventHandler(({ name, test }) => {
  failed ||= name === "test_done" && test.errors.length > 0;
  if (failed && name === "test_start") {
    test.mode = "skip";
  }
});

// Also what is loaded on first use: else only the first test of it would count for its tables.
filesIn(join(ROOT, "provider", ROOM), ".ts").forEach((file) => require(file));
for (const file of TESTS.flatMap((path) => filesIn(join(ROOT, "test", path), ".test.ts"))) {
  describe(file.slice(ROOT.length), () => void require(file));
}
