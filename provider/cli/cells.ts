/** Items as rows of text: which fields are columns, and what a cell shows. */
import { excerpt } from "../http/excerpt.js";
import { isJsonObject, type JsonValue, stringifyJson } from "../workflows/json.js";
import { isJsonNumber, numberText } from "../workflows/numbers.js";
import { parsePath } from "../http/json-path.js";
import { valuesAt } from "../workflows/fields.js";

/** Columns where none are asked for, and items looked at to choose them, at most. */
const MOST_COLUMNS = 6;
const LOOKED_AT = 1000;

/** What a listing most likely calls its items by goes first; nothing else is known of its fields. */
const FIRST = ["id", "name"];

/** The fields to show: those asked for, else those with plain values, and how many others there are. */
export function chooseColumns(
  items: readonly JsonValue[],
  asked: readonly string[] | undefined,
): { columns: readonly string[]; others: number } {
  if (asked !== undefined) {
    return { columns: asked.map((field) => field.replace(/\?$/, "")), others: 0 };
  }
  const all = allFields(items.slice(0, LOOKED_AT));
  const plain = [...all].filter(([, isPlain]) => isPlain).map(([field]) => field);
  const ordered = [
    ...FIRST.filter((field) => plain.includes(field)),
    ...plain.filter((field) => !FIRST.includes(field)),
  ];
  const columns = ordered.slice(0, MOST_COLUMNS);
  return { columns, others: all.size - columns.length };
}

/** All fields of the items, in the order in which they come, and whether their values are plain. */
export function allFields(items: readonly JsonValue[]): ReadonlyMap<string, boolean> {
  const fields = new Map<string, boolean>();
  for (const item of items) {
    if (!isJsonObject(item)) {
      continue;
    }
    for (const [field, value] of Object.entries(item)) {
      fields.set(field, (fields.get(field) ?? true) && (!isStructure(value) || value === null));
    }
  }
  return fields;
}

function isStructure(value: JsonValue): boolean {
  return Array.isArray(value) || isJsonObject(value);
}

/** A field's value as text: texts as they are, several joined, structures as JSON, nothing where there is none. */
export function cellText(item: JsonValue, column: string): string {
  const values =
    isJsonObject(item) && Object.hasOwn(item, column) ? [item[column] as JsonValue] : valuesAt(item, parsePath(column));
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
