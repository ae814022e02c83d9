/** The build in dist/, for tests that run it as users do: without it they fail with a sentence that says what to do. */
import { existsSync, readdirSync } from "node:fs";
import { join, resolve } from "node:path";

export const ROOT = resolve(__dirname, "..", "..");

/**
 * Returns the path of a file of the build.
 *
 * @param path In dist/, such as "cli/main.js".
 * @param folder Where dist/ and provider/ are.
 * @throws If there is no build, or if it lacks a file of provider/ because it is older.
 */
export function builtFile(path: string, folder = ROOT): string {
  const dist = join(folder, "dist");
  const sources = readdirSync(join(folder, "provider"), { recursive: true, encoding: "utf8" });
  const outputs = sources.filter((name) => name.endsWith(".ts")).map((name) => name.replace(/\.ts$/, ".js"));
  const missing = [path, ...outputs].find((name) => !existsSync(join(dist, name)));
  if (missing !== undefined) {
    throw new Error(
      `This test needs a build of the current sources: run \`npm run build\`. There is no dist/${missing}.`,
    );
  }
  return join(dist, path);
}
