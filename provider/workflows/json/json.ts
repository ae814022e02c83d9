/** Parses and writes JSON without changing a digit. Runs in both processes. */
import { ResponseError } from "../../base/errors.js";
import { ExactNumber, MARK } from "./numbers.js";
import { scanJson } from "./scan-json.js";

/**
 * Any JSON. A number whose text JavaScript would write back is a `number`, any other one an `ExactNumber`. `__proto__` is an
 * ordinary own key.
 */
export type JsonValue = null | boolean | number | string | ExactNumber | JsonValue[] | JsonObject;

/** An object of JSON. Its fields are own fields. */
export interface JsonObject {
  [key: string]: JsonValue;
}

/** Returns whether the value is an object, and not a list, `null` or an exact number. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof ExactNumber);
}

/** Returns the value of the object's own field, never of an inherited field. */
export function ownField(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Sets an own field, even if its name is `__proto__`. */
export function setOwnField<T>(object: Record<string, T>, key: string, value: T): void {
  if (key === "__proto__") {
    Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    object[key] = value;
  }
}

/** Deeper JSON is refused, because all code after the parser walks it recursively. */
const MAX_DEPTH = 256;

/** At most this many values in one listing: `[[],[],…` takes forty times its size in memory, and would end the process. */
export const MAX_VALUES = 5_000_000;

/** The hint for malformed JSON that clearly came from the service, so that no setting helps. */
const ONLY_SERVICE_HELPS = "Only those who run the service can fix this.";

/** The number of values that may still come, if several texts make one listing. */
export interface ValueBudget {
  left: number;
}

/**
 * Parses one JSON text. A byte order mark before it is dropped.
 *
 * @param subject The first words of messages, such as "The response".
 * @throws ResponseError `not-json`: not JSON, a key twice in one object (whatever its values), or deeper than `MAX_DEPTH`;
 *   `too-large`: more values than `budget` has left. The values of the text are subtracted from `budget`.
 */
export function parseJson(text: string, budget = { left: MAX_VALUES }, subject = "The response"): JsonValue {
  const source = text.replace(/^\ufeff/, "");
  const scanned = scanJson(source, budget.left);
  if (scanned.values > budget.left) {
    const beginning = budget.left === MAX_VALUES ? `${subject} has` : "The pages together have";
    const hint = "Ask for fewer workflows with `query`.";
    throw new ResponseError(`${beginning} more than ${MAX_VALUES} values.`, { code: "too-large", hint });
  }
  budget.left -= scanned.values;
  const notJson = (problem: string, hint?: string) =>
    new ResponseError(`${subject} ${problem}`, { code: "not-json", hint });
  const hasMarks = scanned.text !== source;
  let keys = 0;

  /**
   * Turns marked strings back into exact numbers and marked keys back into keys, and counts the keys for the check of duplicates.
   * Changes the parsed value, unless an object has a marked key.
   */
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
      // We don't use `forEach`, because this loop takes half of its time.
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
        if (isRenamed && Object.hasOwn(restored, name)) {
          // Two keys of the object have the same name. Now the count differs from that of the scan, so that this is an error.
          keys--;
        }
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
    // No part of the text is shown here. The caller can show it, redacted.
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

/** Writes one line of JSON, with every number as the service wrote it. Lone surrogates are written as `\udXXX` escapes. */
export function stringifyJson(value: JsonValue): string {
  return JSON.stringify(value).replaceAll(MARKED_NUMBERS, "$1");
}

const MARKED_NUMBERS = new RegExp(`"${MARK}([^"]+)"`, "g");
