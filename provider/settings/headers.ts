/** Checks what is sent in headers: the setting `headers`, and the credentials. No issue shows a value. */
import { excerpt } from "../base/text.js";
import type { Parsed, Predicate } from "./issue-text.js";

/** The characters that the name of a header may have (RFC 9110 §5.6.2). */
export const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/**
 * Headers that carry the credentials, describe the body, or belong to one connection (RFC 9110 §7.6.1 and §10.1.1, RFC
 * 9113 §8.2.2).
 */
const REFUSED =
  /^(authorization|content-.*|host|cookie2?|proxy-.*|connection|keep-alive|te|trailers?|transfer-encoding|upgrade|http2-settings|expect)$/i;

const INVALID_NAME =
  "whose name is not valid (RFC 9110). A name contains only letters, digits and hyphens, and no value.";
const IS_REFUSED = "cannot be set: it carries credentials, describes the body, or belongs to one connection.";

/** Parses headers, and returns them as they are sent: names in lower case, values without blanks around them. */
export function parseHeaders(entries: Readonly<Record<string, unknown>>): Parsed<Readonly<Record<string, string>>> {
  const headers: Record<string, string> = {};
  // In a connection or a program, `null` means that the header is not set.
  const present = Object.entries(entries).filter(([, value]) => value !== null && value !== undefined);
  for (const [name, value] of present) {
    if (!HEADER_NAME.test(name)) {
      // The name is not quoted: it may be a whole line, with the value.
      return { issue: `has a header ${INVALID_NAME}` };
    }
    const issue = REFUSED.test(name) ? IS_REFUSED : findValueIssue(value);
    if (issue !== undefined) {
      return { issue: `has the header "${excerpt(name)}", which ${issue}` };
    }
    headers[name.toLowerCase()] = String(value).trim();
  }
  return { value: headers };
}

/**
 * Returns why a value cannot be sent in a header; `undefined` if it can. Numbers, `true` and `false` are sent as their
 * text.
 */
function findValueIssue(value: unknown): Predicate | undefined {
  const text = String(value).trim();
  if (typeof value === "object") {
    return "has a list or an object as its value. It takes a string.";
  }
  if (typeof value === "number" && !Number.isSafeInteger(value)) {
    return LOST_DIGITS;
  }
  const isAscii = /^[\t -~]*$/.test(text);
  const notAscii = "contains a character that is not ASCII. Encode it as the service documents.";
  return findTextIssue(text) ?? (isAscii ? undefined : notAscii);
}

/** The issue of a number where a text is expected. */
export const LOST_DIGITS =
  "is stored as a number, which can lose digits. Store it as text: with `--type string`, or in quotation marks.";

/** Returns what is wrong with a text that is sent in a header, as a predicate; `undefined` if nothing is. */
export function findTextIssue(text: string): Predicate | undefined {
  if (text.trim() === "") {
    return "is empty.";
  }
  if (/[\r\n]/.test(text)) {
    return "contains a line break. Was it copied with the end of its line?";
  }
  // Control characters are not allowed (RFC 9110 §5.5, RFC 7617 §2). A lone surrogate cannot be encoded in UTF-8.
  return /[\p{Cc}\p{Cs}]/u.test(text) ? "contains a character that no header can carry." : undefined;
}
