/**
 * Plain values: text, numbers, booleans, `null`, and lists and objects of them. Arguments are made of these alone. Of
 * anything else, such as a Map, the engine's wire format keeps nothing: a filter would become none.
 */
import { A_RESOURCE, isUnknown, kindOfOwnObject, SIGNATURE_KEY } from "../engine-signatures.js";

/**
 * The key of the placeholder for a value that is not plain. A placeholder is a plain object: it reaches the provider's process
 * through the engine, and is reported there with all other faults. Its value describes the kind, never the content.
 */
const NOT_PLAIN = "__notPlain";

/** Objects nested deeper are not followed. */
const MAX_DEPTH = 100;

/** Keys that a copy for the wire must not have. */
const RESERVED_KEYS: ReadonlySet<string> = new Set([SIGNATURE_KEY, "__proto__", NOT_PLAIN]);

export interface ToPlainOptions {
  /**
   * Follows an Output or a promise: gives its value in the copy, made with `continueWith` from what it resolves
   * to. Without it, Outputs and promises are not plain.
   */
  readonly follow?: ((value: object, continueWith: (settled: unknown) => unknown) => unknown) | undefined;
  /** Replaces an object that is not plain before it is judged; `undefined` if it does not replace it. */
  readonly convert?: ((value: object | bigint | number) => unknown) | undefined;
  /**
   * Set for a copy that is sent over the engine's wire format. What that format drops or changes is not plain then: NaN,
   * infinite numbers, keys and texts that the engine takes for its own, and `undefined` where it is named here. An
   * `undefined` elsewhere is left out.
   */
  readonly wire?: { readonly undefinedFields: boolean; readonly undefinedElements: boolean } | undefined;
  /** The key of `value` whose value stays as it is. */
  readonly keep?: string | undefined;
  /** Whether an empty object is doubtful: `pulumi.output` makes one of a Map or a Date. */
  readonly refuseEmpty?: boolean | undefined;
}

/**
 * A copy of `value` in which everything is plain. What is not plain, cannot be sent, or contains itself is replaced by a
 * placeholder that {@link placeholderOf} describes. Fields that are `undefined` stay.
 */
export function toPlain(value: unknown, options: ToPlainOptions = {}): unknown {
  return copy(value, options, []);
}

/** @param isMarked whether `undefined` is replaced by a placeholder. */
function copy(value: unknown, options: ToPlainOptions, ancestors: readonly object[], isMarked = false): unknown {
  try {
    return value === undefined && isMarked
      ? placeholder("undefined")
      : copyReadable(value, options, ancestors, isMarked);
  } catch {
    return placeholder("an object that cannot be read: a getter or a Proxy of it throws");
  }
}

function copyReadable(
  value: unknown,
  options: ToPlainOptions,
  ancestors: readonly object[],
  isMarked: boolean,
): unknown {
  const converted = isConvertible(value) ? options.convert?.(value) : undefined;
  if (converted !== undefined) {
    return copy(converted, options, ancestors);
  }
  if (isDeferred(value) && options.follow !== undefined) {
    const below = isOutput(value) ? { ...options, refuseEmpty: true } : options;
    return options.follow(value, (settled) => copy(settled, below, ancestors, isMarked));
  }
  const kind = kindIfNotPlain(value, options);
  if (kind !== undefined) {
    return placeholder(kind);
  }
  if (typeof value !== "object" || value === null || placeholderOf(value) !== undefined || isSdkUnknown(value)) {
    return value;
  }
  if (ancestors.includes(value)) {
    return placeholder(Array.isArray(value) ? "a list that contains itself" : "an object that contains itself");
  }
  return ancestors.length > MAX_DEPTH
    ? placeholder("nested too deeply")
    : copyParts(value, options, [...ancestors, value]);
}

function copyParts(value: object, options: ToPlainOptions, ancestors: readonly object[]): unknown {
  const { wire, keep } = options;
  if (Array.isArray(value)) {
    // Not `map`, which skips the holes of a sparse list.
    return Array.from(value, (part) => copy(part, options, ancestors, wire?.undefinedElements));
  }
  const isTop = ancestors.length === 1;
  const field = (key: string, part: unknown): [string, unknown] => {
    if (!key.isWellFormed() || (wire !== undefined && RESERVED_KEYS.has(key))) {
      return [`_${key.toWellFormed()}`, placeholder("under a name that cannot be sent")];
    }
    const isKept = isTop && key === keep;
    return [key, isKept ? part : copy(part, options, ancestors, isTop && wire?.undefinedFields)];
  };
  return Object.fromEntries(Object.entries(value).map(([key, part]) => field(key, part)));
}

/** What replaced a value that is not plain: `a Map`, `a function`. `undefined` for all other values. */
export function placeholderOf(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, NOT_PLAIN)) {
    return undefined;
  }
  return String((value as { [NOT_PLAIN]: unknown })[NOT_PLAIN]);
}

function placeholder(kind: string): object {
  return { [NOT_PLAIN]: kind };
}

export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value) || isDeferred(value)) {
    return false;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  // The prototype of another realm's objects, such as those of a virtual machine, is not our `Object.prototype`.
  return (
    prototype === null ||
    (Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype as object, "hasOwnProperty"))
  );
}

/** An Output or a promise. */
export function isDeferred(value: unknown): value is object {
  if (typeof value !== "object" || value === null) {
    return false;
  }
  // Any property of an Output is an Output, `then` too.
  return isOutput(value) || typeof (value as { then?: unknown }).then === "function";
}

function isOutput(value: object): boolean {
  return (value as { __pulumiOutput?: unknown }).__pulumiOutput === true;
}

/** What the SDK puts in place of a value that is not known yet. */
function isSdkUnknown(value: object): boolean {
  return (value as { __pulumiUnknown?: unknown }).__pulumiUnknown === true;
}

function isConvertible(value: unknown): value is object | bigint | number {
  return (typeof value === "object" && value !== null) || typeof value === "bigint" || typeof value === "number";
}

/** What `value` is, if it is not plain itself; what is in a list or an object is not looked at. */
function kindIfNotPlain(value: unknown, { wire, refuseEmpty }: ToPlainOptions): string | undefined {
  switch (typeof value) {
    case "function":
      return "a function";
    case "symbol":
      return "a symbol";
    case "bigint":
      return "a bigint (write a number, or its digits as text)";
    case "number":
      return wire !== undefined && !Number.isFinite(value) ? String(value) : undefined;
    case "string":
      if (wire !== undefined && isUnknown(value)) {
        return "the engine's mark for a value that is not known yet";
      }
      return value.isWellFormed() ? undefined : "a string with half of a surrogate pair, which cannot be sent";
    case "object":
      return value === null || Array.isArray(value)
        ? undefined
        : kindOfObject(value, wire !== undefined, refuseEmpty === true);
    default:
      return undefined;
  }
}

function kindOfObject(value: object, isSent: boolean, refuseEmpty: boolean): string | undefined {
  if (isDeferred(value)) {
    return "an Output or a promise (only the functions whose names end in Output take these)";
  }
  if ((value as { __pulumiResource?: unknown }).__pulumiResource === true) {
    return A_RESOURCE;
  }
  if (!isPlainObject(value) && !isSdkUnknown(value)) {
    return describeInstance(value);
  }
  // Before it is sent, such a key is a fault of its own: see `copyParts`.
  const ownKind = isSent ? undefined : kindOfOwnObject(value);
  if (ownKind !== undefined) {
    return ownKind;
  }
  return refuseEmpty && Object.keys(value).length === 0
    ? "an empty object in an Output, which is also what `pulumi.output` makes of a Map, a Date and the like"
    : undefined;
}

function describeInstance(value: object): string {
  if (value instanceof Date) {
    return "a Date (write its text: date.toISOString())";
  }
  if (value instanceof Map || value instanceof URLSearchParams) {
    return `a ${value.constructor.name} (write an object: Object.fromEntries(…))`;
  }
  if (value instanceof Set) {
    return "a Set (write a list: [...set])";
  }
  const name = (value as { constructor?: { name?: unknown } | null }).constructor?.name;
  return typeof name === "string" && /^[\w$]{1,100}$/.test(name) && name !== "Object"
    ? `an instance of ${name}`
    : "an object with a prototype of its own";
}

/** The value of a trigger, which may be anything that has content: what the wire format would drop, as text or as a list. */
export function triggerContent(value: object | bigint | number): unknown {
  if (typeof value === "bigint" || (typeof value === "number" && !Number.isFinite(value))) {
    return String(value);
  }
  if (typeof value === "number") {
    return undefined;
  }
  if (value instanceof Date) {
    return Number.isNaN(value.getTime()) ? String(value) : value.toISOString();
  }
  if (value instanceof Map || value instanceof URLSearchParams || value instanceof Set) {
    return [...value];
  }
  if (value instanceof RegExp || value instanceof URL) {
    return String(value);
  }
  return ArrayBuffer.isView(value)
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("base64")
    : undefined;
}
