/**
 * `npm run generate`: writes what is made from the descriptions. With `--check` it writes nothing, and fails where a file
 * is not as it would be written.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "prettier";
import { renderArguments } from "./markdown.js";
import { renderInterfaces, renderTypes } from "./typescript.js";

const root = join(__dirname, "../..");

async function main(check: boolean): Promise<void> {
  const files = {
    "provider/workflows/argument-types.ts": () => renderTypes(),
    "provider/pulumi/args.ts": () => renderInterfaces(),
    "README.md": (readme: string) => between(readme, "arguments", renderArguments()),
  };
  for (const [file, render] of Object.entries(files)) {
    const path = join(root, file);
    const before = existsSync(path) ? readFileSync(path, "utf8") : "";
    const text = render(before);
    if (text === undefined) {
      console.log(`${file} has no place for it: skipped.`);
      continue;
    }
    const after = await format(text, { filepath: path, printWidth: 120 });
    if (after === before) continue;
    if (!check) writeFileSync(path, after);
    else process.exitCode = 1;
    console.log(check ? `${file} is stale: run \`npm run generate\`.` : `${file} is written.`);
  }
}

/** The page with what stands between its two markers replaced, or nothing where it has no such markers. */
function between(page: string, name: string, content: string): string | undefined {
  const [start, end] = [`<!-- generated: ${name} -->`, `<!-- /generated: ${name} -->`];
  const [from, to] = [page.indexOf(start), page.indexOf(end)];
  if (from < 0 || to < from) return undefined;
  return `${page.slice(0, from)}${start}\n\n${content}\n\n${page.slice(to)}`;
}

void main(process.argv.includes("--check"));
