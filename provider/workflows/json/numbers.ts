/** Compares numbers as the service wrote them, and converts them for the engine. */
import { compareNumber, isLosslessNumber, isNumber, type LosslessNumber } from "lossless-json";

/**
 * A number of JSON: a `LosslessNumber` if JavaScript would write it differently, such as `1.0` or
 * `12345678901234567890`.
 */
export type JsonNumber = number | LosslessNumber;

/** Returns whether the value is a number of JSON, and not a string with digits. */
export function isJsonNumber(value: unknown): value is JsonNumber {
  return typeof value === "number" || isLosslessNumber(value);
}

/** Returns whether the number is between -2^53 and 2^53. A double rounds some of the whole numbers beyond to a neighbour. */
function isSafeNumber(value: number): boolean {
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}

/**
 * Returns whether the text is a number that a double may change, so that users must write it as a string:
 * `12345678901234567890`.
 */
export function isUnsafeNumberText(text: string): boolean {
  const double = Number(text);
  return isNumber(text) && (!isSafeNumber(double) || compareNumber(text, String(double)) !== 0);
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
  return typeof left === "number" && typeof right === "number"
    ? compare(left, right)
    : compareNumber(String(left), String(right));
}

/**
 * Converts a number for the engine, whose numbers are doubles. Returns a `number` if the double equals the written
 * number, else its text. A whole number that is written without fraction and exponent is text from 2^53 on, even if a
 * double equals it. Otherwise the type of an id would depend on its last digit.
 */
export function toEngineNumber(value: JsonNumber): number | string {
  const text = String(value);
  const double = Number(text);
  const isSame = /^-?\d+$/.test(text)
    ? isSafeNumber(double)
    : Number.isFinite(double) && compareNumbers(value, double) === 0;
  return isSame ? double : text;
}
