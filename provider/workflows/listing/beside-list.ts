/** The fields of a response beside its list: what describes the response, and all else near it. Headers are fields too. */
import { isPointer, pointerStep } from "../../http/json-path.js";
import type { ServiceResponse } from "../../http/types.js";
import { isJsonObject, type JsonObject, type JsonValue, parseJson } from "../json/json.js";
import { isContainer, isLinkPart, isPointerPart, meaningOf } from "./fields.js";
import { linkTargets } from "./link-header.js";
import { normaliseName } from "./names.js";

/** The list of a response. */
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
/** A response with more fields than these beside its list has data there. */
const MAX_OTHER_FIELDS = 1000;

export const HEADER_PREFIX = "header:";
export const LINK_LOCATION = `${HEADER_PREFIX}Link`;

/**
 * The fields in their order, an object before its own fields. The list is left out, and what `unrelatedFields` names: names at any
 * depth, or pointers. Other lists are data, except links.
 */
export function fieldsBeside(body: JsonValue, list: string, unrelated: readonly string[], root = ""): FieldBeside[] {
  const found: FieldBeside[] = [];
  let others = 0;
  const visit = (around: JsonObject, at: string, parent: string, depth: number, isAbout: boolean): void => {
    // No list of all keys is made: there may be very many.
    for (const name in around) {
      if (!isAbout && ++others > MAX_OTHER_FIELDS) {
        return;
      }
      const location = at + pointerStep(name);
      if (location === list || isNamedIn(unrelated, location, name)) {
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
        visit(value, location, normal, depth + 1, isAbout && isAboutPages(normal, value));
      } else if (depth < MAX_DEPTH && isAbout && Array.isArray(value)) {
        value.forEach((element, index) => {
          const [parent, fields] = linkIn(element, normal);
          visit(fields, location + pointerStep(index), parent, depth + 2, true);
        });
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
  return isLinkPart(own) || (isPointerPart(own) && meaning === "next") || (own === "value" && meaning === "total");
}

/** By its name; or, under any name, by a page's place and its size side by side: `{ offset, limit }`. */
function isAboutPages(normal: string, object: JsonObject): boolean {
  const meaning = meaningOf(normal, null);
  if (isContainer(normal) || meaning === "next" || meaning === "other") {
    return true;
  }
  const names = Object.keys(object).slice(0, 20);
  const inside = names.map((name) => meaningOf(normaliseName(name), object[name] ?? null));
  return inside.includes("size") && (inside.includes("page") || inside.includes("offset"));
}

/** An element of a list as a field: `{ rel: "next", href: … }` as `next: { href: … }`. In "links" it may be `{ next: … }`. */
function linkIn(element: JsonValue, list: string): [parent: string, fields: JsonObject] {
  const link = isJsonObject(element) ? element : {};
  // A link may have several relations (Siren); the first one counts.
  const [relation] = [link["rel"] ?? link["relation"]].flat();
  if (typeof relation !== "string") {
    return [list, list === "links" ? link : {}];
  }
  const targets = Object.entries(link).filter(([name]) => isOfPages(relation) && isLinkPart(normaliseName(name)));
  return [relation.toLowerCase(), Object.fromEntries(targets)];
}

/** Whether a link leads to the next page, or to one that is not followed. Any other relation says nothing of pages. */
function isOfPages(relation: string): boolean {
  return /^next$/i.test(relation) || meaningOf(relation.toLowerCase(), "/") === "other";
}

/** The headers that say something of pages; all fields of JSON in a header. */
export function fieldsInHeaders(
  { headers, url }: Pick<ServiceResponse, "headers" | "url">,
  unrelated: readonly string[],
): FieldBeside[] {
  // Headers, and relations of links, have no case.
  const named = unrelated.map((field) => (isPointer(field) ? field : field.toLowerCase()));
  return Object.entries(headers).flatMap(([name, value]): FieldBeside[] => {
    const [raw] = [value].flat();
    const location = HEADER_PREFIX + name;
    if (raw === undefined || isNamedIn(named, location, name)) {
      return [];
    }
    if (name === "link") {
      const links = [...linkTargets(value, url)].filter(
        ([relation]) => isOfPages(relation) && !isNamedIn(named, location, relation),
      );
      return links.map(([relation, target]) => fieldOf(LINK_LOCATION, relation, relation, target));
    }
    const normal = normaliseName(name);
    if (isContainer(normal) && raw.startsWith("{")) {
      return fieldsBeside(headerJson(raw), "", unrelated, location);
    }
    const text = headerValue(name, raw);
    // A vendor's name stands before what the header says: `X-WP-Total`, `Opc-Next-Page`. Limits of rates say nothing of pages.
    const short = /(?<!rate.*)(?:next-?\w+|next-[\w-]+|total|total-?pages|total-count)$/i.exec(name)?.[0] ?? "";
    const known = [normal, normaliseName(short)].find((one) => ![undefined, "other"].includes(meaningOf(one, text)));
    return known === undefined ? [] : [fieldOf(location, name, known, text)];
  });
}

function fieldOf(location: string, name: string, normal: string, value: string): FieldBeside {
  return { location, name, normal, value, isAbout: true };
}

/** What a header says: of `Content-Range: items 0-4/23` the total (RFC 9110 §14.4). */
export function headerValue(name: string, text: string): string {
  return name === "content-range" ? text.trim().replace(/^(?:[\w-]+ +)?(?:\d+-\d+|\*)\//, "") : text;
}

/** The JSON in a header; `null` if it is none. */
export function headerJson(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}

/** Whether the argument `unrelatedFields` names a field or a header, or an object around it. */
function isNamedIn(unrelated: readonly string[], location: string, name: string): boolean {
  return unrelated.some((field) => (isPointer(field) ? `${location}/`.startsWith(`${field}/`) : field === name));
}
