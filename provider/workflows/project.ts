/** `select` and `ignoreFields`: the fields that items keep. Items are copied, never changed. */
import { firstStep } from "./fields.js";
import { isJsonObject, setOwnField, type JsonObject, type JsonValue } from "./json.js";

/** The item with these fields only, in its own order. An item that is no object has no fields and stays as it is. */
export function selectFields(item: JsonValue, paths: readonly string[]): JsonValue {
  return isJsonObject(item) ? selectFrom(item, paths) : item;
}

/** The item without these fields. */
export function dropFields(item: JsonValue, paths: readonly string[]): JsonValue {
  return isJsonObject(item) ? dropFrom(item, paths) : item;
}

function selectFrom(object: JsonObject, paths: readonly string[]): JsonObject {
  return copyFields(object, paths, (field, deeper) => {
    if (deeper === undefined) {
      return undefined;
    }
    return deeper.length === 0 ? field : inside(field, (inner) => selectFrom(inner, deeper), false);
  });
}

function dropFrom(object: JsonObject, paths: readonly string[]): JsonObject {
  return copyFields(object, paths, (field, deeper) => {
    if (deeper === undefined) {
      return field;
    }
    return deeper.length === 0 ? undefined : inside(field, (inner) => dropFrom(inner, deeper), true);
  });
}

/**
 * Copies the fields that `choose` keeps. It is given the paths that go on inside the field: none where a path ends at it,
 * `undefined` where no path names it.
 */
function copyFields(
  object: JsonObject,
  paths: readonly string[],
  choose: (field: JsonValue, deeper: readonly string[] | undefined) => JsonValue | undefined,
): JsonObject {
  const named = new Map<string, string[]>();
  const ended = new Set<string>();
  for (const path of paths) {
    const step = firstStep(object, path);
    if (step?.rest !== undefined) {
      named.set(step.key, [...(named.get(step.key) ?? []), step.rest]);
    } else if (step !== undefined) {
      ended.add(step.key);
    }
  }
  const copy: JsonObject = {};
  for (const [key, field] of Object.entries(object)) {
    const kept = choose(field, ended.has(key) ? [] : named.get(key));
    if (kept !== undefined) {
      setOwnField(copy, key, kept);
    }
  }
  return copy;
}

/** Applies `project` to the objects in the field; what is no object stays with `keepOthers` only. */
function inside(
  field: JsonValue,
  project: (object: JsonObject) => JsonObject,
  keepOthers: boolean,
): JsonValue | undefined {
  if (isJsonObject(field)) {
    return project(field);
  }
  if (Array.isArray(field)) {
    return field.map((element) => inside(element, project, keepOthers)).filter((element) => element !== undefined);
  }
  return keepOthers ? field : undefined;
}
