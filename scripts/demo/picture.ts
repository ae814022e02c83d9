/** Draws lines of a terminal as an SVG image. Runs in the demo, with `--picture`. */

// In pixels: the width of a character, the height of a line, the margin around the text, the height of the title bar.
const [CHARACTER, LINE, MARGIN, BAR] = [7.8, 18, 16, 30];

/** The colour of a line, by its beginning: the first that matches. */
const COLOURS: readonly (readonly [beginning: RegExp, colour: string])[] = [
  [/^▸/, "#c4b5fd"],
  [/^\$/, "#ffffff"],
  [/^ {2}\+/, "#86efac"],
  [/^ {2}(~|workflows: )/, "#fde68a"],
  [/^ {2}error:/, "#fca5a5"],
  [/^(Engine|Service):/, "#9ca3af"],
];

/** Returns the image. It is as wide as the longest line, so that none is cut. */
export function draw(texts: readonly string[]): string {
  const lines = texts.flatMap((text) => text.split("\n"));
  const width = Math.ceil(Math.max(...lines.map(({ length }) => length)) * CHARACTER) + 2 * MARGIN;
  const height = lines.length * LINE + BAR + 2 * MARGIN;
  const drawn = lines.map((line, index) => {
    const colour = COLOURS.find(([beginning]) => beginning.test(line))?.[1] ?? "#e5e7eb";
    // Without `textLength` a line would be wider or narrower in the font of another machine.
    const length = line.trim() === "" ? "" : ` textLength="${(line.length * CHARACTER).toFixed(1)}"`;
    const y = BAR + MARGIN + index * LINE;
    return `<text x="${MARGIN}" y="${y}" fill="${colour}"${length} xml:space="preserve">${escape(line)}</text>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" font-family="DejaVu Sans Mono, Menlo, Consolas, Liberation Mono, monospace" font-size="13">
<title>The demo in a terminal</title>
<rect width="100%" height="100%" rx="10" fill="#1b1d29"/>
${["#f87171", "#fbbf24", "#4ade80"].map((colour, index) => `<circle cx="${MARGIN + 6 + index * 18}" cy="16" r="5.5" fill="${colour}"/>`).join("")}
${drawn.join("\n")}
</svg>
`;
}

function escape(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
}
