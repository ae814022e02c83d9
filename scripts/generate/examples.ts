/** Renders the programs of `examples/` for the pages, so that each is written once. Runs in `npm run generate`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(__dirname, "../..");

/** The language and the file of each program that a page shows. */
const PROGRAMS: Readonly<Record<string, readonly [language: string, file: string]>> = {
  "for-each": ["typescript", "index.ts"],
  python: ["python", "__main__.py"],
  go: ["go", "main.go"],
  yaml: ["yaml", "Pulumi.yaml"],
};

/** The part of `Pulumi.yaml` that is for `pulumi new` alone. */
const TEMPLATE = /^template:\n(?: .*\n)+/m;

/** Returns the program of `examples/<name>` as a block of code. */
export function renderExample(name: string): string {
  const program = PROGRAMS[name];
  if (program === undefined) {
    throw new Error(`No page can show examples/${name}: its program is not known here.`);
  }
  const [language, file] = program;
  const text = readFileSync(join(ROOT, "examples", name, file), "utf8").replace(TEMPLATE, "");
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}
