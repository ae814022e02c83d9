/** Items as tables for people: which fields are columns, what a cell shows, and lines never wider than the terminal. */
import { excerpt } from "../base/excerpt.js";
import { parsePath } from "../base/json-path.js";
import { valuesAt } from "../workflows/items/fields.js";
import { isJsonObject, type JsonValue, stringifyJson } from "../workflows/json/json.js";
import type { Paint } from "./text.js";

/** Columns without `--select`, and items in which they are searched, at most. */
const MAX_COLUMNS = 6;
const MAX_SEARCHED = 1000;

/** The column of items that are not objects. With `itemsPath` a listing may have texts or numbers. */
const ITEM = "value";

/** The fields to show, and how many others there are: those of `--select`; else `id`, `name`, then plain values first. */
export function chooseColumns(
  items: readonly JsonValue[],
  select: readonly string[] | undefined,
): { readonly columns: readonly string[]; readonly others: number } {
  if (select !== undefined) {
    return { columns: select.map((field) => field.replace(/\?$/, "")), others: 0 };
  }
  const ranks = new Map<string, number>();
  for (const item of items.slice(0, MAX_SEARCHED)) {
    for (const [field, value] of isJsonObject(item) ? Object.entries(item) : [[ITEM, item] as const]) {
      const rank = field === "id" ? 0 : field === "name" ? 1 : isJsonObject(value) || Array.isArray(value) ? 3 : 2;
      ranks.set(field, Math.max(rank, ranks.get(field) ?? 0));
    }
  }
  const fields = [...ranks].sort(([, a], [, b]) => a - b).map(([field]) => field);
  return { columns: fields.slice(0, MAX_COLUMNS), others: Math.max(0, fields.length - MAX_COLUMNS) };
}

/** A field's value as text; empty if there is none. */
export function cellText(item: JsonValue, column: string): string {
  if (!isJsonObject(item)) {
    return column === ITEM ? valueText(item) : "";
  }
  const values = Object.hasOwn(item, column) ? [item[column] as JsonValue] : valuesAt(item, parsePath(column));
  return values.map(valueText).join(", ");
}

/** Texts as they are, everything else as JSON. */
export function valueText(value: JsonValue): string {
  return value === null ? "" : typeof value === "string" ? value : stringifyJson(value);
}

/** A value for a message: short, on one line, texts in quotes. */
export function shortValue(value: JsonValue | undefined): string {
  return value === undefined ? "(none)" : excerpt(stringifyJson(value));
}

/** Columns of a cell, at most; the last one has what is left of the line. */
const MAX_CELL = 40;
const GAP = "  ";

/** Every cell is made safe to print. What does not fit ends in an ellipsis. */
export function renderTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
  paint: Paint,
): string {
  const cells = [head, ...rows].map((row) => row.map(excerpt));
  // Reduced rather than spread: a listing may have more rows than a call can have arguments.
  const widthAt = (column: number): number =>
    cells.reduce((widest, row) => Math.max(widest, Math.min(MAX_CELL, widthOf(row[column] ?? ""))), 0);
  const widths = head.slice(0, -1).map((_, column) => widthAt(column));
  const [first = "", ...lines] = cells.map((row) => {
    const padded = row.map((cell, column) => (column < widths.length ? exactly(cell, widths[column] ?? 0) : cell));
    return exactly(padded.join(GAP), width).trimEnd();
  });
  return `${[paint("bold", first), ...lines].join("\n")}\n`;
}

/** Renders a table of GitHub's and GitLab's Markdown. What the service wrote cannot become markup. */
export function renderMarkdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
  const lines = [head, ...rows].map((row) => line(row.map((cell) => escapeMarkdown(excerpt(cell)))));
  lines.splice(1, 0, line(head.map(() => "---")));
  return `${lines.join("\n")}\n`;
}

/** Returns the text as Markdown that shows it as it is. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>|~&#!]/g, "\\$&");
}

/** `text` padded or cut to `width` columns. */
function exactly(text: string, width: number): string {
  const missing = width - widthOf(text);
  if (missing >= 0) {
    return text + " ".repeat(missing);
  }
  let left = width - 1;
  const characters = charactersOf(text);
  const end = characters.findIndex((character) => (left -= widthOf(character)) < 0);
  return exactly(`${characters.slice(0, end).join("")}…`, width);
}

/** What a terminal shows in two columns: emoji, and the wide and full-width characters of Unicode's annex 11. */
const WIDE =
  /[\p{Emoji_Presentation}\uFE0F]|(?![\uFF61-\uFFDC])[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}\p{sc=Yiii}\u3000-\u33FF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6]/u;

/** Columns of a terminal. A letter and its accents are one character. */
function widthOf(text: string): number {
  if (/^[\x20-\x7E]*$/.test(text)) {
    return text.length;
  }
  return charactersOf(text).reduce((sum, character) => sum + (WIDE.test(character) ? 2 : 1), 0);
}

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

function charactersOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
