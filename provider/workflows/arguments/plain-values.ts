/**
 * Finds values that are not plain, that is, not JSON. They are refused: a Map or a Date, for example, has no fields of
 * its own, so that a filter made of it would match everything.
 */
import { isRecord } from "../../base/json-path.js";

/**
 * Stands for a value that is not known yet. Callers put it in place of the engine's own unknown values, so that this
 * folder does not depend on the engine.
 */
export const NOT_KNOWN_YET = Symbol("a value that is not known yet");

/**
 * The key of a placeholder for a value that is not plain. The placeholder contains the value's kind and not its
 * content.
 */
const NOT_PLAIN = "__notPlain";

/** Returns a placeholder for a value of this kind, such as "an instance of Map". It is refused wherever it stands. */
export function placeholder(kind: string): object {
  return { [NOT_PLAIN]: kind };
}

/**
 * Returns the kind of a value that is not plain, or that a placeholder stands for; `undefined` for a plain value. Does
 * not look into lists and objects.
 */
export function kindIfNotPlain(value: unknown): string | undefined {
  if (["function", "symbol", "bigint"].includes(typeof value)) {
    return `a ${typeof value}`;
  }
  if (typeof value === "string") {
    return value.isWellFormed() ? undefined : "a string with half of a surrogate pair";
  }
  if (!isRecord(value)) {
    return typeof value === "number" && !Number.isFinite(value) ? String(value) : undefined;
  }
  if (Object.hasOwn(value, NOT_PLAIN)) {
    return String(value[NOT_PLAIN]);
  }
  // A plain object has no prototype, or a prototype that has none itself. A comparison with `Object.prototype` would
  // refuse the plain objects of a Node.js `vm` context, which has another `Object.prototype`.
  const prototype: unknown = Object.getPrototypeOf(value);
  const isInstance = prototype !== null && Object.getPrototypeOf(prototype) !== null;
  if (isInstance) {
    // The name is `Object` if the prototype was made without a class, such as by `Object.create`.
    const name = (value["constructor"] as { name?: unknown } | null | undefined)?.name;
    return `an instance of ${typeof name === "string" && /^(?!Object$)[\w$]{1,100}$/.test(name) ? name : "a class"}`;
  }
  // A copy of the object would get another prototype in place of this key.
  return Object.hasOwn(value, "__proto__") ? "an object with the key __proto__" : undefined;
}

/** Returns whether the value is a plain object, and not an instance of a class or a placeholder. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && kindIfNotPlain(value) === undefined;
}
