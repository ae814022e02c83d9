/** JSON Pointer (RFC 6901) over parsed JSON: own fields and list elements, never fields of a prototype. */

const POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/;
const ARRAY_INDEX = /^(?:0|[1-9][0-9]{0,9})$/;

/** Whether the text is a JSON Pointer (§3): empty, or steps that each start with `/`, with `~` only in `~0` and `~1`. */
export function isPointer(text: string): boolean {
  return POINTER.test(text);
}

/**
 * The value at the pointer; `undefined` if there is none.
 *
 * @typeParam T the type of all values in the JSON, at any depth.
 */
export function readPointer<T = unknown>(root: NoInfer<T>, pointer: string): T | undefined {
  let value: unknown = root;
  for (const step of pointer.split("/").slice(1)) {
    value = childOf(value, step.replaceAll("~1", "/").replaceAll("~0", "~"));
  }
  return value as T | undefined;
}

/** One more step of a pointer, escaped. */
export function pointerStep(name: string | number): string {
  return `/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

function childOf(value: unknown, name: string): unknown {
  if (Array.isArray(value)) {
    return ARRAY_INDEX.test(name) ? (value as unknown[])[Number(name)] : undefined;
  }
  return isPlainObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** An exact number is an object of its own class. It has no children. */
function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
