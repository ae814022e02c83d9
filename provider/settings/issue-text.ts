/** The words of an issue: what was given, what is expected, and the known name that is probably meant. */
import { distance } from "fastest-levenshtein";
import { excerpt } from "../base/excerpt.js";
import { likelyPointer } from "../base/json-path.js";

/** A parsed value, or what is wrong with the given one: the rest of a sentence. */
export type Parsed<Value> = { readonly value: Value } | { readonly issue: string };

/**
 * The rest of a sentence that begins with a property's name.
 *
 * @param got what was given, in words; `undefined` if it may be a secret.
 * @param advice in sentences.
 */
export function wrongValue(got: string | undefined, expected: string, advice = ""): string {
  const given = got === undefined ? "cannot be used. It" : `is ${got}, but`;
  return `${given} takes ${expected}. ${advice}`.trimEnd();
}

/** What was given, short and clean. */
export function describeValue(value: unknown): string {
  if (typeof value === "string") {
    return value.trim() === "" ? "an empty string" : `"${excerpt(value)}"`;
  }
  if (Array.isArray(value)) {
    return value.length === 0 ? "an empty list" : "a list";
  }
  if (typeof value !== "object" || value === null) {
    return excerpt(String(value));
  }
  const keys = Object.keys(value);
  return keys.length === 0
    ? "an empty object"
    : `an object with ${excerpt(keys.slice(0, 10).join(", "))}${keys.length > 10 ? ", …" : ""}`;
}

/** Advice: the value or the name that is probably meant; empty if there is none. */
export function didYouMean(meant: string | undefined, quote = '"'): string {
  return meant === undefined ? "" : `Did you mean ${quote}${excerpt(meant)}${quote}?`;
}

/** The same for a value in place of a path. */
export function didYouMeanPath(given: unknown): string {
  return didYouMean(typeof given === "string" && !/^$|^header:/.test(given) ? likelyPointer(given) : undefined);
}

/** The known name that is most like a given string; `undefined` if none is near. Case does not count. */
export function nearest(given: unknown, known: readonly string[]): string | undefined {
  if (typeof given !== "string" || given.length > 100) {
    return undefined;
  }
  const [best] = known
    .map((name) => ({ name, steps: distance(given.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.steps - b.steps);
  // In a name as short as `in`, not every letter may differ.
  const allowed = (name: string): number => Math.min(name.length - 1, Math.max(2, Math.floor(name.length / 3)));
  return best !== undefined && best.steps <= allowed(best.name) ? best.name : undefined;
}
