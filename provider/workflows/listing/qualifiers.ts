/**
 * Reads names and values that say whether a number is exact, as data: only an exact number ends a listing. Runs in both processes.
 */
import type { JsonValue } from "../json/json.js";
import { madeOf, normaliseName, NOUNS, words } from "./names.js";
import { flagOf, numberOf, textOf } from "./values.js";

/**
 * How a number is meant:
 * - `exact`: it must be reached, and ends the listing.
 * - `atLeast`: it must be reached, and never ends the listing.
 * - `about`: it neither must be reached nor ends the listing.
 */
export type Exactness = "exact" | "atLeast" | "about";

/** A field of a response, or a header: a number or a qualifier. */
interface Field {
  readonly name: string;
  /** The normalised name that decides what the field means. For `total: { value }` that is the name of the object, "total". */
  readonly normal: string;
  readonly value: JsonValue;
  readonly location: string;
}

/** Longer words come first, because `splitQualifier` removes the first word that fits: `estimate` would leave the `d` of `estimated`. */
const ABOUT = words("estimated estimate approximated approximation approximate approx");
const AT_LEAST = words("capped limited atleast morethan minimum");

/** Parts of a number's own name: `estimatedTotal` and `total_at_least`. */
const IN_NAMES: readonly (readonly [RegExp, Exactness])[] = [
  [new RegExp(ABOUT.join("|"), "g"), "about"],
  [new RegExp(AT_LEAST.join("|"), "g"), "atLeast"],
];

/** Splits a normalised name into what is counted and how it is meant. */
export function splitQualifier(normal: string): { readonly counted: string; readonly exactness: Exactness } {
  for (const [pattern, exactness] of IN_NAMES) {
    const counted = normal.replace(pattern, "");
    if (counted !== normal) {
      return { counted, exactness };
    }
  }
  return { counted: normal, exactness: "exact" };
}

interface QualifierRow {
  readonly isNamed: (name: string) => boolean;
  /** Returns `undefined` if the value says nothing about numbers. */
  readonly parse: (value: JsonValue) => Exactness | undefined;
}

/** Words that may stand beside a qualifier in a name, mostly for what is counted: `total` in `totalIsEstimate`. */
const WORDS_BESIDE_QUALIFIER = `total totals count counts result results number num size available is was the of nb n numfound page pages max limit ${NOUNS}`;

/** Reads a flag. The numbers 0 and 1 are not flags here, because `"limited": 1` may count something. */
const flag = (value: JsonValue): boolean | undefined => (numberOf(value) === undefined ? flagOf(value) : undefined);

/** Fields that qualify the numbers near them. The first row that matches a name and its value counts. */
const QUALIFIERS: readonly QualifierRow[] = [
  {
    isNamed: madeOf("relation precision accuracy totaltype counttype", WORDS_BESIDE_QUALIFIER),
    parse: exactnessInWords,
  },
  {
    isNamed: madeOf(ABOUT.join(" "), WORDS_BESIDE_QUALIFIER),
    parse: (value) => (flag(value) === true ? "about" : undefined),
  },
  // For example `totalCapped: true` or `maxHitsExceeded: true`.
  {
    isNamed: madeOf(`${AT_LEAST.join(" ")} inexact hasmoretotal exceeded reached lowerbound`, WORDS_BESIDE_QUALIFIER),
    parse: (value) => (flag(value) === true ? "atLeast" : undefined),
  },
  {
    isNamed: madeOf("exact exhaustive accurate precise", WORDS_BESIDE_QUALIFIER),
    parse: (value) => (flag(value) === false ? "atLeast" : undefined),
  },
];

function exactnessInWords(value: JsonValue): Exactness | undefined {
  const text = (textOf(value) ?? "").trim();
  if (
    /^(?:gte?|>=?|at[\s_-]?least|greater\w*|more[\s_-]?than|lower[\s_-]?bound|minimum|inexact|partial|capped|limited)$/i.test(
      text,
    )
  ) {
    return "atLeast";
  }
  return /^(?:estimated?|approx\w*|about)$/i.test(text) ? "about" : undefined;
}

/** Returns how a field with this normalised name says that the numbers near it are meant; `undefined` if it says nothing about them. */
export function qualifierOf(name: string, value: JsonValue): Exactness | undefined {
  for (const { isNamed, parse } of QUALIFIERS) {
    const exactness = parse(value);
    if (exactness !== undefined && isNamed(name)) {
      return exactness;
    }
  }
  return undefined;
}

/** Returns how a number is meant, by its own text, its own name and the fields near it. "About" wins over "at least", because it promises less. */
export function exactnessOf(number: Field, fields: readonly Field[]): Exactness {
  // A qualifier's name may begin with the number's own name. `number.normal` may be the name of the object instead.
  const ownName = normaliseName(number.name);
  const qualifiers = fields.filter((field) => isNear(field, number)).map((field) => qualifierBeside(field, ownName));
  // "10,000+" is at least so many.
  const written: Exactness = /\+\s*$/.test(textOf(number.value) ?? "") ? "atLeast" : "exact";
  const all = [written, splitQualifier(number.normal).exactness, ...qualifiers];
  return all.includes("about") ? "about" : all.includes("atLeast") ? "atLeast" : "exact";
}

/** Reads a qualifier whose name may begin with that of the number: `resultsAvailable` and `resultsAvailableRelation`. */
function qualifierBeside({ name, value }: Field, numberName: string): Exactness | undefined {
  const normal = normaliseName(name);
  const rest = normal.startsWith(numberName) ? normal.slice(numberName.length) : normal;
  return qualifierOf(normal, value) ?? qualifierOf(rest, value);
}

/** Returns whether a field stands in the same object as the number, in the one around it, or in a header. */
function isNear(field: Field, number: Field): boolean {
  const object = objectOf(number.location);
  return field.location.startsWith("header:") || [object, objectOf(object)].includes(objectOf(field.location));
}

function objectOf(location: string): string {
  return location.slice(0, Math.max(0, location.lastIndexOf("/")));
}
