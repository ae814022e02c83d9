/** Each promise of the pages has its tests: the table for maintainers names words and tests that exist. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { cases } from "../faults/cases.js";
import { ROOT } from "./pages.js";

interface Promised {
  /** The page, relative to the checkout. */
  readonly page: string;
  readonly words: string;
  readonly tests: readonly { readonly file: string; readonly names: readonly string[] }[];
}

const promises = readPromises();

function readPromises(): Promised[] {
  const sections = read("docs/promises.md").split(/^## /m).slice(1);
  return sections.flatMap((section) => {
    const page = join("docs", /\]\(([^)]+)\)/.exec(section)?.[1] ?? "");
    const rows = section.split("\n").filter((line) => line.startsWith("| ") && !/^\| (what the page|---)/.test(line));
    return rows.map((row) => {
      const [words = "", tests = ""] = row.slice(2, -2).split(/ +\| +/);
      return { page, words: words.trim(), tests: tests.trim().split("<br>").map(readTests) };
    });
  });
}

/** A file without its ending, and the names of its tests: each in backquotes. */
function readTests(cell: string): Promised["tests"][number] {
  const [file = "", ...names] = [...cell.matchAll(/`([^`]+)`/g)].map(([, code]) => code ?? "");
  return { file: `test/${file}.test.ts`, names };
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

/** A page's words in one line, without the marks of lists and tables. */
function plain(text: string): string {
  return text.replace(/[|\s]+/g, " ").trim();
}

test.each([...new Set(promises.map(({ page }) => page))])("%s has the words of each of its promises", (page) => {
  const text = plain(read(page));
  const own = promises.filter((promise) => promise.page === page);
  // A line of a program is written as code in the table.
  const missing = own.filter(({ words }) => !text.includes(plain(words)) && !text.includes(words.replaceAll("`", "")));
  expect(missing).toEqual([]);
  expect(own.length).toBeGreaterThan(10);
});

test("each promise has tests, and each of them exists", () => {
  const known = new Map<string, ReadonlySet<string>>();
  const namesIn = (file: string): ReadonlySet<string> => {
    const names = known.get(file) ?? testNames(file);
    known.set(file, names);
    return names;
  };
  const missing = promises.flatMap(({ words, tests }) => {
    const lost = tests.flatMap(({ file, names }) =>
      names.length === 0 ? [file] : names.filter((name) => !namesIn(file).has(name)).map((name) => `${file}: ${name}`),
    );
    return lost.map((test) => `${words} → ${test}`);
  });
  expect(missing).toEqual([]);
});

/** The first arguments of calls, as they are written: names of tests, with their placeholders. */
function testNames(file: string): Set<string> {
  const names = new Set(file === "test/faults/faults.test.ts" ? cases.map(({ number }) => `case ${number}`) : []);
  const addAll = (node: ts.Node): void => {
    if (ts.isConditionalExpression(node)) {
      addAll(node.whenTrue);
      addAll(node.whenFalse);
    } else if (ts.isStringLiteralLike(node)) {
      names.add(node.text);
    } else if (ts.isTemplateExpression(node)) {
      names.add(node.getText().slice(1, -1));
    }
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.arguments[0] !== undefined) {
      addAll(node.arguments[0]);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, read(file), ts.ScriptTarget.ES2022, true));
  return names;
}

test("every item of the security page's lists is a promise with tests", () => {
  const page = read("docs/security.md").replace(/^### What the engine logs\n.*?^## /ms, "## ");
  const items = page.split(/^- /m).slice(1);
  const words = promises
    .filter((promise) => promise.page === "docs/security.md")
    .map((promise) => plain(promise.words));
  const bare = items.map((item) => plain(item.split(/\n(?! {2})/)[0] ?? ""));
  expect(bare.filter((item) => !words.some((one) => item.includes(one)))).toEqual([]);
  expect(items.length).toBeGreaterThan(10);
});

test("every code on the errors page is a promise with tests", () => {
  const rows = read("docs/errors.md")
    .split("\n")
    .filter((line) => /^\| `[a-z-]+` +\| `/.test(line))
    .map(plain);
  const words = promises.filter((promise) => promise.page === "docs/errors.md").map((promise) => plain(promise.words));
  expect(rows.filter((row) => !words.some((one) => row.includes(one)))).toEqual([]);
  expect(rows).toHaveLength(21);
});
