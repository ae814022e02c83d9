/**
 * How names are known, by their place. They count where they are near: beside the list, around it, in headers, and in objects that describe the response.
 * Nowhere else: `usage: { totalCount: 912 }` is about something else.
 */
import { isPointer, jsonIn, pointerStep } from "../../base/json-path.js";
import { decodeHeader, firstHeader } from "../../http/response.js";
import type { ServiceResponse } from "../../http/types.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/json.js";
import { listingError } from "./advice.js";
import {
  isErrorName,
  type Kind,
  LINK_PART,
  meaningOf,
  NEXT_PART,
  normalise,
  PAGING_OBJECT,
  REQUEST_OBJECT,
  RESULT_OBJECT,
  USUAL_NAMES,
} from "./names.js";

/** A field of a response that is not of an item, or a header. */
export interface Field {
  /** The name in the spelling of the service. */
  readonly name: string;
  /** The normalised name that decides what the field means. For `next: { href }` that is "next". */
  readonly normal: string;
  readonly value: JsonValue;
  /** A JSON Pointer; or `header:` and a header's name. */
  readonly location: string;
  /** What the field describes, by its place. `request`: what was asked for, or the response. `list`: another list in the same object. */
  readonly about: "response" | "request" | "list" | "unknown";
}

/** Returns whether a field describes the response by its place. */
export function isNearList({ about }: Pick<Field, "about">): boolean {
  return about === "response" || about === "request";
}

/** The parts of a response that are no items. */
export type Head = Pick<ServiceResponse, "headers" | "url">;

export const HEADER = "header:";
export const CONTENT_RANGE = `${HEADER}content-range`;
/** At most so many objects are opened, one inside the other. */
const MAX_DEPTH = 4;
/** What stands before the name of a header that says something about pages: `X-WP-Total`, `Opc-Next-Page`; not the "per" of `X-Per-Page`. */
const VENDOR =
  /^(?:x-)??(?:(?!per-|last-|first-|prev|current-)\w+-)??(?=total|next|page|continu)|^(?:x-)?pagination-|^x-/i;

/** Returns the fields of the body, then those of the headers. @param list where the items are. */
export function fieldsOf(body: JsonValue, { headers, url }: Head, list: string, unrelated: readonly string[]): Field[] {
  const inHeaders = Object.keys(headers).flatMap((name) => {
    const text = firstHeader(headers, name) ?? "";
    return isNamedIn(unrelated, HEADER + name, name) ? [] : headerFields(name, text, url, unrelated);
  });
  return [...bodyFields(body, list, unrelated), ...inHeaders];
}

/** An object whose fields are listed, and where it is. */
interface Place {
  readonly object: JsonObject;
  readonly location: string;
  /** The normalised name of the object. */
  readonly name: string;
  readonly depth: number;
  readonly about: Field["about"];
}

/** Returns the fields of a body, an object before its own fields. @param root where the body is: the location of a header with JSON. */
export function bodyFields(body: JsonValue, list: string, unrelated: readonly string[], root = ""): Field[] {
  const fields: Field[] = [];
  const visit = ({ object, location: at, name: objectName, depth, about }: Place): void => {
    // Object.entries is not used, because there may be very many keys.
    for (const name in object) {
      const [location, value, own] = [at + pointerStep(name), object[name] ?? null, normalise(name)];
      if (location === list || isNamedIn(unrelated, location, name)) {
        continue;
      }
      fields.push({ name, normal: nameIn(objectName, own), value, location, about });
      if (list.startsWith(`${location}/`) && typeof value === "object") {
        visit({ object: value as JsonObject, location, name: own, depth, about });
      } else if (isJsonObject(value) && depth < MAX_DEPTH) {
        visit({ object: value, location, name: own, depth: depth + 1, about: aboutInside(about, own, value) });
      } else if (Array.isArray(value) && isNearList({ about })) {
        fields.push(...value.flatMap((element, index) => linkFields(element, location + pointerStep(index))));
      }
    }
  };
  // The list may be in an element of another list, as at "/0/items". There an index is used as a name.
  if (isJsonObject(body) || (Array.isArray(body) && list !== "")) {
    visit({ object: body as JsonObject, location: root, name: "", depth: 0, about: "response" });
  }
  return fields;
}

/**
 * Returns what the fields of an object describe. The first rule that applies decides:
 * 1. All that is in an object about another list describes that list.
 * 2. An object named like paging describes the response: `meta`, `pagination`, `_links`.
 * 3. An object with a list of its own describes that list: `executions: { items: [], next_cursor: "c2" }`.
 * 4. An object that is named like results, or states a position with a size or a total, describes the response; or what was asked for.
 */
function aboutInside(around: Field["about"], name: string, object: JsonObject): Field["about"] {
  if (around === "list") {
    return "list";
  }
  const isPaging = PAGING_OBJECT.test(name);
  if (!isPaging && !REQUEST_OBJECT.test(name) && hasOwnList(object)) {
    return "list";
  }
  if (!isPaging && !RESULT_OBJECT.test(name) && !statesPosition(object)) {
    return "unknown";
  }
  return around === "request" || REQUEST_OBJECT.test(name) ? "request" : "response";
}

/** Returns whether an object has a list that its fields may describe: one of objects, or one with the usual name of a list. */
function hasOwnList(object: JsonObject): boolean {
  return Object.entries(object).some(
    ([name, value]) =>
      !/^links?$/.test(normalise(name)) &&
      !isErrorName(normalise(name)) &&
      Array.isArray(value) &&
      (value.some(isJsonObject) || USUAL_NAMES.includes(normalise(name))),
  );
}

/** Returns whether an object states a position with a size, a total or a number of pages: `window: { offset: 0, limit: 3 }`. */
function statesPosition(object: JsonObject): boolean {
  // A bare `number` is that of anything: `lastRun: { number: 3, total: 100 }`.
  const entries = Object.entries(object).filter(([key]) => key !== "number");
  const kinds = entries.map(([key, value]) => meaningOf(normalise(key), value)?.kind);
  const has = (...wanted: readonly Kind[]): boolean =>
    kinds.some((kind) => kind !== undefined && wanted.includes(kind));
  return has("page", "offset") && has("size", "total", "pages");
}

/** Returns the name that decides: "next" for `next: { href }`, "nextafter" for `next: { after }`, "total" for `total: { value }`. */
function nameIn(objectName: string, own: string): string {
  if (objectName.startsWith("next") && NEXT_PART.test(own)) {
    return `next${own}`;
  }
  const isPart = LINK_PART.test(own) || (own === "value" && objectName.startsWith("total"));
  return isPart && objectName !== "" ? objectName : own;
}

/** Returns the addresses in a link, under the names of its relations: `{ rel: "next", href: … }`, `{ rel: ["next"], url: … }`. */
function linkFields(link: JsonValue, at: string): Field[] {
  if (!isJsonObject(link)) {
    return [];
  }
  const relations = [link["rel"] ?? link["relation"] ?? null].flat().filter((relation) => typeof relation === "string");
  const parts = Object.entries(link).filter(([name]) => LINK_PART.test(normalise(name)));
  return parts.flatMap(([name, value]) =>
    relations.map((relation): Field => {
      return { name, normal: relationOf(relation), value, location: at + pointerStep(name), about: "response" };
    }),
  );
}

/** Returns what a header says, by its name without the prefix of a vendor. */
function headerFields(name: string, text: string, url: URL, unrelated: readonly string[]): Field[] {
  const location = HEADER + name;
  if (name === "link") {
    return ["next", "first", "last"].flatMap((relation): Field[] => {
      const value = linkTo(relation, text, url);
      return value === undefined
        ? []
        : [{ name: "Link", normal: relation, value, location: "header:Link", about: "response" }];
    });
  }
  if (name === "content-range") {
    const value = rangeIn(text);
    return value === undefined ? [] : [{ name, normal: "contentrange", value, location, about: "response" }];
  }
  const json = text.startsWith("{") && PAGING_OBJECT.test(normalise(name)) ? jsonIn(text) : undefined;
  if (json !== undefined) {
    return bodyFields(json as JsonValue, "", unrelated, location);
  }
  const normal = normalise(name.replace(VENDOR, ""));
  return [{ name, normal, value: text, location, about: isAboutPages(name, normal, text) ? "response" : "unknown" }];
}

/** Returns whether a header describes the pages of the response. Other headers may qualify a number: `X-Total-Relation: gte`. */
function isAboutPages(name: string, normal: string, text: string): boolean {
  const kind = meaningOf(normal, text)?.kind ?? "";
  const isNamedLikeCursor = kind === "cursor" && /cursor|contin|page/.test(normal);
  const isKnown = /^(?:next|more|last|pages|total|count|page|offset|size)$/.test(kind) || isNamedLikeCursor;
  return (isKnown || /^total|pagination/i.test(normal + name)) && !/rate-?limit/i.test(name);
}

/**
 * Returns the number of all items in a `Content-Range` (RFC 9110 §14.4): "23" of `items 0-4/23`. The range itself, if its length is not
 * known: `items 0-4/*` is a number that cannot be read. `bytes` are no items.
 */
function rangeIn(text: string): string | undefined {
  const total = /^\s*(?!bytes)[\w-]*[\s:=]*(?:\d+-\d+|\*)\s*\/\s*(\d+)\s*$/.exec(text)?.[1];
  return total ?? (/^(?!\s*bytes).*\d-\d+\s*\/\s*\*/.test(text) ? text : undefined);
}

/** Returns whether `unrelatedFields` names this field or header, or an object around it. */
export function isNamedIn(unrelated: readonly string[], location: string, name: string): boolean {
  const isName = (field: string): boolean => field.replace(/^header:/i, "").toLowerCase() === name.toLowerCase();
  return unrelated.some((field) => (isPointer(field) ? `${location}/`.startsWith(`${field}/`) : isName(field)));
}

/** Patterns that match in one way only, so that a hostile header cannot make them backtrack. */
const PARAMETER = /;\s*(?:([\w!#$%&'*+.^`|~-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",;<>]+)|(?=[,;]|$)))?\s*)?/g;
const LINK = new RegExp(`[\\s,]*<([^<>]*)>\\s*((?:${PARAMETER.source})*)(?:,|$)`, "gy");

/** Returns the target of the first link with a relation. Throws for a header that cannot be read: it could hide one. */
export function linkTo(wanted: string, header: string, address: URL): string | undefined {
  let end = 0;
  let found: string | undefined;
  for (const { 0: link, 1: target = "", 2: list = "", index } of header.matchAll(LINK)) {
    end = index + link.length;
    const { rel = "", anchor = "" } = parametersIn(list);
    const isOurs = URL.canParse(anchor, address.href) && new URL(anchor, address).href === address.href;
    if (isOurs && rel.split(/\s+/).some((relation) => relationOf(relation) === wanted)) {
      found ??= decodeHeader(target);
    }
  }
  if (/[^\s,]/.test(header.slice(end))) {
    const hint =
      "To read on by another way, set `pagination` with the service's own parameter, and name Link in `unrelatedFields`. Only if these are all, name it there alone.";
    throw listingError("The Link header of the response cannot be read (RFC 8288).", hint);
  }
  return found;
}

/** Returns the parameters of a link by their names. The first of several with one name counts. */
function parametersIn(list: string): Partial<Record<string, string>> {
  const parameters: Partial<Record<string, string>> = {};
  for (const [, name = "", quoted, plain = ""] of list.matchAll(PARAMETER)) {
    parameters[name.toLowerCase()] ??= quoted?.replace(/\\(.)/g, "$1") ?? plain.replace(/^'|'$/g, "");
  }
  return parameters;
}

/** Returns the normalised name of a relation: `next` for `hydra:next`, `https://a.example/rels#next` and `nextPage`. */
function relationOf(relation: string): string {
  return normalise(relation.replace(/^.*[/#]/, "")).replace(/^nextpage$/, "next");
}
