/**
 * `npm run generate`: writes what is made from the descriptions. With `--check` it writes nothing, and fails where a file
 * is not as it would be written.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "prettier";
import { packageVersion } from "../http/package-version.js";
import { makeSchema } from "../plugin/schema.js";
import { renderExitCodes } from "./command-line.js";
import { betweenMarkers, renderArguments, renderSettings } from "./markdown.js";
import { renderInterfaces, renderTypes } from "./typescript.js";

const root = join(__dirname, "../..");
const check = process.argv.includes("--check");

async function main(): Promise<void> {
  await update("provider/workflows/arguments/argument-types.ts", () => formatted(renderTypes(), "typescript"));
  await update("provider/pulumi/args.ts", () => formatted(renderInterfaces(), "typescript"));
  await update("schema.json", () => formatted(JSON.stringify(makeSchema(packageVersion())), "json"));
  await updateParts("docs/installation-configuration.md", { settings: renderSettings() });
  await updateParts("docs/arguments.md", { arguments: renderArguments() });
  await updateParts("docs/command-line.md", { "exit codes": renderExitCodes() });
}

/** Replaces the generated parts of a page. */
async function updateParts(file: string, parts: Readonly<Record<string, string>>): Promise<void> {
  await update(file, async (before) => {
    let page = before;
    for (const [name, markdown] of Object.entries(parts)) {
      const content = await formatted(markdown, "markdown");
      page = betweenMarkers(page, file, { kind: "generated", name, content });
    }
    return page;
  });
}

async function update(file: string, render: (before: string) => Promise<string>): Promise<void> {
  const path = join(root, file);
  const before = existsSync(path) ? readFileSync(path, "utf8") : "";
  const after = await render(before);
  if (after === before) {
    return;
  }
  if (check) {
    process.exitCode = 1;
  } else {
    writeFileSync(path, after);
  }
  console.log(check ? `${file} is stale: run \`npm run generate\`.` : `${file} is written.`);
}

function formatted(text: string, parser: "markdown" | "typescript" | "json"): Promise<string> {
  return format(text, { parser, printWidth: 120 });
}

void main();
