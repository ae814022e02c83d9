/** Numbers as the service wrote them: compared as decimals, and as the engine's doubles can carry them. */
import { compareNumber, isInteger, isNumber } from "lossless-json";
import { LosslessNumber, type JsonValue } from "./json.js";

export type JsonNumber = number | LosslessNumber;

export function isJsonNumber(value: JsonValue | undefined): value is JsonNumber {
  return typeof value === "number" || value instanceof LosslessNumber;
}

export function isNumberText(text: string): boolean {
  return isNumber(text);
}

export function numberText(value: JsonNumber): string {
  return typeof value === "number" ? String(value) : value.value;
}

/** Compares two number texts as decimals: `1.0` equals `1`, and no digit is lost. */
export function compareDecimals(left: string, right: string): number {
  return compareNumber(left, right);
}

/**
 * The number as it may cross the engine, whose numbers are doubles: a `number` where that says the same, else its text. Whole
 * numbers written in digits are text from 2^53 on, so that an id's type does not hang on its last digit.
 */
export function toEngineNumber(value: JsonNumber): number | string {
  const text = numberText(value);
  const double = Number(text);
  if (!Number.isFinite(double) || (isInteger(text) && !Number.isSafeInteger(double))) {
    return text;
  }
  return compareDecimals(text, String(double)) === 0 ? double : text;
}
