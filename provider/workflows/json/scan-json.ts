/** Scans a JSON text once for what `JSON.parse` does not report: its size, and the parts that it would change. Runs in both processes. */
import { jsonIn } from "../../base/json-path.js";
import { JSON_NUMBER, MARK } from "./numbers.js";

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const OPENING_BRACKET = 0x5b;
const OPENING_BRACE = 0x7b;

/**
 * Scans a text. Stops once it has more than `maxValues` values, because it will be refused. The results are meaningful only if the text is
 * valid JSON:
 *
 * - `values`: the number of values (an upper bound: an empty list or object counts as two)
 * - `keys`: the number of keys in all objects; a repeated key counts each time
 * - `text`: the JSON for the parser. A number that JavaScript would not write back unchanged is replaced by a list of one string,
 *   the mark and the number: `1.0` by `["<mark>1.0"]`. A key with an escape is replaced by the mark and the key in hex, because of a bug
 *   of V8 in Node.js 24 and 26: after an object with the key `\`, it reads other keys that start with an escape, such as `\n`, as that
 *   key (nodejs/node#63785).
 */
export function scanJson(source: string, maxValues: number) {
  const pieces: string[] = [];
  // The source before this index is in `pieces`.
  let copied = 0;
  const replace = (start: number, end: number, json: string): void => {
    pieces.push(source.slice(copied, start), json);
    copied = end;
  };
  const hasEscapes = source.includes("\\");
  let keys = 0;
  // The whole is one value. Each comma and each opening bracket or brace begins another one.
  let values = 1;
  // The bounds of the last string, which is a key if a colon comes next.
  let [stringStart, stringEnd] = [0, 0];
  let index = 0;
  while (index < source.length && values <= maxValues) {
    const start = index;
    const code = source.charCodeAt(start);
    index++;
    if (code === QUOTE) {
      index = endOfString(source, start);
      [stringStart, stringEnd] = [start, index];
    } else if (code === COMMA || code === OPENING_BRACE || code === OPENING_BRACKET) {
      values++;
    } else if (code === COLON) {
      keys++;
      const rawKey = hasEscapes ? source.slice(stringStart, stringEnd) : "";
      const key = rawKey.includes("\\") ? jsonIn(rawKey) : undefined;
      if (typeof key === "string") {
        replace(stringStart, stringEnd, `"${MARK}${Buffer.from(key, "utf16le").toString("hex")}"`);
      }
    } else if (code === MINUS || isDigit(code)) {
      index = endOfNumber(source, start);
      const number = source.slice(start, index);
      if (String(Number(number)) !== number && JSON_NUMBER.test(number)) {
        replace(start, index, `["${MARK}${number}"]`);
      }
    }
  }
  return { values, keys, text: pieces.join("") + source.slice(copied) };
}

/** Returns the index after the string that opens at `start`, or after the text if the string does not close. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) {
      escapes++;
    }
    if (escapes % 2 === 0) {
      return end + 1;
    }
  }
  return text.length + 1;
}

/** Returns the index after the number that starts at `start`: after its digits, `+`, `-`, `.`, `e` and `E`. */
function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  while (isInNumber(text.charCodeAt(end))) {
    end++;
  }
  return end;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Returns whether the character can be in a number: digits, + - . e E */
function isInNumber(code: number): boolean {
  return isDigit(code) || code === 0x2b || code === MINUS || code === 0x2e || (code | 0x20) === 0x65;
}
