/** Shows items as tables: which fields are columns, what a cell shows, and lines no wider than the terminal. Runs in the command line. */
import { excerpt } from "../base/text.js";
import { parsePath } from "../base/json-path.js";
import { valuesAt } from "../workflows/items/fields.js";
import { isJsonObject, type JsonValue, stringifyJson } from "../workflows/json/json.js";
import type { Paint } from "./text.js";

/** At most this many columns are shown if `--select` is absent. */
const MAX_COLUMNS = 6;
/** At most this many items are scanned to find the columns. */
const MAX_SCANNED_ITEMS = 1000;

/** The column of items that are not objects. With `itemsPath` a listing may have texts or numbers. */
const ITEM_COLUMN = "value";

/** The fields that a table shows. */
interface Columns {
  readonly columns: readonly string[];
  /** How many fields are not shown. */
  readonly hiddenCount: number;
}

/** Returns the fields of `--select`, or by default `id`, `name`, and then fields with plain values before lists and objects. */
export function chooseColumns(items: readonly JsonValue[], select: readonly string[] | undefined): Columns {
  if (select !== undefined) {
    // A question mark at the end of a path says that the field may be missing. It is not a part of the field's name.
    return { columns: select.map((field) => field.replace(/\?$/, "")), hiddenCount: 0 };
  }
  const ranks = new Map<string, number>();
  for (const item of items.slice(0, MAX_SCANNED_ITEMS)) {
    const fieldsOfItem = isJsonObject(item) ? item : { [ITEM_COLUMN]: item };
    for (const [field, value] of Object.entries(fieldsOfItem)) {
      ranks.set(field, Math.max(rankOf(field, value), ranks.get(field) ?? 0));
    }
  }
  const fields = [...ranks].sort(([, a], [, b]) => a - b).map(([field]) => field);
  return { columns: fields.slice(0, MAX_COLUMNS), hiddenCount: Math.max(0, fields.length - MAX_COLUMNS) };
}

/** Returns the place of a field among the columns: `id`, `name`, fields with plain values, then lists and objects. */
function rankOf(field: string, value: JsonValue): number {
  if (field === "id") {
    return 0;
  }
  if (field === "name") {
    return 1;
  }
  return isJsonObject(value) || Array.isArray(value) ? 3 : 2;
}

/** Returns a field's value as text, or an empty text if there is none. */
export function cellText(item: JsonValue, column: string): string {
  if (!isJsonObject(item)) {
    return column === ITEM_COLUMN ? cellValue(item) : "";
  }
  // The name of a field may look like a path.
  const values = Object.hasOwn(item, column) ? [item[column] as JsonValue] : valuesAt(item, parsePath(column));
  return values.map(cellValue).join(", ");
}

/** Writes a string as it is, `null` as an empty text, and everything else as JSON. */
export function cellValue(value: JsonValue): string {
  if (value === null) {
    return "";
  }
  return typeof value === "string" ? value : stringifyJson(value);
}

/** Writes a value for a message: short, on one line, strings in quotes. */
export function shortValue(value: JsonValue | undefined): string {
  return value === undefined ? "(none)" : excerpt(stringifyJson(value));
}

/** At most this many terminal columns for each cell but the last, which has the rest of the line. */
const MAX_CELL_WIDTH = 40;
const GAP = "  ";

/** Writes a table. Every cell is made safe to print. A cell or a line that is too long is cut, and ends in an ellipsis. */
export function renderTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
  paint: Paint,
): string {
  const cells = [head, ...rows].map((row) => row.map(excerpt));
  // We use `reduce`, because `Math.max(...rows)` overflows the call stack for large listings.
  const widthAt = (column: number): number =>
    cells.reduce((widest, row) => Math.max(widest, Math.min(MAX_CELL_WIDTH, widthOf(row[column] ?? ""))), 0);
  const widths = head.slice(0, -1).map((_, column) => widthAt(column));
  const [first = "", ...lines] = cells.map((row) => {
    const padded = row.map((cell, column) => fitToWidth(cell, widths[column] ?? widthOf(cell)));
    return fitToWidth(padded.join(GAP), width).trimEnd();
  });
  return `${[paint("bold", first), ...lines].join("\n")}\n`;
}

/** Returns a text that takes exactly `width` terminal columns: pads it with spaces, or cuts it and adds an ellipsis. */
function fitToWidth(text: string, width: number): string {
  const missingColumns = width - widthOf(text);
  if (missingColumns >= 0) {
    return text + " ".repeat(missingColumns);
  }
  const ellipsis = "…";
  let start = "";
  let remaining = width - ellipsis.length;
  for (const character of charactersOf(text)) {
    remaining -= widthOf(character);
    if (remaining < 0) {
      break;
    }
    start += character;
  }
  // If a character of two columns did not fit, one column is still missing.
  return fitToWidth(start + ellipsis, width);
}

/**
 * Finds a character that a terminal shows in two columns: an emoji, a letter of an East Asian script, or full-width punctuation (Unicode's
 * annex 11). U+FF61 to U+FFDC are the half-width letters of these scripts, which take one column.
 */
const WIDE =
  /[\p{Emoji_Presentation}\uFE0F]|(?![\uFF61-\uFFDC])[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Bopo}\p{sc=Yiii}\u3000-\u33FF\uFE30-\uFE6F\uFF01-\uFF60\uFFE0-\uFFE6]/u;

/** Returns how many terminal columns a text takes. */
function widthOf(text: string): number {
  if (/^[\x20-\x7E]*$/.test(text)) {
    return text.length;
  }
  return charactersOf(text).reduce((sum, character) => sum + (WIDE.test(character) ? 2 : 1), 0);
}

const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** Returns the characters as a user sees them: a letter with its accents is one character. */
function charactersOf(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}
