/** What the pages name is there: commands, settings, variables, and every error code with its exit code. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { exitCodeOf } from "../../provider/cli/exit-codes.js";
import * as errors from "../../provider/http/errors.js";
import { CONNECTIONS_KEY, SETTINGS } from "../../provider/settings/definitions.js";
import { allPages, ROOT } from "./pages.js";

const pages = allPages();

function named(pattern: RegExp): string[] {
  const found = pages.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name]) => name ?? ""));
  return [...new Set(found)];
}

test("every npm script that a page names exists", () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { scripts: object };
  const builtIn = ["run"];
  expect(named(/\bnpm run ([\w:-]+)/g).filter((name) => !(name in scripts) && !builtIn.includes(name))).toEqual([]);
});

test("every setting that a page names exists", () => {
  const known = new Set<string>([...SETTINGS.map(({ key }) => key), CONNECTIONS_KEY]);
  // Names of the plugin's schema are written alike.
  const others = /^(Workflows|index|getWorkflows|getWorkflow|getAccessToken)$/;
  const keys = named(/\bworkflows:([A-Za-z]+)/g).filter((key) => !others.test(key));
  expect(keys.filter((key) => !known.has(key))).toEqual([]);
  expect(keys.length).toBeGreaterThan(5);
});

test("every variable that a page names exists", () => {
  const known = new Set(SETTINGS.map(({ variable }) => variable));
  // A pipeline's secrets have the environment's name in theirs.
  const variables = named(/(?<!PULUMI_)\b(WORKFLOWS_[A-Z_]*[A-Z])\b/g).map((variable) =>
    variable.replace(/^WORKFLOWS_(DEV|STAGING|PROD)_/, "WORKFLOWS_"),
  );
  expect(variables.filter((variable) => !known.has(variable))).toEqual([]);
});

/** The rows of the table of errors: code, class, exit code. */
function toldErrors(): Map<string, { classes: string[]; exitCode: number }> {
  const text = readFileSync(join(ROOT, "docs/errors.md"), "utf8");
  const table = text.slice(text.indexOf("<!-- errors -->"), text.indexOf("<!-- end: errors -->"));
  const rows = table.split("\n").filter((line) => line.startsWith("| `"));
  return new Map(
    rows.map((row) => {
      const cells = row.split("|").map((cell) => cell.trim());
      const classes = [...(cells[2] ?? "").matchAll(/`(\w+)`/g)].map(([, name]) => name ?? "");
      return [(cells[1] ?? "").replaceAll("`", ""), { classes, exitCode: Number(cells[5]) }];
    }),
  );
}

/** The first three cells of each row: code, class, what happened. */
function shortRows(page: string): string[] {
  const text = readFileSync(join(ROOT, page), "utf8");
  const table = text.slice(text.indexOf("<!-- errors -->"), text.indexOf("<!-- end: errors -->"));
  return table
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((row) =>
      row
        .split("|", 4)
        .map((cell) => cell.trim())
        .join("|"),
    );
}

test("the README's table of errors says what the page about them says", () => {
  expect(shortRows("README.md")).toEqual(shortRows("docs/errors.md"));
  expect(shortRows("README.md").length).toBeGreaterThan(15);
});

function errorCodes(): string[] {
  const source = ts.createSourceFile(
    "errors.ts",
    readFileSync(join(ROOT, "provider/http/errors.ts"), "utf8"),
    ts.ScriptTarget.ES2022,
  );
  const codes = source.statements.find(
    (statement) => ts.isTypeAliasDeclaration(statement) && statement.name.text === "ErrorCode",
  );
  const types = codes !== undefined && ts.isTypeAliasDeclaration(codes) ? codes.type : undefined;
  return types !== undefined && ts.isUnionTypeNode(types)
    ? types.types.flatMap((type) =>
        ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal) ? [type.literal.text] : [],
      )
    : [];
}

test("the table of errors has every code, and no other", () => {
  expect([...toldErrors().keys()].sort()).toEqual(errorCodes().sort());
});

test("the table of errors names classes that exist, and the exit codes of the command line", () => {
  const told = [...toldErrors()].map(([code, { classes, exitCode }]) => {
    const error = new errors.WorkflowsError("", { code: code as errors.ErrorCode });
    return { code, exist: classes.every((name) => name in errors), exitCode, is: exitCodeOf(error) };
  });
  expect(told.filter(({ exist, exitCode, is }) => !exist || exitCode !== is)).toEqual([]);
});
