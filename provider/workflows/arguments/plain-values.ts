/**
 * Detects values that are not plain, that is, not JSON. Pulumi serialises a Map or a Date to `{}`, and a filter would then match
 * everything. Runs in both processes.
 */
import { isRecord } from "../../base/json-path.js";
import { isUnknown, kindOfOwnObject } from "../engine-signatures.js";
import { NARROWING } from "./table.js";

/** The key of a placeholder for a value that is not plain. The engine keeps the placeholder, which has the value's kind and not its content. */
const NOT_PLAIN = "__notPlain";
const OUTPUT = "__pulumiOutput";
const EMPTY_IN_OUTPUT =
  "an empty object in an Output, which is also what `pulumi.output` makes of a Map, a Date and the like";

/** Returns the kind in a placeholder, such as "an instance of Map" or "a function", or `undefined` if the value is not a placeholder. */
export function placeholderOf(value: unknown): string | undefined {
  return isRecord(value) && Object.hasOwn(value, NOT_PLAIN) ? String(value[NOT_PLAIN]) : undefined;
}

/** Returns the kind of a value that is not plain, or `undefined`. Does not look into lists and objects. */
export function kindIfNotPlain(value: unknown): string | undefined {
  if (["function", "symbol", "bigint"].includes(typeof value)) {
    return `a ${typeof value}`;
  }
  if (typeof value === "string") {
    const broken = value.isWellFormed() ? undefined : "a string with half of a surrogate pair";
    return isUnknown(value) ? "the engine's signature of a value that is not known yet" : broken;
  }
  if (!isRecord(value)) {
    return typeof value === "number" && !Number.isFinite(value) ? String(value) : undefined;
  }
  if (isDeferred(value)) {
    return "an Output or a promise (only the functions whose names end in Output take these)";
  }
  const kind = placeholderOf(value) ?? kindOfOwnObject(value);
  const prototype: unknown = Object.getPrototypeOf(value);
  // An object of another realm, such as a virtual machine's, has another `Object.prototype`.
  if (kind === undefined && prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    const name = (value["constructor"] as { name?: unknown } | null | undefined)?.name;
    return `an instance of ${typeof name === "string" && /^(?!Object$)[\w$]{1,100}$/.test(name) ? name : "a class"}`;
  }
  // Copying would set the prototype instead of a key.
  return kind ?? (Object.hasOwn(value, "__proto__") ? "an object with the key __proto__" : undefined);
}

/** Returns whether the value is a plain object, and not an instance of a class or a value of the engine. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && kindIfNotPlain(value) === undefined;
}

/** An Output or a promise. Any property of an Output is an Output, `then` too. */
function isDeferred(value: unknown): value is Record<"apply" | "then", PromiseLike<unknown>["then"]> {
  return isRecord(value) && (value[OUTPUT] === true || typeof value["then"] === "function");
}

/**
 * Returns a copy of an argument that the engine's wire format does not change. A value that is not plain, or that contains itself,
 * is replaced by a placeholder, which {@link placeholderOf} describes. `undefined` is replaced where it would widen a filter.
 */
export function toPlain(name: string, argument: unknown): unknown {
  const copy = (value: unknown, ancestors: readonly unknown[], isInOutput: boolean): unknown => {
    if (isDeferred(value)) {
      const isOutput = OUTPUT in value;
      // We don't use `pulumi.output`, because it makes an empty object of a Map.
      return value[isOutput ? "apply" : "then"]((settled) => copy(settled, ancestors, isInOutput || isOutput));
    }
    const kind = kindOfBadPart(name, value, ancestors, isInOutput);
    if (kind !== undefined) {
      return { [NOT_PLAIN]: kind };
    }
    const copyPart = (part: unknown) => copy(part, [...ancestors, value], isInOutput);
    if (Array.isArray(value)) {
      // We don't use `map`, because it skips the holes of a sparse list.
      return Array.from(value, copyPart);
    }
    return isRecord(value)
      ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, copyPart(part)]))
      : value;
  };
  return copy(argument, [], false);
}

/** Returns the kind of a part that the engine would change or lose, or `undefined`. `ancestors` are the lists and objects around it. */
function kindOfBadPart(name: string, value: unknown, ancestors: readonly unknown[], isInOutput: boolean) {
  if (ancestors.includes(value)) {
    return "an object or a list that contains itself";
  }
  const isListElement = Array.isArray(ancestors.at(-1)) && name !== "triggers";
  const isFilterField = ancestors.length === 1 && NARROWING.includes(name);
  if (value === undefined && (isListElement || isFilterField)) {
    return "undefined";
  }
  const isEmptyObject = isPlainObject(value) && Object.keys(value).length === 0;
  return isInOutput && isEmptyObject ? EMPTY_IN_OUTPUT : kindIfNotPlain(value);
}
