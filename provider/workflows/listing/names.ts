/** Names and values in the spellings that services use: names without case, and text that is a number, a flag or an address. */
import { isJsonNumber } from "../json/numbers.js";
import { isJsonObject, type JsonValue } from "../json/json.js";

/**
 * The beginning of the name without case, separators and the prefix of a vocabulary or of a header: `@odata.nextLink`, `hydra:next` and
 * `X-Next-Page` are `nextlink`, `next` and `nextpage`.
 */
export function normaliseName(name: string): string {
  return name
    .slice(0, 60)
    .replace(/^@?[A-Za-z]\w*[.:](?=[A-Za-z])/, "")
    .replace(/^[xX]-/, "")
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
}

export function words(text: string): readonly string[] {
  return text.match(/\S+/g) ?? [];
}

/**
 * Whether a normalised name is made of these words only, with one of `heads` among them. Not by a regular expression: to compile
 * one for each field takes longer than to read a small listing.
 */
export function madeOf(heads: string, rest: string): (name: string) => boolean {
  const isHead = new Set(words(heads));
  const byLetter = new Map<string, string[]>();
  for (const word of new Set([...isHead, ...words(rest)])) {
    const letter = word.charAt(0);
    byLetter.set(letter, [...(byLetter.get(letter) ?? []), word]);
  }
  return (name) => {
    // Where words end, and whether a head is among those up to there.
    const ends: (boolean | undefined)[] = [false];
    for (let start = 0; start < name.length; start++) {
      const known = ends[start] === undefined ? [] : (byLetter.get(name.charAt(start)) ?? []);
      for (const word of known.filter((one) => name.startsWith(one, start))) {
        const end = start + word.length;
        ends[end] = isHead.has(word) || ends[start] === true || ends[end] === true;
      }
    }
    return ends[name.length] === true;
  };
}

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

/** The same; `null` if no page is named, and `undefined` if such a value cannot name one. */
export function pageNamed(value: JsonValue | undefined): string | null | undefined {
  const isOther = value === true || Array.isArray(value) || isJsonObject(value);
  return isOther ? undefined : (cursorOf(value) ?? null);
}

/** Whether the text is an address, whole or relative: a cursor in base64 may begin with a slash, but has no query. */
export function isAddress(text: string): boolean {
  return (
    /^(?:https?:)?\/\/\S+$/i.test(text) || /^[^\s?]*\?[^\s=]+=/.test(text) || /^\/[\w.~-]+(?:\/[\w.~-]+)*$/.test(text)
  );
}
