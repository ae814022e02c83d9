/** What the pages name is there: commands, settings, variables, and every error code with its exit code. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { EXIT_MEANINGS, exitCodeOf } from "../../provider/cli/exit-codes.js";
import * as errors from "../../provider/http/errors.js";
import { CONNECTIONS_KEY, SETTINGS } from "../../provider/settings/definitions.js";
import { GUARD_VARIABLES } from "../../provider/workflows/items/guard.js";
import { allPages, ROOT } from "./pages.js";

const pages = allPages();

function named(pattern: RegExp): string[] {
  const found = pages.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, name]) => name ?? ""));
  return [...new Set(found)];
}

test("every npm script that a page names exists", () => {
  const scriptsOf = (path: string): string[] =>
    Object.keys((JSON.parse(readFileSync(join(ROOT, path), "utf8")) as { scripts: object }).scripts);
  const known = new Set([...scriptsOf("package.json"), ...scriptsOf("templates/typescript/package.json")]);
  const names = named(/\bnpm run ([\w:-]+)/g);
  expect(names.filter((name) => !known.has(name))).toEqual([]);
  expect(names.length).toBeGreaterThan(5);
});

const program = join(ROOT, "dist", "cli", "main.js");
const help = (...command: string[]): string =>
  execFileSync(process.execPath, [program, ...command, "--help"], { encoding: "utf8" });

test("every command and option of `pulumi-workflows` that a page names exists", () => {
  const commands = [...help().matchAll(/^ {2}([a-z]+) \[options\]/gm)].map(([, name]) => name ?? "");
  const options = new Map<string, readonly string[]>(
    commands.map((name) => [name, help(name).match(/--[a-z-]+/g) ?? []]),
  );
  const lines = pages.flatMap(({ text }) => text.match(/\bpulumi-workflows [a-z]+\b[^`\n|]*/g) ?? []);
  const typed = lines
    .map((line) => line.split(/\s[#<]|\)"/)[0] ?? "")
    .map((line) => ({ line, command: / ([a-z]+)/.exec(line)?.[1] ?? "", used: line.match(/(?<=\s)--[a-z-]+/g) ?? [] }))
    // In prose, and of npm and npx, the package has this name too.
    .filter(({ line, command }) => commands.includes(command) || line.includes(" --"));
  expect(typed.filter(({ command, used }) => !used.every((name) => options.get(command)?.includes(name)))).toEqual([]);
  expect(new Set(typed.map(({ command }) => command))).toEqual(new Set(commands));
});

test("the table of exit codes is the one of `pulumi-workflows --help`", () => {
  const page = readFileSync(join(ROOT, "docs", "command-line.md"), "utf8");
  const rows = [...page.matchAll(/^\| (\d+) +\| (.*?) +\|$/gm)].map(([, code, meaning = ""]) => [
    Number(code),
    // The page may have more, in brackets.
    meaning.replaceAll("`", "").replace(/ \([^)]*\)(?=: )/, ""),
  ]);
  expect(rows).toEqual(EXIT_MEANINGS.map((row) => [...row]));
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
  const known = new Set([...SETTINGS.map(({ env }) => env), ...Object.values(GUARD_VARIABLES)]);
  // A pipeline's secrets have the environment's name in theirs.
  const variables = named(/(?<!PULUMI_)\b(WORKFLOWS_(?!TEST_)[A-Z_]*[A-Z])\b/g).map((variable) =>
    variable.replace(/^WORKFLOWS_(DEV|STAGING|PROD)_/, "WORKFLOWS_"),
  );
  expect(variables.filter((variable) => !known.has(variable))).toEqual([]);
  expect(variables.length).toBeGreaterThan(5);
});

/** The cells of the table of errors: code, class, what happened, what to do, exit code. */
function errorRows(page: string): string[][] {
  const text = readFileSync(join(ROOT, page), "utf8");
  const table = text.slice(text.indexOf("<!-- errors -->"), text.indexOf("<!-- end: errors -->"));
  const rows = table.split("\n").filter((line) => line.startsWith("| `"));
  return rows.map((row) =>
    row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

function documentedErrors(): Map<string, { classes: string[]; exitCode: number }> {
  return new Map(
    errorRows("docs/errors.md").map(([code = "", classes = "", , , exitCode]) => [
      code.replaceAll("`", ""),
      { classes: [...classes.matchAll(/`(\w+)`/g)].map(([, name]) => name ?? ""), exitCode: Number(exitCode) },
    ]),
  );
}

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
  expect([...documentedErrors().keys()].sort()).toEqual(errorCodes().sort());
  expect(documentedErrors().size).toBeGreaterThan(15);
});

test("the table of errors names classes that exist, and the exit codes of the command line", () => {
  const checked = [...documentedErrors()].map(([code, { classes, exitCode }]) => {
    const error = new errors.WorkflowsError("", { code: code as errors.ErrorCode });
    return { code, exist: classes.every((name) => name in errors), exitCode, is: exitCodeOf(error) };
  });
  expect(checked.filter(({ exist, exitCode, is }) => !exist || exitCode !== is)).toEqual([]);
});

test("every file and function on the ways through the code exists", () => {
  const page = readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8");
  const ways = page.slice(page.indexOf("## Two ways through the code"), page.indexOf("## The rules"));
  const steps = ways.split("\n").filter((line) => /^\d+\. /.test(line));
  const missing = steps.flatMap((step) => {
    const files = [...step.matchAll(/`([a-z]+\/[a-z/-]+\.ts)`/g)].map(([, file]) => join(ROOT, "provider", file ?? ""));
    const texts = files.map((file) => (existsSync(file) ? readFileSync(file, "utf8") : ""));
    const functions = [...step.matchAll(/\(`(\w+)`\)/g)].map(([, name]) => name ?? "");
    return [
      ...files.filter((_file, index) => texts[index] === ""),
      ...functions.filter((name) => !texts.some((text) => text.includes(`function ${name}(`))),
    ];
  });
  expect(missing).toEqual([]);
  expect(steps).toHaveLength(20);
});
