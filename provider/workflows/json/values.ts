/** What JSON is made of. A number keeps the text that the service wrote. */
import { randomBytes } from "node:crypto";

/**
 * Any JSON. A number whose text JavaScript would write back is a `number`, any other one an `ExactNumber`. `__proto__` is an
 * ordinary own key.
 */
export type JsonValue = null | boolean | number | string | ExactNumber | JsonValue[] | JsonObject;

export interface JsonObject {
  [key: string]: JsonValue;
}

/** What the platform's parser and writer would change passes them as a string that starts with a mark no service can know. */
export const MARK = randomBytes(12).toString("base64url");

/** A number whose text JavaScript would not write back: `12345678901234567890`, `1.0`, `1e5`, `-0`, `1e400`. */
export class ExactNumber {
  /** @param text as the service wrote it. */
  constructor(readonly text: string) {}

  toJSON(): string {
    return MARK + this.text;
  }
}

export type JsonNumber = number | ExactNumber;

export function isJsonNumber(value: JsonValue | undefined): value is JsonNumber {
  return typeof value === "number" || value instanceof ExactNumber;
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
