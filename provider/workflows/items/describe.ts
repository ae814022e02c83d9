/** Writes items, fields and values for messages: short, on one line, and only a few of many. */
import { beginningOf, excerpt } from "../../base/text.js";
import { isJsonObject, type JsonValue, ownField, stringifyJson } from "../json/json.js";
import { isJsonNumber } from "../json/numbers.js";
import { parseField, valuesAt } from "./fields.js";
import { ID_FIELDS, fieldsOfKeyPath, identityValues, type KeyPath } from "./identity.js";

const MAX_NAME_CHARACTERS = 60;
const MAX_LISTED_FIELDS = 20;

/** Joins the first `most` values, and says how many more there are: "A, B and 3 more". */
export function joinFirst<T>(
  values: readonly T[],
  most: number,
  describe: (value: T) => string,
  separator = ", ",
): string {
  const described = values.slice(0, most).map((value) => describe(value));
  return described.join(separator) + (values.length > most ? ` and ${values.length - most} more` : "");
}

/** Returns the beginning of a value: a string without quotes, anything else as JSON, "(none)" for a missing field. */
export function valueText(value: JsonValue | undefined): string {
  if (value === undefined) {
    return "(none)";
  }
  return beginningOf(typeof value === "string" ? value : stringifyJson(value), MAX_NAME_CHARACTERS);
}

/**
 * Returns the item's name for a reader: its values at `keyPath` if that is set, else its `name`, its id, or the item
 * itself.
 */
export function nameOf(item: JsonValue, keyPath?: KeyPath): string {
  const nameOrId = namingField(item, ["name", ...ID_FIELDS])?.value;
  return keyValuesOf(item, keyPath) ?? valueText(nameOrId ?? item);
}

/** Returns what `nameOf` returns, and the id if that is something else: "Nightly import (id wf_1)". */
export function nameWithId(item: JsonValue, keyPath?: KeyPath): string {
  const name = nameOf(item, keyPath);
  const id = namingField(item, ID_FIELDS);
  const isNamedOtherwise = id !== undefined && name !== valueText(id.value);
  return isNamedOtherwise ? `${name} (${id.field} ${valueText(id.value)})` : name;
}

/** Returns the fields that identify the item, with their values: `id "wf_1"`, or `team "Search", no 7`. */
export function describeIdentity(item: JsonValue, fields: readonly string[]): string {
  const parts = fields.map(parseField).map((path) => {
    const value = valuesAt(item, path)[0] ?? null;
    return `${excerpt(path.text)} ${excerpt(stringifyJson(value))}`;
  });
  return parts.join(", ");
}

/**
 * Returns the values at `keyPath`, "Search / 7" if there are several; `undefined` if the item lacks one, or if
 * `keyPath` names no field.
 */
function keyValuesOf(item: JsonValue, keyPath: KeyPath): string | undefined {
  const fields = fieldsOfKeyPath(keyPath);
  return fields && identityValues(item, fields)?.map(valueText).join(" / ");
}

/** Returns the first of these fields that is a number or a string that is not blank, with its value. */
function namingField(item: JsonValue, fields: readonly string[]) {
  if (!isJsonObject(item)) {
    return undefined;
  }
  for (const field of fields) {
    const value = ownField(item, field);
    if (isJsonNumber(value) || (typeof value === "string" && value.trim() !== "")) {
      return { field, value };
    }
  }
  return undefined;
}

/** Lists the names of the fields that the items have. */
export function describeFields(items: readonly JsonValue[]): string {
  const names = [...new Set(items.filter(isJsonObject).flatMap((object) => Object.keys(object)))];
  return names.length === 0
    ? "none: no item is an object with fields"
    : joinFirst(names, MAX_LISTED_FIELDS, (name) => `"${excerpt(name)}"`);
}
