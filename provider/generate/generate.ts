/**
 * `npm run generate`: writes what is made from the descriptions. With `--check` it writes nothing, and fails where a file
 * is not as it would be written.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "prettier";
import { betweenMarkers } from "./between-markers.js";
import { renderArguments, renderSettings } from "./markdown.js";
import { renderInterfaces, renderTypes } from "./typescript.js";

const root = join(__dirname, "../..");
const check = process.argv.includes("--check");

async function main(): Promise<void> {
  await update("provider/workflows/argument-types.ts", () => formatted(renderTypes(), "typescript"));
  await update("provider/pulumi/args.ts", () => formatted(renderInterfaces(), "typescript"));
  await update("README.md", async (readme) => {
    const put = (page: string, name: string, content: string): string =>
      betweenMarkers(page, "README.md", { kind: "generated", name, content });
    const withSettings = put(readme, "settings", await formatted(renderSettings(), "markdown"));
    return put(withSettings, "arguments", await formatted(renderArguments(), "markdown"));
  });
}

async function update(file: string, render: (before: string) => Promise<string>): Promise<void> {
  const path = join(root, file);
  const before = existsSync(path) ? readFileSync(path, "utf8") : "";
  const after = await render(before);
  if (after === before) return;
  if (check) process.exitCode = 1;
  else writeFileSync(path, after);
  console.log(check ? `${file} is stale: run \`npm run generate\`.` : `${file} is written.`);
}

function formatted(text: string, parser: "markdown" | "typescript"): Promise<string> {
  return format(text, { parser, printWidth: 120 });
}

void main();
