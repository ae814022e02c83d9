/** Tables for people: plain lines, never wider than the terminal. */
import stringWidth from "string-width";
import { excerpt } from "../http/excerpt.js";
import type { Paint } from "./text.js";

/** A column is never made narrower than this. */
const NARROWEST = 8;
const GAP = "  ";

/** Every cell is made safe to print. A cell that does not fit ends in an ellipsis. */
export function renderTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
  paint: Paint,
): string {
  const cells = [head, ...rows].map((row) => row.map(excerpt));
  // Reduced rather than spread: a listing may have more rows than a call can have arguments.
  const wanted = head.map((_, column) =>
    cells.reduce((widest, row) => Math.max(widest, stringWidth(row[column] ?? "")), 0),
  );
  const widths = fit(wanted, width);
  const [first = "", ...lines] = cells.map((row) =>
    row
      .map((cell, column) => exactly(cell, widths[column] ?? 0))
      .join(GAP)
      .trimEnd(),
  );
  return `${[paint("bold", first), ...lines].join("\n")}\n`;
}

/** Takes from the widest column until all fit. */
function fit(wanted: readonly number[], width: number): number[] {
  const widths = [...wanted];
  const total = (): number => widths.reduce((sum, each) => sum + each, 0) + GAP.length * (widths.length - 1);
  while (total() > width) {
    const widest = widths.indexOf(Math.max(...widths));
    const spare = (widths[widest] ?? 0) - NARROWEST;
    if (spare <= 0) {
      break;
    }
    widths[widest] = (widths[widest] ?? 0) - Math.min(spare, total() - width);
  }
  return widths;
}

/** `text` padded or cut to `width` columns. */
function exactly(text: string, width: number): string {
  const cut = truncate(text, width);
  return cut + " ".repeat(width - stringWidth(cut));
}

/** `text` cut to `width` columns of a terminal. Some characters take two columns. */
export function truncate(text: string, width: number): string {
  if (stringWidth(text) <= width) {
    return text;
  }
  let cut = "";
  let taken = 0;
  for (const character of text) {
    const next = taken + stringWidth(character);
    if (next >= width) {
      break;
    }
    cut += character;
    taken = next;
  }
  return `${cut}…`;
}
