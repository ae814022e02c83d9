/**
 * Rule 9: what sounds like paging and is not known is worth a trial, or an error that names it, and never an end. Here the fields of a
 * page become signs: those with a known name, and those that only look like a sign.
 */
import type { JsonValue } from "../json/json.js";
import { type Exactness, exactnessOf, isAboutExactness } from "./exactness.js";
import type { Field } from "./fields.js";
import {
  countIn,
  isCursorName,
  isErrorName,
  isLinkPart,
  isUnmistakable,
  isUnreadableTotal,
  type Kind,
  meaningOf,
  normalise,
} from "./names.js";
import { isOtherPage, type Scalar, textOf } from "./values.js";

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
  const isNear = about === "response";
  if (isObject(value)) {
    return isNear && isCursorObject(normal, value) ? unknownSign(field, null) : undefined;
  }
  const meaning = isNear || (about === "unknown" && isUnmistakable(normal)) ? meaningOf(normal, value) : undefined;
  if (meaning !== undefined && isNear) {
    return signOf(meaning.kind, meaning.value, field, fields);
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
  const namesPage = (part: string): boolean => isLinkPart(part) || meaningOf(part, "any") !== undefined;
  return isCursorName(name) && parts.length > 0 && !parts.some(namesPage);
}
