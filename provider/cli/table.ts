/** Tables for people: plain lines, no more width than there is. */
import Table from "cli-table3";
import { excerpt } from "../http/excerpt.js";
import type { Paint } from "./style.js";

/** A column is never cut narrower than this. */
const NARROWEST = 8;
const GAP = 2;

const NO_LINES = {
  top: "",
  "top-mid": "",
  "top-left": "",
  "top-right": "",
  bottom: "",
  "bottom-mid": "",
  "bottom-left": "",
  "bottom-right": "",
  left: "",
  "left-mid": "",
  mid: "",
  "mid-mid": "",
  right: "",
  "right-mid": "",
  middle: "  ",
};

/** Every cell is made safe to print; those that do not fit the width end in an ellipsis. */
export function renderTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
  paint: Paint,
): string {
  const cells = [head, ...rows].map((row) => row.map(excerpt));
  const widths = fit(
    head.map((_, column) => Math.max(...cells.map((row) => Array.from(row[column] ?? "").length))),
    width,
  );
  const table = new Table({
    chars: NO_LINES,
    style: { head: [], border: [], "padding-left": 0, "padding-right": 0, compact: true },
    colWidths: widths,
    head: (cells[0] ?? []).map((name) => paint("bold", name)),
  });
  table.push(...cells.slice(1));
  return `${table
    .toString()
    .split("\n")
    .map((line) => line.trimEnd())
    .join("\n")}\n`;
}

/** Takes from the widest column until all fit. */
function fit(wanted: readonly number[], width: number): number[] {
  const widths = [...wanted];
  const total = (): number => widths.reduce((sum, each) => sum + each, 0) + GAP * (widths.length - 1);
  while (total() > width) {
    const widest = widths.indexOf(Math.max(...widths));
    const spare = (widths[widest] ?? 0) - NARROWEST;
    if (spare <= 0) break;
    widths[widest] = (widths[widest] ?? 0) - Math.min(spare, total() - width);
  }
  return widths;
}
