/**
 * Rule 9: what sounds like paging and is not known is worth a trial, or an error that names it, and never an end. Here the fields of a
 * page become signs: those with a known name, and those that only look like a sign.
 *
 * Rule 8, which totals must be reached: a number that may be a bound or an estimate ends nothing, and an estimate need not be reached.
 * Its own name or text says so, or a field near it: `"10,000+"`, `estimatedTotal`, `"total_relation": "gte"`, `"exact": false`.
 */
import type { JsonValue } from "../json/json.js";
import { type Field, HEADER, isNearList } from "./fields.js";
import {
  countIn,
  isCursorName,
  isErrorName,
  isUnreadableTotal,
  type Kind,
  LINK_PART,
  meaningOf,
  normalise,
  UNMISTAKABLE,
} from "./names.js";
import { flagOf, isOtherPage, numberOf, type Scalar, textOf, wasSent } from "./values.js";

/**
 * How a number is meant:
 * - `exact`: it must be reached, and ends the listing.
 * - `atLeast`: it must be reached, and never ends the listing.
 * - `about`: it neither must be reached nor ends the listing.
 */
export type Exactness = "exact" | "atLeast" | "about";

/** What a field says about pages. `unknown` looks like a sign of more pages, and its name is not known. */
export interface Sign {
  readonly kind: Kind | "unknown";
  readonly name: string;
  /** A JSON Pointer; or `header:` and a header's name. */
  readonly location: string;
  readonly value: Scalar;
  /** How a number is meant. */
  readonly exactness: Exactness;
  /** The option of `pagination` that names the field. */
  readonly declaredBy?: string;
}

/** Returns whether a sign is a number of the whole listing. */
export function isNumber({ kind }: Pick<Sign, "kind">): boolean {
  return kind === "total" || kind === "count" || kind === "pages";
}

/** Makes the sign of a field. A `count` that is a bound is a total: the items of a page are counted exactly. */
export function signOf(kind: Sign["kind"], value: Scalar, field: Field, fields: readonly Field[]): Sign {
  const { name, location } = field;
  const exactness = isNumber({ kind }) ? exactnessOf(field, fields) : "exact";
  return { kind: kind === "count" && exactness !== "exact" ? "total" : kind, name, location, value, exactness };
}

/** Returns the signs of a page. @param page where it came from. */
export function namedSigns(fields: readonly Field[], page: URL): Sign[] {
  return fields.flatMap((field) => signIn(field, fields, page) ?? []);
}

/**
 * Reads a field. The first rule that applies decides:
 * 1. An object or a list is an unknown sign if it is in the place of a cursor: `LastEvaluatedKey: { pk: … }`. Any other says nothing.
 * 2. A known name near the list has its meaning: `"total": 23`.
 * 3. A number near the list under a name that counts something may be the number of items: `"total_runs": 60`.
 * 4. Unknown signs are a total that cannot be read (`"23 items"`), `true`, an address of this path, and a next page under an unmistakable
 *    name in any object (`window: { next_cursor: "c2" }`).
 */
function signIn(field: Field, fields: readonly Field[], page: URL): Sign | undefined {
  const { normal, value, about } = field;
  const isNear = isNearList(field);
  if (isObject(value)) {
    return isNear && isCursorObject(normal, value) ? unknownSign(field, null) : undefined;
  }
  const meaning = isNear || (about === "unknown" && UNMISTAKABLE.test(normal)) ? meaningOf(normal, value) : undefined;
  if (meaning !== undefined && isNear) {
    return about === "request" && isRepeated(meaning, page)
      ? undefined
      : signOf(meaning.kind, meaning.value, field, fields);
  }
  const count = isNear ? countIn(normal, value) : undefined;
  if (count !== undefined) {
    return { ...signOf("total", count, field, []), exactness: "about" };
  }
  if (isNear && isUnreadableTotal(normal, value)) {
    return unknownSign(field, null);
  }
  const isStray =
    (meaning?.kind === "next" && meaning.value !== null) || (meaning?.kind === "more" && meaning.value === true);
  if (isStray || (isNear && isUnknownFlag(field, fields))) {
    return unknownSign(field, value);
  }
  // An address under two names, such as `self` and `last`, is that of this page.
  const isPage = isOtherPage(value, page) && !fields.some((other) => other !== field && other.value === value);
  return isPage ? unknownSign(field, normal.startsWith("last") ? null : value) : undefined;
}

/** Returns whether a field only repeats what was asked for: `request: { nextToken: "c2" }` on page 2, and `null` there on page 1. */
function isRepeated({ kind, value }: Pick<Sign, "kind" | "value">, page: URL): boolean {
  return (kind === "next" || kind === "cursor") && (value === null || wasSent(page, value));
}

/** @param value what shows how to read on: a cursor, an address, `true`; `null` if nothing does. */
function unknownSign(field: Field, value: Scalar): Sign {
  return signOf("unknown", value, field, []);
}

/** Returns whether a field is `true`, and neither about errors nor about a number near it. */
function isUnknownFlag(field: Field, fields: readonly Field[]): boolean {
  const isQualifier =
    isAboutExactness(field) && fields.some(({ normal, value }) => countIn(normal, value) !== undefined);
  return field.value === true && !isErrorName(field.normal) && !isQualifier;
}

function isObject(value: JsonValue): value is Exclude<JsonValue, Scalar> {
  return typeof value === "object" && value !== null && textOf(value) === undefined;
}

/** Returns whether an object or a list has the name of a cursor, and no part that names a page. */
function isCursorObject(name: string, value: object): boolean {
  const parts = Object.keys(value).map(normalise);
  const namesPage = (part: string): boolean => LINK_PART.test(part) || meaningOf(part, "any") !== undefined;
  return isCursorName(name) && parts.length > 0 && !parts.some(namesPage);
}

const ABOUT = /estimat|approx|^about$/;
const AT_LEAST = /atleast|morethan|minimum|capped|limited|exceeded|lowerbound|inexact|partial|^gte?$|^greater/;
const EXACT = /exact|exhaustive|accurate|precise/;
/** Names of fields that say in words how the numbers near them are meant. */
const RELATION = /(?:relation|precision|accuracy|totaltype|counttype)$/;

/** Returns how a number is meant. "About" wins, because it promises less. */
function exactnessOf(number: Field, fields: readonly Field[]): Exactness {
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
function isAboutExactness(field: Field): boolean {
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
