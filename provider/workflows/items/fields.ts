/** Fields of items by their paths, through lists too. The one rule for where, select, ignoreFields, sortBy and keyPath. */
import { childOf, parsePath, type Path } from "../../base/json-path.js";
import { isJsonObject, type JsonObject, type JsonValue, setOwnField } from "../json/json.js";

/** The path of a field, without the question mark that says that no item need have it. */
export function parseField(field: string): Path {
  return parsePath(field.replace(/\?$/, ""));
}

/**
 * All that the path leads to in the value: one value, several if it passes through a list, none if there is nothing. In a
 * list, an index leads to one element, and any other name is looked for in every element.
 */
export function valuesAt(value: JsonValue, path: Path): JsonValue[] {
  if (path.steps.length === 0) {
    return [value];
  }
  const elements = Array.isArray(value) ? value : [];
  return firstStep(value, path)?.values ?? elements.flatMap((element) => valuesAt(element, path));
}

/** The first way to begin the path that leads somewhere: a field or an element, and what is left of the path. */
function firstStep(value: JsonValue, path: Path) {
  for (const { name, rest } of path.steps) {
    const child = childOf(value, name) as JsonValue | undefined;
    // The values are returned: to look for them again at each level would double the work with each.
    const values = child === undefined ? [] : valuesAt(child, rest);
    if (values.length > 0) {
      return { name, rest, values };
    }
  }
  return undefined;
}

/** The item with these fields only, or without them, in its own order. An item that is no object stays as it is. */
export function cutFields(item: JsonValue, fields: readonly string[], isSelected: boolean): JsonValue {
  return isJsonObject(item) ? (cut(item, fields.map(parseField), isSelected) ?? {}) : item;
}

/** What is left of a value: the parts that the paths lead to, or all others. */
function cut(value: JsonValue, paths: readonly Path[], isSelected: boolean): JsonValue | undefined {
  if (paths.some(({ steps }) => steps.length === 0)) {
    return isSelected ? value : undefined;
  }
  if (paths.length === 0 || !(Array.isArray(value) || isJsonObject(value))) {
    return isSelected ? undefined : value;
  }
  const isList = Array.isArray(value);
  const steps = paths.map((path) => ({ path, step: firstStep(value, path) }));
  const copied: JsonObject = {};
  for (const [key, part] of Object.entries(value)) {
    // A path without an index leads into every element of a list.
    const inside = steps.flatMap(({ path, step }) =>
      step === undefined ? (isList ? [path] : []) : step.name === key ? [step.rest] : [],
    );
    const kept = cut(part, inside, isSelected);
    if (kept !== undefined) {
      setOwnField(copied, key, kept);
    }
  }
  // The keys of a list are in its order.
  return isList ? Object.values(copied) : copied;
}
