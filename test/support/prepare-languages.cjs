/** Prepares other languages before tests that deploy on the CLI. Tests of one that is not ready are skipped. */
"use strict";
const { spawnSync } = require("node:child_process");
const { join } = require("node:path");

const PROGRAM = join(__dirname, "prepare-languages.ts");

module.exports = () => {
  if (process.env.WORKFLOWS_TEST_ENGINE === "pulumi") {
    // On standard error: jest's results may go to standard output.
    spawnSync(process.execPath, ["--require", join(__dirname, "run-typescript.cjs"), PROGRAM], {
      stdio: ["ignore", 2, 2],
    });
  }
};
