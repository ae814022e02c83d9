/** One pass over a JSON text for what the platform's parser does not report: its depth, its size, and what it would not keep. */
import { isNumberText } from "./numbers.js";

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/** Right if the text is JSON. */
export interface JsonScan {
  /** Lists and objects inside each other. */
  readonly depth: number;
  /** Values of every kind, or a few more. */
  readonly values: number;
  /** Keys of all objects, a repeated one each time. */
  readonly keys: number;
  /**
   * Start and end of each place that the parser may change, one after the other: of numbers that a `number` would not write
   * back unchanged, and of keys with an escape, quotes included.
   */
  readonly places: readonly number[];
}

/** Scans a string, JSON or not, until it is over a limit. */
export function scanJson(text: string, limits: Pick<JsonScan, "depth" | "values">): JsonScan {
  const places: number[] = [];
  const hasEscapes = text.includes("\\");
  let depth = 0;
  let deepest = 0;
  let keys = 0;
  let values = 1;
  for (let at = 0; at < text.length && deepest <= limits.depth && values <= limits.values; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      const end = endOfString(text, at);
      if (hasEscapes && isKey(text, end) && text.slice(at, end).includes("\\")) {
        places.push(at, end);
      }
      at = end - 1;
    } else if (code === 0x7b || code === 0x5b) {
      deepest = Math.max(deepest, ++depth);
      values++;
    } else if (code === 0x7d || code === 0x5d) {
      depth--;
    } else if (code === COMMA) {
      values++;
    } else if (code === COLON) {
      keys++;
    } else if (code === MINUS || isDigit(code)) {
      const end = endOfNumber(text, at);
      if (!isShortInteger(text, at, end) && isExactNumber(text.slice(at, end)) && !isKey(text, end)) {
        places.push(at, end);
      }
      at = end - 1;
    }
  }
  return { depth: deepest, values, keys, places };
}

/** Whether the text is a number that JavaScript would not write back as it is. */
function isExactNumber(text: string): boolean {
  return String(Number(text)) !== text && isNumberText(text);
}

/** After the string that opens at `start`; after the text's end if it does not close. */
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

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  let code = text.charCodeAt(end);
  // Digits, + - . e E
  while (isDigit(code) || code === 0x2b || code === MINUS || code === 0x2e || (code | 0x20) === 0x65) {
    code = text.charCodeAt(++end);
  }
  return end;
}

/** Up to fifteen digits and nothing else: almost every number, recognised without making a string of it. */
function isShortInteger(text: string, start: number, end: number): boolean {
  let at = start;
  while (at < end && isDigit(text.charCodeAt(at))) {
    at++;
  }
  return at === end && end - start <= 15;
}

/** Whether a colon comes next. A number in a key's place is no JSON, and must not become a string there. */
function isKey(text: string, end: number): boolean {
  let next = end;
  while (text.charCodeAt(next) <= 0x20) {
    next++;
  }
  return text.charCodeAt(next) === COLON;
}
