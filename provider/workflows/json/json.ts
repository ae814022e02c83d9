/** JSON in and out without changing a digit. */
import { randomBytes } from "node:crypto";
import { ResponseError } from "../../http/errors.js";
import { scanJson } from "./scan-json.js";
import { ExactNumber, isJsonObject, type JsonObject, type JsonValue, setOwnField } from "./values.js";

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
  const { depth, values, keys, places } = scanJson(source, { depth: MAX_DEPTH, values: budget.left });
  if (depth > MAX_DEPTH) {
    throw notJson(subject, `is nested more than ${MAX_DEPTH} levels deep.`, FAULT_OF_SERVICE);
  }
  if (values > budget.left) {
    const what = budget.left === MAX_VALUES ? `${subject} has` : "The pages together have";
    const hint = "Ask for fewer workflows with `query`.";
    throw new ResponseError(`${what} more than ${MAX_VALUES} values.`, { code: "too-large", hint });
  }
  budget.left -= values;
  // What the parser would change passes it as a string that starts with a mark no service can know.
  const mark = places.length === 0 ? undefined : randomBytes(12).toString("base64url");
  const parsed = parseStrictly(mark === undefined ? source : markPlaces(source, places, mark, subject), subject);
  const value = mark === undefined ? parsed : revive(parsed, mark);
  if (countKeys(value) !== keys) {
    throw notJson(subject, "has a key twice in one object, so that one value would be lost.", FAULT_OF_SERVICE);
  }
  return value;
}

/** The text with each of these numbers, and each of these keys in hex, as a string that starts with the mark. */
function markPlaces(source: string, places: readonly number[], mark: string, subject: string): string {
  const pieces = [source.slice(0, places[0])];
  for (let index = 0; index < places.length; index += 2) {
    const end = places[index + 1] as number;
    const place = source.slice(places[index], end);
    const kept = place.startsWith('"') ? hexOf(parseStrictly(place, subject) as string) : place;
    pieces.push(`${kept}"${source.slice(end, places[index + 2])}`);
  }
  return pieces.join(`"${mark}`);
}

function hexOf(key: string): string {
  return Buffer.from(key, "utf16le").toString("hex");
}

function parseStrictly(text: string, subject: string): JsonValue {
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    // No part of the text is shown: the caller can redact it.
    const { message } = error as Error;
    const isEarly = message.endsWith("end of JSON input") || message.includes(`at position ${text.length}`);
    throw notJson(subject, `is not JSON${text.trim() === "" ? " but empty" : isEarly ? ": it ends too early" : ""}.`);
  }
}

/** Puts back what passed the parser under the mark, in place. */
function revive(value: JsonValue, mark: string): JsonValue {
  if (typeof value === "string") {
    return value.startsWith(mark) ? new ExactNumber(value.slice(mark.length)) : value;
  }
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const parent = Array.isArray(value) ? (value as unknown as JsonObject) : withKeys(value as JsonObject, mark);
  for (const key in parent) {
    const part = parent[key] as JsonValue;
    const revived = revive(part, mark);
    if (revived !== part) {
      setOwnField(parent, key, revived);
    }
  }
  return parent;
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

/**
 * The object with its marked keys as they were. The parser does not get them because of a fault of V8 in Node.js 24 and 26: after
 * an object with the key `\`, it reads other keys that start with an escape, such as `\n`, as that one (nodejs/node#63785).
 */
function withKeys(object: JsonObject, mark: string): JsonObject {
  if (!Object.keys(object).some((key) => key.startsWith(mark))) {
    return object;
  }
  const named: JsonObject = {};
  for (const [key, value] of Object.entries(object)) {
    const name = key.startsWith(mark) ? Buffer.from(key.slice(mark.length), "hex").toString("utf16le") : key;
    setOwnField(named, name, value);
  }
  return named;
}

/** One line of JSON, every number as it was written. Lone surrogates are written as `\udXXX` escapes. */
export function stringifyJson(value: JsonValue): string {
  if (!hasExactNumber(value)) {
    return JSON.stringify(value);
  }
  // Item by item: the platform's writer is the quicker one, and most items may have no exact number.
  const write = (part: JsonValue): string =>
    hasExactNumber(part) ? writeJson(part, Object.keys) : JSON.stringify(part);
  return Array.isArray(value) ? `[${value.map(write).join()}]` : write(value);
}

/** Writes JSON with the keys that `keysOf` gives, in its order. Joins rather than adds: added text stays a tree in memory. */
export function writeJson(value: JsonValue, keysOf: (object: JsonObject) => string[]): string {
  if (typeof value !== "object" || value === null) {
    return JSON.stringify(value);
  }
  if (value instanceof ExactNumber) {
    return value.text;
  }
  if (Array.isArray(value)) {
    return `[${value.map((element) => writeJson(element, keysOf)).join()}]`;
  }
  const fields = keysOf(value).map((key) => `${JSON.stringify(key)}:${writeJson(value[key] as JsonValue, keysOf)}`);
  return `{${fields.join()}}`;
}

function hasExactNumber(value: JsonValue): boolean {
  if (typeof value !== "object" || value === null || value instanceof ExactNumber) {
    return value instanceof ExactNumber;
  }
  return (Array.isArray(value) ? value : Object.values(value)).some(hasExactNumber);
}

function notJson(subject: string, fault: string, hint?: string): ResponseError {
  return new ResponseError(`${subject} ${fault}`, { code: "not-json", hint });
}
