/** What may be sent in a header: the setting `headers`, and texts such as the credentials. No issue shows a value. */
import { excerpt } from "../http/excerpt.js";

type Headers = Readonly<Record<string, unknown>>;

/** The name of a header: a token (RFC 9110 §5.6.2). */
export const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Names that are refused, in lower case, and why. */
const REFUSED: readonly (readonly [names: RegExp, reason: string])[] = [
  [/^authorization$/, "carries the credentials and the access token"],
  [/^content-/, "describes the body of the request"],
  [/^(host|cookie2?)$/, "must not come from a setting"],
  [/^proxy-/, "is for a proxy: put the proxy's user and password into HTTPS_PROXY"],
  // RFC 9110 §7.6.1 and §10.1.1, RFC 9113 §8.2.2, and their predecessors.
  [
    /^(connection|keep-alive|te|trailers?|transfer-encoding|upgrade|http2-settings|expect)$/,
    "belongs to one connection, not to the request",
  ],
];

/** What is wrong with headers, as the rest of a sentence; `undefined` if nothing is. */
export function findHeaderIssue(headers: Headers): string | undefined {
  const seen = new Set<string>();
  for (const [name, value] of entriesOf(headers)) {
    const issue = findNameIssue(name) ?? findValueIssue(value);
    if (issue !== undefined) {
      return `has the header "${excerpt(name)}", which ${issue}`;
    }
    if (seen.size === seen.add(name.toLowerCase()).size) {
      return `has the header "${excerpt(name)}" twice. Upper and lower case are the same.`;
    }
  }
  return undefined;
}

/** Headers without an issue, as they are sent: names in lower case, values without outer blanks. */
export function parseHeaders(headers: Headers): Readonly<Record<string, string>> {
  return Object.fromEntries(entriesOf(headers).map(([name, value]) => [name.toLowerCase(), String(value).trim()]));
}

/** In a connection or a program, `null` means that the header is not set. */
function entriesOf(headers: Headers): [name: string, value: unknown][] {
  return Object.entries(headers).filter(([, value]) => value !== null && value !== undefined);
}

function findNameIssue(name: string): string | undefined {
  if (!HEADER_NAME.test(name)) {
    return "is no name of a header (RFC 9110). A name has letters, digits and hyphens.";
  }
  const reason = REFUSED.find(([names]) => names.test(name.toLowerCase()))?.[1];
  return reason === undefined ? undefined : `cannot be set: it ${reason}.`;
}

function findValueIssue(value: unknown): string | undefined {
  const text = String(value).trim();
  if (typeof value === "object") {
    return "has a list or an object as its value. It takes a string.";
  }
  if (typeof value === "number" && !Number.isSafeInteger(value)) {
    return LOST_DIGITS;
  }
  const isAscii = /^[\t -~]*$/.test(text);
  return (
    findTextIssue(text) ??
    (isAscii ? undefined : "contains a character that is not ASCII. Encode it as the service documents.")
  );
}

/** The issue of a number in place of a text. */
export const LOST_DIGITS =
  "is stored as a number, which can lose digits. Store it as text: with `--type string`, or in quotation marks.";

/** What is wrong with a text that is sent in a header, as the rest of a sentence; `undefined` if nothing is. */
export function findTextIssue(text: string): string | undefined {
  if (text.trim() === "") {
    return "is empty.";
  }
  if (/[\r\n]/.test(text)) {
    return "contains a line break. Was it copied with the end of its line?";
  }
  // RFC 9110 §5.5 and RFC 7617 §2: no control characters.
  if (/[\p{Cc}]/u.test(text)) {
    return "contains a control character, which no header can carry.";
  }
  return text.isWellFormed() ? undefined : "contains an incomplete character (a lone UTF-16 surrogate).";
}
