/**
 * Reads the page signals of a response: the known fields and headers beside its list, and what looks like a sign of more pages. Runs in
 * both processes.
 */
import { isJsonObject, type JsonValue } from "../json/json.js";
import { headerFields, type ResponseHead } from "./header-fields.js";
import { LINK_LOCATION } from "./link-header.js";
import { normaliseName } from "./names.js";
import { type Exactness, exactnessOf, qualifierOf } from "./qualifiers.js";
import { bodyFields, type ResponseField } from "./response-fields.js";
import { COUNTING, isLinkPartName, kindOfName, type NamedKind, readNamed } from "./signal-names.js";
import { cursorOf, isAddress, numberOf } from "./values.js";

export type SignalKind =
  | Exclude<NamedKind, "next">
  /** What a field such as `next` has: an address, a page number or offset, or a cursor. */
  | "nextUrl"
  | "nextNumber"
  | "cursor"
  /** The number of the last page, where pages are counted from 0. */
  | "lastPageIndex"
  /** A page size that equals the number of items on the page. */
  | "fullPage"
  /** Looks like a sign of more pages, but is not known: `true`, an address of this path with another query, an object as a cursor. */
  | "unknownSign"
  | "unknown";

/** A known field or header of a page, with its value. */
export interface Signal {
  readonly kind: SignalKind;
  /** A JSON Pointer; or `header:` and a header's name. */
  readonly location: string;
  /** As the service writes it. */
  readonly name: string;
  /** `null` if a field that would name the next page names none, or if the value does not matter. */
  readonly value: string | number | boolean | null;
  /** Of numbers that count the whole listing. */
  readonly exactness?: Exactness;
  /** The option of `pagination` that names the field. */
  readonly declaredBy?: string;
}

type Reading = Pick<Signal, "kind" | "value" | "exactness">;

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
  return fields.flatMap((field) => {
    const reading = readField(field, response.url, fields);
    return reading === undefined ? [] : [{ name: field.name, location: field.location, ...reading }];
  });
}

function readField(field: ResponseField, url: URL, fields: readonly ResponseField[]): Reading | undefined {
  const { normal, value, describesResponse } = field;
  const known = readNamed(normal, value);
  if (isJsonObject(value) || (Array.isArray(value) && known === undefined)) {
    return describesResponse && isCursorObject(normal, value) ? { kind: "unknownSign", value: null } : undefined;
  }
  if (describesResponse && known !== undefined) {
    return known.kind === "next"
      ? { kind: kindOfNext(field), value: known.value }
      : withExactness({ kind: known.kind, value: known.value }, field, fields);
  }
  if (qualifierOf(normal, value) !== undefined) {
    return undefined;
  }
  const isFlag = value === true && (describesResponse || known?.kind === "hasMore");
  if (isFlag || (known?.kind !== "otherPage" && isOtherPageOf(value, url))) {
    return { kind: "unknownSign", value: typeof value === "string" ? value : true };
  }
  const isEmpty = value === null || value === false || value === "";
  return describesResponse && !isEmpty ? { kind: "unknown", value: null } : undefined;
}

/** Adds how a number of the whole listing is meant. A count that is not exact cannot be that of the page, so it is a total. */
function withExactness(reading: Reading, field: ResponseField, fields: readonly ResponseField[]): Reading {
  if (!COUNTING.includes(reading.kind)) {
    return reading;
  }
  const exactness = field.exactness ?? exactnessOf(field, fields);
  const kind = reading.kind === "count" && exactness !== "exact" ? "total" : reading.kind;
  return { ...reading, kind, exactness };
}

/** Whether a cursor is an object with the fields of an item: `LastEvaluatedKey: { pk: … }`. */
function isCursorObject(normal: string, value: object): boolean {
  const parts = Object.entries(value) as [string, JsonValue][];
  const namesNextPage = ([key, part]: readonly [string, JsonValue]): boolean => {
    const name = normaliseName(key);
    return isLinkPartName(name) || ["next", "position"].includes(kindOfName(name, part) ?? "");
  };
  return namesNextPage([normal, "cursor"]) && parts.length > 0 && !parts.some(namesNextPage);
}

function kindOfNext({ name, normal, value, location }: ResponseField): "nextUrl" | "nextNumber" | "cursor" {
  const isLink = location === LINK_LOCATION || /(?:url|uri|link|href|path)$/.test(normaliseName(name));
  const isOpaque = /cursor|token|marker|key|continu/.test(normal);
  if (isLink || (!isOpaque && isAddress(String(cursorOf(value))))) {
    return "nextUrl";
  }
  return !isOpaque && numberOf(value) !== undefined ? "nextNumber" : "cursor";
}

/** Whether the text is an address of this path with another query. */
function isOtherPageOf(text: JsonValue, page: URL): boolean {
  if (typeof text !== "string" || !isAddress(text) || !URL.canParse(text, page.href)) {
    return false;
  }
  const { host, pathname, search } = new URL(text, page.href);
  return host === page.host && pathname === page.pathname && search !== "" && search !== page.search;
}
