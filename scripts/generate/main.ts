/**
 * `npm run generate`: writes what is made from the code. With `--check` it writes nothing, and fails if a file would
 * change. With `--registry` it also writes the first page of Pulumi's registry.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "prettier";
import { packageVersion } from "../../provider/base/package-version.js";
import { makeSchema } from "../../provider/plugin/schema.js";
import { makeArgumentsSchema } from "./arguments-schema.js";
import { renderExample } from "./examples.js";
import { registryPage } from "./registry.js";
import { renderArguments, renderExitCodes, renderSettings } from "./tables.js";

const ROOT = join(__dirname, "../..");
const isCheck = process.argv.includes("--check");

async function main(): Promise<void> {
  const schema = makeArgumentsSchema();
  await update("schema.json", JSON.stringify(makeSchema(packageVersion(), schema)), "json");
  const tables: Readonly<Record<string, () => string>> = {
    settings: renderSettings,
    arguments: () => renderArguments(schema),
    "exit codes": renderExitCodes,
  };
  const pages = readdirSync(join(ROOT, "docs")).filter((file) => file.endsWith(".md"));
  for (const path of ["README.md", ...pages.map((page) => `docs/${page}`)]) {
    // Replaces what is between, for example, `<!-- generated: settings -->` and `<!-- end: settings -->`.
    const text = read(path).replace(
      /(<!-- generated: ([\w -]+?) -->)[^]*?(<!-- end: \2 -->)/g,
      (_part, start: string, name: string, end: string) => `${start}\n\n${renderPart(name, tables)}\n\n${end}`,
    );
    if (text !== read(path)) {
      await update(path, text, "markdown");
    }
  }
  if (process.argv.includes("--registry")) {
    await update("docs/_index.md", registryPage(read("README.md")), "markdown");
  }
}

/** Renders a table, such as `settings`, or a program: `example for-each` is that of examples/for-each. */
function renderPart(part: string, tables: Readonly<Record<string, () => string>>): string {
  const [, example] = /^example (.+)$/.exec(part) ?? [];
  if (example !== undefined) {
    return renderExample(example);
  }
  const render = tables[part];
  if (render === undefined) {
    throw new Error(`A page has a part called "${part}", but nothing generates it.`);
  }
  return render();
}

/** Writes the file if its text changes. With `--check` it only reports the change. */
async function update(file: string, text: string, parser: "markdown" | "json"): Promise<void> {
  const after = await format(text, { parser, printWidth: 120 });
  if (after === read(file)) {
    return;
  }
  if (isCheck) {
    process.exitCode = 1;
    console.log(`${file} is stale: run \`npm run generate\`.`);
  } else {
    writeFileSync(join(ROOT, file), after);
    console.log(`${file} is written.`);
  }
}

function read(file: string): string {
  try {
    return readFileSync(join(ROOT, file), "utf8");
  } catch {
    return "";
  }
}

void main();
