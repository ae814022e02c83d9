/** `npm run picture`: runs the demo and draws what it prints, as far as it fits a picture, into docs/demo.svg. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";

const ROOT = resolve(__dirname, "..");
const COLUMNS = 100;
const [CHARACTER, LINE, MARGIN, BAR] = [7.8, 18, 16, 30];

/** What a line looks like, by its beginning; the first that fits. */
const COLOURS: readonly (readonly [RegExp, string])[] = [
  [/^▸/, "#c4b5fd"],
  [/^\$/, "#ffffff"],
  [/^\s*\+/, "#86efac"],
  [/^\s*~/, "#fde68a"],
  [/workflows: \d+ added/, "#fde68a"],
  [/^Engine:|^\s*(Previewing|Updating)/, "#9ca3af"],
];

function main(): void {
  const printed = execFileSync("npm", ["run", "--silent", "demo"], { cwd: ROOT, encoding: "utf8" });
  const lines = printed.split("\n").map((line) => stripVTControlCharacters(line).trimEnd());
  if (!lines.some((line) => line.startsWith("Engine: Pulumi "))) {
    throw new Error("The picture is of the real engine: this needs the Pulumi CLI on PATH.");
  }
  writeFileSync(join(ROOT, "docs/demo.svg"), draw(["$ npm run demo", ...choose(lines)]));
}

/** The engine; the table after the first update; what the preview shows when the service has changed; the end. */
function choose(lines: readonly string[]): string[] {
  const headings = lines.flatMap((line, index) => (line.startsWith("▸") ? [index] : []));
  const section = (words: string): string[] => {
    const from = headings.find((index) => lines[index]?.includes(words)) ?? 0;
    const to = headings.find((index) => index > from) ?? lines.length;
    return lines.slice(from, to);
  };
  const [heading = "", ...up] = section("pulumi up");
  const changed = section("Somebody renames").filter((line) => !isProgress(line));
  const news = changed.slice(0, changed.findIndex((line) => line.trim() === "]") + 1);
  return [
    ...lines.filter((line) => line.startsWith("Engine:")),
    "",
    heading,
    ...up.filter((line) => /^[┌├│└]/.test(line)),
    "",
    ...withoutUnchanged(news),
    "  …",
    ...section("Done.").flatMap(wrap),
  ].filter((line, index, all) => line !== "" || (all[index - 1] !== "" && index < all.length - 1));
}

/** A heading may be longer than the picture is wide. */
function wrap(line: string): string[] {
  const cut = line.length > COLUMNS ? line.lastIndexOf(" ", COLUMNS) : -1;
  return cut < 0 ? [line] : [line.slice(0, cut), ...wrap(`  ${line.slice(cut + 1)}`)];
}

function isProgress(line: string): boolean {
  return /^\s*@/.test(line) || line.trim() === "" || /Stack |Workflows all {2}/.test(line);
}

/** Without the workflows that stay as they are, of which there may be many. */
function withoutUnchanged(lines: readonly string[]): string[] {
  let isUnchanged = false;
  return lines.filter((line) => {
    if (/^\s*\[\d+\]: \{$/.test(line)) {
      isUnchanged = true;
    }
    const keep = !isUnchanged;
    if (/^\s*\}$/.test(line)) {
      isUnchanged = false;
    }
    return keep;
  });
}

function draw(lines: readonly string[]): string {
  const [width, height] = [COLUMNS * CHARACTER + 2 * MARGIN, lines.length * LINE + BAR + 2 * MARGIN];
  const texts = lines.map((line, index) => {
    const shown = line.length > COLUMNS ? `${line.slice(0, COLUMNS - 1)}…` : line;
    const colour = COLOURS.find(([pattern]) => pattern.test(line))?.[1] ?? "#e5e7eb";
    const y = BAR + MARGIN + index * LINE;
    // As wide as its number of characters: fonts differ, and tables must stay tables.
    const length = shown.trim() === "" ? "" : ` textLength="${(shown.length * CHARACTER).toFixed(1)}"`;
    return `<text x="${MARGIN}" y="${y}" fill="${colour}"${length} xml:space="preserve">${escape(shown)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="DejaVu Sans Mono, Menlo, Consolas, Liberation Mono, monospace" font-size="13">
<title>The demo in a terminal</title>
<rect width="100%" height="100%" rx="10" fill="#1b1d29"/>
${["#f87171", "#fbbf24", "#4ade80"].map((colour, index) => `<circle cx="${MARGIN + 6 + index * 18}" cy="16" r="5.5" fill="${colour}"/>`).join("")}
${texts.join("\n")}
</svg>
`;
}

function escape(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
}

main();
