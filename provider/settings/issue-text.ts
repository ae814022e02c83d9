/** The words of an issue: what was given, what is expected, and the known name that is probably meant. */
import { distance } from "fastest-levenshtein";
import { excerpt } from "../http/excerpt.js";

/**
 * The rest of a sentence that begins with a name. `message` is that rest, or advice after the usual sentence: it then begins
 * with a capital letter, or is empty.
 *
 * @param got what was given, in words; `undefined` if it may be a secret.
 */
export function issueText(message: string, got: string | undefined, expected: string): string {
  if (/^[^A-Z]/.test(message)) {
    return message;
  }
  const usual = got === undefined ? `cannot be used. It takes ${expected}.` : `is ${got}, but takes ${expected}.`;
  return message === "" ? usual : `${usual} ${message}`;
}

/** What was given, short and clean. */
export function describeValue(value: unknown): string {
  if (typeof value === "string") {
    return value === "" ? "an empty string" : `"${excerpt(value)}"`;
  }
  if (Array.isArray(value)) {
    return value.length === 0 ? "an empty list" : "a list";
  }
  if (typeof value !== "object" || value === null) {
    return typeof value === "function" ? "a function" : excerpt(String(value));
  }
  const keys = Object.keys(value);
  return keys.length === 0
    ? "an empty object"
    : `an object with ${excerpt(keys.slice(0, 10).join(", "))}${keys.length > 10 ? ", …" : ""}`;
}

/** The known name that is most like `given`; `undefined` if none is near. Case does not count. */
export function nearest(given: string, known: readonly string[]): string | undefined {
  if (given.length > 100) {
    return undefined;
  }
  const [best] = known
    .map((name) => ({ name, steps: distance(given.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.steps - b.steps);
  // In a name as short as `in`, not every letter may differ.
  const allowed = (name: string): number => Math.min(name.length - 1, Math.max(2, Math.floor(name.length / 3)));
  return best !== undefined && best.steps <= allowed(best.name) ? best.name : undefined;
}
