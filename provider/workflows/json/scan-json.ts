/** One pass over a JSON text for what the platform's parser does not report: its depth, its keys, and what it would not keep. */
import { isNumberText } from "./numbers.js";

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

export interface JsonScan {
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

export interface ScanLimits {
  readonly depth: number;
  readonly values: number;
}

/**
 * Scans a string, JSON or not, until it is over a limit. The result is valid if the parser accepts the text.
 */
export function scanJson(text: string, limits: ScanLimits): JsonScan {
  const places: number[] = [];
  const hasEscapes = text.includes("\\");
  let depth = 0;
  let deepest = 0;
  let keys = 0;
  let values = 1;
  for (let index = 0; index < text.length && deepest <= limits.depth && values <= limits.values; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      const end = endOfString(text, index);
      if (hasEscapes && isEscapedKey(text, index, end)) {
        places.push(index, end + 1);
      }
      index = end;
    } else if (code === 0x7b || code === 0x5b) {
      depth++;
      deepest = Math.max(deepest, depth);
      values++;
    } else if (code === 0x7d || code === 0x5d) {
      depth--;
    } else if (code === 0x2c) {
      values++;
    } else if (code === 0x3a) {
      keys++;
    } else if (code === 0x2d || isDigit(code)) {
      const end = endOfNumber(text, index);
      if (!isShortInteger(text, index, end) && isExactNumber(text.slice(index, end)) && !isKey(text, end)) {
        places.push(index, end);
      }
      index = end - 1;
    }
  }
  return { depth: deepest, values, keys, places };
}

/** The first key that an object has twice. Only for text that the parser accepts. */
export function findDuplicateKey(text: string): string | undefined {
  const objects: Set<string>[] = [];
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x7b || code === 0x5b) {
      objects.push(new Set());
    } else if (code === 0x7d || code === 0x5d) {
      objects.pop();
    } else if (code === QUOTE) {
      const end = endOfString(text, index);
      if (isKey(text, end + 1)) {
        const key = JSON.parse(text.slice(index, end + 1)) as string;
        const seen = objects.at(-1);
        if (seen?.has(key) === true) {
          return key;
        }
        seen?.add(key);
      }
      index = end;
    }
  }
  return undefined;
}

/** The texts of the elements of a JSON array. Only for text that the parser accepts and that is an array. */
export function splitArray(text: string): string[] {
  const elements: string[] = [];
  let depth = 0;
  let start = text.indexOf("[") + 1;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) {
      index = endOfString(text, index);
    } else if (code === 0x7b || code === 0x5b) {
      depth++;
    } else if (code === 0x7d || code === 0x5d) {
      depth--;
      if (depth === 0 && text.slice(start, index).trim() !== "") {
        elements.push(text.slice(start, index));
      }
    } else if (code === 0x2c && depth === 1) {
      elements.push(text.slice(start, index));
      start = index + 1;
    }
  }
  return elements;
}

/** Where the string that opens at `start` closes; the text's end if it does not. */
function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) {
      escapes++;
    }
    if (escapes % 2 === 0) {
      return end;
    }
  }
  return text.length;
}

function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    // + - . e E
    if (!isDigit(code) && code !== 0x2b && code !== 0x2d && code !== 0x2e && (code | 0x20) !== 0x65) {
      break;
    }
  }
  return end;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Up to fifteen digits and nothing else: almost every number, recognised without making a string of it. */
function isShortInteger(text: string, start: number, end: number): boolean {
  if (end - start > 15 || (text.charCodeAt(start) === 0x30 && end - start > 1)) {
    return false;
  }
  for (let index = start; index < end; index++) {
    if (!isDigit(text.charCodeAt(index))) {
      return false;
    }
  }
  return true;
}

/** Whether the text is a number that JavaScript, given it as a `number`, would not write back unchanged. */
function isExactNumber(text: string): boolean {
  return isNumberText(text) && String(Number(text)) !== text;
}

/** Whether the string from `start` to `end`, its quotes, is a key and has an escape in it. */
function isEscapedKey(text: string, start: number, end: number): boolean {
  if (!isKey(text, end + 1)) {
    return false;
  }
  for (let index = start + 1; index < end; index++) {
    if (text.charCodeAt(index) === BACKSLASH) {
      return true;
    }
  }
  return false;
}

/** A number in a key's place is no JSON, and must not become a string there. */
function isKey(text: string, end: number): boolean {
  let next = end;
  while (text.charCodeAt(next) <= 0x20) {
    next++;
  }
  return text.charCodeAt(next) === 0x3a;
}
