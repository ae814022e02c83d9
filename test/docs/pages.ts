/** The repository's pages, with the parts of them that can be wrong: code, links, headings. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";

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

interface Snippet {
  readonly language: string;
  readonly code: string;
  /** The first line of the code, counted from one. */
  readonly line: number;
}

/**
 * Folders whose pages are not the repository's, or are tested elsewhere: those of the plugin's schema in `provider`.
 */
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
  const prose = body.replace(FENCE, "").replace(/`[^`\n]+`/g, (code) => code.replace(/[[\]()]/g, " "));
  return { path, text, snippets: snippetsIn(body), links: linksIn(prose), anchors: anchorsIn(prose) };
}

const FENCE = /^( *)```([^\n]*)\n(.*?)^\1```$/gms;

function snippetsIn(body: string): Snippet[] {
  return [...body.matchAll(FENCE)].map(({ 1: indent = "", 2: language = "", 3: code = "", index }) => ({
    language: language.trim(),
    code: indent === "" ? code : code.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
    line: body.slice(0, index).split("\n").length + 1,
  }));
}

function linksIn(prose: string): string[] {
  return [...prose.matchAll(/\]\(([^)\s]+)[^)]*\)/g)].map(([, link = ""]) => decodeURI(link));
}

/** As GitHub makes them: of a heading's letters, digits, blanks and hyphens; a second one alike has a number. */
function anchorsIn(prose: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ""] of prose.matchAll(/^#+ (.*)$/gm)) {
    const words = heading.replace(/\]\([^)]*\)/g, "").toLowerCase();
    const slug = words.replace(/[^\p{L}\p{N}_ -]/gu, "").replaceAll(" ", "-");
    anchors.add(anchors.has(slug) ? `${slug}-1` : slug);
  }
  return anchors;
}
