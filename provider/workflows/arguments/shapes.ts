/** Whether a single value is what a type takes. */
import { isPointer } from "../../http/json-pointer.js";
import { NAMED_TYPES } from "./named-types.js";
import type { ArgumentType } from "./vocabulary.js";
import { isPlainObject, kindOfStandIn } from "./plain-values.js";

/** Whether JavaScript's own type is right, so that a union knows which of its types is meant. */
export function hasShape(value: unknown, type: ArgumentType): boolean {
  if (kindOfStandIn(value) !== undefined) {
    return false;
  }
  switch (type.is) {
    case "string":
    case "enum":
      return typeof value === "string";
    case "integer":
    case "number":
      return typeof value === "number";
    case "boolean":
      return typeof value === "boolean";
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "map":
      return isPlainObject(value);
    case "union":
      return type.of.some((alternative) => hasShape(value, alternative));
    case "named": {
      const named = NAMED_TYPES[type.name];
      return named !== undefined && "alias" in named ? hasShape(value, named.alias) : isPlainObject(value);
    }
    case "any":
      return true;
    case "schema":
      return (typeof value === "object" && value !== null) || typeof value === "function";
  }
}

/** Whether a value of the right shape is one that the type takes. */
export function fits(value: unknown, type: ArgumentType): boolean {
  if (type.is === "string" && type.format === "pointer") return isPointer(value as string);
  if (type.is === "string" && type.format === "place") return isPlace(value as string);
  if (type.is === "string" && type.format === "request header") return isFreeHeader(value as string);
  if (type.is === "string" && type.format === "pattern") return patternFault(value as string) === undefined;
  if (type.is === "string" && type.format === "name") return (value as string).trim() !== "";
  if (type.is === "enum") return type.values.includes(value as string);
  if (type.is === "integer") return Number.isSafeInteger(value) && (value as number) >= type.least;
  if (type.is === "number") return Number.isFinite(value);
  if (type.is === "array") return (value as unknown[]).length >= (type.least ?? 0);
  if (type.is !== "schema") return true;
  const standard = (value as { "~standard"?: { validate?: unknown } | null })["~standard"];
  return typeof standard?.validate === "function";
}

/** Why the text is not a regular expression. */
export function patternFault(text: string): string | undefined {
  try {
    new RegExp(text, "u");
    return undefined;
  } catch (error) {
    return String(error).split(": ").at(-1);
  }
}

/** A JSON Pointer, or `header:` and a header's name, which a pointer into the header's JSON may follow. */
function isPlace(text: string): boolean {
  const header = /^header:([^/]*)(\/.*)?$/s.exec(text);
  return header === null ? isPointer(text) : HEADER_NAME.test(header[1] ?? "") && isPointer(header[2] ?? "");
}

const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]+$/;

/** Headers that a cursor may be sent in: those that decide how a request is sent or who sends it are not among them. */
function isFreeHeader(text: string): boolean {
  const taken =
    /^(?:authorization|proxy-.*|host|cookie|content-.*|accept|accept-encoding|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|user-agent)$/i;
  return HEADER_NAME.test(text) && !taken.test(text);
}
