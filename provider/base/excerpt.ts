/** Prepares remote text for messages: short, on one line, without secrets and control characters. Runs in both processes. */
import { isRecord, jsonIn } from "./json-path.js";
import type { Redact } from "./redactor.js";

const MAX_CHARACTERS = 200;
/** The most characters that are shown of OAuth's own fields. They are more, because servers write at the end of these fields what to do. */
export const OAUTH_EXCERPT = 2 * MAX_CHARACTERS;
/** Only this many characters of a text are cleaned and searched, because a text may be very long. They are enough to fill an excerpt. */
const MAX_SEARCHED = 20 * MAX_CHARACTERS;

/**
 * Returns `text` as one line. Control, format (bidirectional, zero-width) and separator characters become a space: they cannot
 * move a terminal's cursor, forge a line of a log, or join the words beside them.
 */
export function printable(text: string): string {
  return text.replace(/[\p{C}\p{Z}]+/gu, " ").trim();
}

/** Quotes a shell argument for a command that is shown to the user. It may contain text from the service, which the shell must not run. */
export function inShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Returns the beginning of `printable(text)`: at most 200 characters. */
export function excerpt(text: string): string {
  return beginningOf(text, MAX_CHARACTERS);
}

/** Returns the beginning of `printable(text)`: at most `maxCharacters`. */
export function beginningOf(text: string, maxCharacters: number): string {
  const line = printable(text.slice(0, MAX_SEARCHED));
  const characters = Array.from(line);
  if (characters.length <= maxCharacters && text.length <= MAX_SEARCHED) {
    return line;
  }
  return `${characters.slice(0, maxCharacters).join("")}…`;
}

/** How to excerpt the body of an error. */
interface BodyOptions {
  /** True if the text is only the beginning of the body. */
  readonly isCut?: boolean | undefined;
  /** True if only the fields of an error and a page's title are shown. Default: the text too. */
  readonly onlyFields?: boolean | undefined;
}

/**
 * Returns a short, clean excerpt of the error in a body:
 *
 * 1. Of a JSON object with the fields of an error, their texts: `error` and `error_description` (RFC 6749 §5.2), `title` and `detail`
 *    (RFC 9457), `message`. With `error_description`, the excerpt has up to 400 characters, otherwise 200.
 * 2. Of a web page, its words; with `onlyFields`, only its title.
 * 3. Of any other body, its beginning; with `onlyFields`, nothing.
 *
 * A full stop at the end is left out, because messages go on after it.
 */
export function excerptOfError(text: string, redact: Redact, options: BodyOptions = {}): string {
  const body = /^\s*\{/.test(text) ? jsonIn(text) : undefined;
  const { words, isCut } = wordsOfError(text, body, options);
  // The last word of a cut text may be a piece of a secret, so it is dropped.
  const redacted = redact(isCut ? words.replace(/\S*$/, "") : words);
  const isOAuth = isRecord(body) && typeof body["error_description"] === "string";
  return beginningOf(redacted, isOAuth ? OAUTH_EXCERPT : MAX_CHARACTERS).replace(/\.$/, "");
}

/** Returns the words of a body that describe its error, and whether more words follow them in the body. */
function wordsOfError(
  text: string,
  body: unknown,
  { isCut = false, onlyFields = false }: BodyOptions,
): { readonly words: string; readonly isCut: boolean } {
  const field = errorTextOf(body);
  if (field !== undefined) {
    return { words: field.slice(0, MAX_SEARCHED), isCut: field.length > MAX_SEARCHED };
  }
  const start = text.slice(0, MAX_SEARCHED);
  if (onlyFields) {
    return { words: titleIn(start), isCut: false };
  }
  return { words: wordsIn(start), isCut: isCut || text.length > MAX_SEARCHED };
}

/** Returns whether a response that should be JSON is a web page, such as a login page. */
export function isHtml(text: string, contentType: string | undefined): boolean {
  const start = text.trimStart().charAt(0);
  return start === "<" || (/html/i.test(contentType ?? "") && start !== "{" && start !== "[");
}

/**
 * Returns the text of the error in parsed JSON, or `undefined`. It joins the texts of the usual fields, such as `message`. If the object has
 * none of them, they are looked for in its object `error`, or else in the first element of its list `errors`, and so on at any depth.
 */
export function errorTextOf(body: unknown): string | undefined {
  let current = body;
  // We use a loop and no recursion, because a hostile body may be deeper than the stack.
  while (isRecord(current)) {
    const { error, errors, error_description, title, detail, message } = current;
    const parts = [error, title, error_description, detail, message].filter((part) => typeof part === "string");
    const distinct = [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ""))];
    if (distinct.length > 0) {
      return distinct.join(": ");
    }
    current = isRecord(error) ? error : firstError(errors);
  }
  return undefined;
}

/** Returns the first element of a list of errors. A text is returned as an object, like other errors: `{ "message": "denied" }`. */
function firstError(errors: unknown): unknown {
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  return typeof first === "string" ? { message: first } : first;
}

/** Returns the title of a web page; empty if the text has no whole one. */
function titleIn(start: string): string {
  return withoutTags(/<title[^>]*>[^<]*</i.exec(start)?.[0] ?? "");
}

/** Returns the words of a web page, without its tags, scripts and styles. Any other text is returned as it is. */
function wordsIn(start: string): string {
  return /^\s*</.test(start) ? withoutTags(start.replace(/<(script|style)[\s\S]*?(<\/\1[^>]*>|$)/gi, " ")) : start;
}

function withoutTags(html: string): string {
  return html.replace(/<[^>]*>?/g, " ").trim();
}
