/** Items as plain structures that may cross the engine: nothing in them is taken for one of its own signatures. */
import { excerpt } from "../../base/excerpt.js";
import { pointerStep } from "../../base/json-path.js";
import { isReservedKey, isUnknown } from "../engine-signatures.js";
import type { JsonValue } from "../json/json.js";
import { isJsonNumber, toEngineNumber } from "../json/numbers.js";

/** Locations in a warning, at most. */
const MAX_LOCATIONS = 20;

/** The outputs `items` and `value`, and the result of `getWorkflow`. */
export type CopiedOutput = "items" | "value" | "workflow";

/**
 * Copies the value, such as the items of a listing. A key or a string that the engine would take for its own gets a leading
 * underscore, or more if a key has that name: a warning has JSON Pointers, in the copy, to the first twenty. A number that no double
 * can represent becomes its text, a lone surrogate, which the wire format cannot carry, U+FFFD. `json` has all as they were.
 */
export async function copyForEngine(output: CopiedOutput, read: JsonValue, warn: (message: string) => Promise<void>) {
  const changed: string[] = [];
  /** The names of the part that is copied: its pointer is made when it is needed. */
  const names: string[] = [];

  function copy(part: JsonValue, isRenamed: boolean): unknown {
    const isSignature = isUnknown(part);
    if ((isRenamed || isSignature) && changed.length < MAX_LOCATIONS) {
      changed.push(excerpt(names.map(pointerStep).join("")));
    }
    if (typeof part === "string") {
      return isSignature ? `_${part}` : part.toWellFormed();
    }
    if (isJsonNumber(part)) {
      return toEngineNumber(part);
    }
    if (typeof part !== "object" || part === null) {
      return part;
    }
    const safe: Record<string, unknown> = {};
    for (const [index, [key, field]] of Object.entries(part).entries()) {
      const isReserved = isReservedKey(key);
      let name = (isReserved ? `_${key}` : key).toWellFormed();
      for (let tries = 1; name !== key && (Object.hasOwn(part, name) || Object.hasOwn(safe, name)); tries++) {
        // A hostile service may have very many such keys.
        name = tries === 9 ? `_${index}${name}` : `_${name}`;
      }
      names.push(name);
      safe[name] = copy(field, isReserved);
      names.pop();
    }
    // The keys of a list are in its order.
    return Array.isArray(part) ? Object.values(safe) : safe;
  }

  const copied = copy(read, false);
  if (changed.length > 0) {
    const what = `In \`${output}\`, keys and values that the engine would take for its own have a leading underscore`;
    await warn(`${what}: ${changed.join(", ")}`);
  }
  return copied;
}
