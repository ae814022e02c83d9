/** JSON in and out without changing a digit. */
import { ExactNumber, type JsonObject, type JsonValue } from "./values.js";

export { MAX_VALUES, parseJson, type ValueBudget } from "./parse-json.js";
export { isJsonObject, type JsonObject, type JsonValue, ownField, setOwnField } from "./values.js";

/** One line of JSON, every number as it was written. Lone surrogates are written as `\udXXX` escapes. */
export function stringifyJson(value: JsonValue): string {
  if (!hasExactNumber(value)) {
    return JSON.stringify(value);
  }
  // Item by item: the platform's writer is the quicker one, and most items may have no exact number.
  const write = (part: JsonValue): string =>
    hasExactNumber(part) ? writeJson(part, Object.keys) : JSON.stringify(part);
  return Array.isArray(value) ? `[${value.map(write).join()}]` : write(value);
}

/** Writes JSON with the keys that `keysOf` gives, in its order. Joins rather than adds: added text stays a tree in memory. */
export function writeJson(value: JsonValue, keysOf: (object: JsonObject) => string[]): string {
  if (typeof value !== "object" || value === null) {
    return JSON.stringify(value);
  }
  if (value instanceof ExactNumber) {
    return value.text;
  }
  if (Array.isArray(value)) {
    return `[${value.map((element) => writeJson(element, keysOf)).join()}]`;
  }
  const fields = keysOf(value).map((key) => `${JSON.stringify(key)}:${writeJson(value[key] as JsonValue, keysOf)}`);
  return `{${fields.join()}}`;
}

function hasExactNumber(value: JsonValue): boolean {
  if (typeof value !== "object" || value === null || value instanceof ExactNumber) {
    return value instanceof ExactNumber;
  }
  return (Array.isArray(value) ? value : Object.values(value)).some(hasExactNumber);
}
