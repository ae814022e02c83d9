/**
 * Copies JSON into plain structures in which the engine finds none of its own signatures and colour codes, so that they may cross it.
 * Runs in the program and in the provider process.
 */
import { breakColourCodes, excerpt, hasColourCode } from "../base/text.js";
import { pointerStep } from "../base/json-path.js";
import { isReserved } from "./engine-signatures.js";
import type { JsonValue } from "../workflows/json/json.js";
import { isJsonNumber, toEngineNumber } from "../workflows/json/numbers.js";

/** The number of locations that a warning names at most. */
const MAX_LOCATIONS = 20;

/** The outputs `items` and `value`, and the result of `getWorkflow`. */
export type CopiedOutput = "items" | "value" | "workflow";

/** A change of a key or a string: an underscore at its start, or in a colour code. */
type Change = "renamed" | "broken up";

const REASONS: Readonly<Record<Change, string>> = {
  renamed: "keys and values that the engine would take for its own have a leading underscore",
  "broken up": "colour codes of the engine are broken up by an underscore",
};

/**
 * Copies the value, such as the items of a listing, and calls `warn` with the JSON Pointers, in the copy, to what it changed:
 *
 * 1. A key or a string that is one of the engine's signatures gets a leading underscore. A string is as dangerous as a key, because
 *    a program may make keys of strings: `Object.fromEntries(items.map((item) => [item.id, item.name]))`.
 * 2. A colour code in a key or a string is broken up: `<{%x%}>` becomes `<{_%x%}>`.
 * 3. A key that would then be the same as another one gets more underscores.
 *
 * Without a warning, a number that no double can represent becomes its text, and a lone surrogate, which the wire format cannot
 * carry, becomes U+FFFD. `json` keeps all of this as it was.
 */
export async function copyForEngine(
  output: CopiedOutput,
  value: JsonValue,
  warn: (message: string) => void | Promise<void>,
) {
  const changed: Record<Change, string[]> = { renamed: [], "broken up": [] };
  /** The names that lead to the part that is being copied. A pointer is only made of them for a warning. */
  const names: string[] = [];

  function report(change: Change): void {
    if (changed[change].length < MAX_LOCATIONS) {
      changed[change].push(excerpt(names.map(pointerStep).join("")));
    }
  }

  function copy(part: JsonValue, key = ""): unknown {
    const texts = typeof part === "string" ? [key, part] : [key];
    if (texts.some(isReserved)) {
      report("renamed");
    }
    if (texts.some(hasColourCode)) {
      report("broken up");
    }
    if (typeof part === "string") {
      return safeText(part);
    }
    if (isJsonNumber(part)) {
      return toEngineNumber(part);
    }
    if (typeof part !== "object" || part === null) {
      return part;
    }
    const safe: Record<string, unknown> = {};
    for (const [index, [key, field]] of Object.entries(part).entries()) {
      let name = safeText(key);
      for (let tries = 1; name !== key && (Object.hasOwn(part, name) || Object.hasOwn(safe, name)); tries++) {
        // A hostile service may send very many such keys. The index makes the name unique after a few tries.
        name = tries === 9 ? `_${index}${name}` : `_${name}`;
      }
      names.push(name);
      safe[name] = copy(field, key);
      names.pop();
    }
    // A list was copied like an object whose keys are its indices, so its copies are in the list's order.
    return Array.isArray(part) ? Object.values(safe) : safe;
  }

  const copied = copy(value);
  for (const [change, locations] of Object.entries(changed)) {
    if (locations.length > 0) {
      await warn(`In \`${output}\`, ${REASONS[change as Change]}: ${locations.join(", ")}`);
    }
  }
  return copied;
}

function safeText(text: string): string {
  return breakColourCodes(isReserved(text) ? `_${text}` : text).toWellFormed();
}
