/** Numbers as the service wrote them: compared as decimals, and as the engine's doubles can carry them. */
import { ExactNumber, type JsonNumber } from "./values.js";

export { ExactNumber, isJsonNumber, type JsonNumber } from "./values.js";

/** Whether the text is a number of JSON (RFC 8259 §6). */
export function isNumberText(text: string): boolean {
  return /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text);
}

/**
 * Whether a number can be written as one in arguments. Beyond 2^53 neither JavaScript nor the engine can say whether it is the
 * number that the program wrote, or its neighbour.
 */
export function isSafeNumber(value: number): boolean {
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}

/** Whether the text is a number that no argument can have as a number: it is then written as text. */
export function isUnsafeNumberText(text: string): boolean {
  if (!isNumberText(text)) {
    return false;
  }
  const double = Number(text);
  return !isSafeNumber(double) || compareNumbers(new ExactNumber(text), double) !== 0;
}

export function numberText(value: JsonNumber): string {
  return typeof value === "number" ? String(value) : value.text;
}

/** Compares two numbers as decimals: `1.0` equals `1`, and no digit is lost. */
export function compareNumbers(left: JsonNumber, right: JsonNumber): number {
  // Two plain numbers are in the order of their texts, and most numbers are plain.
  if (typeof left === "number" && typeof right === "number") {
    return left === right ? 0 : left < right ? -1 : 1;
  }
  const [a, b] = [decimalOf(numberText(left)), decimalOf(numberText(right))];
  if (a.sign !== b.sign) {
    return a.sign - b.sign;
  }
  if (a.magnitude !== b.magnitude) {
    return a.magnitude > b.magnitude ? a.sign : -a.sign;
  }
  return a.digits === b.digits ? 0 : a.digits > b.digits ? a.sign : -a.sign;
}

interface Decimal {
  /** 0 for zero, however it is written. */
  readonly sign: -1 | 0 | 1;
  /** The power of ten of the first digit. */
  readonly magnitude: number;
  /** Without zeros before and after them. */
  readonly digits: string;
}

function decimalOf(text: string): Decimal {
  const [, minus = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const all = whole + fraction;
  const first = all.search(/[1-9]/);
  if (first === -1) {
    return { sign: 0, magnitude: 0, digits: "" };
  }
  let end = all.length;
  while (all.charAt(end - 1) === "0") {
    end -= 1;
  }
  const magnitude = Number(exponent) + whole.length - 1 - first;
  return { sign: minus === "" ? 1 : -1, magnitude, digits: all.slice(first, end) };
}

/**
 * The number as it may cross the engine, whose numbers are doubles: a `number` if that is the same, else its text. Whole
 * numbers written in digits are text from 2^53 on, so that an id's type does not depend on its last digit.
 */
export function toEngineNumber(value: JsonNumber): number | string {
  if (typeof value === "number" && isSafeNumber(value)) {
    return value;
  }
  const text = numberText(value);
  const double = Number(text);
  const isWhole = /^-?\d+$/.test(text);
  if (!Number.isFinite(double) || (isWhole && !Number.isSafeInteger(double))) {
    return text;
  }
  return compareNumbers(value, double) === 0 ? double : text;
}
