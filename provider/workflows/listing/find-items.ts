/** Finds the list of items in a response whose shape is not documented. Runs in both processes. */
import { WorkflowsError } from "../../base/errors.js";
import { excerpt } from "../../base/text.js";
import { locate, pointerStep, stepNames } from "../../base/json-path.js";
import { joinFirst } from "../items/describe.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/json.js";
import { isJsonNumber } from "../json/numbers.js";
import { bodyFields, type FoundItems } from "./response-fields.js";
import { isErrorName, isZeroCount } from "./body-error.js";
import { normaliseName, words } from "./names.js";
import { isContainerName, kindOfName } from "./signal-names.js";

const USUAL_NAMES = words("workflows items data results value records content result resources members entries hits");
/** Where lists usually are, the most usual location first: the body itself, a usual name in it, or one in an object around the list. */
const USUAL_LOCATIONS = [
  "",
  ...["", "data/", "result/", "response/", "embedded/"].flatMap((around) => USUAL_NAMES.map((name) => around + name)),
];

/** At most so many objects are opened, one inside the other, to look for arrays. */
const MAX_DEPTH = 5;
/** An error names at most so many keys, and as many arrays. */
const MAX_NAMED = 20;

interface FoundArray extends FoundItems {
  readonly depth: number;
  /** The index in `USUAL_LOCATIONS`; -1 for any other location. */
  readonly rank: number;
  /** True for `null` at a usual location, because some services write an empty list so. */
  readonly isNull: boolean;
}

/** Returns the arrays in the body, except lists of links, of warnings and of errors. */
function arraysIn(value: JsonValue, pointer = "", names: readonly string[] = []): FoundArray[] {
  if (value === null || Array.isArray(value)) {
    const name = names.at(-1) ?? "";
    // The normalised name of a field such as "_" is empty, as the location of the body itself is.
    const rank = pointer !== "" && name === "" ? -1 : USUAL_LOCATIONS.indexOf(names.join("/"));
    const isNeverListing = /^(?:links?|curies)$/.test(name) || names.includes("warning") || isErrorName(name);
    // `null` counts in a field at a usual location. The rank of the body itself is 0.
    const isLeftOut = isNeverListing || (value === null && rank < 1);
    return isLeftOut ? [] : [{ items: value ?? [], pointer, depth: names.length, rank, isNull: value === null }];
  }
  return !isJsonObject(value) || names.length === MAX_DEPTH
    ? []
    : Object.entries(value).flatMap(([key, field]) =>
        arraysIn(field, pointer + pointerStep(key), [...names, normaliseName(key)]),
      );
}

function hasObjects({ items }: FoundItems): boolean {
  return items.some(isJsonObject);
}

/** Returns whether the array is empty or has objects. If the listing has texts or numbers, the user sets `itemsPath`. */
function mayBeListing(array: FoundItems): boolean {
  return array.items.length === 0 || hasObjects(array);
}

/**
 * Returns the array at the most usual location, one of objects if there is one; `undefined` if no usual location has an array. The
 * value need not be a listing.
 */
export function findUsualArray(value: JsonValue): FoundItems | undefined {
  const arrays = atUsualLocations(arraysIn(value).filter(({ isNull }) => !isNull));
  return arrays.find(hasObjects) ?? arrays[0];
}

export function hasListOfObjects(body: JsonValue): boolean {
  return arraysIn(body).some(hasObjects);
}

/** Returns the arrays at usual locations, the most usual one first. */
function atUsualLocations(arrays: readonly FoundArray[]): FoundArray[] {
  return arrays.filter(({ rank }) => rank !== -1).sort((left, right) => left.rank - right.rank);
}

/**
 * Returns the only array that may be the listing; `undefined` if there are several or none. An empty array may be the listing if no array of
 * objects is nearer to the top of the body.
 */
function onlyAmong(arrays: readonly FoundArray[]): FoundArray | undefined {
  const depthOfObjects = arrays.find(hasObjects)?.depth ?? Infinity;
  const mayBeEmptyListing = ({ items, depth }: FoundArray): boolean => items.length === 0 && depth <= depthOfObjects;
  const candidates = arrays.filter((array) => hasObjects(array) || mayBeEmptyListing(array));
  return candidates.length === 1 ? candidates[0] : undefined;
}

/**
 * Returns the list of items. The first rule that finds an array decides:
 * 1. The body itself, if it is an array: `[{ "id": 1 }]`.
 * 2. The array at the most usual location: `items` in `{ "items": [{ "id": 1 }], "owners": [{ "id": 2 }] }`. An array of texts or
 *    numbers counts only if no usual location has another one.
 * 3. The only array that has objects or is empty: `jobs` in `{ "jobs": [{ "id": 1 }], "facets": { "tags": [] } }`. An empty array that is
 *    deeper than an array of objects does not count.
 *
 * Throws if no rule finds an array of objects or an empty one, or if the found list is doubtful. The error names the keys that are
 * there, never a value.
 */
export function findItems(body: JsonValue, noun: string): FoundItems {
  const arrays = arraysIn(body);
  const lists = arrays.filter(({ isNull }) => !isNull);
  // Beside an array of objects, `null` at a usual location makes the response doubtful. Otherwise, `null` does not count as a list.
  const usual = atUsualLocations(arrays.some(hasObjects) ? arrays : lists);
  const list = usual.find(mayBeListing) ?? usual[0] ?? onlyAmong(lists);
  if (list === undefined || isDoubtful(list, body, arrays)) {
    throw noClearList(body, noun);
  }
  requireObjects(list, body, noun);
  return list;
}

/** Throws if an item is not an object. Such a list is read only if the user sets `itemsPath`. */
export function requireObjects({ items }: FoundItems, body: JsonValue, noun: string): void {
  if (!items.every(isJsonObject)) {
    throw noClearList(body, noun);
  }
}

function noClearList(body: JsonValue, noun: string): WorkflowsError {
  return noItems(`The response has no clear list of ${noun}`, body);
}

/**
 * Returns whether another array of objects is perhaps the listing:
 * 1. The list is empty or `null`: `{ "items": [], "facets": [{ "id": 1 }] }`.
 * 2. The list has one item, which is an object around a list: `[{ "workflows": [{ "id": 1 }], "total": 23 }]`.
 * 3. The list is at no usual location, and a total is 0: `{ "total": 0, "facets": [{ "id": 1 }] }`.
 * 4. The list is at no usual location, and another array has the rows of a table: `{ "columns": [{ "name": "id" }], "rows": [["wf_1"]] }`.
 * 5. The list is at no usual location, and `items` or `workflows` is `{}` or `false`, as PHP may write an empty list.
 */
function isDoubtful(list: FoundArray, body: JsonValue, arrays: readonly FoundArray[]): boolean {
  if (!arrays.some(hasObjects)) {
    return false;
  }
  if (!hasObjects(list) || isAroundList(list.items)) {
    return true;
  }
  if (list.rank !== -1) {
    return false;
  }
  const isCountedZero = bodyFields(body, list.pointer, []).some(isZeroCount);
  const hasRows = arrays.some(({ items }) => items.some(Array.isArray));
  const { items, workflows } = body as JsonObject;
  return isCountedZero || hasRows || [items, workflows].some(isEmptyListInPhp);
}

/** Returns whether the only item is an object with a list at a usual location, and with nothing else but fields about pages. */
function isAroundList(items: readonly JsonValue[]): boolean {
  const [item = null] = items;
  const inner = items.length === 1 ? findUsualArray(item) : undefined;
  return inner !== undefined && describesOnlyPages(item, inner.pointer);
}

function isEmptyListInPhp(value: JsonValue | undefined): boolean {
  return value === false || (isJsonObject(value) && Object.keys(value).length === 0);
}

/**
 * Returns the list at `itemsPath`, or at the place where the first page has it. A list that is missing or `null` is empty in two cases:
 * 1. The path ends in a question mark: "/flows?".
 * 2. On a later page, all other fields describe pages: `{ "total": 5 }`. Protocol buffers leave out empty lists.
 */
export function itemsAt(body: JsonValue, path: string, isLater = false): FoundItems {
  const plain = path.replace(/\?$/, "");
  const { value, pointer = stepNames(plain).map(pointerStep).join("") } = locate<JsonValue>(body, plain) ?? {};
  if (Array.isArray(value)) {
    return { items: value, pointer };
  }
  const isOptional = path !== plain || (isLater && describesOnlyPages(body));
  // A misspelt path leads nowhere, too. So nothing at the path is an empty list only if there is no array of objects elsewhere.
  const isNoListElsewhere = isJsonObject(body) && !arraysIn(body).some(hasObjects);
  if (isOptional && (value === null || (value === undefined && isNoListElsewhere))) {
    return { items: [], pointer };
  }
  const actual = value === undefined ? "nothing" : kindOf(value);
  throw noItems(`The response has ${actual} at "${excerpt(path)}", where its list should be`, body);
}

/** Returns whether all fields but the list are about pages, or have no value. @param list where the list is. */
function describesOnlyPages(body: JsonValue, list?: string): boolean {
  return Object.entries(body ?? {}).every(([key, value]: [string, JsonValue]) => {
    const name = normaliseName(key);
    // MongoDB's `$facet` gives such an object in an array: `"metadata": [{ "total": 23 }]`.
    const isAboutPages = isContainerName(name) && [value].flat().some(isJsonObject);
    return value === null || pointerStep(key) === list || isAboutPages || kindOfName(name, value) !== undefined;
  });
}

/** Returns the type of a value for messages: "a list". */
export function kindOf(value: JsonValue): string {
  if (value === null || Array.isArray(value)) {
    return value === null ? "null" : "a list";
  }
  return isJsonNumber(value) ? "a number" : typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** Makes the error for a response without a clear list. Its hint names the arrays that may be the list. */
function noItems(problem: string, body: JsonValue): WorkflowsError {
  const set =
    "Set `itemsPath` (an argument, or `pulumi config set workflows:itemsPath /path/to/list`) to the path of the list";
  const mustBeArray = "The list must be an array: an object with a key for each item cannot be read.";
  const optional =
    'If the service leaves out an empty list, or has null for it, end the path with a question mark: "/path/to/list?".';
  const paths = joinFirst(arraysToName(body), MAX_NAMED, describeArray, " or ");
  const hint = paths === "" ? `${set}. ${mustBeArray} ${optional}` : `${set}, such as ${paths}.`;
  return new WorkflowsError(`${problem}: it is ${shapeOf(body)}.`, { code: "listing", hint });
}

/**
 * Returns the arrays that may be the list. If the body is an array of one element, or one with an array in it, the list may be inside its
 * first two elements: `[{ "total": 23 }, [{ "id": 1 }]]`. Then those arrays are returned, if there are any.
 */
function arraysToName(body: JsonValue): FoundArray[] {
  const mayHaveInner = Array.isArray(body) && (body.length === 1 || body.some(Array.isArray));
  const inner = mayHaveInner ? body.slice(0, 2).flatMap((element, index) => arraysIn(element, `/${index}`)) : [];
  const isNamed = (array: FoundArray): boolean => array.rank !== -1 || mayBeListing(array);
  return [inner, arraysIn(body)].map((arrays) => arrays.filter(isNamed)).find(({ length }) => length > 0) ?? [];
}

/** Writes where an array is: `"/items" (5 items)`, or `"/items?" (null)`. */
function describeArray({ pointer, items, isNull }: FoundArray): string {
  return isNull ? `"${excerpt(pointer)}?" (null)` : `"${excerpt(pointer)}" (${items.length} items)`;
}

/** Writes the type of the body, and the keys of an object with their types: `an object with "total" (a number)`. */
function shapeOf(body: JsonValue): string {
  if (!isJsonObject(body)) {
    return kindOf(body);
  }
  const describe = ([key, value]: [string, JsonValue]): string => `"${excerpt(key)}" (${kindOf(value)})`;
  return `an object with ${joinFirst(Object.entries(body), MAX_NAMED, describe) || "no keys"}`;
}
