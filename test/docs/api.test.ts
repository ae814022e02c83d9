/** The API reference matches the docstrings, and has all that a public type names. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT } from "./pages.js";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "workflows-api-"));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("docs/api is as `npm run docs` would write it", () => {
  const typedoc = join(ROOT, "node_modules/typedoc/bin/typedoc");
  execFileSync(process.execPath, [typedoc, "--options", join(ROOT, "docs/typedoc.json"), "--out", folder]);
  expect(pagesIn(join(ROOT, "docs/api"))).toEqual(pagesIn(folder));
}, 180_000);

function pagesIn(of: string): Record<string, string> {
  return Object.fromEntries(readdirSync(of).map((name) => [name, readFileSync(join(of, name), "utf8")]));
}
