/** Reads and cuts fields of items by their paths, through lists too: one rule for where, select, ignoreFields, keyPath. */
import { childOf, parsePath, type Path } from "../../base/json-path.js";
import { isJsonObject, type JsonObject, type JsonValue, setOwnField } from "../json/json.js";
import { isJsonNumber } from "../json/numbers.js";

/** Parses the path of a field. Drops a question mark at its end, which allows that no item has the field. */
export function parseField(field: string): Path {
  return parsePath(field.replace(/\?$/, ""));
}

/**
 * Returns all values at the path: one, several if the path passes through a list, or none. In a list, an index leads to one
 * element, and any other name is looked for in every element.
 */
export function valuesAt(value: JsonValue, path: Path): JsonValue[] {
  if (path.steps.length === 0) {
    return [value];
  }
  const elements = Array.isArray(value) ? value : [];
  return firstStep(value, path)?.values ?? elements.flatMap((element) => valuesAt(element, path));
}

/** Returns the strings, numbers, booleans and `null` at the path in all items, those in lists included. */
export function scalarsAt(items: readonly JsonValue[], path: Path): JsonValue[] {
  const values = items.flatMap((item) => valuesAt(item, path).flat());
  return values.filter((value) => typeof value !== "object" || value === null || isJsonNumber(value));
}

/**
 * Tries the alternatives for the first step of a path (`path.steps`): `owner.team` may be the field "owner.team", or "owner" and then
 * `team`. Returns the first alternative that leads to a value, with the values there.
 */
function firstStep(value: JsonValue, path: Path) {
  for (const { name, rest } of path.steps) {
    const child = childOf(value, name) as JsonValue | undefined;
    // Return the values as well, so that callers do not search again, which would be exponential in the depth.
    const values = child === undefined ? [] : valuesAt(child, rest);
    if (values.length > 0) {
      return { name, rest, values };
    }
  }
  return undefined;
}

/** Two ways to cut an item: `keep` only the fields that the paths lead to (`select`), or `remove` them (`ignoreFields`). */
type Cut = "keep" | "remove";

/**
 * Returns the item with these fields only, or without them. The fields keep their order. If none is left, returns an empty object. An item
 * that is not an object stays as it is.
 */
export function cutFields(item: JsonValue, fields: readonly string[], cut: Cut): JsonValue {
  return isJsonObject(item) ? (cutPaths(item, fields.map(parseField), cut) ?? {}) : item;
}

/**
 * Cuts a value, at any depth. Returns `undefined` if the value itself is cut: a path to remove ends here, or no path to keep leads into it.
 * An object whose fields are all cut stays, as `{}`.
 */
function cutPaths(value: JsonValue, paths: readonly Path[], cut: Cut): JsonValue | undefined {
  const isPathEnd = paths.some(({ steps }) => steps.length === 0);
  if (isPathEnd) {
    return cut === "keep" ? value : undefined;
  }
  const hasParts = Array.isArray(value) || isJsonObject(value);
  if (paths.length === 0 || !hasParts) {
    return cut === "keep" ? undefined : value;
  }
  const steps = paths.map((path) => ({ path, step: firstStep(value, path) }));
  const remainingParts: JsonObject = {};
  for (const [key, part] of Object.entries(value)) {
    const pathsInside: Path[] = [];
    for (const { path, step } of steps) {
      if (step?.name === key) {
        pathsInside.push(step.rest);
      } else if (step === undefined && Array.isArray(value)) {
        // A path without an index leads into every element of a list.
        pathsInside.push(path);
      }
    }
    const remaining = cutPaths(part, pathsInside, cut);
    if (remaining !== undefined) {
      setOwnField(remainingParts, key, remaining);
    }
  }
  // The keys of a list are its indexes, which stay in their order.
  return Array.isArray(value) ? Object.values(remainingParts) : remainingParts;
}
