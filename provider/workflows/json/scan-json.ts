/** One pass over a JSON text for what the platform's parser does not report: its depth, its size, and what it would not keep. */
import { isNumberText } from "./numbers.js";

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/**
 * Scans a string, JSON or not, until it is over a limit. What it finds is right if the text is JSON.
 *
 * `depth`: of lists and objects inside each other, where the scan ended. `values`: those of every kind, or a few more. `keys`: those
 * of all objects, a repeated one each time. `places`: start and end, one after the other, of what the parser may change: numbers
 * that a `number` would not write back unchanged, and keys with an escape, quotes included.
 */
export function scanJson(text: string, maxDepth: number, maxValues: number) {
  const places: number[] = [];
  const hasEscapes = text.includes("\\");
  let [depth, keys, values] = [0, 0, 1];
  // Of the last string or number.
  let [start, end] = [0, 0];
  for (let at = 0; at < text.length && depth <= maxDepth && values <= maxValues; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      start = at;
      end = endOfString(text, at);
      at = end - 1;
    } else if (code === 0x7b || code === 0x5b) {
      depth++;
      values++;
    } else if (code === 0x7d || code === 0x5d) {
      depth--;
    } else if (code === COMMA) {
      values++;
    } else if (code === COLON) {
      keys++;
      if (places.at(-1) === end) {
        // A number in a key's place is no JSON, and must not become a string there.
        places.length -= 2;
      } else if (hasEscapes && text.slice(start, end).includes("\\")) {
        places.push(start, end);
      }
    } else if (code === MINUS || isDigit(code)) {
      start = at;
      let isPlain = code !== MINUS;
      for (end = at + 1; isInNumber(text.charCodeAt(end)); end++) {
        isPlain &&= isDigit(text.charCodeAt(end));
      }
      // Up to fifteen digits and nothing else is almost every number, and is recognised without making a string of it.
      if (!(isPlain && end - start <= 15) && isExactNumber(text.slice(start, end))) {
        places.push(start, end);
      }
      at = end - 1;
    }
  }
  return { depth, values, keys, places };
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

/** Digits, + - . e E */
function isInNumber(code: number): boolean {
  return isDigit(code) || code === 0x2b || code === MINUS || code === 0x2e || (code | 0x20) === 0x65;
}

/** Whether the text is a number that JavaScript would not write back as it is. */
function isExactNumber(text: string): boolean {
  return String(Number(text)) !== text && isNumberText(text);
}
