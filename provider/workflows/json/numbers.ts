/** Keeps numbers as the service wrote them, compares them as decimals, and converts them for the engine. Runs in both processes. */
import { randomBytes } from "node:crypto";

/** Numbers that `JSON.parse` or `JSON.stringify` would alter are carried through as strings with this random prefix. */
export const MARK = randomBytes(12).toString("base64url");

/** A number whose text JavaScript would not write back: `12345678901234567890`, `1.0`, `1e5`, `-0`, `1e400`. */
export class ExactNumber {
  /** @param text as the service wrote it. */
  constructor(readonly text: string) {}

  toString(): string {
    return this.text;
  }

  toJSON(): string {
    return MARK + this.text;
  }
}

/** A number of JSON. For both types, `String(number)` is the text that the service wrote. */
export type JsonNumber = number | ExactNumber;

/** Returns whether the value is a number of JSON, and not a string with digits. */
export function isJsonNumber(value: unknown): value is JsonNumber {
  return typeof value === "number" || value instanceof ExactNumber;
}

/** A number of JSON (RFC 8259 §6): its sign, whole part, fraction and exponent. */
export const JSON_NUMBER = /^(-?)(0|[1-9]\d*)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/;

/** Returns whether the number is below 2^53. A double rounds some of the larger whole numbers to a neighbour. */
function isSafeNumber(value: number): boolean {
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}

/** Returns whether the text is a number that a double may change, so that users must write it as a string: `12345678901234567890`. */
export function isUnsafeNumberText(text: string): boolean {
  const double = Number(text);
  return JSON_NUMBER.test(text) && !(isSafeNumber(double) && compareNumbers(new ExactNumber(text), double) === 0);
}

/** Returns -1, 0 or 1: numbers in their order, text by its UTF-16 code units. */
export function compare<T extends number | string>(left: T, right: T): number {
  if (left === right) {
    return 0;
  }
  return left < right ? -1 : 1;
}

/** Compares two numbers as decimals: `1.0` equals `1`, and no digit is lost. */
export function compareNumbers(left: JsonNumber, right: JsonNumber): number {
  // A plain `number` has lost no digit, so two of them are compared directly. This is the usual case, and it is fast.
  if (typeof left === "number" && typeof right === "number") {
    return compare(left, right);
  }
  const [a, b] = [decimalOf(left), decimalOf(right)];
  if (a.sign !== b.sign || a.sign === 0) {
    return a.sign - b.sign;
  }
  if (a.magnitude !== b.magnitude) {
    return a.sign * compare(a.magnitude, b.magnitude);
  }
  // Both are 0.… × the same power of ten. So their digits can be compared as text, because the shorter one is filled up with zeros.
  return a.sign * compare(a.digits.padEnd(b.digits.length, "0"), b.digits.padEnd(a.digits.length, "0"));
}

/**
 * Splits a number into parts: it is `sign` × 0.`digits` × 10^`magnitude`. The digits begin with the first one that is not 0. The sign of
 * zero is 0. Example: `-12.50` has the sign -1, the digits "1250" and the magnitude 2.
 */
function decimalOf(number: JsonNumber) {
  const [, minus, whole = "", fraction = "", exponent = "0"] = JSON_NUMBER.exec(String(number)) ?? [];
  const firstNonZero = (whole + fraction).search(/[1-9]/);
  const signOfNonZero = minus === "-" ? -1 : 1;
  const sign = firstNonZero === -1 ? 0 : signOfNonZero;
  const magnitude = Number(exponent) + whole.length - firstNonZero;
  return { sign, magnitude, digits: (whole + fraction).slice(firstNonZero) };
}

/**
 * Converts a number for the engine, whose numbers are doubles. Returns a `number` if the double equals the written number, else its text.
 * A whole number that is written without fraction and exponent is text from 2^53 on, even if a double equals it. Otherwise the type of an
 * id would depend on its last digit.
 */
export function toEngineNumber(value: JsonNumber): number | string {
  const [text, double] = [String(value), Number(value)];
  const isSame = /^-?\d+$/.test(text)
    ? isSafeNumber(double)
    : Number.isFinite(double) && compareNumbers(value, double) === 0;
  return isSame ? double : text;
}
