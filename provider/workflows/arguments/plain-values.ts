/**
 * Plain values: text, numbers, booleans, `null`, and lists and objects of them. Arguments are made of these alone. Of
 * anything else, such as a Map, the engine's wire format keeps nothing: a filter would become none.
 */
import { A_RESOURCE, isUnknown, kindOfOwnObject, SIGNATURE_KEY } from "../engine-signatures.js";

/**
 * The key of the placeholder for a value that is not plain. A placeholder is a plain object: it reaches the provider's process
 * through the engine, and is reported there with all other issues. Its value describes the kind, never the content.
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
  /** Replaces a value before it is judged; returns one that it does not replace. No Output and no promise is given to it. */
  readonly convert?: ((value: unknown) => unknown) | undefined;
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
function copy(given: unknown, options: ToPlainOptions, ancestors: readonly object[], isMarked = false): unknown {
  if (given === undefined && isMarked) {
    return placeholder("undefined");
  }
  try {
    if (isDeferred(given) && options.follow !== undefined) {
      const below = isOutput(given) ? { ...options, refuseEmpty: true } : options;
      return options.follow(given, (settled) => copy(settled, below, ancestors, isMarked));
    }
    const value = isDeferred(given) || options.convert === undefined ? given : options.convert(given);
    const kind = kindIfNotPlain(value, options, ancestors);
    if (kind !== undefined) {
      return placeholder(kind);
    }
    const isWhole = typeof value !== "object" || value === null || placeholderOf(value) !== undefined;
    return isWhole || isSdkUnknown(value) ? value : copyParts(value, options, [...ancestors, value]);
  } catch {
    return placeholder("an object that cannot be read: a getter or a Proxy of it throws");
  }
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

/** What replaced a value that is not plain: `an instance of Map`, `a function`. `undefined` for all other values. */
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

/** What `value` is, if it is not plain itself; what is in a list or an object is not looked at. */
function kindIfNotPlain(value: unknown, options: ToPlainOptions, ancestors: readonly object[]): string | undefined {
  const isSent = options.wire !== undefined;
  switch (typeof value) {
    case "function":
    case "symbol":
    case "bigint":
      return `a ${typeof value}`;
    case "number":
      return isSent && !Number.isFinite(value) ? String(value) : undefined;
    case "string":
      if (isSent && isUnknown(value)) {
        return "the engine's mark for a value that is not known yet";
      }
      return value.isWellFormed() ? undefined : "a string with half of a surrogate pair, which cannot be sent";
    case "object":
      return value === null ? undefined : kindOfObject(value, options, ancestors);
    default:
      return undefined;
  }
}

function kindOfObject(
  value: object,
  { wire, refuseEmpty }: ToPlainOptions,
  ancestors: readonly object[],
): string | undefined {
  if (isDeferred(value)) {
    return "an Output or a promise (only the functions whose names end in Output take these)";
  }
  if ((value as { __pulumiResource?: unknown }).__pulumiResource === true) {
    return A_RESOURCE;
  }
  if (!Array.isArray(value) && !isPlainObject(value) && !isSdkUnknown(value)) {
    const name = (value as { constructor?: { name?: unknown } | null }).constructor?.name;
    return `an instance of ${typeof name === "string" && /^(?!Object$)[\w$]{1,100}$/.test(name) ? name : "a class"}`;
  }
  if (ancestors.includes(value)) {
    return "an object or a list that contains itself";
  }
  if (ancestors.length > MAX_DEPTH) {
    return "nested too deeply";
  }
  // Before it is sent, such a key is an issue of its own: see `copyParts`.
  const ownKind = wire === undefined ? kindOfOwnObject(value) : undefined;
  return refuseEmpty === true && !Array.isArray(value) && Object.keys(value).length === 0
    ? "an empty object in an Output, which is also what `pulumi.output` makes of a Map, a Date and the like"
    : ownKind;
}

/** The value of a trigger, which may be anything that has content: what is not plain, as text or as a list. */
export function triggerContent(value: unknown): unknown {
  if (typeof value === "bigint" || (typeof value === "number" && !Number.isFinite(value))) {
    return String(value);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value) || isPlainObject(value)) {
    return value;
  }
  if (ArrayBuffer.isView(value)) {
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("base64");
  }
  // A Date, a URL; a Map, a Set, a URLSearchParams.
  const { toJSON, [Symbol.iterator]: iterator } = value as { toJSON?: unknown; [Symbol.iterator]?: unknown };
  if (typeof toJSON === "function") {
    return toJSON.call(value) as unknown;
  }
  return typeof iterator === "function" ? [...(value as Iterable<unknown>)] : value;
}
