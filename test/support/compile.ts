/** Compiles the package and its tests' support to plain JavaScript, for processes that are to be as small as the real one. */
import { createHash } from "node:crypto";
import { copyFile, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { transform } from "esbuild";

const ROOT = join(__dirname, "..", "..");
const SOURCES = [
  "provider/base",
  "provider/http",
  "provider/settings",
  "provider/auth",
  "provider/cli",
  "test/support",
];
/** Inside node_modules, so that packages resolve from it and nothing else sees it. */
const CACHE = join(ROOT, "node_modules", ".cache", "pulumi-workflows-tests");

let compiled: Promise<string> | undefined;

/** A folder that mirrors the repository, used again until a source changes. */
export function compileOnce(): Promise<string> {
  // Where this very file is compiled, all the others are too.
  compiled ??= __filename.endsWith(".js") ? Promise.resolve(ROOT) : compile();
  return compiled;
}

async function compile(): Promise<string> {
  const sources = (await Promise.all(SOURCES.map(readSources))).flat();
  const hash = createHash("sha256").update(JSON.stringify(sources)).digest("hex").slice(0, 16);
  await mkdir(CACHE, { recursive: true });
  const existing = await readdir(CACHE);
  const target = join(CACHE, hash);
  if (existing.includes(hash)) {
    return target;
  }

  const draft = await mkdtemp(join(CACHE, "draft-"));
  await Promise.all(sources.map(([path, text]) => compileFile(path, text, draft)));
  // The transport reads its version there.
  await copyFile(join(ROOT, "package.json"), join(draft, "package.json"));
  // Another worker may have been quicker; its files are the same.
  await rename(draft, target).catch(() => rm(draft, { recursive: true }));
  await Promise.all(existing.map((old) => rm(join(CACHE, old), { recursive: true, force: true })));
  return target;
}

async function readSources(folder: string): Promise<[path: string, text: string][]> {
  const names = await readdir(join(ROOT, folder));
  const wanted = names.filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts")).sort();
  return Promise.all(
    wanted.map(async (name): Promise<[string, string]> => [
      join(folder, name),
      await readFile(join(ROOT, folder, name), "utf8"),
    ]),
  );
}

async function compileFile(path: string, text: string, target: string): Promise<void> {
  // As tsc does: `import()` of an ESM package stays one.
  const { code } = await transform(text, { loader: "ts", format: "cjs", target: "node20", sourcefile: path });
  const file = join(target, path.replace(/\.ts$/, ".js"));
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, code);
}
