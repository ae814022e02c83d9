/** Finds the list of items in a response whose shape is not documented. */
import { ListingError } from "../../http/errors.js";
import { excerpt } from "../../http/excerpt.js";
import { locate, pointerStep, readPath, stepNames } from "../../http/json-path.js";
import { isJsonObject, type JsonValue } from "../json/json.js";
import { isJsonNumber } from "../json/numbers.js";
import type { FoundItems } from "./beside-list.js";
import { isErrorName } from "./body-error.js";
import { isContainer, meaningOf } from "./fields.js";
import { normaliseName, words } from "./names.js";

const USUAL_NAMES = words("workflows items data results value records content result resources members entries");
/** Objects around a usual name, in their order. */
const USUAL_PARENTS = words("data result response embedded");

/** Objects inside each other in which arrays are looked for, at most. */
const MAX_DEPTH = 5;
/** The same for an array with no usual name. */
const MAX_NEAR = 3;

/** Keys and arrays named in an error, at most. */
const MAX_NAMED = 20;

/**
 * Without `itemsPath`, in this order: the body, if it is an array; an array of objects at a usual place; the only array of objects
 * of the body, or of the one object around it. An empty array counts only where no array of objects stands beside it.
 *
 * @param noun what is listed, in the plural, for messages.
 * @throws ListingError `listing`, which names the keys that are there, never a value.
 */
export function findItems(body: JsonValue, itemsPath: string | undefined, noun: string): FoundItems {
  if (itemsPath !== undefined) {
    return itemsAt(body, itemsPath);
  }
  const usual = Array.isArray(body) ? { items: body, pointer: "" } : usualArray(body);
  const [filled] = filledIn(body);
  if (usual !== undefined && usual.items.length === 0 && filled !== undefined) {
    const empty = `the list at "${excerpt(usual.pointer)}" is empty, but "${excerpt(filled.pointer)}" is not`;
    throw noItems(`It is not clear where the ${noun} are: ${empty}.`, body);
  }
  const only = usual === undefined ? onlyArray(arraysIn(body)) : withObjects(usual);
  if (only === undefined) {
    throw noItems(`The response has no list of ${noun} at a usual place: it is ${describe(body)}.`, body);
  }
  return only;
}

/** The list of a response that need not be a listing: an array at a usual place. */
export function usualArray(body: JsonValue): FoundItems | undefined {
  const top = fieldsOf(body, "");
  const parents = USUAL_PARENTS.flatMap((name) => top.filter((field) => field.name === name));
  const objects = [top, ...parents.map(({ value, pointer }) => fieldsOf(value, pointer))];
  const arrays = objects.flatMap((fields) =>
    USUAL_NAMES.flatMap((name) => fields.filter((field) => field.name === name).flatMap(arrayAt)),
  );
  return arrays.find(hasObjects) ?? arrays[0];
}

interface Field {
  /** Normalised. */
  readonly name: string;
  readonly value: JsonValue;
  readonly pointer: string;
}

function fieldsOf(value: JsonValue, at: string): Field[] {
  const fields = isJsonObject(value) ? Object.entries(value) : [];
  return fields.map(([key, field]) => ({ name: normaliseName(key), value: field, pointer: at + pointerStep(key) }));
}

function arrayAt({ value, pointer }: Field): FoundItems[] {
  return Array.isArray(value) ? [{ items: value, pointer }] : [];
}

function hasObjects({ items }: FoundItems): boolean {
  return items.some(isJsonObject);
}

/** The arrays in the body, at most this deep. Links, and what reports errors, are no lists of items. */
function arraysIn(body: JsonValue, at = ""): FoundItems[] {
  return fieldsOf(body, at).flatMap((field) => {
    if (Array.isArray(field.value)) {
      return field.name === "links" || isErrorName(field.name) ? [] : arrayAt(field);
    }
    return stepNames(field.pointer).length < MAX_DEPTH ? arraysIn(field.value, field.pointer) : [];
  });
}

function filledIn(body: JsonValue): FoundItems[] {
  return isJsonObject(body) ? arraysIn(body).filter(hasObjects) : [];
}

/** The only array of objects, else the only empty one: in the body itself, or in objects in it. An empty one may be the list too. */
function onlyArray(arrays: readonly FoundItems[]): FoundItems | undefined {
  const depthOf = ({ pointer }: FoundItems): number => stepNames(pointer).length;
  const [filled, empty] = [arrays.filter(hasObjects), arrays.filter(({ items }) => items.length === 0)];
  const [only, ...others] = filled.length > 0 ? filled : empty;
  const isClear =
    only !== undefined &&
    others.length === 0 &&
    depthOf(only) <= MAX_NEAR &&
    empty.every((other) => other === only || depthOf(other) > depthOf(only));
  return isClear ? only : undefined;
}

/** A path that ends in a question mark leads to a list that need not be there: missing or `null` it is empty. */
function itemsAt(body: JsonValue, itemsPath: string): FoundItems {
  const isOptional = itemsPath.endsWith("?");
  const path = isOptional ? itemsPath.slice(0, -1) : itemsPath;
  const { value, pointer } = locate<JsonValue>(body, path) ?? {};
  if (Array.isArray(value)) {
    return { items: value, pointer: pointer ?? path };
  }
  const isMissing = value === undefined || value === null;
  // A path with a spelling mistake leads nowhere, too.
  if (isOptional && isMissing && isJsonObject(body) && filledIn(body).length === 0) {
    return { items: [], pointer: pointer ?? stepNames(path).map(pointerStep).join("") };
  }
  const instead = value === undefined ? "nothing" : kindOf(value);
  throw noItems(
    `At \`itemsPath\` "${excerpt(itemsPath)}" the response has ${instead}, not a list: it is ${describe(body)}.`,
    body,
    isMissing ? path : undefined,
  );
}

/** The list of a later page, where the first one had it. Protocol buffers leave out empty lists: then all else describes pages. */
export function itemsOfLaterPage(body: JsonValue, pointer: string, noun: string): FoundItems {
  const value = readPath<JsonValue>(body, pointer) ?? null;
  if (Array.isArray(value)) {
    return { items: value, pointer };
  }
  const isAboutPages = ({ name, value: field }: Field): boolean =>
    field === null || (isContainer(name) && isJsonObject(field)) || meaningOf(name, field) !== undefined;
  if (value === null && isJsonObject(body) && filledIn(body).length === 0 && fieldsOf(body, "").every(isAboutPages)) {
    return { items: [], pointer };
  }
  throw noItems(
    `The page has ${kindOf(value)} at "${excerpt(pointer)}", where the first page lists the ${noun}.`,
    body,
  );
}

/** A list of texts or numbers is probably not the listing. If it is, the user sets `itemsPath`. */
function withObjects(found: FoundItems): FoundItems {
  const index = found.items.findIndex((item) => !isJsonObject(item));
  if (index === -1) {
    return found;
  }
  const location = found.pointer === "" ? "the response" : `"${excerpt(found.pointer)}"`;
  const kind = kindOf(found.items[index] ?? null);
  throw new ListingError(`Item ${index + 1} of the list at ${location} is ${kind}, not an object.`, {
    code: "listing",
    hint: `If that is right, set \`itemsPath\` to ${JSON.stringify(found.pointer)}.`,
  });
}

function describe(body: JsonValue): string {
  const keys = isJsonObject(body) ? Object.entries(body) : [];
  const named = keys.slice(0, MAX_NAMED).map(([key, value]) => `"${excerpt(key)}" (${kindOf(value)})`);
  const rest = keys.length > MAX_NAMED ? ` and ${keys.length - MAX_NAMED} more` : "";
  return !isJsonObject(body)
    ? kindOf(body)
    : `an object with ${keys.length === 0 ? "no keys" : `the keys ${named.join(", ")}${rest}`}`;
}

/** What a value is, for messages: `"a list"`. */
export function kindOf(value: JsonValue): string {
  if (value === null || Array.isArray(value)) {
    return value === null ? "null" : "a list";
  }
  return isJsonNumber(value) ? "a number" : typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** @param missing the path of the list, if it may be one that the service leaves out when it is empty. */
function noItems(problem: string, body: JsonValue, missing?: string): ListingError {
  const named = filledIn(body)
    .slice(0, MAX_NAMED)
    .map(({ pointer, items }) => `"${excerpt(pointer)}" (${items.length} objects)`);
  const nulls = isJsonObject(body) ? USUAL_NAMES.filter((name) => body[name] === null).map((name) => `/${name}`) : [];
  const optional = missing ?? nulls[0] ?? "/path/to/list";
  const which =
    named.length > 0
      ? `, such as ${named.join(" or ")}.`
      : `. If the service leaves out an empty list, or has null for it, end the path with a question mark: "${excerpt(optional)}?".`;
  const set =
    "Set `itemsPath` (an argument, or `pulumi config set workflows:itemsPath /path/to/list`) to the path of the list";
  return new ListingError(problem, { code: "listing", hint: set + which });
}
