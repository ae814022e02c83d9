/** Names and values in the spellings that services use: names without case, and text that is a number, a flag or a cursor. */
import { isJsonObject, type JsonValue } from "../json/json.js";
import { isJsonNumber, numberText } from "../json/numbers.js";

/**
 * The name without case, separators and vocabulary prefix: `@odata.nextLink`, `hydra:next`, `next_link` and `Next-Link` are
 * `nextlink` and `next`. `totalCnt` is `totalcount`.
 */
export function normaliseName(name: string): string {
  const withoutPrefix = name.replace(/^@?(?:[A-Za-z][\w-]*[.:])+(?=[A-Za-z$_])/, "");
  return withoutPrefix
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")
    .replace(/cnt$/, "count");
}

/** A name in camel case as words: `InternalServerError` is "Internal Server Error". */
export function splitCamelCase(text: string): string {
  return text.replace(/([a-z])([A-Z])/g, "$1 $2");
}

/** One pattern of several lines, each of which has some of its alternatives. */
export function alternatives(lines: string): string {
  return lines
    .trim()
    .split(/\s*\n\s*/)
    .join("|");
}

/** Matches a whole name. Each line has some of the alternatives. */
export function names(lines: string): RegExp {
  return new RegExp(`^(?:${alternatives(lines)})$`);
}

/** Normalised names that every link has: only the name of the object around one shows which link it is. */
export const LINK_PART = /^(?:href|url|uri|link)$/;

/** A cursor to send; `undefined` if there is none. `0` and `-1` end a listing, as with Redis and Twitter. */
export function readCursor(value: JsonValue | undefined): string | undefined {
  const text = isJsonNumber(value) ? numberText(value) : value;
  return typeof text === "string" && !["", "0", "-1", "null", "none"].includes(text.trim().toLowerCase())
    ? text
    : undefined;
}

/** Digits in groups of three, as people write large numbers: `1,000`. With a point they may be a fraction. */
const GROUPED_DIGITS = /^\d{1,3}(?:[,'\u2019_ \u00a0\u202f]\d{3})+$/;

/** A number that is not negative: written as one, as text, or at the end of a range such as `items 0-9/30`. */
export function numberOf(value: JsonValue | undefined): number | undefined {
  const text = isJsonNumber(value) ? numberText(value) : value;
  if (typeof text !== "string") {
    return undefined;
  }
  const plain = text.trim().replace(GROUPED_DIGITS, (grouped) => grouped.replace(/\D/g, ""));
  const digits = /^(?:[\w-]*\s*(?:\d+\s*-\s*\d+|\*)\s*\/\s*)?(\d{1,15}(?:\.0+)?)$/.exec(plain)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** A flag: true or false, 1 or 0, or a string such as "true", "yes", "Y". */
export function flagOf(value: JsonValue | undefined): boolean | undefined {
  if (typeof value === "boolean") {
    return value;
  }
  const number = numberOf(value);
  if (number === 0 || number === 1) {
    return number === 1;
  }
  const text = typeof value === "string" ? value.trim().toLowerCase() : "";
  if (["true", "yes", "y", "t", "on"].includes(text)) {
    return true;
  }
  return ["false", "no", "n", "f", "off"].includes(text) ? false : undefined;
}

/** Whether the value of a field that would name a next page says that there is none. */
export function isEmptyValue(value: JsonValue): boolean {
  return (
    value === null ||
    value === false ||
    (isJsonObject(value) && Object.keys(value).length === 0) ||
    ((typeof value === "string" || isJsonNumber(value)) && readCursor(value) === undefined)
  );
}
