/** `select` and `ignoreFields`: the fields that items keep. Items are copied, never changed. */
import type { Path } from "../http/json-path.js";
import { firstStep } from "./fields.js";
import { isJsonObject, setOwnField, type JsonObject, type JsonValue } from "./json.js";

/** The item with these fields only, in its own order. An item that is no object has no fields and stays as it is. */
export function selectFields(item: JsonValue, paths: readonly Path[]): JsonValue {
  return isJsonObject(item) ? (select(item, paths) ?? {}) : item;
}

/** The item without these fields. */
export function dropFields(item: JsonValue, paths: readonly Path[]): JsonValue {
  return isJsonObject(item) ? (drop(item, paths) ?? {}) : item;
}

function select(value: JsonValue, paths: readonly Path[]): JsonValue | undefined {
  if (paths.some(endsHere)) {
    return value;
  }
  return isStructure(value) && paths.length > 0 ? copy(value, paths, select) : undefined;
}

function drop(value: JsonValue, paths: readonly Path[]): JsonValue | undefined {
  if (paths.some(endsHere)) {
    return undefined;
  }
  return isStructure(value) && paths.length > 0 ? copy(value, paths, drop) : value;
}

function endsHere({ steps }: Path): boolean {
  return steps.length === 0;
}

function isStructure(value: JsonValue): value is JsonObject | JsonValue[] {
  return Array.isArray(value) || isJsonObject(value);
}

/** A copy with what `keep` returns for each part. It gets the paths that lead on inside the part, and may return nothing. */
function copy(
  value: JsonObject | JsonValue[],
  paths: readonly Path[],
  keep: (part: JsonValue, paths: readonly Path[]) => JsonValue | undefined,
): JsonValue {
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
  if (Array.isArray(value)) {
    return value
      .map((element, index) => keep(element, [...everywhere, ...(below.get(String(index)) ?? [])]))
      .filter((element) => element !== undefined);
  }
  const copied: JsonObject = {};
  for (const [key, field] of Object.entries(value)) {
    const kept = keep(field, below.get(key) ?? []);
    if (kept !== undefined) {
      setOwnField(copied, key, kept);
    }
  }
  return copied;
}
