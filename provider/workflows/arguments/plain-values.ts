/** Plain values: what JSON has. Of anything else, such as a Map, the engine's wire format keeps nothing: a filter would become none. */
import { isRecord } from "../../base/json-path.js";
import { isUnknown, kindOfOwnObject } from "../engine-signatures.js";
import { NARROWING } from "./table.js";

/** The key of a placeholder for a value that is not plain: an object that the engine keeps. It has the value's kind, not its content. */
const NOT_PLAIN = "__notPlain";
const OUTPUT = "__pulumiOutput";
const EMPTY_IN_OUTPUT =
  "an empty object in an Output, which is also what `pulumi.output` makes of a Map, a Date and the like";

/** What replaced a value that is not plain: `an instance of Map`, `a function`. `undefined` for all other values. */
export function placeholderOf(value: unknown): string | undefined {
  return isRecord(value) && Object.hasOwn(value, NOT_PLAIN) ? String(value[NOT_PLAIN]) : undefined;
}

/** What the value is, if it is not plain itself. What is in a list or an object is not looked at. */
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
  // In a copy, this key would be no key but the prototype.
  return kind ?? (Object.hasOwn(value, "__proto__") ? "an object with the key __proto__" : undefined);
}

/** Whether the value is an object that a program gave as one. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  return isRecord(value) && kindIfNotPlain(value) === undefined;
}

/** An Output or a promise. Any property of an Output is an Output, `then` too. */
function isDeferred(value: unknown): value is Record<"apply" | "then", PromiseLike<unknown>["then"]> {
  return isRecord(value) && (value[OUTPUT] === true || typeof value["then"] === "function");
}

/**
 * A copy of an argument that the engine's wire format keeps as it is. What is not plain and what contains itself is replaced by a
 * placeholder, which {@link placeholderOf} describes. Triggers may have anything that has content. An `undefined` may mean that an option is absent.
 */
export function toPlain(name: string, value: unknown): unknown {
  const isTriggers = name === "triggers";
  const copy = (given: unknown, around: readonly unknown[], isInOutput: boolean): unknown => {
    if (isDeferred(given)) {
      const isOutput = OUTPUT in given;
      // Not through `pulumi.output`, which makes an empty object of a Map.
      return given[isOutput ? "apply" : "then"]((settled) => copy(settled, around, isInOutput || isOutput));
    }
    const content = isTriggers ? contentOf(given) : given;
    const isEmpty = isInOutput && isPlainObject(content) && Object.keys(content).length === 0;
    const circle = around.includes(given) ? "an object or a list that contains itself" : undefined;
    const isNeeded = Array.isArray(around.at(-1)) ? !isTriggers : around.length === 1 && NARROWING.includes(name);
    const absent = content === undefined && isNeeded ? "undefined" : undefined;
    const kind = circle ?? absent ?? (isEmpty ? EMPTY_IN_OUTPUT : kindIfNotPlain(content));
    if (kind !== undefined) {
      return { [NOT_PLAIN]: kind };
    }
    const copyPart = (part: unknown) => copy(part, [...around, given], isInOutput);
    if (Array.isArray(content)) {
      // Not `map`, which skips the holes of a sparse list.
      return Array.from(content, copyPart);
    }
    return isRecord(content)
      ? Object.fromEntries(Object.entries(content).map(([key, part]) => [key, copyPart(part)]))
      : content;
  };
  return copy(value, [], false);
}

/** The content of a trigger that is not plain, as text or as a list. */
function contentOf(value: unknown): unknown {
  if (!isRecord(value) || kindIfNotPlain(value) === undefined) {
    const isText = typeof value === "bigint" || (typeof value === "number" && !Number.isFinite(value));
    return isText ? String(value) : value;
  }
  if (ArrayBuffer.isView(value)) {
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString("base64");
  }
  // A Date, a URL; a Map, a Set, a URLSearchParams.
  const { toJSON, [Symbol.iterator]: iterator } = value as { toJSON?: unknown; [Symbol.iterator]?: unknown };
  if (typeof toJSON === "function") {
    return toJSON.call(value) as unknown;
  }
  return typeof iterator === "function" ? [...(value as unknown as Iterable<unknown>)] : value;
}
