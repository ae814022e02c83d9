/** A chart of horizontal bars as SVG: readable on light and on dark pages. */
export interface Panel {
  readonly title: string;
  /** "ms", "s", "GB". */
  readonly unit: string;
  readonly bars: readonly Bar[];
}

export interface Bar {
  readonly label: string;
  readonly value: number;
  /** Ours, or what it is compared with. */
  readonly kind: "ours" | "other";
  readonly spread?: readonly [number, number];
}

const WIDTH = 820;
const LABELS = 300;
const BARS = 400;
const ROW = 26;
const COLOURS = { ours: "#6b5ce7", other: "#9aa1ad" } as const;

export function drawChart(panels: readonly Panel[]): string {
  let y = 16;
  const parts = panels.map((panel) => {
    const drawn = drawPanel(panel, y);
    y += 44 + panel.bars.length * ROW;
    return drawn;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" width="${WIDTH}" height="${y}" role="img" font-family="system-ui, Helvetica, Arial, DejaVu Sans, sans-serif" font-size="13" fill="#1f2430">
<title>${panels.map(({ title }) => escape(title)).join("; ")}</title>
<rect width="100%" height="100%" rx="8" fill="#ffffff"/>
${parts.join("\n")}
</svg>
`;
}

function drawPanel({ title, unit, bars }: Panel, top: number): string {
  const most = Math.max(...bars.flatMap(({ value, spread }) => [value, spread?.[1] ?? 0]), Number.MIN_VALUE);
  const scale = (value: number): number => (Math.max(0, value) / most) * BARS;
  const rows = bars.map(({ label, value, kind, spread }, index) => {
    const y = top + 32 + index * ROW;
    const whisker =
      spread === undefined
        ? ""
        : `<line x1="${at(scale(spread[0]))}" x2="${at(scale(spread[1]))}" y1="${y + 9}" y2="${y + 9}" stroke="#1f2430" stroke-width="1.5"/>`;
    const end = at(Math.max(scale(value), scale(spread?.[1] ?? 0)) + 8);
    return `<text x="${LABELS - 10}" y="${y + 13}" text-anchor="end">${escape(label)}</text>
<rect x="${LABELS}" y="${y}" width="${scale(value).toFixed(1)}" height="18" rx="3" fill="${COLOURS[kind]}"/>${whisker}
<text x="${end}" y="${y + 13}" fill="#4a5160">${format(value)} ${unit}</text>`;
  });
  return `<text font-weight="600" font-size="15" x="16" y="${top + 14}">${escape(title)}</text>\n${rows.join("\n")}`;
}

function at(offset: number): string {
  return (LABELS + offset).toFixed(1);
}

function format(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}

function escape(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
}
