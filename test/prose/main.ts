/** `npm run lint:prose`: prints what is hard to read on the pages and in the comments and texts of the code, and fails if there is any. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import markdownIt from "markdown-it";
import ts from "typescript";
import { findFaults, findForbiddenWords, findLongSentences } from "./rules.js";

const ROOT = resolve(__dirname, "../..");

/** Made from the docstrings, a string that others wrote, or the list of the words itself. */
const NOT_OURS =
  /^(docs\/api\/|CODE_OF_CONDUCT\.md|test\/prose\/)|(^|\/)(node_modules|dist|\.git|sdks|venv|fixtures)(\/|$)/;

interface Text {
  readonly line: number;
  readonly text: string;
}

interface CodeText extends Text {
  readonly isComment: boolean;
}

function main(): void {
  const pages = filesIn(ROOT, ".md").flatMap((path) =>
    paragraphsOf(readFileSync(join(ROOT, path), "utf8")).flatMap(({ line, text }) =>
      findFaults(text).map((fault) => `${path}:${line}: ${fault}`),
    ),
  );
  const code = filesIn(ROOT, ".ts").flatMap(faultsOfCode);
  const faults = [...pages, ...code];
  for (const fault of faults) {
    console.error(fault);
  }
  if (faults.length > 0) {
    console.error(`${faults.length} places are hard to read.`);
    process.exitCode = 1;
  }
}

function filesIn(folder: string, ending: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = relative(ROOT, join(folder, entry.name));
    if (NOT_OURS.test(path)) {
      return [];
    }
    return entry.isDirectory() ? filesIn(join(ROOT, path), ending) : entry.name.endsWith(ending) ? [path] : [];
  });
}

/** Paragraphs, list items, headings and table cells. Each piece of code in them is one word. */
function paragraphsOf(page: string): Text[] {
  // Front matter, and parts that a command writes. The lines are kept.
  const own = page
    .replace(/^---\n.*?\n---\n/s, blank)
    .replace(/<!-- (generated|measured): .*?<!-- end: .*? -->/gs, blank);
  let line = 0;
  return markdownIt({ html: true })
    .parse(own, {})
    .flatMap(({ type, children, map }) => {
      // A table's cells have no lines of their own, but its rows have.
      line = (map?.[0] ?? line - 1) + 1;
      return type === "inline" ? [{ line, text: textOf(children ?? []) }] : [];
    });
}

function textOf(children: readonly { type: string; content: string }[]): string {
  return children
    .map(({ type, content }, index) => {
      // A number of its own, so that a list of code is no repetition.
      const code = `\`code${index}\``;
      return type === "code_inline" ? code : type === "text" ? content : type.endsWith("break") ? " " : "";
    })
    .join("");
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, "");
}

function faultsOfCode(path: string): string[] {
  const source = ts.createSourceFile(path, readFileSync(join(ROOT, path), "utf8"), ts.ScriptTarget.ES2022, true);
  return textsOf(source).flatMap(({ line, text, isComment }) =>
    [...findForbiddenWords(text), ...(isComment ? findLongSentences(sentencesOf(text)) : [])].map(
      (fault) => `${path}:${line}: ${fault}`,
    ),
  );
}

/** The sentences of a comment. A tag begins one, and the rows of a table are none. */
function sentencesOf(comment: string): string {
  return comment
    .replace(/^\/\*\*?|\*\/$/g, "")
    .replace(/^\s*(\*|\/\/)\s?/gm, "")
    .replace(/^\s*\|.*$/gm, "")
    .replace(/\s+(?=@(param|returns|throws)\b)/g, ". ");
}

/** Comments, strings, and templates with a word in place of each value. */
function textsOf(source: ts.SourceFile): CodeText[] {
  const found = new Map<number, string>();
  const comments = new Set<number>();
  const visit = (node: ts.Node): void => {
    const ranges = [
      ...(ts.getLeadingCommentRanges(source.text, node.pos) ?? []),
      ...(ts.getTrailingCommentRanges(source.text, node.end) ?? []),
    ];
    for (const { pos, end } of ranges) {
      found.set(pos, source.text.slice(pos, end));
      comments.add(pos);
    }
    if (ts.isStringLiteralLike(node)) {
      found.set(node.getStart(), node.text);
    }
    if (ts.isTemplateExpression(node)) {
      const parts = [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)];
      found.set(node.getStart(), parts.join("value"));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...found].map(([position, text]) => ({
    line: source.getLineAndCharacterOfPosition(position).line + 1,
    // Names of code in backquotes are not prose.
    text: text.replace(/`[^`\n]*`/g, "`code`"),
    isComment: comments.has(position),
  }));
}

main();
