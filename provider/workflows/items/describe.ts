/** How messages name items, fields and values: a few of them, and how many more there are. */
import { excerpt } from "../../base/excerpt.js";
import { parsePath } from "../../base/json-path.js";
import { isJsonObject, type JsonValue, ownField, stringifyJson } from "../json/json.js";
import { isJsonNumber } from "../json/numbers.js";
import { parseField, valuesAt } from "./fields.js";
import { ID_FIELDS } from "./identity.js";

/** Characters of a name or value, at most. */
const MAX_CHARACTERS = 60;

/** At most so many values in words, and the number of the others. */
export function few<T>(values: readonly T[], most: number, describe: (value: T) => string, separator = ", "): string {
  const shown = values.slice(0, most).map((value) => describe(value));
  return shown.join(separator) + (values.length > most ? ` and ${values.length - most} more` : "");
}

/** The beginning of a text as it is, of anything else as JSON. */
export function valueText(value: JsonValue | undefined): string {
  const text = value === undefined ? "(none)" : excerpt(typeof value === "string" ? value : stringifyJson(value));
  const characters = Array.from(text);
  return characters.length > MAX_CHARACTERS ? `${characters.slice(0, MAX_CHARACTERS).join("")}…` : text;
}

/** The item's name for a reader: its `name`, else a field that may identify it, else the item itself. */
export function nameOf(item: JsonValue): string {
  const fields = isJsonObject(item) ? ["name", ...ID_FIELDS].map((field) => ownField(item, field)) : [];
  const named = fields.find((field) => isJsonNumber(field) || (typeof field === "string" && field.trim() !== ""));
  return valueText(named ?? item);
}

/** Says that no item has the field, and which ones there are. `undefined` if one has it, or if there are no items. */
export function describeMissing(items: readonly JsonValue[], field: string): string | undefined {
  const path = parseField(field);
  return items.length === 0 || items.some((item) => valuesAt(item, path).length > 0)
    ? undefined
    : `no workflow has a field "${excerpt(path.text)}"; the fields are ${describeFields(items, path.text)}.`;
}

/** The fields of the items: those beside the unknown one, if the path to it leads somewhere. */
export function describeFields(items: readonly JsonValue[], unknown = ""): string {
  const sample = items.filter(isJsonObject);
  const parent = unknown.slice(0, Math.max(0, unknown.lastIndexOf(unknown.startsWith("/") ? "/" : ".")));
  const namesOf = (values: readonly JsonValue[]) => [
    ...new Set(values.filter(isJsonObject).flatMap((object) => Object.keys(object))),
  ];
  const inside = parent === "" ? [] : namesOf(sample.flatMap((item) => valuesAt(item, parsePath(parent)).flat()));
  const names = inside.length > 0 ? inside : namesOf(sample);
  const shown = few(names, 20, (name) => `"${excerpt(name)}"`) || "none: no item is an object with fields";
  return inside.length > 0 ? `${shown} of "${excerpt(parent)}"` : shown;
}
