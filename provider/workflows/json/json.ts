/** JSON in and out without changing a digit. */
import { ResponseError } from "../../base/errors.js";
import { ExactNumber, MARK } from "./numbers.js";
import { scanJson } from "./scan-json.js";

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
const ONLY_SERVICE_HELPS = "Only those who run the service can fix this.";

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
export function parseJson(text: string, budget = { left: MAX_VALUES }, subject = "The response"): JsonValue {
  const source = text.replace(/^\ufeff/, "");
  const scanned = scanJson(source, budget.left);
  if (scanned.values > budget.left) {
    const what = budget.left === MAX_VALUES ? `${subject} has` : "The pages together have";
    const hint = "Ask for fewer workflows with `query`.";
    throw new ResponseError(`${what} more than ${MAX_VALUES} values.`, { code: "too-large", hint });
  }
  budget.left -= scanned.values;
  const notJson = (problem: string, hint?: string) =>
    new ResponseError(`${subject} ${problem}`, { code: "not-json", hint });
  const hasMarks = scanned.text !== source;
  let keys = 0;

  /** Puts back what has the mark, in place where no key has it, and counts the keys. */
  function restore(value: JsonValue, depth: number): JsonValue {
    if (typeof value !== "object" || value === null) {
      return value;
    }
    const first = Array.isArray(value) && value.length === 1 ? value[0] : undefined;
    if (typeof first === "string" && first.startsWith(MARK)) {
      return new ExactNumber(first.slice(MARK.length));
    }
    if (depth > MAX_DEPTH) {
      throw notJson(`is nested more than ${MAX_DEPTH} levels deep.`, ONLY_SERVICE_HELPS);
    }
    if (Array.isArray(value)) {
      // Not `forEach`: this loop takes half of its time.
      for (let index = 0; index < value.length; index++) {
        const element = value[index] as JsonValue;
        value[index] = typeof element === "object" ? restore(element, depth + 1) : element;
      }
      return value;
    }
    const object = value as JsonObject;
    const isRenamed = hasMarks && Object.keys(object).some((key) => key.startsWith(MARK));
    const restored: JsonObject = isRenamed ? {} : object;
    for (const key in object) {
      const part = object[key] as JsonValue;
      const field = typeof part === "object" ? restore(part, depth + 1) : part;
      if (isRenamed || field !== part) {
        const name = key.startsWith(MARK) ? Buffer.from(key.slice(MARK.length), "hex").toString("utf16le") : key;
        keys -= isRenamed && Object.hasOwn(restored, name) ? 1 : 0;
        setOwnField(restored, name, field);
      }
      keys++;
    }
    return restored;
  }

  let parsed: JsonValue;
  try {
    parsed = JSON.parse(scanned.text) as JsonValue;
  } catch (error) {
    // No part of the text is shown: the caller can redact it.
    const { message } = error as Error;
    const isEarly = message.endsWith("end of JSON input") || message.includes(`at position ${scanned.text.length}`);
    throw notJson(`is not JSON${source.trim() === "" ? " but empty" : isEarly ? ": it ends too early" : ""}.`);
  }
  const value = restore(parsed, 1);
  if (keys !== scanned.keys) {
    throw notJson("has a key twice in one object, so that one value would be lost.", ONLY_SERVICE_HELPS);
  }
  return value;
}

/** One line of JSON, every number as it was written. Lone surrogates are written as `\udXXX` escapes. */
export function stringifyJson(value: JsonValue): string {
  return JSON.stringify(value).replaceAll(MARKED_NUMBERS, "$1");
}

const MARKED_NUMBERS = new RegExp(`"${MARK}([^"]+)"`, "g");
