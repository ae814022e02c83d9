/** The fields of a response beside its list: what describes the response, and all else near it. Headers are fields too. */
import { isPointer, jsonIn, pointerStep } from "../../base/json-path.js";
import type { ServiceResponse } from "../../http/types.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/json.js";
import { isContainer, isLinkPart, isCursorPart, meaningOf } from "./fields.js";
import { LINK_LOCATION, nextLink } from "./link-header.js";
import { normaliseName } from "./names.js";

export interface FoundItems {
  readonly items: JsonValue[];
  /** Where they are: a JSON Pointer; empty for the response itself. */
  readonly pointer: string;
}

export interface FieldBeside {
  /** As the service writes it. */
  readonly name: string;
  /** What decides its meaning, normalised: its name; that of the object around it for `next: { href }`; or a link's relation. */
  readonly normal: string;
  readonly value: JsonValue;
  /** A JSON Pointer; or `header:` and a header's name. */
  readonly location: string;
  readonly around?: JsonObject;
  /** Whether it describes the response by its place: in the body, around the list, or in an object such as `meta`. Else it may be data. */
  readonly isAbout: boolean;
}

const MAX_DEPTH = 4;

export const HEADER_PREFIX = "header:";

/**
 * The fields in their order, an object before its own fields. The list is left out, and what `unrelatedFields` names: names at any
 * depth, or pointers. Other lists are data, except links.
 */
export function fieldsBeside(body: JsonValue, list: string, unrelated: readonly string[], root = ""): FieldBeside[] {
  const found: FieldBeside[] = [];
  const visit = (around: JsonObject, at: string, parent: string, depth: number, isAbout: boolean): void => {
    // No list of all keys is made: there may be very many.
    for (const name in around) {
      const location = at + pointerStep(name);
      // No service has longer names. Messages show them.
      if (location === list || name.length > 1000 || isNamedIn(unrelated, location, name)) {
        continue;
      }
      const value = around[name] ?? null;
      const own = normaliseName(name);
      const normal = isPartOf(parent, own) ? parent : own;
      found.push({ name, normal, value, location, around, isAbout });
      const isInside = isJsonObject(value) || Array.isArray(value);
      if (isInside && list.startsWith(`${location}/`)) {
        visit(value as JsonObject, location, normal, depth, isAbout);
      } else if (depth < MAX_DEPTH && isJsonObject(value)) {
        visit(value, location, normal, depth + 1, isAbout && (isAboutPages(normal, value) || Array.isArray(around)));
      } else if (depth < MAX_DEPTH && isAbout && Array.isArray(value)) {
        value.forEach((element, index) =>
          visit(nextIn(element), location + pointerStep(index), "next", depth + 2, true),
        );
      }
    }
  };
  // The list may be in an element of another list: an index is a name.
  if (isJsonObject(body) || (Array.isArray(body) && list !== "")) {
    visit(body as JsonObject, root, "", 0, true);
  }
  return found;
}

/** Whether the name of the object around it says what it is: `next: { href }`, `total: { value }`. */
function isPartOf(parent: string, own: string): boolean {
  const meaning = meaningOf(parent, 1);
  return isLinkPart(own) || (isCursorPart(own) && meaning === "next") || (own === "value" && meaning === "total");
}

/** By its name; or, under any name, by a page's place and its size side by side: `{ offset, limit }`. */
function isAboutPages(normal: string, object: JsonObject): boolean {
  const names = Object.keys(object).slice(0, 20);
  const meanings = names.map((name) => meaningOf(normaliseName(name), object[name] ?? null));
  const isPlace = meanings.includes("size") && (meanings.includes("page") || meanings.includes("offset"));
  return isPlace || isContainer(normal) || ["next", "position", "other"].includes(meaningOf(normal, null) ?? "");
}

/** The targets of a link to the next page: of `{ rel: "next", href: … }` in a list. A link may have several relations (Siren). */
function nextIn(element: JsonValue): JsonObject {
  const link = isJsonObject(element) ? element : {};
  const relations = [link["rel"] ?? link["relation"] ?? null].flat();
  const isNext = relations.some((relation) => typeof relation === "string" && relation.toLowerCase() === "next");
  const targets = Object.entries(link).filter(([name]) => isNext && isLinkPart(normaliseName(name)));
  return Object.fromEntries(targets);
}

/** The headers that say something of pages; all fields of JSON in a header. */
export function fieldsInHeaders(
  { headers, url }: Pick<ServiceResponse, "headers" | "url">,
  unrelated: readonly string[],
): FieldBeside[] {
  return Object.entries(headers).flatMap(([name, value]): FieldBeside[] => {
    const [raw] = [value].flat();
    const location = HEADER_PREFIX + name;
    if (raw === undefined || isNamedIn(unrelated, location, name)) {
      return [];
    }
    const field = { location, name, isAbout: true };
    if (name === "link") {
      const next = isNamedIn(unrelated, location, "next") ? undefined : nextLink(raw, url);
      return next === undefined
        ? []
        : [{ ...field, location: LINK_LOCATION, name: "next", normal: "next", value: next }];
    }
    const normal = normaliseName(name);
    if (isContainer(normal) && raw.startsWith("{")) {
      return fieldsBeside((jsonIn(raw) ?? null) as JsonValue, "", unrelated, location);
    }
    const text = headerValue(name, raw);
    // A vendor's name stands before what the header says: `X-WP-Total`, `Opc-Next-Page`. Limits of rates say nothing of pages.
    const short = /(?<!rate.*)(?:next-?\w+|next-[\w-]+|total|total-?pages|total-count)$/i.exec(name)?.[0] ?? "";
    const known = [normal, normaliseName(short)].find((one) => ![undefined, "other"].includes(meaningOf(one, text)));
    return known === undefined ? [] : [{ ...field, normal: known, value: text }];
  });
}

/** What a header says: of `Content-Range: items 0-4/23` the total (RFC 9110 §14.4). */
export function headerValue(name: string, text: string): string {
  return name === "content-range" ? text.trim().replace(/^(?:[\w-]+ +)?(?:\d+-\d+|\*)\//, "") : text;
}

/** Whether the argument `unrelatedFields` names a field or a header, or an object around it. */
function isNamedIn(unrelated: readonly string[], location: string, name: string): boolean {
  const isName = (field: string): boolean => field.replace(/^header:/i, "").toLowerCase() === name.toLowerCase();
  return unrelated.some((field) => (isPointer(field) ? `${location}/`.startsWith(`${field}/`) : isName(field)));
}
