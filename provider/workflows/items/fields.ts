/**
 * Reads and cuts fields of items by their paths, through lists too: one rule for where, select, ignoreFields, keyPath.
 */
import { childOf, parsePath, type Path } from "../../base/json-path.js";
import { isJsonObject, type JsonValue } from "../json/json.js";
import { isJsonNumber } from "../json/numbers.js";

/** Parses the path of a field. Drops a question mark at its end, which allows that no item has the field. */
export function parseField(field: string): Path {
  return parsePath(field.replace(/\?$/, ""));
}

/**
 * Returns all values at the path: one, several if the path passes through a list, or none. In a list, an index leads to
 * one element, and any other name is looked for in every element.
 */
export function valuesAt(value: JsonValue, path: Path): JsonValue[] {
  const [name, ...names] = path.names;
  if (name === undefined) {
    return [value];
  }
  const child = childOf(value, name) as JsonValue | undefined;
  if (child !== undefined) {
    return valuesAt(child, { ...path, names });
  }
  return Array.isArray(value) ? value.flatMap((element) => valuesAt(element, path)) : [];
}

/** Returns the strings, numbers, booleans and `null` at the path in all items, those in lists included. */
export function scalarsAt(items: readonly JsonValue[], path: Path): JsonValue[] {
  const values = items.flatMap((item) => valuesAt(item, path).flat());
  return values.filter((value) => typeof value !== "object" || value === null || isJsonNumber(value));
}

/**
 * Two ways to cut an item: `keep` only the fields that the paths lead to (`select`), or `remove` them (`ignoreFields`).
 */
type Cut = "keep" | "remove";

/**
 * Returns the item with these fields only, or without them. The fields keep their order. If none is left, returns an
 * empty object. An item that is not an object stays as it is.
 */
export function cutFields(item: JsonValue, fields: readonly string[], cut: Cut): JsonValue {
  return isJsonObject(item) ? (cutPaths(item, fields.map(parseField), cut) ?? {}) : item;
}

/**
 * Cuts a value, at any depth. Returns `undefined` if the value itself is cut: a path to remove ends here, or no path to
 * keep leads into it. An object whose fields are all cut stays, as `{}`.
 */
function cutPaths(value: JsonValue, paths: readonly Path[], cut: Cut): JsonValue | undefined {
  const isPathEnd = paths.some(({ names }) => names.length === 0);
  if (isPathEnd) {
    return cut === "keep" ? value : undefined;
  }
  const hasParts = Array.isArray(value) || isJsonObject(value);
  if (paths.length === 0 || !hasParts) {
    return cut === "keep" ? undefined : value;
  }
  const remainingParts: [key: string, part: JsonValue][] = [];
  for (const [key, part] of Object.entries(value)) {
    const pathsInside = paths.flatMap((path) => pathInside(value, path, { key, part }) ?? []);
    const remaining = cutPaths(part, pathsInside, cut);
    if (remaining !== undefined) {
      remainingParts.push([key, remaining]);
    }
  }
  return Array.isArray(value) ? remainingParts.map(([, part]) => part) : Object.fromEntries(remainingParts);
}

/**
 * Returns the steps of a path that are left inside this part of the value; `undefined` if the path leads to nothing in
 * it. A path without an index leads into every element of a list.
 */
function pathInside(
  value: JsonValue,
  path: Path,
  { key, part }: { readonly key: string; readonly part: JsonValue },
): Path | undefined {
  const [name = "", ...names] = path.names;
  if (name === key) {
    const rest = { ...path, names };
    return valuesAt(part, rest).length > 0 ? rest : undefined;
  }
  return Array.isArray(value) && childOf(value, name) === undefined ? path : undefined;
}
