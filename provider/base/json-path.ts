/**
 * JSON from outside: it is parsed, and read by paths. Users write paths as `owner.team`, or as a JSON Pointer (RFC 6901) such as
 * `/owner/team`, in all arguments and settings. Only own fields and list elements are found, never fields of a prototype.
 */

const POINTER = /^(?:\/(?:[^~/]|~[01])*)*$/;
/** `$.data` is JSONPath, and `.data` is jq's: neither is read as names that happen to begin so. */
const DOTTED = /^(?!\$(?:\.|\[|$))[^./]+(?:\.[^./]+)*$/;
const ARRAY_INDEX = /^(?:0|[1-9][0-9]{0,9})$/;

/** A parsed path. */
export interface Path {
  /** As it is written. */
  readonly text: string;
  /**
   * The ways to take the first step, to be tried in this order. Empty: the path ends here. A JSON Pointer has one way. In
   * `a.b.c` a name may contain dots: `a.b.c`, else `a`, else `a.b`.
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

/** The steps are found when they are needed: most paths have one name. */
function pathOf(text: string, names: readonly string[], isDotted: boolean): Path {
  let steps: readonly Step[] | undefined;
  const stepOf = (count: number): Step => {
    const rest = names.slice(count);
    return { name: names.slice(0, count).join("."), rest: pathOf(rest.join("."), rest, isDotted) };
  };
  const counts = isDotted && names.length > 0 ? [names.length, ...names.keys()].filter((count) => count > 0) : [1];
  return {
    text,
    get steps() {
      return (steps ??= names.length === 0 ? [] : counts.map(stepOf));
    },
  };
}

/** Whether the text is a JSON Pointer (§3): empty, or steps that each start with `/`, with `~` only in `~0` and `~1`. */
export function isPointer(text: string): boolean {
  return POINTER.test(text);
}

/** Whether the text is a path in a response. Names that are empty or have a slash need a JSON Pointer. */
export function isPath(text: string): boolean {
  return isPointer(text) || DOTTED.test(text);
}

/** The JSON Pointer that a string which is no path probably means, such as `/data/token` for `data/token`. */
export function likelyPointer(text: string): string | undefined {
  const pointer = `/${text.replace(/^[$.#/]+/, "").replaceAll(".", "/")}`;
  return isPath(pointer) && text.length < 200 ? pointer : undefined;
}

/** The names of all steps. In a path that is written with dots, several may be one field's name. */
export function stepNames(path: string): string[] {
  return isPointer(path)
    ? path
        .split("/")
        .slice(1)
        .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    : path.split(".");
}

/**
 * What the path leads to, and its JSON Pointer; `undefined` if there is nothing. On a list, a step is an index.
 *
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
    const found = child === undefined ? undefined : locate<T>(child, rest, pointer + pointerStep(name));
    if (found !== undefined) {
      return found;
    }
  }
  return steps.length === 0 ? { pointer, value: root } : undefined;
}

/** The value that the path leads to; `undefined` if there is none. */
export function readPath<T = unknown>(root: NoInfer<T>, path: string): T | undefined {
  return locate<T>(root, path)?.value;
}

/** The field of an object, or the list's element with this index; `undefined` if there is none. */
export function childOf(value: unknown, name: string): unknown {
  if (Array.isArray(value)) {
    return ARRAY_INDEX.test(name) ? (value as unknown[])[Number(name)] : undefined;
  }
  // An exact number is an object of its own class. It has no children.
  const isPlain = isRecord(value) && Object.getPrototypeOf(value) === Object.prototype;
  return isPlain && Object.hasOwn(value, name) ? value[name] : undefined;
}

/** One more step of a pointer, escaped. */
export function pointerStep(name: string | number): string {
  return `/${String(name).replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

/** Whether the value is an object, and not a list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Parsed JSON; `undefined` if the text is not JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
