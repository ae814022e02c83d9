/** Items as plain structures that may cross the engine: nothing in them is taken for one of its own signatures. */
import { excerpt } from "../../http/excerpt.js";
import { pointerStep } from "../../http/json-path.js";
import { isReservedKey, isUnknown } from "../engine-signatures.js";
import { isJsonObject, setOwnField, type JsonObject, type JsonValue } from "../json/json.js";
import { isJsonNumber, toEngineNumber } from "../json/numbers.js";

/** Places in a warning, at most. */
const MAX_PLACES = 20;

export interface EngineSafe {
  readonly value: unknown;
  /** JSON Pointers, in `value`, to the keys and strings that were given an underscore; the first twenty. */
  readonly places: string[];
}

/**
 * Copies the value, such as the items of a listing. A key or a string that the engine would take for its own gets a leading
 * underscore. A key gets more of them if another key has that name. A number that no double can represent becomes its text.
 * A lone surrogate, which the engine's wire format cannot carry, becomes U+FFFD. `json` has all of them as they were.
 */
export function engineSafe(value: JsonValue): EngineSafe {
  const places: string[] = [];
  const note = (place: string): void => {
    if (places.length < MAX_PLACES) {
      places.push(excerpt(place));
    }
  };
  return { value: safeValue(value, "", note), places };
}

/** What is copied: the output `items`, the output `value`, or the result of `getWorkflow`. */
export type CopiedOutput = keyof typeof COPIED;

const COPIED = {
  items: { source: "listing", place: "in `items`" },
  value: { source: "response", place: "in `value`" },
  workflow: { source: "workflow", place: "in the result" },
} as const;

/** The warning about the places that were changed. */
export function explainPlaces(output: CopiedOutput, places: readonly string[]): string {
  const { source, place } = COPIED[output];
  return `The ${source} has keys or values that the engine would take for its own; ${place} they have a leading underscore: ${places.join(", ")}`;
}

function safeValue(value: JsonValue, place: string, note: (place: string) => void): unknown {
  if (typeof value === "string") {
    if (isUnknown(value)) {
      note(place);
      return `_${value}`;
    }
    return value.toWellFormed();
  }
  if (isJsonNumber(value)) {
    return toEngineNumber(value);
  }
  if (Array.isArray(value)) {
    return value.map((element, index) => safeValue(element, place + pointerStep(index), note));
  }
  return isJsonObject(value) ? safeObject(value, place, note) : value;
}

function safeObject(object: JsonObject, place: string, note: (place: string) => void): Record<string, unknown> {
  const safe: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(object)) {
    const name = safeKey(key, object, safe);
    const there = place + pointerStep(name);
    if (isReservedKey(key)) {
      note(there);
    }
    setOwnField(safe, name, safeValue(value, there, note));
  }
  return safe;
}

/** A name that is not reserved, and neither another key of the object nor the new name of one. */
function safeKey(key: string, object: JsonObject, safe: Record<string, unknown>): string {
  let name = (isReservedKey(key) ? `_${key}` : key).toWellFormed();
  while (name !== key && (Object.hasOwn(object, name) || Object.hasOwn(safe, name))) {
    name = `_${name}`;
  }
  return name;
}
