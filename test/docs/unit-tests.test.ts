/** The unit tests that the pages show: they run here unchanged. */
import ts from "typescript";
import { allPages } from "./pages.js";

const snippets = allPages().flatMap((page) => page.snippets);

/** The packages as users import them, from this repository's sources. */
const PACKAGES: Readonly<Record<string, () => unknown>> = {
  "@pulumi/pulumi": () => jest.requireActual("@pulumi/pulumi"),
  "pulumi-workflows": () => jest.requireActual("../../provider/index.js"),
  "pulumi-workflows/testing": () => jest.requireActual("../../provider/testing/index.js"),
  "./program": () => run("program.ts"),
};

/** Runs the one snippet that begins with a file's name, and gives its exports. */
function run(file: string): unknown {
  const [snippet, ...others] = snippets.filter(({ code }) => code.startsWith(`// ${file}\n`));
  if (snippet === undefined || others.length > 0) {
    throw new Error(`The pages have ${others.length === 0 ? "no" : "more than one"} ${file}.`);
  }
  const { outputText } = ts.transpileModule(snippet.code, {
    compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
  });
  const module = { exports: {} };
  const load = (name: string): unknown => {
    const found = PACKAGES[name];
    if (found === undefined) {
      throw new Error(`The snippet ${file} imports ${name}.`);
    }
    return found();
  };
  // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call -- a page's code is data here.
  new Function("require", "module", "exports", outputText)(load, module, module.exports);
  return module.exports;
}

describe("the example of mockWorkflows", () => {
  run("program.test.ts");
});
