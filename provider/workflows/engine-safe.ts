/** Items as plain structures that may cross the engine: nothing in them is taken for one of its own signs. */
import { excerpt } from "../http/excerpt.js";
import { pointerStep } from "../http/json-pointer.js";
import { isJsonObject, setOwnField, type JsonObject, type JsonValue } from "./json.js";
import { isExactNumber, toEngineNumber } from "./numbers.js";

/** Places told, at most. */
const toldPlaces = 20;

/** Keys by which the engine and its SDK know their own: signatures, resources and outputs in an export, prototypes. */
const reservedKeys = new Set(["4dabf18193072939515e22adb298388d", "@isPulumiResource", "__proto__"]);

/** By `__pulumiAsset: true` and its like the SDK knows assets, outputs and resources: an attacker's would read a local file. */
const reservedPrefix = "__pulumi";

/** The engine's signs for a value that is not known yet: text, boolean, number, list, asset, archive, object. */
const unknownSigns = new Set([
  "04da6b54-80e4-46f7-96ec-b56ff0331ba9",
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
]);

const loneSurrogate = /\p{Surrogate}/gu;

export interface EngineSafeItems {
  readonly items: unknown[];
  /** JSON Pointers, in `items`, to the keys and strings that were given an underscore; the first twenty. */
  readonly places: string[];
}

/**
 * Copies the items. A key or a string that the engine would take for its own gets a leading underscore (more, where such a
 * key is there already). A number that no double holds becomes its text. A lone surrogate, which the engine's wire format
 * cannot carry, becomes U+FFFD. `json` has all of them as they were.
 */
export function engineSafe(items: readonly JsonValue[]): EngineSafeItems {
  const places: string[] = [];
  const note = (place: string): void => {
    if (places.length < toldPlaces) {
      places.push(excerpt(place));
    }
  };
  return { items: items.map((item, index) => safeValue(item, pointerStep(index), note)), places };
}

function safeValue(value: JsonValue, place: string, note: (place: string) => void): unknown {
  if (typeof value === "string") {
    if (unknownSigns.has(value)) {
      note(place);
      return `_${value}`;
    }
    return wellFormed(value);
  }
  if (isExactNumber(value)) {
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
    if (isReserved(key)) {
      note(there);
    }
    setOwnField(safe, name, safeValue(value, there, note));
  }
  return safe;
}

/** A name that is nobody's sign, and neither another key of the object nor the name of one. */
function safeKey(key: string, object: JsonObject, safe: Record<string, unknown>): string {
  let name = wellFormed(isReserved(key) ? `_${key}` : key);
  while (name !== key && (Object.hasOwn(object, name) || Object.hasOwn(safe, name))) {
    name = `_${name}`;
  }
  return name;
}

function isReserved(key: string): boolean {
  return reservedKeys.has(key) || key.startsWith(reservedPrefix);
}

function wellFormed(text: string): string {
  return text.replace(loneSurrogate, "\ufffd");
}
