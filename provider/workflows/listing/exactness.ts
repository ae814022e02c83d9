/**
 * Rule 8, which totals must be reached: a number that may be a bound or an estimate ends nothing, and an estimate need not be reached.
 * Its own name or text says so, or a field near it: `"10,000+"`, `estimatedTotal`, `"total_relation": "gte"`, `"exact": false`.
 */
import type { JsonValue } from "../json/json.js";
import { type Field, HEADER } from "./fields.js";
import { normalise } from "./names.js";
import { flagOf, numberOf, textOf } from "./values.js";

/**
 * How a number is meant:
 * - `exact`: it must be reached, and ends the listing.
 * - `atLeast`: it must be reached, and never ends the listing.
 * - `about`: it neither must be reached nor ends the listing.
 */
export type Exactness = "exact" | "atLeast" | "about";

const ABOUT = /estimat|approx|^about$/;
const AT_LEAST = /atleast|morethan|minimum|capped|limited|exceeded|lowerbound|inexact|partial|^gte?$|^greater/;
const EXACT = /exact|exhaustive|accurate|precise/;
/** Names of fields that say in words how the numbers near them are meant. */
const RELATION = /(?:relation|precision|accuracy|totaltype|counttype)$/;

/** Returns how a number is meant. "About" wins, because it promises less. */
export function exactnessOf(number: Field, fields: readonly Field[]): Exactness {
  const near = fields.filter(({ location }) => isNear(location, number.location)).map(exactnessBeside);
  const all = [ownExactness(number), ...near];
  if (all.includes("about")) {
    return "about";
  }
  return all.includes("atLeast") ? "atLeast" : "exact";
}

/** Returns how a number is meant by its own name and text. */
function ownExactness({ name, value }: Field): Exactness {
  const normal = normalise(name);
  if (ABOUT.test(normal)) {
    return "about";
  }
  return /\+\s*$/.test(textOf(value) ?? "") || AT_LEAST.test(normal) ? "atLeast" : "exact";
}

/** Returns what a field says about the numbers near it. */
function exactnessBeside({ name, value }: Field): Exactness {
  const normal = normalise(name);
  const flag = flagWord(value);
  if (flag === false) {
    return EXACT.test(normal) && !AT_LEAST.test(normal) ? "atLeast" : "exact";
  }
  const text = flag === true ? normal : RELATION.test(normal) ? relationIn(value) : "";
  if (ABOUT.test(text)) {
    return "about";
  }
  return AT_LEAST.test(text) ? "atLeast" : "exact";
}

/** Returns whether a field only says how the numbers near it are meant. */
export function isAboutExactness(field: Field): boolean {
  return EXACT.test(normalise(field.name)) || exactnessBeside(field) !== "exact";
}

/** Reads a flag. The numbers 0 and 1 are none here: `"limited": 1` may count something. */
function flagWord(value: JsonValue): boolean | undefined {
  return numberOf(value) === undefined ? flagOf(value) : undefined;
}

/** Returns a relation as a word: "gte" for ">=". */
function relationIn(value: JsonValue): string {
  return normalise((textOf(value) ?? "").trim().replace(/^>=?$/, "gte"));
}

/** Returns whether a field is in the same object as the number, in the one around it, or in a header. */
function isNear(field: string, number: string): boolean {
  const object = objectOf(number);
  return field.startsWith(HEADER) || [object, objectOf(object)].includes(objectOf(field));
}

function objectOf(location: string): string {
  return location.slice(0, Math.max(0, location.lastIndexOf("/")));
}
