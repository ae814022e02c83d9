/** Parses and writes JSON without changing a digit. */
import { isLosslessNumber, LosslessNumber, parse, stringify } from "lossless-json";
import { WorkflowsError } from "../../base/errors.js";

/**
 * Any JSON. A number whose text JavaScript would write back is a `number`, any other one a `LosslessNumber`, such as
 * `1.0`, `1e5` or `12345678901234567890`. `__proto__` is an ordinary own key.
 */
export type JsonValue = null | boolean | number | string | LosslessNumber | JsonValue[] | JsonObject;

/** An object of JSON. Its fields are own fields. */
export interface JsonObject {
  [key: string]: JsonValue;
}

/** Returns whether the value is an object, and not a list, `null` or a number. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
}

/** Returns the value of the object's own field, never of an inherited field. */
export function ownField(object: JsonObject, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Deeper JSON is refused, because the parser and all code after it walk it recursively. */
const MAX_DEPTH = 256;

/**
 * At most this many values in one listing: `[[],[],…` takes forty times its size in memory, and would end the process.
 */
export const MAX_VALUES = 5_000_000;

/** The hint for malformed JSON that clearly came from the service, so that no setting helps. */
const ONLY_SERVICE_HELPS = "Only those who run the service can fix this.";

/** The number of values that a listing may still have. All its pages share one budget. */
export interface ValueBudget {
  left: number;
}

/**
 * Parses JSON. Drops a byte order mark.
 *
 * @param budget The number of values that the text may have. What it has is subtracted from it.
 * @throws WorkflowsError `not-json`: not JSON, a key twice in one object (whatever its values), or deeper than
 *   `MAX_DEPTH`; `too-large`: more values than `budget` has left.
 */
export function parseJson(text: string, budget: ValueBudget = { left: MAX_VALUES }): JsonValue {
  const source = text.replace(/^\ufeff/, "");
  const size = sizeOf(source, budget.left);
  if (size.values > budget.left) {
    // If nothing has been subtracted from the budget, this is the first text.
    const beginning = budget.left === MAX_VALUES ? "The response has" : "The pages together have";
    const hint = "Ask for fewer workflows with `query`.";
    throw new WorkflowsError(`${beginning} more than ${MAX_VALUES} values.`, { code: "too-large", hint });
  }
  budget.left -= size.values;
  if (size.depth > MAX_DEPTH) {
    throw notJson(`is nested more than ${MAX_DEPTH} levels deep.`, ONLY_SERVICE_HELPS);
  }
  let value: JsonValue;
  try {
    value = parse(source, null, { parseNumber, onDuplicateKey: () => undefined }) as JsonValue;
  } catch (error) {
    // No part of the text is shown here. The caller can show it, redacted.
    const isEarly = (error as Error).message.endsWith(`at position ${source.length}`);
    const ending = isEarly ? ": it ends too early" : "";
    throw notJson(`is not JSON${source.trim() === "" ? " but empty" : ending}.`);
  }
  if (countKeys(value) !== size.keys) {
    throw notJson("has a key twice in one object, so that one value would be lost.", ONLY_SERVICE_HELPS);
  }
  return value;
}

/** Returns the error for a text that cannot be used as JSON. `problem` is a predicate. */
function notJson(problem: string, hint?: string): WorkflowsError {
  return new WorkflowsError(`The response ${problem}`, { code: "not-json", hint });
}

/** Returns a number as JavaScript has it, unless JavaScript would write it differently. */
function parseNumber(text: string): number | LosslessNumber {
  const number = Number(text);
  return String(number) === text ? number : new LosslessNumber(text);
}

/**
 * Counts the values, the levels and the keys of a JSON text. An empty list or object counts as if it had one value, and
 * a key that an object has twice counts twice. Stops after `maxValues` values. It runs before the parser, which
 * overflows the stack at some thousand levels, and takes seconds for millions of empty lists.
 */
function sizeOf(text: string, maxValues: number) {
  const size = { values: 1, keys: 0, depth: 0 };
  let depth = 0;
  let isInString = false;
  for (let index = 0; index < text.length && size.values <= maxValues; index++) {
    const character = text[index];
    if (isInString) {
      // The character after a backslash ends no string.
      index += character === "\\" ? 1 : 0;
      isInString = character !== '"';
    } else if (character === '"') {
      isInString = true;
    } else if (character === "[" || character === "{") {
      size.values++;
      depth++;
      size.depth = Math.max(size.depth, depth);
    } else if (character === "]" || character === "}") {
      depth--;
    } else if (character === ",") {
      size.values++;
    } else if (character === ":") {
      size.keys++;
    }
  }
  return size;
}

/** Counts the keys of all objects in the value. A key that an object of the text has twice counts once. */
function countKeys(value: JsonValue): number {
  let count = 0;
  if (Array.isArray(value)) {
    for (const element of value) {
      count += countKeys(element);
    }
  } else if (isJsonObject(value)) {
    for (const key of Object.keys(value)) {
      count += 1 + countKeys(value[key] as JsonValue);
    }
  }
  return count;
}

/**
 * Writes one line of JSON, with every number as the service wrote it. A lone surrogate is written as an escape, such as
 * `\ud800`.
 */
export function stringifyJson(value: JsonValue): string {
  return stringify(value) as string;
}
