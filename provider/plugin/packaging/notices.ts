/** The licences of what is in the executable: its archives hold them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** One text with the licence of every package among the bundled files. */
export function noticesFor(root: string, files: readonly string[]): string {
  const folders = [...new Set(files.flatMap((file) => packageFolder(file) ?? []))].sort();
  return folders.map((folder) => noticeOf(join(root, folder))).join("\n\n");
}

/** `node_modules/a/node_modules/@b/c` of a file somewhere below it. */
function packageFolder(file: string): string | undefined {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(file)?.[0];
}

function noticeOf(folder: string): string {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Readonly<Record<string, unknown>>;
  const { name, version, license } = manifest;
  const heading = `${String(name)} ${String(version)} (${String(license)})`;
  const text = readdirSync(folder).find((file) => /^licen[cs]e/i.test(file));
  const body = text === undefined ? "" : readFileSync(join(folder, text), "utf8").trim();
  return `${heading}\n${"-".repeat(heading.length)}\n${body}`.trim();
}
