/** Items as tables for people: which fields are columns, what a cell shows, and lines never wider than the terminal. */
import stringWidth from "string-width";
import { excerpt } from "../http/excerpt.js";
import { isJsonObject, type JsonValue, stringifyJson } from "../workflows/json/json.js";
import { isJsonNumber, numberText } from "../workflows/json/numbers.js";
import { parsePath } from "../http/json-path.js";
import { valuesAt } from "../workflows/items/fields.js";
import type { Paint } from "./text.js";

/** Columns without `--select`, and items in which they are searched, at most. */
const MAX_COLUMNS = 6;
const MAX_SEARCHED = 1000;

/** The column of items that are not objects. With `itemsPath` a listing may have texts or numbers. */
const ITEM = "value";

/** Fields that come first: they most likely identify an item. */
const FIRST = ["id", "name"];

/** The fields to show: those of `--select`, else those with plain values or, if there are none, all; and how many others. */
export function chooseColumns(
  items: readonly JsonValue[],
  select: readonly string[] | undefined,
): { columns: readonly string[]; others: number } {
  if (select !== undefined) {
    const selected = select.map((field) => field.replace(/\?$/, ""));
    const isMissing = !selected.includes(ITEM) && !items.every(isJsonObject);
    return { columns: isMissing ? [...selected, ITEM] : selected, others: 0 };
  }
  const all = allFields(items.slice(0, MAX_SEARCHED));
  const plain = [...all].filter(([, isPlain]) => isPlain).map(([field]) => field);
  const shown = plain.length > 0 ? plain : [...all.keys()];
  const ordered = [
    ...FIRST.filter((field) => shown.includes(field)),
    ...shown.filter((field) => !FIRST.includes(field)),
  ];
  const columns = ordered.slice(0, MAX_COLUMNS);
  return { columns, others: all.size - columns.length };
}

/** All fields of the items, in the order in which they come, and whether their values are plain. */
export function allFields(items: readonly JsonValue[]): ReadonlyMap<string, boolean> {
  const fields = new Map<string, boolean>();
  for (const item of items) {
    for (const [field, value] of isJsonObject(item) ? Object.entries(item) : [[ITEM, item] as const]) {
      fields.set(field, (fields.get(field) ?? true) && !isStructure(value));
    }
  }
  return fields;
}

function isStructure(value: JsonValue): boolean {
  return Array.isArray(value) || isJsonObject(value);
}

/** A field's value as text: texts as they are, several joined, structures as JSON, nothing where there is none. */
export function cellText(item: JsonValue, column: string): string {
  if (!isJsonObject(item)) {
    return column === ITEM ? valueText(item) : "";
  }
  const values = Object.hasOwn(item, column) ? [item[column] as JsonValue] : valuesAt(item, parsePath(column));
  return values.map(valueText).join(", ");
}

export function valueText(value: JsonValue): string {
  if (value === null) {
    return "";
  }
  if (Array.isArray(value) && value.every((element) => !isStructure(element))) {
    return value.map(valueText).join(", ");
  }
  if (isJsonNumber(value)) {
    return numberText(value);
  }
  return typeof value === "object" ? stringifyJson(value) : String(value);
}

/** A value for a message: short, on one line, texts in quotes. */
export function shortValue(value: JsonValue | undefined): string {
  return value === undefined ? "(none)" : excerpt(stringifyJson(value));
}

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
