/** Shows items as tables: which fields are columns, what a cell shows, and lines no wider than the terminal. */
import { printable } from "../base/text.js";
import { parsePath } from "../base/json-path.js";
import { valuesAt } from "../workflows/items/fields.js";
import { isJsonObject, type JsonValue, stringifyJson } from "../workflows/json/json.js";
import type { Paint } from "./text.js";

/** The column of items that are not objects. With `itemsPath` a listing may have texts or numbers. */
const ITEM_COLUMN = "value";

/** Returns the fields of `--select`, or by default all: `id`, `name`, then fields with plain values before lists and objects. */
export function fieldsOf(items: readonly JsonValue[], select: readonly string[] | undefined): readonly string[] {
  if (select !== undefined) {
    // A question mark at the end of a path says that the field may be missing. It is not a part of the field's name.
    return select.map((field) => field.replace(/\?$/, ""));
  }
  const ranks = new Map<string, number>();
  for (const item of items) {
    const fieldsOfItem = isJsonObject(item) ? item : { [ITEM_COLUMN]: item };
    for (const [field, value] of Object.entries(fieldsOfItem)) {
      ranks.set(field, Math.max(rankOf(field, value), ranks.get(field) ?? 0));
    }
  }
  return [...ranks].sort(([, a], [, b]) => a - b).map(([field]) => field);
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
export function cellText(item: JsonValue, field: string): string {
  if (!isJsonObject(item)) {
    return field === ITEM_COLUMN ? valueText(item) : "";
  }
  // The name of a field may look like a path.
  const values = Object.hasOwn(item, field) ? [item[field] as JsonValue] : valuesAt(item, parsePath(field));
  return values.map(valueText).join(", ");
}

/** Writes a string as it is, `null` as an empty text, and everything else as JSON. */
function valueText(value: JsonValue): string {
  if (value === null) {
    return "";
  }
  return typeof value === "string" ? value : stringifyJson(value);
}

/** At most this many terminal columns are kept for a field. On a terminal, the last field that fits has the rest of the line. */
const MAX_CELL_WIDTH = 40;
/** A longer cell is cut to no fewer terminal columns than this. */
const MIN_CELL_WIDTH = 10;
const GAP = "  ";

/** A table, and the number of fields for which the terminal is too narrow. */
interface RenderedTable {
  readonly table: string;
  readonly hiddenCount: number;
}

/**
 * Writes a table. Every cell is made safe to print. On a terminal, a cell that is too long is cut, and ends in an ellipsis, and fields
 * that do not fit are left out. Elsewhere nothing is cut or left out: a program may search the lines.
 *
 * @param width Columns of the terminal; `undefined` if the table goes elsewhere.
 */
export function renderTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  width: number | undefined,
  paint: Paint,
): RenderedTable {
  const cells = [head, ...rows].map((row) => row.map(printable));
  // We use `reduce`, because `Math.max(...rows)` overflows the call stack for large listings.
  const wholeWidths = head.map((_, column) =>
    cells.reduce((widest, row) => Math.max(widest, widthOf(row[column] ?? "")), 0),
  );
  const widths = width === undefined ? wholeWidths.map(limited) : fittingWidths(wholeWidths, width);
  const fit = width === undefined ? padded : fitToWidth;
  const [first = "", ...lines] = cells.map((row) =>
    widths
      .map((columns, index) => fit(row[index] ?? "", columns))
      .join(GAP)
      .trimEnd(),
  );
  return {
    table: `${[paint("bold", first), ...lines].join("\n")}\n`,
    hiddenCount: head.length - widths.length,
  };
}

/** Returns the widths of the columns that fit on the terminal, in their order; the first column always, cut if it must be. */
function fittingWidths(wholeWidths: readonly number[], width: number): number[] {
  const widths: number[] = [];
  let remaining = width;
  for (const wholeWidth of wholeWidths) {
    if (widths.length > 0 && remaining < Math.min(wholeWidth, MIN_CELL_WIDTH)) {
      break;
    }
    const columns = Math.min(limited(wholeWidth), remaining);
    widths.push(columns);
    remaining -= columns + GAP.length;
  }
  const last = widths.length - 1;
  const rest = remaining + GAP.length;
  widths[last] = Math.min(wholeWidths[last] ?? 0, (widths[last] ?? 0) + rest);
  return widths;
}

function limited(width: number): number {
  return Math.min(width, MAX_CELL_WIDTH);
}

/** Returns a text that takes at least `width` terminal columns: pads it with spaces. */
function padded(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - widthOf(text)));
}

/** Returns a text that takes exactly `width` terminal columns: pads it with spaces, or cuts it and adds an ellipsis. */
function fitToWidth(text: string, width: number): string {
  if (widthOf(text) <= width) {
    return padded(text, width);
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
  return padded(start + ellipsis, width);
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
