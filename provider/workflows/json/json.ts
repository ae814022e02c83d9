/** Parses and writes JSON without changing a digit. Runs in both processes. */
import { WorkflowsError } from "../../base/errors.js";
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

/** The number of values that a listing may still have. All its pages share one budget. */
export interface ValueBudget {
  left: number;
}

/**
 * Parses one JSON text. A byte order mark before it is dropped.
 *
 * @param budget The values of the text are subtracted from it.
 * @param subject The first words of messages, such as "The response".
 * @throws WorkflowsError `not-json`: not JSON, a key twice in one object (whatever its values), or deeper than `MAX_DEPTH`;
 *   `too-large`: more values than `budget` has left.
 */
export function parseJson(text: string, budget = { left: MAX_VALUES }, subject = "The response"): JsonValue {
  const source = text.replace(/^\ufeff/, "");
  const scanned = scanJson(source, budget.left);
  if (scanned.values > budget.left) {
    // A budget from which nothing was subtracted is that of the first text.
    const beginning = budget.left === MAX_VALUES ? `${subject} has` : "The pages together have";
    const hint = "Ask for fewer workflows with `query`.";
    throw new WorkflowsError(`${beginning} more than ${MAX_VALUES} values.`, { code: "too-large", hint });
  }
  budget.left -= scanned.values;
  let parsed: JsonValue;
  try {
    parsed = JSON.parse(scanned.text) as JsonValue;
  } catch (error) {
    // No part of the text is shown here. The caller can show it, redacted.
    const { message } = error as Error;
    const isEarly = message.endsWith("end of JSON input") || message.includes(`at position ${scanned.text.length}`);
    const ending = isEarly ? ": it ends too early" : "";
    throw notJson(subject, `is not JSON${source.trim() === "" ? " but empty" : ending}.`);
  }
  const restoration = { subject, hasMarks: scanned.text !== source, keys: 0 };
  const value = restore(parsed, 1, restoration);
  if (restoration.keys !== scanned.keys) {
    throw notJson(subject, "has a key twice in one object, so that one value would be lost.", ONLY_SERVICE_HELPS);
  }
  return value;
}

function notJson(subject: string, problem: string, hint?: string): WorkflowsError {
  return new WorkflowsError(`${subject} ${problem}`, { code: "not-json", hint });
}

/** The progress of `restore` in one text. */
interface Restoration {
  readonly subject: string;
  /** False if the scan marked nothing, so that no key has to be looked at. */
  readonly hasMarks: boolean;
  /** The number of keys so far, in all objects. A key that an object of the text has twice counts once. */
  keys: number;
}

/** Turns what `scanJson` marked back into exact numbers and keys, inside the parsed value, and counts the keys. */
function restore(value: JsonValue, depth: number, restoration: Restoration): JsonValue {
  if (typeof value !== "object" || value === null) {
    return value;
  }
  const onlyElement = Array.isArray(value) && value.length === 1 ? value[0] : undefined;
  if (typeof onlyElement === "string" && onlyElement.startsWith(MARK)) {
    return new ExactNumber(onlyElement.slice(MARK.length));
  }
  if (depth > MAX_DEPTH) {
    throw notJson(restoration.subject, `is nested more than ${MAX_DEPTH} levels deep.`, ONLY_SERVICE_HELPS);
  }
  if (Array.isArray(value)) {
    // We don't use `forEach`, because this loop takes half of its time.
    for (let index = 0; index < value.length; index++) {
      value[index] = restore(value[index] as JsonValue, depth + 1, restoration);
    }
    return value;
  }
  const object = restoration.hasMarks ? restoreKeys(value as JsonObject) : (value as JsonObject);
  for (const key in object) {
    restoration.keys++;
    const part = object[key] as JsonValue;
    const restored = restore(part, depth + 1, restoration);
    if (restored !== part) {
      setOwnField(object, key, restored);
    }
  }
  return object;
}

/** Turns the marked keys of an object back into keys. If two keys are the same then, the object has only one of them left. */
function restoreKeys(object: JsonObject): JsonObject {
  const keys = Object.keys(object);
  if (!keys.some((key) => key.startsWith(MARK))) {
    return object;
  }
  const restored: JsonObject = {};
  for (const key of keys) {
    const name = key.startsWith(MARK) ? Buffer.from(key.slice(MARK.length), "hex").toString("utf16le") : key;
    setOwnField(restored, name, object[key] as JsonValue);
  }
  return restored;
}

/**
 * Writes one line of JSON, with every number as the service wrote it. `ExactNumber.toJSON` returns a string, the mark and the number, of which
 * only the number is kept here. A lone surrogate is written as an escape, such as `\ud800`.
 */
export function stringifyJson(value: JsonValue): string {
  return JSON.stringify(value).replaceAll(MARKED_NUMBERS, "$1");
}

const MARKED_NUMBERS = new RegExp(`"${MARK}([^"]+)"`, "g");
