/** JSON in without changing a digit: beside the platform's parser because that loses digits, and all but one of equal keys. */
import { ResponseError } from "../../http/errors.js";
import { ExactNumber, type JsonObject, type JsonValue, setOwnField } from "./values.js";

/** Lists and objects inside each other, at most. Deeper JSON is refused: everything after the parser walks it recursively. */
const MAX_DEPTH = 256;

/** Values in one listing, at most: `[[],[],…` takes forty times its size in memory, and would end the process. */
export const MAX_VALUES = 5_000_000;

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LITERAL = /true|false|null/y;
/** A string without escapes: any characters but `"`, `\\` and those below the space. */
const PLAIN_STRING = /"[ !#-[\]-\uffff]*"/y;

/** How many values may still come, where several texts make one listing. */
export interface ValueBudget {
  left: number;
}

/**
 * Parses one JSON text (RFC 8259). A byte order mark before it is dropped.
 *
 * @param subject What the text is, as the first words of messages.
 * @throws ResponseError `not-json`: not JSON, a key twice in one object (whatever its values), or deeper than `MAX_DEPTH`;
 *   `too-large`: more values than `budget` has left.
 */
export function parseJson(
  text: string,
  budget: ValueBudget = { left: MAX_VALUES },
  subject = "The response",
): JsonValue {
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  let values = 0;

  /** The text that the pattern takes here; empty if it takes none. */
  function read(pattern: RegExp): string {
    pattern.lastIndex = at;
    const start = at;
    at = pattern.test(text) ? pattern.lastIndex : at;
    return text.slice(start, at);
  }

  /** The next character that is no white space; empty at the end. */
  function next(): string {
    while (text[at] === " " || text[at] === "\n" || text[at] === "\r" || text[at] === "\t") {
      at++;
    }
    return text[at] ?? "";
  }

  function take(character: string): boolean {
    const isNext = next() === character;
    at += isNext ? 1 : 0;
    return isNext;
  }

  function expect(character: string): void {
    if (!take(character)) {
      throw notJson(subject, text);
    }
  }

  function readValue(depth: number): JsonValue {
    values++;
    if (values > budget.left) {
      const what = budget.left === MAX_VALUES ? `${subject} has` : "The pages together have";
      const hint = "Ask for fewer workflows with `query`.";
      throw new ResponseError(`${what} more than ${MAX_VALUES} values.`, { code: "too-large", hint });
    }
    const first = next();
    if (first === '"') {
      return readString();
    }
    if (first === "{") {
      const object: JsonObject = {};
      readParts("}", depth, () => {
        const key = readString();
        expect(":");
        if (Object.hasOwn(object, key)) {
          throw refused(`${subject} has a key twice in one object, so that one value would be lost.`);
        }
        setOwnField(object, key, readValue(depth + 1));
      });
      return object;
    }
    if (first === "[") {
      const list: JsonValue[] = [];
      readParts("]", depth, () => list.push(readValue(depth + 1)));
      return list;
    }
    return readPlain();
  }

  /** The parts of a list or object, up to its end. */
  function readParts(close: string, depth: number, readPart: () => void): void {
    if (depth >= MAX_DEPTH) {
      throw refused(`${subject} is nested more than ${MAX_DEPTH} levels deep.`);
    }
    at++;
    if (!take(close)) {
      do {
        readPart();
      } while (take(","));
      expect(close);
    }
  }

  function readString(): string {
    next();
    const start = at;
    PLAIN_STRING.lastIndex = start;
    if (PLAIN_STRING.test(text)) {
      at = PLAIN_STRING.lastIndex;
      return text.slice(start + 1, at - 1);
    }
    at = endOfString(text, start);
    try {
      return JSON.parse(text[start] === '"' ? text.slice(start, at) : "") as string;
    } catch {
      throw notJson(subject, text);
    }
  }

  function readPlain(): JsonValue {
    const digits = read(NUMBER);
    if (digits !== "") {
      const number = Number(digits);
      return String(number) === digits ? number : new ExactNumber(digits);
    }
    const literal = read(LITERAL);
    if (literal === "") {
      throw notJson(subject, text);
    }
    return literal === "null" ? null : literal === "true";
  }

  const value = readValue(0);
  if (next() !== "") {
    throw notJson(subject, text);
  }
  budget.left -= values;
  return value;
}

/** After the string that opens at `start`; after the text's end if it does not close. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text[end - 1 - escapes] === "\\") {
      escapes++;
    }
    if (escapes % 2 === 0) {
      return end + 1;
    }
  }
  return text.length;
}

/** The platform's parser knows where the text ends too early. No part of the text is shown: the caller can redact it. */
function notJson(subject: string, text: string): ResponseError {
  let isEarly = false;
  try {
    JSON.parse(text);
  } catch (error) {
    const { message } = error as Error;
    isEarly = message.endsWith("end of JSON input") || message.includes(`at position ${text.length}`);
  }
  const reason = text.trim() === "" ? " but empty" : isEarly ? ": it ends too early" : "";
  return new ResponseError(`${subject} is not JSON${reason}.`, { code: "not-json" });
}

/** For text that only the right address can have sent: no setting helps. */
function refused(problem: string): ResponseError {
  return new ResponseError(problem, { code: "not-json", hint: "Only those who run the service can fix this." });
}
