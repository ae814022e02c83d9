/** JSON as values: what they are, and their own fields, whatever these are called. */
import { LosslessNumber } from "lossless-json";

export { LosslessNumber };

/**
 * Any JSON. A number whose text JavaScript would write back just so is a `number`; every other one (`12345678901234567890`,
 * `1.0`, `1e5`, `-0`, `1e400`) is a `LosslessNumber`, whose `value` is the text. `__proto__` is an ordinary own key.
 */
export type JsonValue = null | boolean | number | string | LosslessNumber | JsonValue[] | JsonObject;

export interface JsonObject {
  [key: string]: JsonValue;
}

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof LosslessNumber);
}

/** The field's value if the object itself has it, never an inherited one. */
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
