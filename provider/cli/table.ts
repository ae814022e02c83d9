/** Shows items as tables: which fields are columns, what a cell shows, and which columns a terminal has room for. */
import stringWidth from "string-width";
import { parsePath } from "../base/json-path.js";
import { beginningOf, printable } from "../base/text.js";
import { valuesAt } from "../workflows/items/fields.js";
import { isJsonObject, type JsonValue, stringifyJson } from "../workflows/json/json.js";

/** The column of items that are not objects. With `itemsPath` a listing may have texts or numbers. */
const ITEM_COLUMN = "value";

/**
 * Returns the fields of `--select`, or by default all: `id`, `name`, then fields with plain values before lists and
 * objects.
 */
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
    return field === ITEM_COLUMN ? wholeText(item) : "";
  }
  // The name of a field may look like a path.
  const values = Object.hasOwn(item, field) ? [item[field] as JsonValue] : valuesAt(item, parsePath(field));
  return values.map(wholeText).join(", ");
}

/** Writes a string as it is, `null` as an empty text, and everything else as JSON. */
function wholeText(value: JsonValue): string {
  if (value === null) {
    return "";
  }
  return typeof value === "string" ? value : stringifyJson(value);
}

/** In a table that is too wide for the terminal, a cell keeps this many characters. */
const MAX_CELL = 40;
const GAP = "  ";

/** The lines of a table, and the number of fields for which the terminal is too narrow. */
interface RenderedTable {
  readonly head: string;
  readonly lines: readonly string[];
  readonly hiddenCount: number;
}

/**
 * Writes a table. Every cell is made safe to print. If the table is too wide for the terminal, long cells are cut, and
 * fields that still do not fit are left out. In a pipe or a file nothing is cut or left out, because a program may
 * search the lines.
 *
 * @param width Columns of the terminal; `undefined` if the table goes elsewhere.
 */
export function renderTable(
  fields: readonly string[],
  rows: readonly (readonly string[])[],
  width = Infinity,
): RenderedTable {
  const whole = [fields, ...rows].map((row) => row.map(printable));
  const fits = countFitting(widthsOf(whole), width) === fields.length;
  const cells = fits ? whole : whole.map((row) => row.map((cell) => beginningOf(cell, MAX_CELL)));
  const widths = widthsOf(cells);
  const shown = widths.slice(0, countFitting(widths, width));
  const [head = "", ...lines] = cells.map((row) =>
    shown
      .map((columns, index) => padded(row[index] ?? "", columns))
      .join(GAP)
      .trimEnd(),
  );
  return { head, lines, hiddenCount: fields.length - shown.length };
}

/** Returns how many terminal columns each column of the table takes. */
function widthsOf(cells: readonly (readonly string[])[]): number[] {
  const [head = []] = cells;
  // We use `reduce`, because `Math.max(...rows)` overflows the call stack for large listings.
  return head.map((_, index) => cells.reduce((widest, row) => Math.max(widest, stringWidth(row[index] ?? "")), 0));
}

/** Returns how many of the columns fit on the terminal. The first one always counts. */
function countFitting(widths: readonly number[], width: number): number {
  let count = 0;
  let end = 0;
  for (const columns of widths) {
    end += columns + (count === 0 ? 0 : GAP.length);
    if (count > 0 && end > width) {
      break;
    }
    count += 1;
  }
  return count;
}

function padded(text: string, columns: number): string {
  return text + " ".repeat(columns - stringWidth(text));
}
