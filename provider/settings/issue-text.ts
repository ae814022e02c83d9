/** The words of an issue: the actual and the expected value, and the known name that is probably meant. */
import { distance } from "fastest-levenshtein";
import { excerpt } from "../base/text.js";
import { likelyPointer } from "../base/json-path.js";

/**
 * Predicates that say what is wrong with a value: "is not set.", "must not have a query (?…)." The caller puts the
 * subject in front. All issues of this folder are predicates until `parseSettings` makes sentences of them.
 */
export type Predicate = string;

/** A parsed value, or what is wrong with the value that was to be parsed. */
export type Parsed<Value> = { readonly value: Value } | { readonly issue: Predicate };

/**
 * Returns the issue of a wrong value.
 *
 * @param actual the value in words; `undefined` if it may be a secret.
 * @param advice in sentences.
 */
export function wrongValue(actual: string | undefined, expected: string, advice = ""): Predicate {
  const beginning = actual === undefined ? "cannot be used. It" : `is ${actual}, but`;
  return `${beginning} takes ${expected}. ${advice}`.trimEnd();
}

/** Describes a value, short and clean. */
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

/** Returns the advice "Did you mean …?", or an empty text without a suggestion. */
export function didYouMean(suggestion: string | undefined, quote = '"'): string {
  return suggestion === undefined ? "" : `Did you mean ${quote}${excerpt(suggestion)}${quote}?`;
}

/** Returns the advice "Did you mean …?" with the path that a malformed path is probably meant to be. */
export function didYouMeanPath(value: unknown): string {
  // Some values may also name a header of the response: `header:X-Next-Page`. That is not a path.
  const mayBePath = typeof value === "string" && value !== "" && !value.startsWith("header:");
  return didYouMean(mayBePath ? likelyPointer(value) : undefined);
}

/**
 * Returns the name that is most like a value, for "Did you mean …?"; `undefined` if none is like it. Case does not
 * count. In a long name, a third of the letters may be wrong, missing or too many; in a short name two: `maxRetires` is
 * like `maxRetries`.
 */
export function nearest(value: unknown, names: readonly string[]): string | undefined {
  if (typeof value !== "string" || value.length > 100) {
    return undefined;
  }
  const [best] = names
    .map((name) => ({ name, wrongLetters: distance(value.toLowerCase(), name.toLowerCase()) }))
    .sort((a, b) => a.wrongLetters - b.wrongLetters);
  if (best === undefined) {
    return undefined;
  }
  const { name, wrongLetters } = best;
  // For very short names, such as `in`, at least one letter must be the same.
  const maxWrongLetters = Math.min(name.length - 1, Math.max(2, Math.floor(name.length / 3)));
  return wrongLetters <= maxWrongLetters ? name : undefined;
}

/** Returns the advice on an unknown name: the known name that is probably meant, or all of them after `introduction`. */
export function adviseOnName(name: string, known: readonly string[], introduction: string): string {
  return didYouMean(nearest(name, known), "`") || `${introduction}: ${known.join(", ")}.`;
}
