/**
 * Reads the page signals of a response: the known fields and headers beside its list, and what looks like a sign of more pages. Runs in
 * both processes.
 */
import { isJsonObject, type JsonValue } from "../json/json.js";
import { headerFields, type ResponseHead } from "./header-fields.js";
import { countsFromLastPageAddress } from "./last-page.js";
import { LINK_LOCATION } from "./link-header.js";
import { normaliseName } from "./names.js";
import { type Exactness, exactnessOf, qualifierOf } from "./qualifiers.js";
import { bodyFields, type ResponseField } from "./response-fields.js";
import {
  COUNTING,
  isLinkPartName,
  isUnmistakable,
  isUnreadableTotal,
  kindOfName,
  type NamedKind,
  readNamed,
} from "./signal-names.js";
import { cursorOf, isAddress, isPathOf, numberOf, textOf } from "./values.js";

export type SignalKind =
  /** `position` is a cursor under a name that may mean something else. */
  | Exclude<NamedKind, "next">
  /** The address of the next page, the number of its page or of its first item, or a cursor. */
  | "nextUrl"
  | "nextNumber"
  | "cursor"
  /** The number of the last page, where pages are counted from 0. */
  | "lastPageIndex"
  /** A page size that equals the number of items on the page. */
  | "fullPage"
  /** Looks like a sign of more pages, but is not known: see rules 1 and 4 of `readField`. */
  | "unknownSign"
  /** A field with a value, where neither its name nor its value is known to be about pages. */
  | "unknown";

/** A known field or header of a page, with its value. */
export interface Signal {
  readonly kind: SignalKind;
  /** A JSON Pointer; or `header:` and a header's name. */
  readonly location: string;
  /** The name in the spelling of the service. */
  readonly name: string;
  /** `null` if a field that could name the next page names none, and where the value does not matter. */
  readonly value: string | number | boolean | null;
  /** How a number that counts the whole listing is meant. */
  readonly exactness?: Exactness;
  /** The option of `pagination` that names the field. */
  readonly declaredBy?: string;
}

/** The parts of a signal that its name and value decide. */
type Meaning = Pick<Signal, "kind" | "value" | "exactness">;

export interface ReadResponse {
  readonly response: ResponseHead;
  readonly body: JsonValue;
}

/**
 * Returns the signals that are known by their names.
 *
 * @param list where the list of items is.
 */
export function namedSignals({ body, response }: ReadResponse, list: string, unrelated: readonly string[]): Signal[] {
  const fields = [...bodyFields(body, list, unrelated), ...headerFields(response, unrelated)];
  // An address of the last page, such as `last: "?page=5"`, adds a field with the number of pages or items that it shows.
  return [...fields, ...countsFromLastPageAddress(fields, response.url)].flatMap((field) => {
    const meaning = readField(field, response.url, fields, list);
    return meaning === undefined ? [] : [{ name: field.name, location: field.location, ...meaning }];
  });
}

/**
 * Reads a field. The first rule that applies decides:
 * 1. An object or a list that is not empty is an unknown sign if it is named like a cursor, as in `LastEvaluatedKey: { pk: … }` or
 *    `next: ["c2"]`. Any other object or list says nothing.
 * 2. A known name gives its signal, if the field describes the response: `"total": 23`, or `"total_users": 23` beside the list `users`.
 * 3. A qualifier, such as `"relation": "gte"`, gives no signal if the response has a number, because it is read with that number.
 * 4. An unknown sign is one of these:
 *    - `true`, if the field describes the response or is named like `has_more`: `"cont": true`;
 *    - a total that cannot be read: `"total": "23 items"`;
 *    - an address of this path with another query: `"further": "?page=2"`, but not in a field for another page, such as `previous`;
 *    - a cursor under a name that cannot mean anything else, in any object without a list: `{ "window": { "next_cursor": "c2" } }`.
 * 5. Any other value is unknown, if it is not empty and the field describes the response.
 */
function readField(
  field: ResponseField,
  url: URL,
  fields: readonly ResponseField[],
  list: string,
): Meaning | undefined {
  const { normal, value, describesResponse } = field;
  const named = readNamed(normal, value) ?? readNamedByList(normal, value, list);
  if (isJsonObject(value) || Array.isArray(value)) {
    return describesResponse && isCursorObject(normal, value) ? { kind: "unknownSign", value: null } : undefined;
  }
  if (describesResponse && named !== undefined) {
    return named.kind === "next"
      ? { kind: kindOfNext(field), value: named.value }
      : withExactness({ kind: named.kind, value: named.value }, field, fields);
  }
  if (qualifierOf(normal, value) !== undefined && fields.some(isCounting)) {
    return undefined;
  }
  const isFlag = value === true && (describesResponse || named?.kind === "hasMore");
  const isAddressOfPage = named?.kind !== "otherPage" && isOtherPageOf(value, url);
  if (isFlag || isAddressOfPage || isStrayCursor(field)) {
    return { kind: "unknownSign", value: textOf(value) ?? true };
  }
  if (describesResponse && isUnreadableTotal(normal, value)) {
    return { kind: "unknownSign", value: null };
  }
  const isEmpty = value === null || value === false || value === "";
  return describesResponse && !isEmpty ? { kind: "unknown", value: null } : undefined;
}

function isCounting({ normal, value }: ResponseField): boolean {
  return COUNTING.includes(kindOfName(normal, value) ?? "");
}

/** Reads a number whose name has the name of the list in it, as a number of items: `artist-count` beside the list `artists`. */
function readNamedByList(normal: string, value: JsonValue, list: string): ReturnType<typeof readNamed> {
  const plural = normaliseName(list.slice(list.lastIndexOf("/") + 1));
  const singulars = [plural.replace(/ies$/, "y"), plural.replace(/s$/, ""), plural.replace(/es$/, "")];
  const noun = [plural, ...singulars].find((name) => name.length > 2 && normal.includes(name));
  const named = noun === undefined ? undefined : readNamed(normal.replace(noun, "items"), value);
  return named !== undefined && COUNTING.includes(named.kind) ? named : undefined;
}

/**
 * Adds whether a number of the whole listing is exact. A count that is not exact becomes a total: it cannot be the number of items on the page,
 * because a service counts those exactly.
 */
function withExactness(meaning: Meaning, field: ResponseField, fields: readonly ResponseField[]): Meaning {
  if (!COUNTING.includes(meaning.kind)) {
    return meaning;
  }
  const exactness = field.exactness ?? exactnessOf(field, fields);
  const kind = meaning.kind === "count" && exactness !== "exact" ? "total" : meaning.kind;
  return { ...meaning, kind, exactness };
}

/** Returns whether an object or a list is named like a cursor and has no field that names a page, as `LastEvaluatedKey: { pk: … }`. */
function isCursorObject(normal: string, value: object): boolean {
  const namesNextPage = (name: string, part: JsonValue): boolean =>
    isLinkPartName(name) || ["next", "position"].includes(kindOfName(name, part) ?? "");
  const parts = Object.entries(value) as [string, JsonValue][];
  const partNamesNextPage = parts.some(([key, part]) => namesNextPage(normaliseName(key), part));
  // The object's own name is judged as if its value were a cursor in text.
  return namesNextPage(normal, "any cursor") && parts.length > 0 && !partNamesNextPage;
}

/**
 * Returns whether a field such as `next` has an address, a number or a cursor: by its name first, then by its value. A cursor in an object has
 * the object's name here, so 25 in `next: { cursor: 25 }` is a number.
 */
function kindOfNext({ name, normal, value, location }: ResponseField): "nextUrl" | "nextNumber" | "cursor" {
  const isLink = location === LINK_LOCATION || /(?:url|uri|link|href|path)$/.test(normaliseName(name));
  const isOpaque = /cursor|token|marker|key|continu/.test(normal);
  if (isLink || (!isOpaque && isAddress(cursorOf(value) ?? ""))) {
    return "nextUrl";
  }
  return !isOpaque && numberOf(value) !== undefined ? "nextNumber" : "cursor";
}

/** Returns whether the field has a cursor under an unmistakable name, in an object that is not known to describe the response. */
function isStrayCursor({ normal, value, around }: ResponseField): boolean {
  const isNextPage = isUnmistakable(normal) && kindOfName(normal, value) === "next" && cursorOf(value) !== undefined;
  return isNextPage && !Object.values(around ?? {}).some(Array.isArray);
}

/** Returns whether the text is an address of this path with another query. */
function isOtherPageOf(text: JsonValue, page: URL): boolean {
  if (typeof text !== "string" || !isAddress(text) || !URL.canParse(text, page.href)) {
    return false;
  }
  const { host, pathname, search } = new URL(text, page.href);
  return host === page.host && isPathOf(pathname, page) && search !== "" && search !== page.search;
}
