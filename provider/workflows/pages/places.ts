/**
 * Places in a response, as hints name them and the options of `pagination` take them: a path into the body; or `header:` with a
 * header's name and, for a header that has JSON, a JSON Pointer into that.
 */
import { pointerStep, readPath, stepNames } from "../../http/json-path.js";
import type { ServiceResponse } from "../../http/types.js";
import { isJsonObject, type JsonValue, ownField, parseJson } from "../json/json.js";
import { LINK_PART, normaliseName, readCursor } from "../responses/names-and-values.js";

export const HEADER_PREFIX = "header:";

/** Where the hint of the header `Link` is. */
export const LINK_PLACE = `${HEADER_PREFIX}Link`;

/** A header that has JSON; `null` if it has none. */
export function parseHeader(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}

/** A header's first value. Names are in lower case. */
export function headerIn(headers: ServiceResponse["headers"], name: string): string | undefined {
  return [headers[name]].flat()[0];
}

/** What is at a place. */
export function readPlace(body: JsonValue, headers: ServiceResponse["headers"], place: string): JsonValue | undefined {
  if (!isHeaderPlace(place)) {
    return readPath<JsonValue>(body, place);
  }
  const [name = "", ...steps] = place.slice(HEADER_PREFIX.length).split("/");
  const text = headerIn(headers, name.toLowerCase());
  if (text === undefined || steps.length === 0) {
    return text;
  }
  return readPath<JsonValue>(parseHeader(text), `/${steps.join("/")}`);
}

/**
 * Where the body has a cursor in a field with the name of the one at `path`, in no list; `undefined` if it has none. At `/next/href`,
 * `self: { href: … }` is another field.
 */
export function findCursorNamed(path: string, body: JsonValue): string | undefined {
  const [name = "", parent] = stepNames(path).reverse();
  return findField(name, LINK_PART.test(normaliseName(name)) ? parent : undefined, body, "");
}

/** @param parent the name of the object around it; `undefined` for any. */
function findField(name: string, parent: string | undefined, body: JsonValue, pointer: string): string | undefined {
  if (!isJsonObject(body)) {
    return undefined;
  }
  const isParent = parent === undefined || stepNames(pointer).at(-1) === parent;
  if (isParent && readCursor(ownField(body, name)) !== undefined) {
    return pointer + pointerStep(name);
  }
  for (const [key, value] of Object.entries(body)) {
    const found = findField(name, parent, value, pointer + pointerStep(key));
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

/** Whether a hint is where a path leads: `meta.limit` is `/meta/limit`. */
export function isSamePlace(place: string, path: string): boolean {
  const [one, other] = [place, path].map((text) =>
    isHeaderPlace(text) ? text.toLowerCase() : JSON.stringify(stepNames(text)),
  );
  return one === other;
}

export function isHeaderPlace(place: string): boolean {
  return place.startsWith(HEADER_PREFIX);
}
