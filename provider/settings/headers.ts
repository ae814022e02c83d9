/** The setting `headers`: which names and values may be sent with every request. */
import { excerpt } from "../http/excerpt.js";
import { isRecord } from "../http/json-path.js";
import { configIn, LOST_DIGITS, type Parsed, type Parser, textFault } from "./parsers.js";

/** Names in lower case. Values are secrets. */
export type Headers = Readonly<Record<string, string>>;

/** The name of a header: a token (RFC 9110 §5.6.2). */
export const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Names that are refused, in lower case, and why. */
const REFUSED: readonly { readonly names: RegExp; readonly reason: string }[] = [
  { names: /^authorization$/, reason: "carries the credentials and the access token" },
  { names: /^content-/, reason: "describes the body of the request" },
  { names: /^(host|cookie2?)$/, reason: "must not come from a setting" },
  { names: /^proxy-/, reason: "is for a proxy: put the proxy's user and password into HTTPS_PROXY" },
  {
    // RFC 9110 §7.6.1 and §10.1.1, RFC 9113 §8.2.2, and their predecessors.
    names: /^(connection|keep-alive|te|trailers?|transfer-encoding|upgrade|http2-settings|expect)$/,
    reason: "belongs to one connection, not to the request",
  },
];

/** An object of strings, or its JSON text. A whole number without quotation marks counts as the text of its digits. */
export const headers: Parser<Headers> = {
  type: "strings",
  takes: 'a JSON object of strings such as {"X-Api-Key":"…"}',
  parse: (given) => {
    const object = objectIn(given);
    return object === undefined ? undefined : parseHeaders(object);
  },
  isPublic: (given) => {
    const object = objectIn(given);
    return object !== undefined && Object.keys(object).length === 0;
  },
};

function objectIn(given: unknown): Readonly<Record<string, unknown>> | undefined {
  const object = typeof given === "string" ? configIn(given) : given;
  return isRecord(object) ? object : undefined;
}

function parseHeaders(object: Readonly<Record<string, unknown>>): Parsed<Headers> {
  const parsed = new Map<string, string>();
  for (const [name, value] of Object.entries(object)) {
    // In a connection or a program, `null` means that the header is not set.
    if (value === null || value === undefined) {
      continue;
    }
    const wrongName = nameFault(name);
    const header = wrongName === undefined ? parseValue(value) : { fault: wrongName };
    if ("fault" in header) {
      return { fault: `has the header "${excerpt(name)}", which ${header.fault}` };
    }
    const key = name.toLowerCase();
    if (parsed.has(key)) {
      return { fault: `has the header "${excerpt(name)}" twice. Upper and lower case are the same.` };
    }
    parsed.set(key, header.value);
  }
  return { value: Object.fromEntries(parsed) };
}

function nameFault(name: string): string | undefined {
  if (!HEADER_NAME.test(name)) {
    return "is no name of a header (RFC 9110). A name has letters, digits and hyphens.";
  }
  const refused = REFUSED.find(({ names }) => names.test(name.toLowerCase()));
  return refused === undefined ? undefined : `cannot be set: it ${refused.reason}.`;
}

function parseValue(value: unknown): Parsed<string> {
  if (typeof value === "number") {
    return { fault: LOST_DIGITS };
  }
  if (typeof value === "boolean") {
    return { value: String(value) };
  }
  if (typeof value !== "string") {
    return { fault: "has a list or an object as its value. It takes a string." };
  }
  const text = value.trim();
  const fault = textFault(text);
  if (fault !== undefined) {
    return { fault };
  }
  return /[^\t -~]/.test(text)
    ? { fault: "contains a character that is not ASCII. Encode it as the service documents." }
    : { value: text };
}
