/** Finds the list of items in a response whose shape is not documented. Runs in both processes. */
import { ListingError } from "../../base/errors.js";
import { excerpt } from "../../base/excerpt.js";
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
    const rank = name === "" && pointer !== "" ? -1 : USUAL_LOCATIONS.indexOf(names.join("/"));
    const isNeverListing = /^(?:links?|curies)$/.test(name) || names.includes("warning") || isErrorName(name);
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

/** Returns the list of a response that need not be a listing: an array at a usual location, of objects if there is one. */
export function usualArray(body: JsonValue): FoundItems | undefined {
  const usual = usualFirst(arraysIn(body).filter(({ isNull }) => !isNull));
  return usual.find(hasObjects) ?? usual[0];
}

export function hasListOfObjects(body: JsonValue): boolean {
  return arraysIn(body).some(hasObjects);
}

/** Returns the arrays at usual locations, the most usual one first. */
function usualFirst(arrays: readonly FoundArray[]): FoundArray[] {
  return arrays.filter(({ rank }) => rank !== -1).sort((left, right) => left.rank - right.rank);
}

/** Returns the only array of objects, unless an empty one is at the same depth or higher; without objects, the only empty array. */
function onlyAmong(arrays: readonly FoundArray[]): FoundArray | undefined {
  const { depth = Infinity } = arrays.find(hasObjects) ?? {};
  const candidates = arrays.filter((array) => hasObjects(array) || (array.items.length === 0 && array.depth <= depth));
  return candidates.length === 1 ? candidates[0] : undefined;
}

/**
 * Returns the list of items. The first rule that finds an array decides:
 * 1. The body itself, if it is an array: `[{ "id": 1 }]`.
 * 2. The array at the most usual location: `items` in `{ "items": [{ "id": 1 }], "owners": [{ "id": 2 }] }`. An array of texts or
 *    numbers counts only if no usual location has another one.
 * 3. The only array of objects, else the only empty one: `jobs` in `{ "jobs": [{ "id": 1 }], "facets": { "tags": [] } }`.
 *
 * Throws if no rule finds an array of objects or an empty one, and if the found list is doubtful beside another array of objects:
 * 1. It is empty or `null`: `{ "items": [], "facets": [{ "id": 1 }] }`.
 * 2. It is at no usual location, and a total is 0: `{ "total": 0, "facets": [{ "id": 1 }] }`.
 * 3. It is at no usual location, and another array has the rows of a table: `{ "columns": [{ "name": "id" }], "rows": [["wf_1"]] }`.
 * 4. It is at no usual location, and `items` or `workflows` is `{}` or `false`, as PHP may write an empty list.
 *
 * The error names the keys that are there, never a value.
 */
export function findItems(body: JsonValue, noun: string): FoundItems {
  const arrays = arraysIn(body);
  const lists = arrays.filter(({ isNull }) => !isNull);
  const isAnyFilled = arrays.some(hasObjects);
  const usual = usualFirst(isAnyFilled ? arrays : lists);
  const list = usual.find(mayBeListing) ?? usual[0] ?? onlyAmong(lists);
  const isOtherList = list?.rank === -1 && hasSignOfOtherList(body, list, lists);
  if (list?.items.every(isJsonObject) !== true || (isAnyFilled && (isOtherList || !hasObjects(list)))) {
    throw noItems(`The response has no clear list of ${noun}`, body);
  }
  return list;
}

/** Returns whether an array at no usual location is probably another list: a total is 0, rows are beside it, or `items` is `{}`. */
function hasSignOfOtherList(body: JsonValue, list: FoundItems, arrays: readonly FoundItems[]): boolean {
  const isCountedZero = bodyFields(body, list.pointer, []).some(isZeroCount);
  const hasRows = arrays.some(({ items }) => items.some(Array.isArray));
  const { items, workflows } = body as JsonObject;
  const isEmptyInPhp = [items, workflows].some(
    (value) => value === false || (isJsonObject(value) && Object.keys(value).length === 0),
  );
  return isCountedZero || hasRows || isEmptyInPhp;
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

function describesOnlyPages(body: JsonValue): boolean {
  return Object.entries(body ?? {}).every(([key, value]: [string, JsonValue]) => {
    const name = normaliseName(key);
    return value === null || (isContainerName(name) && isJsonObject(value)) || kindOfName(name, value) !== undefined;
  });
}

/** Returns the type of a value for messages: "a list". */
export function kindOf(value: JsonValue): string {
  if (value === null || Array.isArray(value)) {
    return value === null ? "null" : "a list";
  }
  return isJsonNumber(value) ? "a number" : typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function noItems(problem: string, body: JsonValue): ListingError {
  const fields = isJsonObject(body) ? Object.entries(body) : [];
  const keys = joinFirst(fields, MAX_NAMED, ([key, value]) => `"${excerpt(key)}" (${kindOf(value)})`) || "no keys";
  const shape = kindOf(body) + (isJsonObject(body) ? ` with ${keys}` : "");
  const arrays = arraysIn(body).filter((array) => array.rank !== -1 || mayBeListing(array));
  const describe = ({ pointer, items, isNull }: FoundArray): string =>
    isNull ? `"${excerpt(pointer)}?" (null)` : `"${excerpt(pointer)}" (${items.length} items)`;
  const paths = joinFirst(arrays, MAX_NAMED, describe, " or ");
  const optional =
    'If the service leaves out an empty list, or has null for it, end the path with a question mark: "/path/to/list?".';
  const set =
    "Set `itemsPath` (an argument, or `pulumi config set workflows:itemsPath /path/to/list`) to the path of the list";
  const hint = paths === "" ? `${set}. ${optional}` : `${set}, such as ${paths}.`;
  return new ListingError(`${problem}: it is ${shape}.`, { code: "listing", hint });
}
