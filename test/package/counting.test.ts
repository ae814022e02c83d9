/** The last line of a run of the tests counts them: CI reads it. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "../support/built.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "counting-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Runs jest on these test files. Returns its exit code, and the last line that it has printed on either stream. */
function count(files: Readonly<Record<string, string>>, environment: NodeJS.ProcessEnv = {}): [number | null, string] {
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, `${name}.test.js`), text);
  }
  const reporters = ["default", join(ROOT, "test/support/counting-reporter.cjs")];
  const config = JSON.stringify({ rootDir: folder, testEnvironment: "node", reporters, watchman: false });
  const jest = join(ROOT, "node_modules/jest/bin/jest.js");
  const { status, stdout } = spawnSync(
    "sh",
    ["-c", 'exec "$0" "$@" 2>&1', process.execPath, jest, "--config", config],
    {
      cwd: folder,
      env: { ...process.env, CHECK_FAILED: undefined, ...environment },
      encoding: "utf8",
    },
  );
  return [status, stdout.trimEnd().split("\n").at(-1) ?? ""];
}

const PASSES = 'it("passes", () => {});';

it("a test that fails, a file that does not load, and one whose end fails count as failed", () => {
  const files = {
    a: `${PASSES} it.skip("is skipped", () => {}); it("fails", () => { throw new Error("failed"); });`,
    b: 'require("./missing.js");',
    c: `${PASSES} afterAll(() => { throw new Error("failed"); });`,
  };
  expect(count(files)).toEqual([1, "2 passed, 3 failed, 1 skipped"]);
}, 30_000);

it("faults that `npm run check` has found before count as one failed test", () => {
  expect(count({ a: PASSES }, { CHECK_FAILED: "true" })[1]).toBe("1 passed, 1 failed, 0 skipped");
}, 30_000);
