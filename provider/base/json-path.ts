/**
 * Parses JSON from outside, and reads it by paths. Users write paths as `owner.team`, or as a JSON Pointer (RFC 6901)
 * such as `/owner/team`, in all arguments and settings. Only an object's own fields and a list's elements are found,
 * never the fields of a prototype.
 */

const POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/;
/** Matches a path with dots, but not `$.data` (JSONPath) or `.data` (jq), which would be names of fields. */
const DOTTED = /^(?!\$(?:\.|\[|$))[^./]+(?:\.[^./]+)*$/;
/** A text of this length or more was not meant as a path. */
const MAX_LIKELY_LENGTH = 200;
const ARRAY_INDEX = /^(?:0|[1-9][0-9]{0,9})$/;

/** A parsed path. */
export interface Path {
  /** The path as the user wrote it. */
  readonly text: string;
  /** The names of its steps. Empty for the whole value. */
  readonly names: readonly string[];
}

/** Parses a path. A string that begins with a slash is a JSON Pointer, and the empty string is the whole value. */
export function parsePath(text: string): Path {
  return { text, names: stepNames(text) };
}

/**
 * Returns whether the text is a JSON Pointer (RFC 6901 §3): empty, or steps that each start with `/`, with `~` only in
 * `~0` and `~1`.
 */
export function isPointer(text: string): boolean {
  return POINTER.test(text);
}

/** Returns whether the text is a path. A step whose name is empty, or has a slash or a dot, needs a JSON Pointer. */
export function isPath(text: string): boolean {
  return isPointer(text) || DOTTED.test(text);
}

/** Guesses the JSON Pointer behind a malformed path, for "Did you mean": `/data/token` for `$.data.token`. */
export function likelyPointer(text: string): string | undefined {
  const pointer = `/${text.replace(/^[$.#/]+/, "").replaceAll(".", "/")}`;
  return isPath(pointer) && text.length < MAX_LIKELY_LENGTH ? pointer : undefined;
}

/** Returns the names of all steps of a path. */
export function stepNames(path: string): string[] {
  return isPointer(path)
    ? path
        .split("/")
        .slice(1)
        .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    : path.split(".");
}

/**
 * Returns the value that the path leads to, and its JSON Pointer; `undefined` if there is none. On a list, a step is an
 * index.
 *
 * @param pointer where `root` itself is in the JSON. Default: it is the whole JSON.
 * @typeParam T the type of all values in the JSON, at any depth.
 */
export function locate<T = unknown>(
  root: NoInfer<T>,
  path: string,
  pointer = "",
): { readonly pointer: string; readonly value: T } | undefined {
  const names = stepNames(path);
  let value: T | undefined = root;
  for (const name of names) {
    value = childOf(value, name) as T | undefined;
  }
  return value === undefined ? undefined : { pointer: pointer + names.map(pointerStep).join(""), value };
}

/** Returns the value that the path leads to; `undefined` if there is none. */
export function readPath<T = unknown>(root: NoInfer<T>, path: string): T | undefined {
  return locate<T>(root, path)?.value;
}

/** Returns the field of an object, or the list's element with this index; `undefined` if there is none. */
export function childOf(value: unknown, name: string): unknown {
  if (Array.isArray(value)) {
    return ARRAY_INDEX.test(name) ? (value as unknown[])[Number(name)] : undefined;
  }
  // A number that JavaScript would write differently, such as `1.0`, is an object of the class `LosslessNumber`. It has
  // no children.
  const isPlain = isRecord(value) && Object.getPrototypeOf(value) === Object.prototype;
  return isPlain && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** Writes one step of a pointer, escaped. */
export function pointerStep(name: string | number): string {
  return `/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** Returns whether the value is an object, and not a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Parses a JSON text; returns `undefined` if it is not JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
