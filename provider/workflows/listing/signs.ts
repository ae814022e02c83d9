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
  flagOf,
  isCursorName,
  isErrorName,
  isOtherPage,
  isUnreadableTotal,
  type Kind,
  LINK_PART,
  meaningOf,
  normalise,
  PAGING_OBJECT,
  type Scalar,
  textOf,
  UNMISTAKABLE,
  wasSent,
} from "./names.js";

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

/** Makes the sign of a field. A `count` that is a bound cannot be that of a page, so it is a total. */
export function signOf(kind: Sign["kind"], value: Scalar, field: Field, fields: readonly Field[]): Sign {
  const { name, location } = field;
  const exactness = isNumber({ kind }) ? exactnessOf(field, fields) : "exact";
  return { kind: kind === "count" && exactness !== "exact" ? "total" : kind, name, location, value, exactness };
}

/** Returns the signs of a page. @param page where it came from. */
export function namedSigns(fields: readonly Field[], page: URL): Sign[] {
  return fields.flatMap((field) => signIn(field, fields, page) ?? []);
}

/** Reads a field by its place. An address of this path with another query is an unknown sign anywhere: `a: { on: "?page=2" }`. */
function signIn(field: Field, fields: readonly Field[], page: URL): Sign | undefined {
  return (isNearList(field) ? signNearList(field, fields, page) : strayNext(field)) ?? otherPage(field, fields, page);
}

/**
 * Reads a field near the list. The first rule that applies decides:
 * 1. An object or a list says something only in the place of a cursor or a flag, as an unknown sign: `LastEvaluatedKey: { pk: … }`,
 *    `has_more: { workflows: true }`.
 * 2. A known name has its meaning: `"total": 23`. In an object with the request, a cursor that was sent says nothing.
 * 3. A number under a name that counts something may be the number of items: `"total_runs": 60`.
 * 4. A total that cannot be read (`"23 items"`) and `true` are unknown signs.
 */
function signNearList(field: Field, fields: readonly Field[], page: URL): Sign | undefined {
  const { normal, value } = field;
  if (isObject(value)) {
    return isCursorObject(normal, value) || isFlagObject(normal, value) ? unknownSign(field, null) : undefined;
  }
  const meaning = meaningOf(normal, value);
  if (meaning !== undefined) {
    return isRepeated(meaning, field, page) ? undefined : signOf(meaning.kind, meaning.value, field, fields);
  }
  const count = countIn(normal, value);
  if (count !== undefined) {
    return { ...signOf("total", count, field, []), exactness: "about" };
  }
  if (isUnreadableTotal(normal, value)) {
    return unknownSign(field, null);
  }
  return isUnknownFlag(field, fields) ? unknownSign(field, true) : undefined;
}

/** Returns whether a cursor only repeats what was asked for: `request: { nextToken: "c2" }` on page 2, and `null` there on page 1. */
function isRepeated({ kind, value }: Pick<Sign, "kind" | "value">, { about }: Field, page: URL): boolean {
  const isCursor = kind === "next" || kind === "cursor";
  return about === "request" && isCursor && (value === null || wasSent(page, value));
}

/** Returns an unknown sign for a next page in an object about something else, if the name is unmistakable: `window: { next_cursor: "c2" }`. */
function strayNext(field: Field): Sign | undefined {
  const { normal, value, about } = field;
  const meaning = about === "unknown" && UNMISTAKABLE.test(normal) ? meaningOf(normal, value) : undefined;
  const isNext = meaning?.kind === "next" && meaning.value !== null;
  const saysMore = meaning?.kind === "more" && meaning.value === true;
  return isNext || saysMore ? unknownSign(field, meaning.value) : undefined;
}

/** Returns an unknown sign for an address of another page. An address under two names, such as `self` and `last`, is that of this page. */
function otherPage(field: Field, fields: readonly Field[], page: URL): Sign | undefined {
  const { normal, value } = field;
  const isPage =
    isOtherPage(value, page) &&
    !fields.some(
      (other) => other !== field && other.value === value && meaningOf(other.normal, value)?.kind === "other",
    );
  return isPage ? unknownSign(field, normal.startsWith("last") ? null : (textOf(value) ?? null)) : undefined;
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
  const namesPage = (part: string): boolean =>
    PAGING_OBJECT.test(name) && (LINK_PART.test(part) || (meaningOf(part, "any")?.kind ?? "other") !== "other");
  return isCursorName(name) && parts.length > 0 && !parts.some(namesPage);
}

/** Returns whether an object or a list has the name of a flag that more pages follow, and something in it is true. */
function isFlagObject(name: string, value: object): boolean {
  return UNMISTAKABLE.test(name) && Object.values(value).includes(true);
}

const ABOUT = /estimat|approx|^about$/;
const AT_LEAST =
  /atleast|morethan|minimum|capped|limited|exceeded|lowerbound|inexact|partial|^unknown$|^gte?$|^greater/;
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

/** Returns how a number is meant by its own name and text: `estimatedTotal`, `"50+"`. */
function ownExactness({ name, value }: Field): Exactness {
  const isBound = /\+\s*$/.test(textOf(value) ?? "");
  const exactness = exactnessIn(normalise(name));
  return isBound && exactness === "exact" ? "atLeast" : exactness;
}

/**
 * Returns what a field says about the numbers near it:
 * 1. A flag says what its name says: `"capped": true`. If it is false, only `"exact": false` says something.
 * 2. A relation says it in words: `"total_relation": "gte"`.
 */
function exactnessBeside({ name, value }: Field): Exactness {
  const normal = normalise(name);
  const flag = flagOf(value);
  if (flag === true) {
    return exactnessIn(normal);
  }
  if (flag === false) {
    return EXACT.test(normal) && !AT_LEAST.test(normal) ? "atLeast" : "exact";
  }
  return RELATION.test(normal) ? exactnessIn(relationIn(value)) : "exact";
}

function exactnessIn(words: string): Exactness {
  if (ABOUT.test(words)) {
    return "about";
  }
  return AT_LEAST.test(words) ? "atLeast" : "exact";
}

/** Returns whether a field only says how the numbers near it are meant. */
function isAboutExactness(field: Field): boolean {
  return EXACT.test(normalise(field.name)) || exactnessBeside(field) !== "exact";
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
