/** Renders the samples of the pages. A sample is a file in docs/samples, with the same program in every language. Runs in `npm run generate`. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { code } from "./tables.js";

const ROOT = join(__dirname, "../..");

const LANGUAGES = [
  ["typescript", "TypeScript"],
  ["python", "Python"],
  ["go", "Go"],
  ["yaml", "YAML"],
] as const;

/** Returns the sample for a page of this repository: TypeScript in sight, and the other languages folded under it. */
export function renderSample(name: string): string {
  const folded = LANGUAGES.slice(1).map(
    ([language, title]) =>
      `<details>\n<summary>${title}</summary>\n\n${fenced(language, programIn(name, language))}\n\n</details>`,
  );
  return [fenced("typescript", programIn(name, "typescript")), ...folded].join("\n\n");
}

/** Returns the sample for a page of Pulumi's registry, which shows the language that its reader chooses. */
export function renderChooser(name: string): string {
  const names = LANGUAGES.map(([language]) => language);
  const choices = names.map(
    (language) =>
      `{{% choosable language ${language} %}}\n\n${fenced(language, programIn(name, language))}\n\n{{% /choosable %}}`,
  );
  return [`{{< chooser language "${names.join()}" >}}`, ...choices, "{{< /chooser >}}"].join("\n");
}

/**
 * Returns the program of a sample in a language. It is in `docs/samples/`. If it is not there, it is taken from the example of the same
 * name in the plugin's schema, so that such a program is written only once.
 */
function programIn(name: string, language: string): string {
  const files = [`docs/samples/${name}.md`, `provider/plugin/examples/${name}.md`].map((file) => join(ROOT, file));
  const block = new RegExp(`\`\`\`${language}\\n(.*?)\\n\`\`\``, "s");
  const [program] = files
    .filter((file) => existsSync(file))
    .flatMap((file) => block.exec(readFileSync(file, "utf8"))?.[1] ?? []);
  if (program === undefined) {
    throw new Error(`There is no sample ${code(name)} in ${language}.`);
  }
  return program;
}

function fenced(language: string, program: string): string {
  return `\`\`\`${language}\n${program}\n\`\`\``;
}
