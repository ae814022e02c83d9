/** Finds the list of items in a response whose shape is not documented. */
import { ListingError } from "../../base/errors.js";
import { excerpt } from "../../base/excerpt.js";
import { locate, pointerStep, stepNames } from "../../base/json-path.js";
import { few } from "../items/describe.js";
import { isJsonObject, type JsonValue } from "../json/json.js";
import { isJsonNumber } from "../json/numbers.js";
import { bodyFields, type FoundItems } from "./response-fields.js";
import { isErrorName, isZeroCount } from "./body-error.js";
import { normaliseName, words } from "./names.js";
import { isContainerName, kindOfName } from "./signal-names.js";

const USUAL_NAMES = words("workflows items data results value records content result resources members entries hits");
/** The response itself, a usual name in it, and one in an object around it. The first ones first. */
const USUAL_LOCATIONS = [
  "",
  ...["", "data/", "result/", "response/", "embedded/"].flatMap((around) => USUAL_NAMES.map((name) => around + name)),
];

/** Objects inside each other in which arrays are looked for, at most. */
const MAX_DEPTH = 5;
/** Keys and arrays named in an error, at most. */
const MAX_NAMED = 20;

interface FoundArray extends FoundItems {
  readonly depth: number;
  /** Among the usual locations; -1 for any other. */
  readonly rank: number;
  /** Whether `null` is at a usual location: some services list nothing so. */
  readonly isNull: boolean;
}

/** The arrays in the body, at most this deep. Links, and what reports errors, are no lists of items. */
function arraysIn(value: JsonValue, pointer = "", names: readonly string[] = []): FoundArray[] {
  if (value === null || Array.isArray(value)) {
    const name = names.at(-1) ?? "";
    const rank = name === "" && pointer !== "" ? -1 : USUAL_LOCATIONS.indexOf(names.join("/"));
    const isAbout = /^(?:links?|curies)$/.test(name) || names.includes("warning");
    const isOther = isAbout || isErrorName(name) || (value === null && rank < 1);
    return isOther ? [] : [{ items: value ?? [], pointer, depth: names.length, rank, isNull: value === null }];
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

/** A list of texts or numbers is probably not the listing. If it is, the user sets `itemsPath`. */
function mayBeListing(array: FoundItems): boolean {
  return array.items.length === 0 || hasObjects(array);
}

/** The list of a response that need not be a listing: an array at a usual location, of objects if there is one. */
export function usualArray(body: JsonValue): FoundItems | undefined {
  const usual = byRank(arraysIn(body).filter(({ isNull }) => !isNull));
  return usual.find(hasObjects) ?? usual[0];
}

/** Those at usual locations, the most usual one first. */
function byRank(arrays: readonly FoundArray[]): FoundArray[] {
  return arrays.filter(({ rank }) => rank !== -1).sort((one, other) => one.rank - other.rank);
}

/** The only array of objects, if no empty one is as near; else the only empty one. */
function onlyAmong(arrays: readonly FoundArray[]): FoundArray | undefined {
  const { depth = Infinity } = arrays.find(hasObjects) ?? {};
  const [only, ...others] = arrays.filter(
    (array) => hasObjects(array) || (array.items.length === 0 && array.depth <= depth),
  );
  return others.length === 0 ? only : undefined;
}

/**
 * In this order: the body, if it is an array; an array of objects at the most usual location; the only array of objects, unless a
 * total is 0. An empty one counts only where no array of objects stands beside it, and an array of objects only where no more usual
 * location has an empty one or `null`. An error names the keys that are there, never a value.
 */
export function findItems(body: JsonValue, noun: string): FoundItems {
  const arrays = arraysIn(body);
  const isFilled = arrays.some(hasObjects);
  const lists = arrays.filter(({ isNull }) => !isNull);
  const usual = byRank(isFilled ? arrays : lists);
  const found = usual.find(mayBeListing) ?? usual[0] ?? onlyAmong(lists);
  const isNone = found?.rank === -1 && bodyFields(body, found.pointer, []).some(isZeroCount);
  if (found?.items.every(isJsonObject) !== true || (isFilled && (isNone || !hasObjects(found)))) {
    throw noItems(`The response has no clear list of ${noun}`, body);
  }
  return found;
}

/**
 * The list at `itemsPath`, or where the first page has it. One that is missing or `null` is empty if the path ends in a question mark,
 * or if all else on a later page describes pages: protocol buffers leave out empty lists.
 */
export function itemsAt(body: JsonValue, path: string, isLater = false): FoundItems {
  const plain = path.replace(/\?$/, "");
  const { value, pointer = stepNames(plain).map(pointerStep).join("") } = locate<JsonValue>(body, plain) ?? {};
  if (Array.isArray(value)) {
    return { items: value, pointer };
  }
  const isOptional = path !== plain || (isLater && isAboutPages(body));
  // A path with a spelling mistake leads nowhere, too.
  const isAlone = isJsonObject(body) && !arraysIn(body).some(hasObjects);
  if (isOptional && (value === null || (value === undefined && isAlone))) {
    return { items: [], pointer };
  }
  const found = value === undefined ? "nothing" : kindOf(value);
  throw noItems(`The response has ${found} at "${excerpt(path)}", where its list should be`, body);
}

function isAboutPages(body: JsonValue): boolean {
  return Object.entries(body ?? {}).every(([key, value]: [string, JsonValue]) => {
    const name = normaliseName(key);
    return value === null || (isContainerName(name) && isJsonObject(value)) || kindOfName(name, value) !== undefined;
  });
}

/** What a value is, for messages: `"a list"`. */
export function kindOf(value: JsonValue): string {
  if (value === null || Array.isArray(value)) {
    return value === null ? "null" : "a list";
  }
  return isJsonNumber(value) ? "a number" : typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function noItems(problem: string, body: JsonValue): ListingError {
  const fields = isJsonObject(body) ? Object.entries(body) : [];
  const keys = few(fields, MAX_NAMED, ([key, value]) => `"${excerpt(key)}" (${kindOf(value)})`) || "no keys";
  const shape = kindOf(body) + (isJsonObject(body) ? ` with ${keys}` : "");
  const arrays = arraysIn(body).filter((array) => array.rank !== -1 || mayBeListing(array));
  const describe = ({ pointer, items, isNull }: FoundArray): string =>
    isNull ? `"${excerpt(pointer)}?" (null)` : `"${excerpt(pointer)}" (${items.length} items)`;
  const paths = few(arrays, MAX_NAMED, describe, " or ");
  const optional =
    'If the service leaves out an empty list, or has null for it, end the path with a question mark: "/path/to/list?".';
  const set =
    "Set `itemsPath` (an argument, or `pulumi config set workflows:itemsPath /path/to/list`) to the path of the list";
  const hint = paths === "" ? `${set}. ${optional}` : `${set}, such as ${paths}.`;
  return new ListingError(`${problem}: it is ${shape}.`, { code: "listing", hint });
}
