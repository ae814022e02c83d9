/**
 * Every TypeScript snippet of every page is a program that the compiler takes, as strictly as this package's own code.
 */
import { join } from "node:path";
import ts from "typescript";
import { allPages, ROOT } from "./pages.js";

const snippets = new Map(
  allPages().flatMap(({ path, snippets }) =>
    snippets
      .filter(({ language }) => language === "ts" || language === "typescript")
      // The unit test imports another file: test/package/programs.test.ts runs it.
      .filter(({ code }) => !code.startsWith("// index.test.ts\n"))
      .map(({ code, line }) => [join(ROOT, `${path.replace(/\.md$/, "")}-line-${line}.ts`), code] as const),
  ),
);

let faults: ReadonlyMap<string, readonly string[]>;

beforeAll(() => {
  faults = compile();
}, 120_000);

it("there are snippets to look at", () => {
  expect(snippets.size).toBeGreaterThan(10);
});

it.each([...snippets.keys()].map((file) => [file.slice(ROOT.length + 1), file]))("%s compiles", (_name, file) => {
  expect(faults.get(file) ?? []).toEqual([]);
});

/** All of them in one program: the SDK's types are read once. */
function compile(): ReadonlyMap<string, readonly string[]> {
  const { config } = ts.readConfigFile(join(ROOT, "tsconfig.json"), (path) => ts.sys.readFile(path)) as {
    config: object;
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const host = ts.createCompilerHost(options);
  const real = ts.createCompilerHost(options);
  host.fileExists = (file) => snippets.has(file) || real.fileExists(file);
  host.readFile = (file) => snippets.get(file) ?? real.readFile(file);
  host.getSourceFile = (file, version, ...rest) => {
    const code = snippets.get(file);
    return code === undefined ? real.getSourceFile(file, version, ...rest) : ts.createSourceFile(file, code, version);
  };
  const program = ts.createProgram(
    [...snippets.keys()],
    {
      ...options,
      noEmit: true,
      // A snippet may show a value and leave it at that.
      noUnusedLocals: false,
      types: ["node"],
      paths: {
        "pulumi-workflows": [join(ROOT, "provider/index.ts")],
        "pulumi-workflows/auth": [join(ROOT, "provider/auth/index.ts")],
        "pulumi-workflows/testing": [join(ROOT, "provider/testing/index.ts")],
      },
    },
    host,
  );
  return new Map(
    [...snippets.keys()].map((file) => {
      const source = program.getSourceFile(file);
      const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
      return [file, found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))];
    }),
  );
}
