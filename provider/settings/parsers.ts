/** Parsers of single settings: from text or a program's value to a checked value. */
import { excerpt } from "../http/excerpt.js";
import { isPath, isRecord, jsonIn, likelyPointer } from "../http/json-path.js";

/** A parsed value, or what is wrong: the rest of a sentence that begins with the setting's name. */
export type Parsed<Value> = { readonly value: Value } | { readonly fault: string };

export interface Parser<Value = unknown> {
  /** Type in structured config and in the plugin's schema. `strings` is an object with string values. */
  readonly type: "string" | "number" | "integer" | "boolean" | "object" | "strings";
  /** The values it takes, for messages and the documentation: "a number from 1 to 10". */
  readonly takes: string;
  /**
   * Parses text (config, the environment), a value of structured config, or an option of a program. `undefined` if `takes`
   * explains enough of what is wrong, else a fault. A fault never contains a value that may be secret.
   */
  readonly parse: (given: unknown) => Parsed<Value> | undefined;
  /** Whether this value of a secret setting is no secret, for example the path of a file. Default: it is a secret. */
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

/** A string. A number is a fault of its own: structured config stores digits without quotation marks as a number. */
function text(parse: (given: string) => Parsed<string>, takes = "a string"): Parser<string> {
  return {
    type: "string",
    takes,
    parse: (given) => {
      if (typeof given === "number") {
        return { fault: LOST_DIGITS };
      }
      return typeof given === "string" ? parse(given) : undefined;
    },
  };
}

/** A string that HTTP Basic can send. It is used unchanged. */
export const credential = text(parseHeaderText);

/** HTTP Basic joins id and secret by a colon, so an id must not contain one (RFC 7617 §2). */
export const clientId = text((given) => {
  const parsed = parseHeaderText(given);
  return "value" in parsed && given.includes(":")
    ? {
        fault:
          "contains a colon, which HTTP Basic does not allow in a user name (RFC 7617). Is it the Client ID alone, without the secret?",
      }
    : parsed;
}, "a string without a colon");

/** Any text that is not empty. It is not sent. */
export const passphrase = text((given) => (given === "" ? { fault: "is empty." } : { value: given }));

function parseHeaderText(value: string): Parsed<string> {
  const fault = textFault(value);
  return fault === undefined ? { value } : { fault };
}

/** A path into a body. The empty one is the whole body. */
export function path(example: string): Parser<string> {
  const takes = `a path such as ${example} or ${example.slice(1).replaceAll("/", ".")}`;
  return {
    type: "string",
    takes,
    parse: (given) => {
      if (typeof given !== "string" || isPath(given)) {
        return typeof given === "string" ? { value: given } : undefined;
      }
      const meant = likelyPointer(given);
      return meant === undefined
        ? undefined
        : { fault: `is "${excerpt(given)}", but takes ${takes}. Did you mean "${excerpt(meant)}"?` };
    },
  };
}

/** A path to a part of a body, not to the whole body. */
export function pathToPart(example: string): Parser<string> {
  const { parse, ...rest } = path(example);
  return { ...rest, parse: (given) => (given === "" ? undefined : parse(given)) };
}

/** Names or JSON Pointers: a list, its JSON text, or a text with commas between them. */
export function fieldNames(example: string): Parser<readonly string[]> {
  return {
    type: "string",
    takes: `names or JSON Pointers with commas between them, such as ${example}, or a JSON list`,
    parse: (given) => {
      const isJson = typeof given === "string" && given.trim().startsWith("[");
      const value = isJson ? jsonIn(given) : typeof given === "string" ? given.split(",") : given;
      const names = Array.isArray(value)
        ? (value as unknown[]).map((name) => (typeof name === "string" ? name.trim() : ""))
        : [""];
      return names.includes("") ? undefined : { value: names };
    },
  };
}

/** A JSON object, or its text. */
export function jsonObject(example: string): Parser<Readonly<Record<string, unknown>>> {
  return {
    type: "object",
    takes: `a JSON object such as ${example}`,
    parse: (given) => {
      const value = typeof given === "string" ? jsonIn(given) : given;
      if (isRecord(value)) {
        return { value };
      }
      const isAlmostObject = typeof given === "string" && /^\s*['"`]?\s*\{/.test(given);
      return isAlmostObject
        ? {
            fault: `is not valid JSON. Write keys and strings in double quotes, and no quotes around the whole: ${example}`,
          }
        : undefined;
    },
  };
}

/**
 * Parsed JSON of structured config. `pulumi config set --path` stores digits as a number. A whole number of 64 bits becomes a
 * text with the same digits, because the engine keeps all of them. Any other number may have lost digits, and stays a number.
 */
export function configIn(text: string): unknown {
  return jsonIn(
    text.replace(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g, (token) => (isWholeNumber(token) ? `"${token}"` : token)),
  );
}

function isWholeNumber(token: string): boolean {
  return /^-?\d+$/.test(token) && BigInt.asIntN(64, BigInt(token)) === BigInt(token);
}

/** The fault of a number in place of a string. */
export const LOST_DIGITS =
  "is stored as a number, which can lose digits. Store it as text: with `--type string`, or in quotation marks.";

/** What is wrong with a string that is sent in a header; `undefined` if nothing is wrong. */
export function textFault(value: string): string | undefined {
  if (value.trim() === "") {
    return "is empty.";
  }
  if (/[\r\n]/.test(value)) {
    return "contains a line break. Was it copied with the end of its line?";
  }
  // eslint-disable-next-line no-control-regex -- RFC 9110 §5.5 and RFC 7617 §2: no control characters.
  if (/[\u0000-\u001f\u007f]/.test(value)) {
    return "contains a control character, which no header can carry.";
  }
  if (!value.isWellFormed()) {
    return "contains an incomplete character (a lone UTF-16 surrogate).";
  }
  return undefined;
}
