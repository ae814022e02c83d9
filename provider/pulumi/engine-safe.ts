/** Copies JSON for the engine, without signatures and colour codes of the engine in it. */
import { breakColourCodes } from "../base/text.js";
import type { JsonValue } from "../workflows/json/json.js";
import { isJsonNumber, toEngineNumber } from "../workflows/json/numbers.js";
import { isReserved } from "./engine-signatures.js";

/** The values that are copied: the outputs `items` and `value`, or the result of `getWorkflow`. */
export type CopiedOutput = "items" | "value" | "workflow";

/**
 * Copies a value, such as the items of a listing. The output `json` keeps what the copy changes:
 *
 * 1. A key or a text that has a meaning for the engine (`isReserved`) gets a leading underscore. Texts are as dangerous
 *    as keys, because a program may make keys of them.
 * 2. A colour code in a key or a text is broken up: `<{%x%}>` becomes `<{_%x%}>`.
 * 3. A number that no double can represent becomes a text. A lone surrogate, which gRPC cannot carry, becomes U+FFFD.
 *
 * Calls `warn` once, with the number of keys and texts that were changed by rule 1 or 2.
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
