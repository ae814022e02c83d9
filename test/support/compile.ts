/** Compiles the package and its tests' support to plain JavaScript, for processes that are to be as small as the real one. */
import { rmSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { transform } from "@swc/core";

const ROOT = join(__dirname, "..", "..");
const SOURCES = ["provider/http", "provider/auth", "test/support", "test/faults"];

let compiled: Promise<string> | undefined;

/** The folder that mirrors the repository; inside node_modules, so that packages resolve and nothing else sees it. */
export function compileOnce(): Promise<string> {
  // Where this very file is compiled, all the others are too.
  compiled ??= __filename.endsWith(".js") ? Promise.resolve(ROOT) : compile();
  return compiled;
}

async function compile(): Promise<string> {
  const cache = join(ROOT, "node_modules", ".cache");
  await mkdir(cache, { recursive: true });
  const target = await mkdtemp(join(cache, "faults-"));
  process.once("exit", () => rmSync(target, { recursive: true, force: true }));
  await Promise.all(SOURCES.map((folder) => compileFolder(folder, target)));
  return target;
}

async function compileFolder(folder: string, target: string): Promise<void> {
  const names = await readdir(join(ROOT, folder));
  await Promise.all(
    names
      .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
      .map(async (name) => {
        const { code } = await transform(await readFile(join(ROOT, folder, name), "utf8"), {
          filename: name,
          jsc: { parser: { syntax: "typescript" }, target: "es2022" },
          // As tsc does: `import()` of an ESM package stays one.
          module: { type: "commonjs", ignoreDynamic: true },
        });
        const file = join(target, folder, name.replace(/\.ts$/, ".js"));
        await mkdir(dirname(file), { recursive: true });
        await writeFile(file, code);
      }),
  );
}
