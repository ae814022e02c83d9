/** Runs a TypeScript snippet of the pages, unchanged, with this repository's sources as the packages that it imports. */
import ts from "typescript";
import { allPages } from "./pages.js";

const snippets = allPages().flatMap((page) => page.snippets);

/** The packages as users import them. */
const PACKAGES: Readonly<Record<string, () => unknown>> = {
  "@pulumi/pulumi": () => jest.requireActual("@pulumi/pulumi"),
  "pulumi-workflows": () => jest.requireActual("../../provider/index.js"),
  "pulumi-workflows/testing": () => jest.requireActual("../../provider/testing/index.js"),
  "./program": () => runSnippet("// program.ts\n"),
};

/** Runs the one snippet that contains `text`, and returns its exports. */
export function runSnippet(text: string): unknown {
  const [snippet, ...others] = snippets.filter(({ code }) => code.includes(text));
  if (snippet === undefined || others.length > 0) {
    throw new Error(`The pages have ${others.length === 0 ? "no" : "more than one"} snippet with "${text.trim()}".`);
  }
  const { outputText } = ts.transpileModule(snippet.code, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const module = { exports: {} };
  const load = (name: string): unknown => {
    const found = PACKAGES[name];
    if (found === undefined) {
      throw new Error(`The snippet with "${text.trim()}" imports ${name}.`);
    }
    return found();
  };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- a page's code is data here.
  new Function("require", "module", "exports", outputText)(load, module, module.exports);
  return module.exports;
}
