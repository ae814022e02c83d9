/** Fields of items by their paths, through lists too. The one rule for where, select, ignoreFields, sortBy and keyPath. */
import { excerpt } from "../../http/excerpt.js";
import { childOf, parsePath, type Path } from "../../http/json-path.js";
import { isJsonObject, type JsonObject, type JsonValue, setOwnField } from "../json/json.js";

/** Names in an error, and items searched for them, at most. */
const NAMED_FIELDS = 20;
const ITEMS_LOOKED_AT = 1000;

/** The path of a field, without the question mark that says that no item need have it. */
export function parseField(field: string): Path {
  return parsePath(field.replace(/\?$/, ""));
}

/** All that the path leads to in the item. An item that is no object has no fields. */
export function fieldValues(item: JsonValue, path: Path): JsonValue[] {
  return isJsonObject(item) ? valuesAt(item, path) : [];
}

/**
 * All that the path leads to in the value: one value, several if it passes through a list, none if there is nothing. In a
 * list, an index leads to one element, and any other name is looked for in every element.
 */
export function valuesAt(value: JsonValue, path: Path): JsonValue[] {
  if (path.steps.length === 0) {
    return [value];
  }
  const isList = Array.isArray(value);
  return firstStep(value, path)?.values ?? (isList ? value.flatMap((element) => valuesAt(element, path)) : []);
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

/** Says that no item has the field, and which ones there are. `undefined` if one has it, or if there are no items. */
export function describeMissing(items: readonly JsonValue[], field: string): string | undefined {
  const path = parseField(field);
  return items.length === 0 || items.some((item) => fieldValues(item, path).length > 0)
    ? undefined
    : `no workflow has a field "${excerpt(path.text)}"; the fields are ${describeFields(items, path.text)}.`;
}

/** The fields of the items, for an error: those beside the unknown one, if the path to it leads somewhere. */
export function describeFields(items: readonly JsonValue[], unknown = ""): string {
  const sample = items.slice(0, ITEMS_LOOKED_AT).filter(isJsonObject);
  const parent = unknown.slice(0, Math.max(0, unknown.lastIndexOf(unknown.startsWith("/") ? "/" : ".")));
  const namesOf = (values: readonly JsonValue[]) => [
    ...new Set(values.filter(isJsonObject).flatMap((object) => Object.keys(object))),
  ];
  const inside = parent === "" ? [] : namesOf(sample.flatMap((item) => valuesAt(item, parsePath(parent)).flat()));
  const names = inside.length > 0 ? inside : namesOf(sample);
  const shown = names.slice(0, NAMED_FIELDS).map((name) => `"${excerpt(name)}"`);
  const more = names.length > shown.length ? ` and ${names.length - shown.length} more` : "";
  return `${shown.join(", ") || "none: no item is an object with fields"}${more}${inside.length > 0 ? ` of "${excerpt(parent)}"` : ""}`;
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
