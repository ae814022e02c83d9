/** JSON in and out without changing a digit: the platform's own parser and writer, with exact numbers carried past them. */
import { randomBytes } from "node:crypto";
import { excerpt } from "../../http/excerpt.js";
import { ResponseError } from "../../http/errors.js";
import { ExactNumber } from "./numbers.js";
import { findDuplicateKey, scanJson } from "./scan-json.js";

/**
 * Any JSON. A number whose text JavaScript would write back is a `number`, any other one an `ExactNumber`. `__proto__` is an
 * ordinary own key.
 */
export type JsonValue = null | boolean | number | string | ExactNumber | JsonValue[] | JsonObject;

export interface JsonObject {
  [key: string]: JsonValue;
}

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

/** The value of the object's own field, never of an inherited one. */
export function ownField(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Sets an own field, `__proto__` too. */
export function setOwnField<T>(object: Record<string, T>, key: string, value: T): void {
  if (key === "__proto__") {
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    object[key] = value;
  }
}

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
  const scan = scanJson(source, { depth: MAX_DEPTH, values: budget.left });
  if (scan.depth > MAX_DEPTH) {
    throw notJson(subject, `is nested more than ${MAX_DEPTH} levels deep.`, FAULT_OF_SERVICE);
  }
  if (scan.values > budget.left) {
    const what = budget.left === MAX_VALUES ? `${subject} has` : "The pages together have";
    const hint = "Ask for fewer workflows with `query`.";
    throw new ResponseError(`${what} more than ${MAX_VALUES} values.`, { code: "too-large", hint });
  }
  budget.left -= scan.values;
  // What the parser would change passes it as a string that starts with a mark no service can know.
  const mark = scan.places.length === 0 ? undefined : randomBytes(12).toString("base64url");
  let marked = source;
  let value: JsonValue;
  try {
    if (mark !== undefined) {
      marked = markPlaces(source, scan.places, mark);
    }
    value = JSON.parse(marked) as JsonValue;
  } catch (error) {
    throw notJson(subject, `is not JSON${syntaxFault(marked, error)}.`);
  }
  const revived = revive(value, mark);
  if (revived.keys !== scan.keys) {
    const key = findDuplicateKey(source);
    const fault = `has the key "${excerpt(key ?? "")}" twice in one object, so that one value would be lost.`;
    throw notJson(subject, fault, FAULT_OF_SERVICE);
  }
  return revived.value;
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

/** The text with each of these numbers, and the hex of each of these keys, as a string that starts with the mark. */
function markPlaces(source: string, places: readonly number[], mark: string): string {
  const pieces = [source.slice(0, places[0])];
  for (let index = 0; index < places.length; index += 2) {
    const end = places[index + 1] as number;
    const place = source.slice(places[index], end);
    const kept = place.startsWith('"') ? hexOf(JSON.parse(place) as string) : place;
    pieces.push(`${kept}"${source.slice(end, places[index + 2])}`);
  }
  return pieces.join(`"${mark}`);
}

function hexOf(key: string): string {
  return Buffer.from(key, "utf16le").toString("hex");
}

function keyOf(hex: string): string {
  return Buffer.from(hex, "hex").toString("utf16le");
}

/** Puts back what passed the parser under the mark, and counts the keys that came through. */
function revive(root: JsonValue, mark: string | undefined): { value: JsonValue; keys: number } {
  let keys = 0;
  const walk = (value: JsonValue): JsonValue => {
    if (typeof value === "string") {
      return mark !== undefined && value.startsWith(mark) ? new ExactNumber(value.slice(mark.length)) : value;
    }
    if (typeof value !== "object" || value === null) {
      return value;
    }
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) {
        const element = value[index] as JsonValue;
        const revived = walk(element);
        if (revived !== element) {
          value[index] = revived;
        }
      }
      return value;
    }
    const object = mark === undefined ? (value as JsonObject) : withKeys(value as JsonObject, mark);
    const names = Object.keys(object);
    keys += names.length;
    for (const name of names) {
      const field = object[name] as JsonValue;
      const revived = walk(field);
      if (revived !== field) {
        setOwnField(object, name, revived);
      }
    }
    return object;
  };
  return { value: walk(root), keys };
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
    setOwnField(named, key.startsWith(mark) ? keyOf(key.slice(mark.length)) : key, value);
  }
  return named;
}

function hasExactNumber(value: JsonValue): boolean {
  if (typeof value !== "object" || value === null) {
    return false;
  }
  if (value instanceof ExactNumber) {
    return true;
  }
  if (Array.isArray(value)) {
    return value.some(hasExactNumber);
  }
  for (const key in value) {
    if (hasExactNumber(value[key] as JsonValue)) {
      return true;
    }
  }
  return false;
}

/** Why the text cannot be parsed. It shows no part of the text: the caller does, which can redact it. */
function syntaxFault(source: string, error: unknown): string {
  if (source.trim() === "") {
    return " but empty";
  }
  const { message } = error as Error;
  const early = message.endsWith("end of JSON input") || message.includes(`at position ${source.length}`);
  return early ? ": it ends too early" : "";
}

function notJson(subject: string, fault: string, hint?: string): ResponseError {
  return new ResponseError(`${subject} ${fault}`, { code: "not-json", hint });
}
