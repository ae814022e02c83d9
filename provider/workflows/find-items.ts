/** Finds the list of workflows in an answer whose shape nobody documents. */
import { excerpt } from "../http/excerpt.js";
import { ListingError } from "../http/errors.js";
import { readPointer } from "../http/json-pointer.js";
import { isJsonObject, type JsonObject, type JsonValue } from "./json.js";
import { isJsonNumber } from "./numbers.js";

/** Where services usually put a list, the surest first. */
const USUAL_PLACES = [
  ...["/workflows", "/items", "/data", "/results", "/value", "/records", "/content"],
  ...["/_embedded/workflows", "/data/workflows", "/data/items"],
];

const HINT =
  "Set itemsPath (an argument, or `pulumi config set workflows:itemsPath /path/to/list`) to the JSON Pointer of the list.";

/** Keys named in an error, at most. */
const NAMED_KEYS = 20;

/**
 * The list of workflows: at `itemsPath` if it is given, else the answer itself, else the first list in a usual place, else the
 * only list in the object. An empty list is a list.
 *
 * @throws ListingError `listing`, which names the keys that are there, never a value.
 */
export function findItems(answer: JsonValue, itemsPath?: string): JsonValue[] {
  if (itemsPath !== undefined) {
    const found = readPointer<JsonValue>(answer, itemsPath);
    if (!Array.isArray(found)) {
      const instead = found === undefined ? "nothing" : kindOf(found);
      throw noItems(
        `At itemsPath "${excerpt(itemsPath)}" the answer has ${instead}, not a list: it is ${describe(answer)}.`,
      );
    }
    return found;
  }
  if (Array.isArray(answer)) {
    return answer;
  }
  if (!isJsonObject(answer)) {
    throw noItems(`The answer holds no list of workflows: it is ${describe(answer)}.`);
  }
  for (const place of USUAL_PLACES) {
    const found = readPointer<JsonValue>(answer, place);
    if (Array.isArray(found)) {
      return found;
    }
  }
  const lists = Object.values(answer).filter((value) => Array.isArray(value));
  const [only] = lists;
  if (only === undefined || lists.length > 1) {
    const fault = only === undefined ? "no list of workflows" : `${lists.length} lists, none in a usual place`;
    throw noItems(`The answer holds ${fault}: it is ${describe(answer)}.`);
  }
  return only;
}

function describe(answer: JsonValue): string {
  return isJsonObject(answer) ? `an object with ${describeKeys(answer)}` : kindOf(answer);
}

function describeKeys(object: JsonObject): string {
  const keys = Object.keys(object);
  if (keys.length === 0) {
    return "no keys";
  }
  const named = keys.slice(0, NAMED_KEYS).map((key) => `"${excerpt(key)}" (${kindOf(object[key] as JsonValue)})`);
  const rest = keys.length - named.length;
  return `the keys ${named.join(", ")}${rest === 0 ? "" : ` and ${rest} more`}`;
}

function kindOf(value: JsonValue): string {
  if (value === null) {
    return "null";
  }
  if (Array.isArray(value)) {
    return "a list";
  }
  if (isJsonNumber(value)) {
    return "a number";
  }
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}

function noItems(message: string): ListingError {
  return new ListingError(message, { code: "listing", hint: HINT });
}
