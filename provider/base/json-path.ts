/**
 * Parses JSON from outside, and reads it by paths. Users write paths as `owner.team`, or as a JSON Pointer (RFC 6901) such as
 * `/owner/team`, in all arguments and settings. Only an object's own fields and a list's elements are found, never the fields of a
 * prototype.
 */

const POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/;
/** A path with dots. It rejects `$.data` (JSONPath) and `.data` (jq) rather than treating them as field names. */
const DOTTED = /^(?!\$(?:\.|\[|$))[^./]+(?:\.[^./]+)*$/;
/** A longer text was not meant as a path. */
const MAX_LIKELY_LENGTH = 200;
const ARRAY_INDEX = /^(?:0|[1-9][0-9]{0,9})$/;

/** A parsed path. */
export interface Path {
  /** The path as the user wrote it. */
  readonly text: string;
  /**
   * Alternatives for the first step, to be tried in this order. A JSON Pointer has one. A name may contain dots, so that `a.b.c` may
   * be the field "a.b.c", or "a" and then `b.c`, or "a.b" and then `c`. Empty at the end of the path.
   */
  readonly steps: readonly Step[];
}

interface Step {
  readonly name: string;
  readonly rest: Path;
}

/** Parses a path. A string that begins with a slash is a JSON Pointer, and the empty string is the whole value. */
export function parsePath(text: string): Path {
  return pathOf(text, stepNames(text), !isPointer(text));
}

/**
 * Makes a path. Its steps are computed when they are first needed, because each further dot doubles the number of ways to read the path,
 * and most of them are never tried.
 */
function pathOf(text: string, names: readonly string[], isDotted: boolean): Path {
  let steps: readonly Step[] | undefined;
  return {
    text,
    get steps() {
      return (steps ??= firstSteps(names, isDotted));
    },
  };
}

/**
 * Returns the alternatives for the first step of a path with these names:
 *
 * 1. In a JSON Pointer, each name is a step. So there is one alternative.
 * 2. In a path with dots, the first step may take several names: all of them first, then one, two, and so on.
 */
function firstSteps(names: readonly string[], isDotted: boolean): Step[] {
  if (names.length === 0) {
    return [];
  }
  const fewerNames = Array.from({ length: names.length - 1 }, (_, index) => index + 1);
  // How many names the first step takes.
  const counts = isDotted ? [names.length, ...fewerNames] : [1];
  return counts.map((count) => {
    const rest = names.slice(count);
    return { name: names.slice(0, count).join("."), rest: pathOf(rest.join("."), rest, isDotted) };
  });
}

/** Returns whether the text is a JSON Pointer (RFC 6901 §3): empty, or steps that each start with `/`, with `~` only in `~0` and `~1`. */
export function isPointer(text: string): boolean {
  return POINTER.test(text);
}

/** Returns whether the text is a path in a response. Names that are empty or have a slash need a JSON Pointer. */
export function isPath(text: string): boolean {
  return isPointer(text) || DOTTED.test(text);
}

/** Guesses the JSON Pointer behind a malformed path, for "Did you mean": `/data/token` for `$.data.token`. */
export function likelyPointer(text: string): string | undefined {
  const pointer = `/${text.replace(/^[$.#/]+/, "").replaceAll(".", "/")}`;
  return isPath(pointer) && text.length < MAX_LIKELY_LENGTH ? pointer : undefined;
}

/** Returns the names of all steps. In a path with dots, several of them may be one field's name. */
export function stepNames(path: string): string[] {
  return isPointer(path)
    ? path
        .split("/")
        .slice(1)
        .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    : path.split(".");
}

/**
 * Returns the value that the path leads to, and its JSON Pointer; `undefined` if there is none. On a list, a step is an index.
 *
 * @param pointer where `root` itself is in the JSON. Default: it is the whole JSON.
 * @typeParam T the type of all values in the JSON, at any depth.
 */
export function locate<T = unknown>(
  root: NoInfer<T>,
  path: string | Path,
  pointer = "",
): { readonly pointer: string; readonly value: T } | undefined {
  const { steps } = typeof path === "string" ? parsePath(path) : path;
  for (const { name, rest } of steps) {
    const child = childOf(root, name) as T | undefined;
    const result = child === undefined ? undefined : locate<T>(child, rest, pointer + pointerStep(name));
    if (result !== undefined) {
      return result;
    }
  }
  return steps.length === 0 ? { pointer, value: root } : undefined;
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
  // A number that JavaScript would write differently, such as `1.0`, is an object of the class `LosslessNumber`. It has no children.
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
