/** Names and values in the spellings that services use: names without case, and text that is a number, a flag or an address. */
import { isJsonNumber } from "../json/numbers.js";
import type { JsonValue } from "../json/json.js";

/** Longer names are never compared: a service chooses them. */
const MAX_NAME_LENGTH = 60;

/**
 * The name without case, separators and the prefix of a vocabulary or of a header: `@odata.nextLink`, `hydra:next` and
 * `X-Next-Page` are `nextlink`, `next` and `nextpage`.
 */
export function normaliseName(name: string): string {
  return name
    .slice(0, MAX_NAME_LENGTH)
    .replace(/^@?[A-Za-z]\w*[.:](?=[A-Za-z])/, "")
    .replace(/^[xX]-/, "")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
}

/** Words separated by white space. */
export function words(text: string): readonly string[] {
  return text.match(/\S+/g) ?? [];
}

/** Whether a normalised name is made of these words only, with one of `heads` among them. */
export function madeOf(heads: string, rest: string): (name: string) => boolean {
  // A word that stands twice would double the ways to match with each time that a name has it.
  const [head, any] = [words(heads), new Set([...words(heads), ...words(rest)])].map((all) => [...all].join("|"));
  const pattern = new RegExp(`^(?:${any})*?(?:${head})(?:${any})*$`);
  return (name) => pattern.test(name);
}

/** A text, or a number as it is written. */
export function textOf(value: JsonValue | undefined): string | undefined {
  return isJsonNumber(value) ? String(value) : typeof value === "string" ? value : undefined;
}

/** A whole number from 0 on: written as one, or as text. */
export function numberOf(value: JsonValue | undefined): number | undefined {
  const text = textOf(value) ?? "";
  return /^\s*\d{1,15}(?:\.0+)?\s*$/.test(text) ? Number(text) : undefined;
}

/** A flag: true or false, also as text; and 1 or 0. */
export function flagOf(value: JsonValue | undefined): boolean | undefined {
  const text = (typeof value === "boolean" ? String(value) : (textOf(value) ?? "")).trim();
  return /^(?:true|1|yes|y)$/i.test(text) ? true : /^(?:false|0|no|n)$/i.test(text) ? false : undefined;
}

/** What names a next page, as text; `undefined` if there is none. `0` and `-1` end a listing too. */
export function cursorOf(value: JsonValue | undefined): string | undefined {
  const text = textOf(value) ?? "";
  return ["", "0", "-1", "null", "none"].includes(text.trim().toLowerCase()) ? undefined : text;
}

/** Whether the text is an address, whole or relative: a cursor in base64 may begin with a slash, but has no query. */
export function isAddress(text: string): boolean {
  return (
    /^(?:https?:)?\/\/\S+$/i.test(text) || /^[^\s?]*\?[^\s=]+=/.test(text) || /^\/[\w.~-]+(?:\/[\w.~-]+)*$/.test(text)
  );
}
