/** The repository's pages, with the parts of them that can be wrong: code, links, headings. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import GithubSlugger from "github-slugger";
import markdownIt from "markdown-it";

export const ROOT = resolve(__dirname, "..", "..");

export interface Page {
  /** Relative to the checkout. */
  readonly path: string;
  readonly text: string;
  readonly snippets: readonly Snippet[];
  /** As they are written. */
  readonly links: readonly string[];
  /** What a link to a heading of the page may name. */
  readonly anchors: ReadonlySet<string>;
}

export interface Snippet {
  readonly language: string;
  readonly code: string;
  /** The first line of the code, counted from one. */
  readonly line: number;
}

type Tokens = ReturnType<ReturnType<typeof markdownIt>["parse"]>;

/** Folders whose pages are not the repository's, or are tested where they are: the examples of the plugin's schema. */
const NOT_OURS: ReadonlySet<string> = new Set(["node_modules", "dist", ".git", "sdks", "provider"]);

export function allPages(): readonly Page[] {
  return pathsIn(ROOT).map((path) => readPage(relative(ROOT, path), readFileSync(path, "utf8")));
}

function pathsIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      return NOT_OURS.has(entry.name) ? [] : pathsIn(path);
    }
    return entry.isFile() && entry.name.endsWith(".md") ? [path] : [];
  });
}

function readPage(path: string, text: string): Page {
  // The front matter of the registry's pages is no Markdown.
  const body = text.replace(/^---\n.*?\n---\n/s, (front) => front.replace(/[^\n]+/g, ""));
  const tokens = markdownIt({ html: true }).parse(body, {});
  return { path, text, snippets: snippetsIn(tokens), links: linksIn(tokens), anchors: anchorsIn(tokens, text) };
}

function snippetsIn(tokens: Tokens): Snippet[] {
  return tokens
    .filter(({ type }) => type === "fence")
    .map(({ info, content, map }) => ({ language: info.trim(), code: content, line: (map?.[0] ?? 0) + 2 }));
}

function linksIn(tokens: Tokens): string[] {
  const inline = tokens.flatMap(({ children }) => children ?? []);
  const written = inline.flatMap((token) => [token.attrGet("href"), token.attrGet("src")]);
  const html = [...tokens, ...inline]
    .filter(({ type }) => type.startsWith("html_"))
    .flatMap(({ content }) => [...content.matchAll(/(?:href|src(?:set)?)="([^"]+)"/g)].map(([, link]) => link ?? null));
  return [...written, ...html].flatMap((link) => (link === null ? [] : [decodeURI(String(link))]));
}

function anchorsIn(tokens: Tokens, text: string): Set<string> {
  const slugger = new GithubSlugger();
  const headings = tokens.flatMap(({ type }, index) => {
    const words = tokens[index + 1]?.children?.filter(({ type: kind }) => kind === "text" || kind === "code_inline");
    return type === "heading_open" ? [slugger.slug((words ?? []).map(({ content }) => content).join(""))] : [];
  });
  return new Set([...headings, ...[...text.matchAll(/<a id="([^"]+)"/g)].map(([, id]) => id ?? "")]);
}
