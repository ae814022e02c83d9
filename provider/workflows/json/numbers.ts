/** Tells numbers as the service wrote them from other values, and converts them for the engine. */
import { compareNumber, isInteger, isLosslessNumber, isNumber, isSafeNumber, type LosslessNumber } from "lossless-json";

/**
 * A number of JSON: a `LosslessNumber` if JavaScript would write it differently, such as `1.0` or
 * `12345678901234567890`.
 */
export type JsonNumber = number | LosslessNumber;

/** Returns whether the value is a number of JSON, and not a string with digits. */
export function isJsonNumber(value: unknown): value is JsonNumber {
  return typeof value === "number" || isLosslessNumber(value);
}

/**
 * Returns whether the text is a number that a double may change, so that users must write it as a string:
 * `12345678901234567890`.
 */
export function isUnsafeNumberText(text: string): boolean {
  return isNumber(text) && !isSafeNumber(text);
}

/**
 * Converts a number for the engine, whose numbers are doubles. Returns a `number` if the double equals the written
 * number, else its text. A whole number that is written without fraction and exponent is text from 2^53 on, even if a
 * double equals it. Otherwise the type of an id would depend on its last digit.
 */
export function toEngineNumber(value: JsonNumber): number | string {
  const text = String(value);
  const double = Number(text);
  const isSame = isInteger(text)
    ? Number.isSafeInteger(double)
    : Number.isFinite(double) && compareNumber(text, String(double)) === 0;
  return isSame ? double : text;
}
