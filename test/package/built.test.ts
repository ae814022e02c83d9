/** Tests that need a build say so where there is none, or one without a source that is there now. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { builtFile } from "../support/built.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "built-"));
  for (const name of ["provider/cli", "dist/cli"]) {
    mkdirSync(join(folder, name), { recursive: true });
  }
  writeFileSync(join(folder, "provider/cli/main.ts"), "");
});
afterEach(() => rmSync(folder, { recursive: true }));

it("a complete build gives the file's path", () => {
  writeFileSync(join(folder, "dist/cli/main.js"), "");
  expect(builtFile("cli/main.js", folder)).toBe(join(folder, "dist/cli/main.js"));
});

it("without a build, the error says what to run", () => {
  expect(() => builtFile("cli/main.js", folder)).toThrow(
    "This test needs a build of the current sources: run `npm run build`. There is no dist/cli/main.js.",
  );
});

it("a build that lacks a new source is none", () => {
  writeFileSync(join(folder, "dist/cli/main.js"), "");
  writeFileSync(join(folder, "provider/cli/new.ts"), "");
  expect(() => builtFile("cli/main.js", folder)).toThrow("There is no dist/cli/new.js.");
});
