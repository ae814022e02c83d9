/** Reads values in the spellings that services use: numbers, flags, cursors and addresses. Runs in both processes. */
import { isJsonNumber } from "../json/numbers.js";
import { isJsonObject, type JsonValue } from "../json/json.js";

/** Returns a text, or a number as it is written. */
export function textOf(value: JsonValue | undefined): string | undefined {
  return isJsonNumber(value) ? String(value) : typeof value === "string" ? value : undefined;
}

/** Returns a whole number from 0 on, which may be written as text. */
export function numberOf(value: JsonValue | undefined): number | undefined {
  const text = textOf(value) ?? "";
  return /^\s*\d{1,15}(?:\.0+)?\s*$/.test(text) ? Number(text) : undefined;
}

/** Returns a number that counts the whole listing, which may be written for people: `"10,000"`, or `"10,000+"` for a lower bound. */
export function countOf(value: JsonValue | undefined): number | undefined {
  const [, digits = ""] = /^\s*(\d{1,3}(?:,\d{3})+|\d+)\s*\+?\s*$/.exec(textOf(value) ?? "") ?? [];
  // `numberOf` also reads a number such as `5.0`, which the pattern does not match.
  return numberOf(value) ?? numberOf(digits.replaceAll(",", ""));
}

/** Returns a flag, which may be written as text, as 1 or 0, or as ?1 or ?0 in a header (RFC 9651). */
export function flagOf(value: JsonValue | undefined): boolean | undefined {
  const text = (typeof value === "boolean" ? String(value) : (textOf(value) ?? "")).trim();
  return /^(?:true|\??1|yes|y)$/i.test(text) ? true : /^(?:false|\??0|no|n)$/i.test(text) ? false : undefined;
}

/** Returns a cursor as text; `undefined` for the values that mean "no next page": "", 0, -1, null, none. */
export function cursorOf(value: JsonValue | undefined): string | undefined {
  const text = textOf(value) ?? "";
  return ["", "0", "-1", "null", "none"].includes(text.trim().toLowerCase()) ? undefined : text;
}

/**
 * Returns a cursor as text, or `null` if the value means "no next page", as `false` does. Returns `undefined` for `true`, a list or an object, which
 * cannot be a cursor.
 */
export function nextPageNameOf(value: JsonValue | undefined): string | null | undefined {
  const isNoCursor = value === true || Array.isArray(value) || isJsonObject(value);
  return isNoCursor ? undefined : (cursorOf(value) ?? null);
}

/**
 * Returns whether the text is an address:
 * 1. An absolute one, or one without its scheme: `https://a.example/flows`, `//a.example/flows`.
 * 2. Any text with a query: `?page=2`, `flows?page=2`.
 * 3. A path from the root: `/flows/2`. A cursor in base64 may begin with a slash too, but most of these have a `+` or a `=`.
 */
export function isAddress(text: string): boolean {
  const isAbsolute = /^(?:https?:)?\/\/\S+$/i.test(text);
  const hasQuery = /^[^\s?]*\?[^\s=]+=/.test(text);
  const isPath = /^\/[\w.~-]+(?:\/[\w.~-]+)*$/.test(text);
  return isAbsolute || hasQuery || isPath;
}

/**
 * Returns whether a path is that of the page. It may lack the path's beginning, because a proxy that strips a prefix hides it from the
 * service: `/v2/workflows` in a response from `/tenant/v2/workflows`.
 */
export function isPathOf(path: string, page: URL): boolean {
  return page.pathname.endsWith(path);
}

/** Returns the parameters of an address whose values are numbers. */
export function numbersInQuery(address: string): [parameter: string, number: number][] {
  const [, query] = address.split("?");
  return [...new URLSearchParams(query)].flatMap(([name, text]) => {
    const number = numberOf(text);
    return number === undefined ? [] : [[name, number] as [string, number]];
  });
}
