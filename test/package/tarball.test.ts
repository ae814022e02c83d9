/** The tarball holds what it must and no more, and every kind of importer finds its code and its types. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pack, ROOT, type Tarball, temporaryFolder } from "./tarball.js";

/** What an `npm install` may cost. Bytes. */
const BUDGET = { packed: 220_000, unpacked: 800_000 };

let folder: string;
let tarball: Tarball;

beforeAll(() => {
  folder = temporaryFolder();
  tarball = pack(folder);
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("the tarball is within its budget", () => {
  const { packedBytes: packed, unpackedBytes: unpacked } = tarball;
  expect({ packed: packed <= BUDGET.packed || packed, unpacked: unpacked <= BUDGET.unpacked || unpacked }).toEqual({
    packed: true,
    unpacked: true,
  });
});

test("beside the code there are only the pages and schemas that users read", () => {
  expect(tarball.paths.filter((path) => !path.startsWith("dist/"))).toEqual([
    "LICENSE",
    "README.md",
    "package.json",
    "schemas/check.schema.json",
    "schemas/compare.schema.json",
  ]);
});

test("all code is made from a source that is still there, without tests, generators, the plugin, the rehearsal engine and the demo", () => {
  const code = tarball.paths.filter((path) => path.startsWith("dist/"));
  // A stale one means that `dist` is older than a renamed source: remove it, and build.
  const stale = code.filter(
    (path) => !existsSync(join(ROOT, path.replace(/^dist/, "provider").replace(/(\.d)?\.[jt]s$/, ".ts"))),
  );
  expect(stale).toEqual([]);
  expect(code.filter((path) => /^dist\/(plugin|generate|bin)\/|rehears|demo|\.test\.|\.map$/.test(path))).toEqual([]);
});

test("the tarball names neither this machine nor whoever packed it", () => {
  const told = tarball.paths.filter((path) => readFileSync(join(tarball.folder, path), "utf8").includes(ROOT));
  expect(told).toEqual([]);
});

test("publint and are-the-types-wrong have nothing to say, of any way to import", () => {
  const told = execFileSync(process.execPath, [join(__dirname, "check-package.mjs"), tarball.file], {
    encoding: "utf8",
  });
  expect(JSON.parse(told)).toEqual({ publint: [], hasTypes: true, attw: [] });
}, 60_000);
