/** Fields of items by dotted paths: `owner.name`, through lists too. The one rule for where, select, ignoreFields and sortBy. */
import { excerpt } from "../http/excerpt.js";
import { isJsonObject, type JsonObject, type JsonValue } from "./json.js";

/** Names in an error, and items searched for them, at most. */
const NAMED_FIELDS = 20;
const ITEMS_LOOKED_AT = 1000;

export interface FieldPath {
  readonly path: string;
  /** Written with a question mark at its end: no item need have it. */
  readonly optional: boolean;
}

export function parseFieldPath(text: string): FieldPath {
  return text.endsWith("?") ? { path: text.slice(0, -1), optional: true } : { path: text, optional: false };
}

/** All that the path leads to in the value: one value, several where it passes through a list, none where there is nothing. */
export function valuesAt(value: JsonValue, path: string): JsonValue[] {
  if (Array.isArray(value)) {
    return value.flatMap((element) => valuesAt(element, path));
  }
  return isJsonObject(value) ? (firstStep(value, path)?.values ?? []) : [];
}

/** One step of a path into an object. */
export interface FieldStep {
  readonly key: string;
  /** The path that is left in the key's value. */
  readonly rest?: string;
  /** All that the whole path leads to. */
  readonly values: JsonValue[];
}

/**
 * The object's own key that the path starts with, and the path that is left in its value. The whole path as one key
 * wins; else the shortest key in whose value the rest leads somewhere.
 */
export function firstStep(object: JsonObject, path: string): FieldStep | undefined {
  if (Object.hasOwn(object, path)) {
    return { key: path, values: [object[path] as JsonValue] };
  }
  for (let dot = path.indexOf("."); dot !== -1; dot = path.indexOf(".", dot + 1)) {
    const key = path.slice(0, dot);
    const rest = path.slice(dot + 1);
    // What is found is handed on: to look for it once more at each level would double the work with each.
    const values = Object.hasOwn(object, key) ? valuesAt(object[key] as JsonValue, rest) : [];
    if (values.length > 0) {
      return { key, rest, values };
    }
  }
  return undefined;
}

/** Whether any of the items has the field. An item that is no object has none. */
export function someItemHas(items: readonly JsonValue[], path: string): boolean {
  return items.some((item) => isJsonObject(item) && valuesAt(item, path).length > 0);
}

/** The fields the items have, for an error: those beside the unknown one, where a part of its path leads somewhere. */
export function describeFields(items: readonly JsonValue[], path = ""): string {
  const sample = items.slice(0, ITEMS_LOOKED_AT);
  for (let dot = path.lastIndexOf("."); dot > 0; dot = path.lastIndexOf(".", dot - 1)) {
    const parent = path.slice(0, dot);
    const inside = sample.flatMap((item) => (isJsonObject(item) ? valuesAt(item, parent) : []));
    const names = namesOf(inside.flat()).map((name) => `${parent}.${name}`);
    if (names.length > 0) {
      return list(names);
    }
  }
  return list(namesOf(sample));
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
