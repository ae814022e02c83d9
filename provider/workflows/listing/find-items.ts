/** Finds the list of items in a response whose shape is not documented. */
import { ListingError } from "../../http/errors.js";
import { excerpt } from "../../http/excerpt.js";
import { isPointer, locate, pointerStep, readPath, stepNames } from "../../http/json-path.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/json.js";
import { isJsonNumber } from "../json/numbers.js";
import type { FoundItems } from "./beside-list.js";
import { isErrorName } from "./body-error.js";
import { isContainer, meaningOf } from "./fields.js";
import { normaliseName, words } from "./names.js";

/*
 * Without `itemsPath`, in this order: the body, if it is an array; an array of objects at a usual place; the only array of objects
 * of the body, or of the one object around it. An empty array counts only where no array of objects stands beside it. All else is
 * an error that names the arrays.
 */

const USUAL_NAMES = words("workflows items data results value records content result resources members entries");
/** Objects around a usual name, in their order. */
const USUAL_PARENTS = words("data result response embedded");

const HINT =
  "Set `itemsPath` (an argument, or `pulumi config set workflows:itemsPath /path/to/list`) to the path of the list";

/** Objects inside each other in which arrays are looked for, at most. */
const MAX_DEPTH = 5;
/** The same for an array with no usual name. */
const MAX_NEAR = 3;

/** Keys and arrays named in an error, at most. */
const MAX_NAMED = 20;

/**
 * @param noun what is listed, in the plural, for messages.
 * @throws ListingError `listing`, which names the keys that are there, never a value.
 */
export function findItems(body: JsonValue, itemsPath: string | undefined, noun: string): FoundItems {
  if (itemsPath !== undefined) {
    return itemsAt(body, itemsPath);
  }
  if (Array.isArray(body)) {
    return withObjects({ items: body, pointer: "" });
  }
  if (!isJsonObject(body)) {
    throw noItems(`The response has no list of ${noun}: it is ${kindOf(body)}.`, body);
  }
  const filled = filledIn(body);
  const usual = usualArray(body);
  if (usual !== undefined && (usual.items.length > 0 || filled.length === 0)) {
    return withObjects(usual);
  }
  if (usual !== undefined) {
    const other = excerpt(filled[0]?.pointer ?? "");
    const fault = `the list at "${excerpt(usual.pointer)}" is empty, but "${other}" is not`;
    throw noItems(`It is not clear where the ${noun} are: ${fault}.`, body);
  }
  const only = onlyArray(body, filled);
  if (only === undefined) {
    throw noItems(`The response has no list of ${noun} at a usual place: it is ${describe(body)}.`, body);
  }
  return only;
}

/** The list of a response that need not be a listing: the body, or an array at a usual place. */
export function usualArray(body: JsonValue): FoundItems | undefined {
  if (!isJsonObject(body)) {
    return undefined;
  }
  const parents = USUAL_PARENTS.flatMap((name) => fieldsNamed(body, "", name));
  const places = [{ pointer: "", value: body as JsonValue }, ...parents].flatMap(({ pointer, value }) =>
    isJsonObject(value) ? USUAL_NAMES.flatMap((name) => fieldsNamed(value, pointer, name)) : [],
  );
  const arrays = places.flatMap(({ pointer, value }) => (Array.isArray(value) ? [{ items: value, pointer }] : []));
  return arrays.find(({ items }) => items.some(isJsonObject)) ?? arrays[0];
}

function fieldsNamed(object: JsonObject, at: string, name: string): { pointer: string; value: JsonValue }[] {
  return Object.entries(object)
    .filter(([key]) => normaliseName(key) === name)
    .map(([key, value]) => ({ pointer: at + pointerStep(key), value }));
}

/** The arrays in the body, at most this deep. Links, and what reports errors, are no lists of items. */
function arraysIn(object: JsonObject, at = ""): FoundItems[] {
  return Object.entries(object).flatMap(([key, value]) => {
    const [name, pointer] = [normaliseName(key), at + pointerStep(key)];
    if (Array.isArray(value)) {
      return name === "links" || isErrorName(name) ? [] : [{ items: value, pointer }];
    }
    return isJsonObject(value) && stepNames(pointer).length < MAX_DEPTH ? arraysIn(value, pointer) : [];
  });
}

function filledIn(body: JsonValue): FoundItems[] {
  return isJsonObject(body) ? arraysIn(body).filter(({ items }) => items.some(isJsonObject)) : [];
}

/** The only array of objects, else the only empty one: in the body itself, or in objects in it. An empty one may be the list too. */
function onlyArray(body: JsonObject, filled: readonly FoundItems[]): FoundItems | undefined {
  const depthOf = ({ pointer }: FoundItems): number => stepNames(pointer).length;
  const empty = arraysIn(body).filter(({ items }) => items.length === 0);
  const [only, ...others] = filled.length > 0 ? filled : empty;
  const isClear =
    only !== undefined &&
    others.length === 0 &&
    depthOf(only) <= MAX_NEAR &&
    (filled.length === 0 || empty.every((other) => depthOf(other) > depthOf(only)));
  return isClear ? only : undefined;
}

/** A path that ends in a question mark leads to a list that need not be there: missing or `null` it is empty. */
function itemsAt(body: JsonValue, itemsPath: string): FoundItems {
  const exact = locate<JsonValue>(body, itemsPath);
  const isOptional = exact === undefined && itemsPath.endsWith("?");
  const path = isOptional ? itemsPath.slice(0, -1) : itemsPath;
  const found = isOptional ? locate<JsonValue>(body, path) : exact;
  if (Array.isArray(found?.value)) {
    return { items: found.value, pointer: found.pointer };
  }
  const isMissing = found === undefined || found.value === null;
  // A path with a spelling mistake leads nowhere, too.
  if (isOptional && isMissing && isJsonObject(body) && filledIn(body).length === 0) {
    return {
      items: [],
      pointer: found?.pointer ?? (isPointer(path) ? path : path.split(".").map(pointerStep).join("")),
    };
  }
  const instead = found === undefined ? "nothing" : kindOf(found.value);
  const fault = `At \`itemsPath\` "${excerpt(itemsPath)}" the response has ${instead}, not a list: it is ${describe(body)}.`;
  throw noItems(fault, body, isMissing ? path : undefined);
}

/** The list of a later page, where the first one had it. Protocol buffers leave out empty lists: then all else describes pages. */
export function itemsOfLaterPage(body: JsonValue, pointer: string, noun: string): FoundItems {
  const value = readPath<JsonValue>(body, pointer) ?? null;
  if (Array.isArray(value)) {
    return { items: value, pointer };
  }
  const describesPages = ([key, field]: [string, JsonValue]): boolean => {
    const name = normaliseName(key);
    return field === null || (isContainer(name) && isJsonObject(field)) || meaningOf(name, field) !== undefined;
  };
  if (
    value === null &&
    isJsonObject(body) &&
    filledIn(body).length === 0 &&
    Object.entries(body).every(describesPages)
  ) {
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
  if (!isJsonObject(body)) {
    return kindOf(body);
  }
  const keys = Object.keys(body);
  const named = keys.slice(0, MAX_NAMED).map((key) => `"${excerpt(key)}" (${kindOf(body[key] ?? null)})`);
  const rest = keys.length > MAX_NAMED ? ` and ${keys.length - MAX_NAMED} more` : "";
  return keys.length === 0 ? "an object with no keys" : `an object with the keys ${named.join(", ")}${rest}`;
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
  const arrays = filledIn(body);
  const named = arrays
    .slice(0, MAX_NAMED)
    .map(({ pointer, items }) => `"${excerpt(pointer)}" (${items.length} objects)`);
  const nulls = isJsonObject(body) ? USUAL_NAMES.filter((name) => body[name] === null).map((name) => `/${name}`) : [];
  const optional = missing ?? nulls[0] ?? "/path/to/list";
  const hint =
    named.length > 0
      ? `${HINT}, such as ${named.join(" or ")}.`
      : `${HINT}. If the service leaves out an empty list, or has null for it, end the path with a question mark: "${excerpt(optional)}?".`;
  return new ListingError(problem, { code: "listing", hint });
}
