/** Copies JSON into plain structures in which the engine finds none of its own signatures and colour codes, so that they may cross it. */
import { breakColourCodes } from "../base/text.js";
import type { JsonValue } from "../workflows/json/json.js";
import { isJsonNumber, toEngineNumber } from "../workflows/json/numbers.js";
import { isReserved } from "./engine-signatures.js";

/** The outputs `items` and `value`, and the result of `getWorkflow`. */
export type CopiedOutput = "items" | "value" | "workflow";

/**
 * Copies the value, such as the items of a listing. `json` keeps what the copy changes:
 *
 * 1. A key or a text that is one of the engine's signatures gets a leading underscore. A text is as dangerous as a key, because a program
 *    may make keys of texts: `Object.fromEntries(items.map((item) => [item.id, item.name]))`.
 * 2. A colour code in a key or a text is broken up: `<{%x%}>` becomes `<{_%x%}>`.
 * 3. A number that no double can represent becomes its text, and a lone surrogate, which the wire format cannot carry, becomes U+FFFD.
 *
 * If it changed keys or texts by rule 1 or 2, it calls `warn` once, with their number.
 */
export function copyForEngine(output: CopiedOutput, value: JsonValue, warn: (message: string) => void): unknown {
  let changes = 0;
  const safeText = (text: string): string => {
    const safe = breakColourCodes(isReserved(text) ? `_${text}` : text);
    changes += safe === text ? 0 : 1;
    return safe.toWellFormed();
  };
  const copyOf = (part: JsonValue): unknown => {
    if (typeof part === "string") {
      return safeText(part);
    }
    if (isJsonNumber(part)) {
      return toEngineNumber(part);
    }
    if (Array.isArray(part)) {
      return part.map(copyOf);
    }
    return typeof part === "object" && part !== null
      ? Object.fromEntries(Object.entries(part).map(([key, field]) => [safeText(key), copyOf(field)]))
      : part;
  };
  const copy = copyOf(value);
  if (changes > 0) {
    warn(
      `In \`${output}\`, keys and texts that Pulumi would take for its own have an underscore more: ${changes} in all. \`json\` has them as they are.`,
    );
  }
  return copy;
}
