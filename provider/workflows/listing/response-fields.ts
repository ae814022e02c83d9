/** Lists the fields of a response's body beside its list of items. Runs in both processes. */
import { isPointer, pointerStep } from "../../base/json-path.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/json.js";
import { normaliseName } from "./names.js";
import type { Exactness } from "./qualifiers.js";
import {
  isContainerName,
  isCursorPartName,
  isLinkPartName,
  isListName,
  isNextRelation,
  kindOfName,
} from "./signal-names.js";

export interface FoundItems {
  readonly items: JsonValue[];
  /** A JSON Pointer; empty if the response itself is the list. */
  readonly pointer: string;
}

export interface ResponseField {
  /** The name in the spelling of the service. */
  readonly name: string;
  /** The normalised name that decides what the field means. For `next: { href }` that is the name of the object, "next". */
  readonly normal: string;
  readonly value: JsonValue;
  /** A JSON Pointer; or `header:` and a header's name. */
  readonly location: string;
  /** The object that has the field. */
  readonly around?: JsonObject;
  /** How a number in a header is meant, if the header itself shows it. */
  readonly exactness?: Exactness;
  /** True for headers, and for fields beside the list, around it, and in objects such as `meta`. Any other field may be data. */
  readonly describesResponse: boolean;
}

export const HEADER_PREFIX = "header:";
const MAX_DEPTH = 4;
/** No service has longer names, and messages show them. */
const MAX_NAME_LENGTH = 1000;

/** An object whose fields are listed. */
interface Place {
  readonly object: JsonObject;
  readonly location: string;
  /** The normalised name of the object. */
  readonly objectName: string;
  readonly depth: number;
  readonly describesResponse: boolean;
}

/** The parts of a body that are left out: the list of items, and the fields that the argument `unrelatedFields` names. */
interface LeftOut {
  readonly list: string;
  /** Names, which count at any depth, and pointers. */
  readonly unrelated: readonly string[];
}

/**
 * Returns the fields in their order, an object before its own fields. Lists are not opened, because they are data, except lists of links.
 *
 * @param list where the list of items is.
 * @param root where the body is: for JSON in a header, the header's location.
 */
export function bodyFields(body: JsonValue, list: string, unrelated: readonly string[], root = ""): ResponseField[] {
  // The list may be in an element of another list, as at "/0/items". There an index is used as a name.
  if (!isJsonObject(body) && !(Array.isArray(body) && list !== "")) {
    return [];
  }
  const place = { object: body as JsonObject, location: root, objectName: "", depth: 0, describesResponse: true };
  return [...fieldsIn(place, { list, unrelated })];
}

function* fieldsIn(place: Place, leftOut: LeftOut): Generator<ResponseField> {
  const { object, objectName, describesResponse } = place;
  // We don't use Object.entries, because there may be very many keys.
  for (const name in object) {
    const location = place.location + pointerStep(name);
    if (location === leftOut.list || name.length > MAX_NAME_LENGTH || isNamedIn(leftOut.unrelated, location, name)) {
      continue;
    }
    const ownName = normaliseName(name);
    const normal = isNamedByObject(objectName, ownName) ? objectName : ownName;
    const field = { name, normal, value: object[name] ?? null, location, around: object, describesResponse };
    yield field;
    for (const inner of objectsIn(field, place, leftOut.list)) {
      yield* fieldsIn(inner, leftOut);
    }
  }
}

/**
 * Returns the objects in a field that `fieldsIn` opens next. The first rule that applies decides:
 * 1. The object or the array with the list in it, at any depth.
 * 2. Nothing, if it would be too deep.
 * 3. The value, if it is an object.
 * 4. The links to other pages, if the value is an array that describes the response.
 */
function objectsIn({ value, location, normal }: ResponseField, place: Place, list: string): Place[] {
  const { describesResponse } = place;
  const depth = place.depth + 1;
  if (list.startsWith(`${location}/`) && (isJsonObject(value) || Array.isArray(value))) {
    return [{ ...place, object: value as JsonObject, location, objectName: normal }];
  }
  if (depth > MAX_DEPTH) {
    return [];
  }
  const inner = objectIn(value, location, normal);
  if (inner !== undefined) {
    // An element of an array around the list has an index for a name, which says nothing about it: `[{ "total": 23 }, [{ "id": 1 }]]`.
    const isDescription = describesPages(normal, inner.object) || Array.isArray(place.object);
    return [{ ...inner, objectName: normal, depth, describesResponse: describesResponse && isDescription }];
  }
  const isLinkList = /link/.test(normal);
  const links = describesResponse && Array.isArray(value) ? value.map((link) => pageLinkIn(link, isLinkList)) : [];
  return links.map((link, index) => ({
    ...link,
    location: location + pointerStep(index),
    // One level for the array, and one for the link.
    depth: depth + 1,
    describesResponse: true,
  }));
}

/**
 * Returns the object in a field, and where it is. An object about pages or counts may stand alone in an array, as in the result of
 * MongoDB's `$facet`: `"metadata": [{ "total": 23 }]`.
 */
function objectIn(value: JsonValue, location: string, normal: string): Pick<Place, "object" | "location"> | undefined {
  if (isJsonObject(value)) {
    return { object: value, location };
  }
  const isAboutPages = /^(?:meta|pag|total|count)/.test(normal) && isContainerName(normal);
  const elements = Array.isArray(value) && isAboutPages ? value : [];
  const [element] = elements;
  return isJsonObject(element) && elements.length === 1
    ? { object: element, location: location + pointerStep(0) }
    : undefined;
}

/**
 * Returns whether the object's name decides what the field means, not the field's own name:
 * 1. An address: `href` in `next: { "href": "?page=2" }`. At the top of the body there is no object around `href`, so its value alone
 *    decides what it means.
 * 2. A cursor in an object that is named like a next page: `after` in `next: { "after": "c2" }`.
 * 3. A value in an object that is named like a total: `value` in `total: { "value": 23 }`.
 */
function isNamedByObject(objectName: string, ownName: string): boolean {
  const kind = kindOfName(objectName, 1);
  return (
    isLinkPartName(ownName) ||
    (isCursorPartName(ownName) && kind === "next") ||
    (ownName === "value" && kind === "total")
  );
}

/** The most fields of an object that are looked at, because an object about pages has few, but one with a field for each item has many. */
const MAX_NAMES = 20;

/**
 * Returns whether an object describes the pages of the response. It does in three cases:
 * 1. It has a position and a page size side by side: `{ offset, limit }`.
 * 2. Its name is that of another page: `next: { href }`.
 * 3. Its name is made of words for paging or results, such as `meta`, and it has no list of its own, as `results: { total, items }` has.
 *    Links may have one, because HAL links the items there too: `_links: { next: { href }, workflows: [{ href }] }`.
 */
function describesPages(normal: string, object: JsonObject): boolean {
  const names = Object.keys(object).slice(0, MAX_NAMES);
  const kinds = names.map((name) => kindOfName(normaliseName(name), object[name] ?? null));
  const isPosition = kinds.includes("pageSize") && (kinds.includes("pageNumber") || kinds.includes("offset"));
  const hasOwnList = names.some((name) => isListName(normaliseName(name)) && Array.isArray(object[name]));
  const isOtherPage = ["next", "position", "otherPage"].includes(kindOfName(normal, null) ?? "");
  return isPosition || isOtherPage || (isContainerName(normal) && (/link/.test(normal) || !hasOwnList));
}

/**
 * Returns the addresses in a link to another page, such as `{ rel: "next", href: … }`, and the page that the relation names. Siren has a list
 * of relations. In a list that is called `links`, the relation may also be a `name`, or a key: `{ next: … }`.
 */
function pageLinkIn(element: JsonValue, isLinkList: boolean): Pick<Place, "object" | "objectName"> {
  const link = isJsonObject(element) ? element : {};
  const relation = link["rel"] ?? link["relation"] ?? (isLinkList ? link["name"] : undefined) ?? null;
  const objectName = pageOfRelations([relation].flat());
  const isNamedAfterPage = (name: string): boolean => isLinkList && pageOfRelations([name]) !== "";
  const isTargetOfPage = (name: string): boolean => objectName !== "" && isLinkPartName(normaliseName(name));
  const isAddressName = relation === null ? isNamedAfterPage : isTargetOfPage;
  const addresses = Object.entries(link).filter(([name]) => isAddressName(name));
  return { objectName, object: Object.fromEntries(addresses) };
}

/** Returns the page to which a link with these relations leads: "next", "first", "last", or "" for any other. */
function pageOfRelations(relations: readonly JsonValue[]): string {
  const texts = relations.filter((relation) => typeof relation === "string");
  return texts.some(isNextRelation) ? "next" : (["first", "last"].find((page) => texts.includes(page)) ?? "");
}

/** Returns whether the argument `unrelatedFields` names this field or header, or an object around it. */
export function isNamedIn(unrelated: readonly string[], location: string, name: string): boolean {
  const isName = (field: string): boolean => field.replace(/^header:/i, "").toLowerCase() === name.toLowerCase();
  return unrelated.some((field) => (isPointer(field) ? `${location}/`.startsWith(`${field}/`) : isName(field)));
}
