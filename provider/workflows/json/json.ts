/** JSON in and out without changing a digit. */
import { ResponseError } from "../../http/errors.js";
import { scanJson } from "./scan-json.js";
import { ExactNumber, isJsonObject, type JsonObject, type JsonValue, MARK, setOwnField } from "./values.js";

export { isJsonObject, type JsonObject, type JsonValue, ownField, setOwnField } from "./values.js";

/** Lists and objects inside each other, at most. Deeper JSON is refused: everything after the parser walks it recursively. */
const MAX_DEPTH = 256;

/** Values in one listing, at most: `[[],[],…` takes forty times its size in memory, and would end the process. */
export const MAX_VALUES = 5_000_000;

/** For text that only the right address can have sent: no setting helps. */
const FAULT_OF_SERVICE = "Only those who run the service can fix this.";

/** How many values may still come, where several texts make one listing. */
export interface ValueBudget {
  left: number;
}

/**
 * Parses one JSON text. A byte order mark before it is dropped.
 *
 * @param subject What the text is, as the first words of messages.
 * @throws ResponseError `not-json`: not JSON, a key twice in one object (whatever its values), or deeper than `MAX_DEPTH`;
 *   `too-large`: more values than `budget` has left; those that came are taken from it.
 */
export function parseJson(
  text: string,
  budget: ValueBudget = { left: MAX_VALUES },
  subject = "The response",
): JsonValue {
  const source = text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  const { depth, values, keys, places } = scanJson(source, MAX_DEPTH, budget.left);
  if (depth > MAX_DEPTH) {
    throw notJson(subject, `is nested more than ${MAX_DEPTH} levels deep.`, FAULT_OF_SERVICE);
  }
  if (values > budget.left) {
    const what = budget.left === MAX_VALUES ? `${subject} has` : "The pages together have";
    const hint = "Ask for fewer workflows with `query`.";
    throw new ResponseError(`${what} more than ${MAX_VALUES} values.`, { code: "too-large", hint });
  }
  budget.left -= values;
  const value = parseMarked(source, places, subject);
  if (countKeys(value) !== keys) {
    throw notJson(subject, "has a key twice in one object, so that one value would be lost.", FAULT_OF_SERVICE);
  }
  return value;
}

function parseMarked(source: string, places: readonly number[], subject: string): JsonValue {
  let text = source;
  try {
    text = markPlaces(source, places);
    const value = JSON.parse(text) as JsonValue;
    return places.length === 0 ? value : revive(value);
  } catch (error) {
    // No part of the text is shown: the caller can redact it.
    const { message } = error as Error;
    const isEarly = message.endsWith("end of JSON input") || message.includes(`at position ${text.length}`);
    throw notJson(subject, `is not JSON${text.trim() === "" ? " but empty" : isEarly ? ": it ends too early" : ""}.`);
  }
}

/**
 * The text with each of these numbers, and each of these keys in hex, as a string that starts with the mark. The parser does not
 * get such keys because of a fault of V8 in Node.js 24 and 26: after an object with the key `\`, it reads other keys that start
 * with an escape, such as `\n`, as that one (nodejs/node#63785).
 */
function markPlaces(source: string, places: readonly number[]): string {
  const pieces = [source.slice(0, places[0])];
  for (let index = 0; index < places.length; index += 2) {
    const end = places[index + 1] as number;
    const place = source.slice(places[index], end);
    const kept = place.startsWith('"') ? Buffer.from(JSON.parse(place) as string, "utf16le").toString("hex") : place;
    pieces.push(`"${MARK}${kept}"`, source.slice(end, places[index + 2]));
  }
  return pieces.join("");
}

/** Puts back what has the mark, in place where no key has it. */
function revive(value: JsonValue): JsonValue {
  if (typeof value === "string") {
    return value.startsWith(MARK) ? new ExactNumber(value.slice(MARK.length)) : value;
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const parent = value as JsonObject;
  const isRenamed = !Array.isArray(value) && Object.keys(parent).some((key) => key.startsWith(MARK));
  const revived: JsonObject = isRenamed ? {} : parent;
  for (const key in parent) {
    const field = revive(parent[key] as JsonValue);
    if (isRenamed || field !== parent[key]) {
      const isMarked = key.startsWith(MARK);
      setOwnField(revived, isMarked ? Buffer.from(key.slice(MARK.length), "hex").toString("utf16le") : key, field);
    }
  }
  return revived;
}

/** The keys in all objects: fewer than in the text if an object has one twice. */
function countKeys(value: JsonValue): number {
  let count = 0;
  if (Array.isArray(value)) {
    for (const element of value) {
      count += typeof element === "object" ? countKeys(element) : 0;
    }
  } else if (isJsonObject(value)) {
    for (const key in value) {
      const field = value[key];
      count += typeof field === "object" ? 1 + countKeys(field) : 1;
    }
  }
  return count;
}

/** One line of JSON, every number as it was written. Lone surrogates are written as `\udXXX` escapes. */
export function stringifyJson(value: JsonValue): string {
  return JSON.stringify(value).replaceAll(MARKED_NUMBERS, "$1");
}

const MARKED_NUMBERS = new RegExp(`"${MARK}([^"]+)"`, "g");

function notJson(subject: string, fault: string, hint?: string): ResponseError {
  return new ResponseError(`${subject} ${fault}`, { code: "not-json", hint });
}
