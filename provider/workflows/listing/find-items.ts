/**
 * Rule 2: the list is the body, or the only array of objects; of several, the nearest with a usual name. Where that is not clear, an error
 * names the arrays, and `itemsPath` decides.
 */
import { WorkflowsError } from "../../base/errors.js";
import { describeCount, excerpt } from "../../base/text.js";
import { locate, pointerStep, stepNames } from "../../base/json-path.js";
import { joinFirst } from "../items/describe.js";
import { isJsonObject, type JsonValue } from "../json/json.js";
import { isJsonNumber } from "../json/numbers.js";
import { isErrorName, meaningOf, normalise, PAGING_OBJECT, USUAL_NAMES } from "./names.js";

/** A list of items, and where it is. */
export interface FoundItems {
  readonly items: JsonValue[];
  /** A JSON Pointer; empty if the response itself is the list. */
  readonly pointer: string;
}

/** At most so many objects are opened, one inside the other. */
const MAX_DEPTH = 5;
/** An error names at most so many keys, and as many arrays. */
const MAX_NAMED = 20;

interface FoundArray extends FoundItems {
  readonly depth: number;
  /** The index of its name in `USUAL_NAMES`, if it and all names around it are there; else -1. */
  readonly rank: number;
  /** Whether it is `null`, `false` or `{}` under a usual name, as some services write an empty list. */
  readonly isNull: boolean;
  /** Whether it is inside a value under an id, such as `wf_1`, or under `v2`: if it is the best candidate, that is an error. */
  readonly isInItem: boolean;
}

/**
 * Returns the arrays in the order of the body, except lists of links, of warnings and of errors. Those inside the values
 * of a map by id have `isInItem`: the steps in `{ "wf_1": { "steps": [] } }` belong to one item. A name with a digit
 * counts as an id.
 */
function arraysIn(value: JsonValue, pointer = "", names: readonly string[] = []): FoundArray[] {
  const name = names.at(-1) ?? "";
  const isInItem = names.slice(0, -1).some((step) => /\d/.test(step));
  if (/^(?:links?|curies)$/.test(name) || isErrorName(name)) {
    return [];
  }
  const isNull = value === null || value === false || (isJsonObject(value) && Object.keys(value).length === 0);
  if (isNull || Array.isArray(value)) {
    const rank = names.every((step) => USUAL_NAMES.includes(step)) ? Math.max(0, USUAL_NAMES.indexOf(name)) : -1;
    const isLeftOut = isNull && (rank === -1 || pointer === "");
    const items = Array.isArray(value) ? value : [];
    return isLeftOut ? [] : [{ items, pointer, depth: names.length, rank, isNull, isInItem }];
  }
  const entries = isJsonObject(value) && names.length < MAX_DEPTH ? Object.entries(value) : [];
  return entries.flatMap(([key, field]) => arraysIn(field, pointer + pointerStep(key), [...names, normalise(key)]));
}

/** Returns the nearest array with a usual name; of several, the one with the most usual name. */
function nearestUsual(arrays: readonly FoundArray[]): FoundArray | undefined {
  const usual = arrays.filter(({ rank }) => rank !== -1);
  return usual.sort((left, right) => left.depth - right.depth || left.rank - right.rank)[0];
}

const hasObjects = ({ items }: FoundItems): boolean => items.some(isJsonObject);
const isUsual = ({ rank }: FoundArray): boolean => rank !== -1;

function hasListOfObjects(body: JsonValue): boolean {
  return arraysIn(body).some(hasObjects);
}

/** Returns the array that is likeliest a list, also if it is inside an item: what messages are about if no list is clear. */
export function anyList(body: JsonValue): FoundItems | undefined {
  return likelyList(body) ?? arraysIn(body).find(({ isNull }) => !isNull);
}

/** Returns the array that is likeliest a list, for a response that is read as one value: it need not be a listing. */
export function likelyList(value: JsonValue): FoundItems | undefined {
  const arrays = arraysIn(value).filter(({ isNull, isInItem }) => !isNull && !isInItem);
  const full = arrays.filter(hasObjects);
  return nearestUsual(full) ?? full[0] ?? nearestUsual(arrays) ?? arrays[0];
}

/**
 * Returns the list of items:
 * 1. The only array of objects: `[{ "id": 1 }]`, `{ "jobs": [{ "id": 1 }], "tags": ["a"] }`.
 * 2. Of several, the nearest one with a usual name: `{ "items": [{ "id": 1 }], "owners": [{ "id": 2 }] }`.
 * 3. If there is none, the same among empty arrays.
 *
 * Throws if nothing is found, or if another place may be the list: an empty one, or one of texts, that is as near under a usual name
 * (`{ "items": [], "facets": [{ "id": 1 }] }`); or inside the only item. The error names the keys that are there, never a value.
 */
export function findItems(body: JsonValue, noun: string): FoundItems {
  const arrays = arraysIn(body);
  const full = arrays.filter(hasObjects);
  const candidates = full.length > 0 ? full : arrays.filter(({ items, isNull }) => items.length === 0 && !isNull);
  const list = candidates.length === 1 ? candidates[0] : nearestUsual(candidates);
  const others = arrays.filter((array) => array !== list && !hasObjects(array));
  if (
    list === undefined ||
    list.isInItem ||
    others.some((other) => mayBeList(other, list)) ||
    isAroundList(list.items)
  ) {
    throw noItems(`The response has no clear list of ${noun}`, body);
  }
  requireObjects(list, body, noun);
  return list;
}

/** Returns whether an array without objects may be the list rather than the one that was found. */
function mayBeList(other: FoundArray, list: FoundArray): boolean {
  if (!isUsual(list)) {
    return isUsual(other) || (other.items.length === 0 && other.depth <= list.depth);
  }
  if (other.depth > list.depth) {
    return false;
  }
  return isUsual(other) && (other.depth < list.depth || (other.items.length === 0 && other.rank < list.rank));
}

/** Returns whether the only item is an object around a list: `[{ "workflows": [{ "id": 1 }], "total": 23 }]`. */
function isAroundList([item = null, ...others]: readonly JsonValue[]): boolean {
  const inner = others.length === 0 ? nearestUsual(arraysIn(item).filter(hasObjects)) : undefined;
  return inner !== undefined && hasOnlyPageSignals(item, inner.pointer);
}

/** Throws if an item is not an object. Such a list is read only if the user sets `itemsPath`. */
export function requireObjects({ items }: FoundItems, body: JsonValue, noun: string): void {
  if (!items.every(isJsonObject)) {
    throw noItems(`The response has no clear list of ${noun}`, body);
  }
}

/**
 * Returns the list at `itemsPath`, or where the first page has it. A list that is missing or `null` is empty if the path ends in a question
 * mark, or on a later page that has nothing but page signals: `{ "total": 5 }`.
 */
export function itemsAt(body: JsonValue, path: string, isLater = false): FoundItems {
  const plain = path.replace(/\?$/, "");
  const { value, pointer = stepNames(plain).map(pointerStep).join("") } = locate<JsonValue>(body, plain) ?? {};
  if (Array.isArray(value)) {
    return { items: value, pointer };
  }
  const isOptional = path !== plain || (isLater && hasOnlyPageSignals(body));
  // A misspelt path leads nowhere, too. So nothing at the path is an empty list only if there is no array of objects elsewhere.
  if (isOptional && (value === null || (value === undefined && isJsonObject(body) && !hasListOfObjects(body)))) {
    return { items: [], pointer };
  }
  const actual = value === undefined ? "nothing" : kindOf(value);
  throw noItems(`The response has ${actual} at "${excerpt(path)}", where its list should be`, body);
}

/** Returns whether all fields but the list are page signals, or have no value. */
function hasOnlyPageSignals(body: JsonValue, list?: string): boolean {
  return Object.entries(body ?? {}).every(([key, value]: [string, JsonValue]) => {
    const name = normalise(key);
    const isAboutPages = PAGING_OBJECT.test(name) && [value].flat().some(isJsonObject);
    const isKnown = isAboutPages || meaningOf(name, value) !== undefined;
    return value === null || pointerStep(key) === list || isKnown;
  });
}

/** Returns the type of a value for messages: "a list". */
export function kindOf(value: JsonValue): string {
  if (value === null || Array.isArray(value)) {
    return value === null ? "null" : "a list";
  }
  if (isJsonNumber(value)) {
    return "a number";
  }
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

/** Makes the error for a response without a clear list. Its hint names the arrays that may be the list. */
export function noItems(problem: string, body: JsonValue): WorkflowsError {
  const set =
    "Set `itemsPath` (an argument, or `pulumi config set workflows:itemsPath /path/to/list`) to the path of the list";
  // If the body is an array, the list may be inside its first elements.
  const roots = Array.isArray(body) ? body.slice(0, 2) : [];
  const inside = roots.flatMap((element, index) => arraysIn(element, `/${index}`));
  const arrays = inside.length > 0 ? inside : arraysIn(body);
  const describe = ({ pointer, items, isNull }: FoundArray): string =>
    isNull ? `"${excerpt(pointer)}?" (null)` : `"${excerpt(pointer)}" (${describeCount(items.length, "items")})`;
  const paths = joinFirst(arrays.every(({ isInItem }) => isInItem) ? [] : arrays, MAX_NAMED, describe, " or ");
  const optional =
    'The list must be an array. If the service leaves out an empty list, or has null for it, end the path with a question mark: "/path/to/list?".';
  const keys = Object.entries(isJsonObject(body) ? body : {});
  const named = joinFirst(keys, MAX_NAMED, ([key, value]) => `"${excerpt(key)}" (${kindOf(value)})`) || "no keys";
  const shape = isJsonObject(body) ? `an object with ${named}` : kindOf(body);
  const hint = paths === "" ? `${set}. ${optional}` : `${set}, such as ${paths}.`;
  return new WorkflowsError(`${problem}: it is ${shape}.`, { code: "listing", hint });
}
