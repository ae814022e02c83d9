/** Runs a TypeScript snippet of the pages, unchanged, with this repository's sources as the packages that it imports. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { allPages, ROOT } from "./pages.js";

const snippets = allPages().flatMap((page) => page.snippets);

/** The packages as users import them. */
const PACKAGES: Readonly<Record<string, () => unknown>> = {
  "@pulumi/pulumi": () => jest.requireActual("@pulumi/pulumi"),
  "pulumi-workflows": () => jest.requireActual("../../provider/index.js"),
  "pulumi-workflows/testing": () => jest.requireActual("../../provider/testing/index.js"),
  "./index": () => runCode("examples/for-each", readFileSync(join(ROOT, "examples/for-each/index.ts"), "utf8")),
};

/** Runs the one snippet that contains `text`, and returns its exports. */
export function runSnippet(text: string): unknown {
  const [snippet, ...others] = snippets.filter(({ code }) => code.includes(text));
  if (snippet === undefined || others.length > 0) {
    throw new Error(`The pages have ${others.length === 0 ? "no" : "more than one"} snippet with "${text.trim()}".`);
  }
  return runCode(`the snippet with "${text.trim()}"`, snippet.code);
}

/** Runs a program, and returns its exports. */
function runCode(name: string, code: string): unknown {
  const { outputText } = ts.transpileModule(code, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const module = { exports: {} };
  const load = (imported: string): unknown => {
    const found = PACKAGES[imported];
    if (found === undefined) {
      throw new Error(`${name} imports ${imported}.`);
    }
    return found();
  };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- a page's code is data here.
  new Function("require", "module", "exports", outputText)(load, module, module.exports);
  return module.exports;
}
