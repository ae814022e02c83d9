/** Reads the values of page signals, which services write as numbers, flags or text. */
import type { JsonValue } from "../json/json.js";
import { isJsonNumber } from "../json/numbers.js";

/** The value of a page signal. `null`: nothing is there, such as the cursor of the last page. */
export type Scalar = string | number | boolean | null;

/** Returns a text as it is, and a number as the service wrote it; `undefined` for any other value. */
export function textOf(value: JsonValue | undefined): string | undefined {
  if (isJsonNumber(value)) {
    return String(value);
  }
  return typeof value === "string" ? value : undefined;
}

/** Returns a whole number from 0 on, which may be written as text. */
export function numberOf(value: JsonValue | undefined): number | undefined {
  const text = textOf(value) ?? "";
  return /^\s*\d{1,15}(?:\.0+)?\s*$/.test(text) ? Number(text) : undefined;
}

/** Returns a number that may be written for people: `"10,000"`, or `"10,000+"` for a lower bound. */
export function countOf(value: JsonValue | undefined): number | undefined {
  const text = (textOf(value) ?? "").replace(/\+\s*$/, "");
  return numberOf(/^\s*\d{1,3}(?:,\d{3})+\s*$/.test(text) ? text.replaceAll(",", "") : text);
}

/** Returns a flag, which may be written as text, as 1 or 0, or as ?1 or ?0 in a header. */
export function flagOf(value: JsonValue | undefined): boolean | undefined {
  const text = typeof value === "boolean" ? String(value) : (textOf(value) ?? "").trim();
  if (/^(?:true|\??1|yes|y)$/i.test(text)) {
    return true;
  }
  return /^(?:false|\??0|no|n)$/i.test(text) ? false : undefined;
}

/** Returns what names the next page, as text; `null` for what names none: "", 0, -1, null, none, false. */
export function nextOf(value: JsonValue | undefined): string | null | undefined {
  if (value === null || value === false) {
    return null;
  }
  const text = textOf(value);
  return text !== undefined && /^\s*(?:0|-1|null|none|false)?\s*$/i.test(text) ? null : text;
}

/** Returns whether a text is a date, which says when something is next: `2026-12-01T00:00:00Z`, `Tue, 01 Dec 2026`. */
export function isDate(value: JsonValue): boolean {
  return (
    typeof value === "string" &&
    /^\s*(?:\d{4}[-/]\d\d[-/]\d\d(?:\D|$)|(?:mon|tue|wed|thu|fri|sat|sun)\w*,? )/i.test(value)
  );
}

/** Returns whether a text is an address: absolute, with a query, or a path from the root. */
export function isAddress(text: string): boolean {
  return /^(?:https?:)?\/\/\S+$|^[^\s?]*\?[^\s=]+=|^\/[\w.~-]+(?:\/[\w.~-]+)*\/?$/i.test(text);
}

/** Returns whether a request has a value in its query. */
export function wasSent({ searchParams }: URL, value: Scalar | undefined): boolean {
  return [...searchParams.values()].some((sent) => sent === String(value));
}

/** Returns whether a text is an address of this path with another query. A service behind a proxy may not know the beginning of its path. */
export function isOtherPage(value: JsonValue, page: URL): boolean {
  if (typeof value !== "string" || !isAddress(value) || !URL.canParse(value, page.href)) {
    return false;
  }
  const { pathname, search } = new URL(value, page);
  return page.pathname.endsWith(pathname) && search !== "" && search !== page.search;
}
