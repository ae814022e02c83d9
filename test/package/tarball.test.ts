/** The tarball contains what it must and no more, and every kind of importer finds its code and its types. */
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import ts from "typescript";
import { ROOT } from "../support/built.js";
import { pack, type Tarball, temporaryFolder } from "./tarball.js";

let folder: string;
let tarball: Tarball;

beforeAll(() => {
  folder = temporaryFolder();
  tarball = pack(folder);
}, 60_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("beside the code there are the pages, to which the README and the command line link", () => {
  const pages = readdirSync(join(ROOT, "docs")).filter((file) => file.endsWith(".md"));
  expect(pages).toContain("command-line.md");
  expect(tarball.paths.filter((path) => !path.startsWith("dist/"))).toEqual([
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    ...pages.map((file) => `docs/${file}`).sort(),
    "package.json",
  ]);
});

it("all code is made from a source that is still there, without tests, generators, the plugin, the rehearsal engine and the demo", () => {
  const code = tarball.paths.filter((path) => path.startsWith("dist/"));
  // A stale one means that `dist` is older than a renamed source: remove it, and build.
  const stale = code.filter(
    (path) => !existsSync(join(ROOT, path.replace(/^dist/, "provider").replace(/(\.d)?\.[jt]s$/, ".ts"))),
  );
  expect(stale).toEqual([]);
  expect(code.filter((path) => /^dist\/(plugin|bin)\/|rehears|demo|\.test\.|\.map$/.test(path))).toEqual([]);
});

it("all code finds what it imports of this package", () => {
  const packed = new Set(tarball.paths);
  const missing = tarball.paths
    .filter((path) => path.endsWith(".js"))
    .flatMap((path) =>
      ts
        .preProcessFile(readFileSync(join(tarball.folder, path), "utf8"), true, true)
        .importedFiles.filter(({ fileName }) => fileName.startsWith("."))
        .map(({ fileName }) => join(dirname(path), fileName))
        .filter((imported) => !packed.has(imported))
        .map((imported) => `${path} imports ${imported}`),
    );
  expect(missing).toEqual([]);
});

/** Loaded with `import()`: they have no CommonJS. */
const ES_MODULES = ["got", "p-retry"];

it("what is CommonJS is loaded with `require`: jest cannot run an `import()` in an installed package", () => {
  // The command line runs in a process of its own.
  const code = tarball.paths.filter((path) => path.endsWith(".js") && !path.startsWith("dist/cli/"));
  const imported = code.flatMap((path) =>
    Array.from(readFileSync(join(tarball.folder, path), "utf8").matchAll(/\bimport\("([^"]*)"\)/g), ([, name]) => name),
  );
  expect([...new Set(imported)].sort()).toEqual(ES_MODULES);
});

it("the tarball names neither this machine nor whoever packed it", () => {
  const withPath = tarball.paths.filter((path) => readFileSync(join(tarball.folder, path), "utf8").includes(ROOT));
  expect(withPath).toEqual([]);
});
