/** Parsers of single settings: from text or from a program's value to a value that cannot be wrong afterwards. */
import { isPointer } from "../http/json-pointer.js";

/** A parsed value, or a fault: the rest of a sentence that begins with the setting's name. */
export type Parsed<Value> = { readonly value: Value } | { readonly fault: string };

export interface Parser<Value = unknown> {
  /** Type in structured config and in the plugin's schema. `strings` is an object with string values. */
  readonly type: "string" | "number" | "integer" | "boolean" | "object" | "strings";
  /** What it takes, as messages and the documentation name it: "a number from 1 to 10". */
  readonly takes: string;
  /**
   * Parses text (config, the environment), a value of structured config, or an option of a program. `undefined` if the value
   * is not what `takes` names. A fault explains more than that. It never contains the value of a setting that may be secret.
   */
  readonly parse: (given: unknown) => Parsed<Value> | undefined;
  /** Of a secret setting: whether this value contains no secret itself, as the path of a file. Default: it does. */
  readonly isPublic?: (given: unknown) => boolean;
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/** A number in the range, both ends included. */
export function number(least: number, greatest: number): Parser<number> {
  return {
    type: "number",
    takes: `a number from ${least} to ${greatest}`,
    parse: (given) => {
      const value = typeof given === "string" ? numberIn(given) : given;
      return typeof value === "number" && value >= least && value <= greatest ? { value } : undefined;
    },
  };
}

/** A whole number in the range, both ends included. */
export function wholeNumber(least: number, greatest: number): Parser<number> {
  const { parse } = number(least, greatest);
  return {
    type: "integer",
    takes: `a whole number from ${least} to ${greatest}`,
    parse: (given) => {
      const parsed = parse(given);
      return parsed !== undefined && "value" in parsed && Number.isInteger(parsed.value) ? parsed : undefined;
    },
  };
}

function numberIn(text: string): number | undefined {
  const trimmed = text.trim();
  return NUMBER.test(trimmed) ? Number(trimmed) : undefined;
}

/** `true` or `false` in any case; `1` or `0`, as environments have them. */
export const boolean: Parser<boolean> = {
  type: "boolean",
  takes: "true or false",
  parse: (given) => {
    switch (typeof given === "string" ? given.trim().toLowerCase() : given) {
      case true:
      case "true":
      case "1":
        return { value: true };
      case false:
      case "false":
      case "0":
        return { value: false };
      default:
        return undefined;
    }
  },
};

/** A JSON Pointer. The empty one is the whole body. */
export function pointer(example: string): Parser<string> {
  return {
    type: "string",
    takes: `a JSON Pointer (RFC 6901) such as ${example}`,
    parse: (given) => (typeof given === "string" && isPointer(given) ? { value: given } : undefined),
  };
}

/** A JSON Pointer to a part of the body. The whole body is not what is looked for. */
export function pointerToPart(example: string): Parser<string> {
  const { parse, ...rest } = pointer(example);
  return { ...rest, parse: (given) => (given === "" ? undefined : parse(given)) };
}

/** A JSON object, as such or as its text. */
export function jsonObject(example: string): Parser<Readonly<Record<string, unknown>>> {
  return {
    type: "object",
    takes: `a JSON object such as ${example}`,
    parse: (given) => {
      const value = typeof given === "string" ? jsonIn(given) : given;
      return isRecord(value) ? { value } : undefined;
    },
  };
}

/** Parsed JSON; `undefined` if the text is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Parsed JSON of structured config. `pulumi config set --path` stores digits as a number: a whole number of 64 bits becomes a
 * text of the same digits, as the engine keeps them. Every other number has lost what was written, and stays a number.
 */
export function configIn(text: string): unknown {
  return jsonIn(
    text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) => (isWholeNumber(token) ? `"${token}"` : token)),
  );
}

function isWholeNumber(token: string): boolean {
  return /^-?\d+$/.test(token) && BigInt.asIntN(64, BigInt(token)) === BigInt(token);
}

/** The fault of a number that was meant as text. */
export const LOST_DIGITS =
  "is stored as a number, which can lose digits. Store it as text: with `--type string`, or in quotation marks.";

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What is wrong with a text that is sent in a header, such as a credential; `undefined` if nothing is. */
export function textFault(value: string): string | undefined {
  if (value.trim() === "") return "is empty.";
  if (/[\r\n]/.test(value)) return "contains a line break. Was it copied with the end of its line?";
  // eslint-disable-next-line no-control-regex -- RFC 9110 §5.5 and RFC 7617 §2: no control characters.
  if (/[\u0000-\u001f\u007f]/.test(value)) return "contains a control character, which no header can carry.";
  if (/\p{Surrogate}/u.test(value)) return "contains half a character (a lone UTF-16 surrogate).";
  return undefined;
}
