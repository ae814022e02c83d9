/** Fields of items by their paths, through lists too. The one rule for where, select, ignoreFields, sortBy and keyPath. */
import { excerpt } from "../../http/excerpt.js";
import { childOf, parsePath, type Path } from "../../http/json-path.js";
import { isJsonObject, type JsonObject, type JsonValue, setOwnField } from "../json/json.js";

/** Names in an error, and items searched for them, at most. */
const NAMED_FIELDS = 20;
const ITEMS_LOOKED_AT = 1000;

export interface FieldPath {
  readonly path: Path;
  /** Written with a question mark at its end: no item need have it. */
  readonly optional: boolean;
}

export function parseFieldPath(text: string): FieldPath {
  const optional = text.endsWith("?");
  return { path: parsePath(optional ? text.slice(0, -1) : text), optional };
}

/**
 * All that the path leads to in the value: one value, several if it passes through a list, none if there is nothing. In a
 * list, an index leads to one element, and any other name is looked for in every element.
 */
export function valuesAt(value: JsonValue, path: Path): JsonValue[] {
  if (path.steps.length === 0) {
    return [value];
  }
  if (!Array.isArray(value)) {
    return isJsonObject(value) ? (firstStep(value, path)?.values ?? []) : [];
  }
  return firstStep(value, path)?.values ?? value.flatMap((element) => valuesAt(element, path));
}

/** One step of a path into an object, or to one element of a list. */
interface FieldStep {
  /** The field's name, or the element's index. */
  readonly key: string;
  /** The path that is left in its value. */
  readonly rest: Path;
  /** All that the whole path leads to. */
  readonly values: JsonValue[];
}

/** The first way to begin the path that leads somewhere. */
function firstStep(value: JsonObject | JsonValue[], path: Path): FieldStep | undefined {
  for (const { name, rest } of path.steps) {
    const child = childOf(value, name) as JsonValue | undefined;
    // The values are returned: to look for them again at each level would double the work with each.
    const values = child === undefined ? [] : valuesAt(child, rest);
    if (values.length > 0) {
      return { key: name, rest, values };
    }
  }
  return undefined;
}

/** Whether any of the items has the field. An item that is no object has none. */
export function someItemHas(items: readonly JsonValue[], path: Path): boolean {
  return items.some((item) => isJsonObject(item) && valuesAt(item, path).length > 0);
}

/** The fields of the items, for an error: those beside the unknown one, if the path to it leads somewhere. */
export function describeFields(items: readonly JsonValue[], unknown = ""): string {
  const sample = items.slice(0, ITEMS_LOOKED_AT).filter(isJsonObject);
  const end = unknown.lastIndexOf(unknown.startsWith("/") ? "/" : ".");
  const parent = unknown.slice(0, Math.max(end, 0));
  const inside = parent === "" ? [] : namesOf(sample.flatMap((item) => valuesAt(item, parsePath(parent)).flat()));
  return inside.length > 0 ? `${list(inside)} of "${excerpt(parent)}"` : list(namesOf(sample));
}

function namesOf(values: readonly JsonValue[]): string[] {
  return [...new Set(values.flatMap((value) => (isJsonObject(value) ? Object.keys(value) : [])))];
}

function list(names: readonly string[]): string {
  if (names.length === 0) {
    return "none: no item is an object with fields";
  }
  const shown = names.slice(0, NAMED_FIELDS).map((name) => `"${excerpt(name)}"`);
  return `${shown.join(", ")}${names.length > shown.length ? ` and ${names.length - shown.length} more` : ""}`;
}

/** The item with these fields only, or without them, in its own order. An item that is no object stays as it is. */
export function cutFields(item: JsonValue, fields: readonly string[], isSelected: boolean): JsonValue {
  const paths = fields.map((field) => parseFieldPath(field).path);
  return isJsonObject(item) ? (cut(item, paths, isSelected) ?? {}) : item;
}

/** What is left of a value: the parts that the paths lead to, or all others. */
function cut(value: JsonValue, paths: readonly Path[], isSelected: boolean): JsonValue | undefined {
  if (paths.some(({ steps }) => steps.length === 0)) {
    return isSelected ? value : undefined;
  }
  if (paths.length === 0 || !(Array.isArray(value) || isJsonObject(value))) {
    return isSelected ? undefined : value;
  }
  const below = new Map<string, Path[]>();
  /** Paths without an index. They lead into every element of a list. */
  const everywhere: Path[] = [];
  for (const path of paths) {
    const step = firstStep(value, path);
    if (step !== undefined) {
      below.set(step.key, [...(below.get(step.key) ?? []), step.rest]);
    } else if (Array.isArray(value)) {
      everywhere.push(path);
    }
  }
  const rest = (part: JsonValue, key: string): JsonValue | undefined =>
    cut(part, [...everywhere, ...(below.get(key) ?? [])], isSelected);
  if (Array.isArray(value)) {
    return value.map((element, index) => rest(element, String(index))).filter((element) => element !== undefined);
  }
  const copied: JsonObject = {};
  for (const [key, field] of Object.entries(value)) {
    const kept = rest(field, key);
    if (kept !== undefined) {
      setOwnField(copied, key, kept);
    }
  }
  return copied;
}
