/** Items as plain structures that may cross the engine: nothing in them is taken for one of its own signatures. */
import { excerpt } from "../../http/excerpt.js";
import { pointerStep } from "../../http/json-path.js";
import { isReservedKey, isUnknown } from "../engine-signatures.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/json.js";
import { isJsonNumber, toEngineNumber } from "../json/numbers.js";

/** Places in a warning, at most. */
const MAX_PLACES = 20;

/**
 * Copies the value, such as the items of a listing. A key or a string that the engine would take for its own gets a leading
 * underscore. A key gets more of them if another key has that name. A number that no double can represent becomes its text.
 * A lone surrogate, which the engine's wire format cannot carry, becomes U+FFFD. `json` has all of them as they were.
 *
 * `places`: JSON Pointers, in the copy, to the keys and strings that were given an underscore; the first twenty.
 */
export function engineSafe(value: JsonValue): { readonly value: unknown; readonly places: string[] } {
  const places: string[] = [];
  /** The names of the part that is copied: its pointer is made when it is needed. */
  const names: (string | number)[] = [];

  const note = (): void => {
    if (places.length < MAX_PLACES) {
      places.push(excerpt(names.map(pointerStep).join("")));
    }
  };

  function copy(part: JsonValue): unknown {
    if (typeof part === "string") {
      if (!isUnknown(part)) {
        return part.toWellFormed();
      }
      note();
      return `_${part}`;
    }
    if (Array.isArray(part)) {
      return part.map((element, index) => copyAt(index, element, false));
    }
    return isJsonObject(part) ? copyFields(part) : isJsonNumber(part) ? toEngineNumber(part) : part;
  }

  function copyAt(name: string | number, part: JsonValue, isReserved: boolean): unknown {
    names.push(name);
    if (isReserved) {
      note();
    }
    const copied = copy(part);
    names.pop();
    return copied;
  }

  function copyFields(object: JsonObject): Record<string, unknown> {
    const safe: Record<string, unknown> = {};
    for (const [key, field] of Object.entries(object)) {
      const isReserved = isReservedKey(key);
      let name = (isReserved ? `_${key}` : key).toWellFormed();
      while (name !== key && (Object.hasOwn(object, name) || Object.hasOwn(safe, name))) {
        name = `_${name}`;
      }
      safe[name] = copyAt(name, field, isReserved);
    }
    return safe;
  }

  return { value: copy(value), places };
}

/** The outputs `items` and `value`, and the result of `getWorkflow`. */
export type CopiedOutput = "items" | "value" | "workflow";

/** A safe copy, as `engineSafe` makes it. Warns of the places that were changed. */
export async function copyForEngine(
  output: CopiedOutput,
  read: JsonValue,
  warn: (message: string) => Promise<void>,
): Promise<unknown> {
  const { value, places } = engineSafe(read);
  if (places.length > 0) {
    const names = places.join(", ");
    await warn(
      `In \`${output}\`, keys and values that the engine would take for its own have a leading underscore: ${names}`,
    );
  }
  return value;
}
