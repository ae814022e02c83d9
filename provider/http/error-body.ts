/** Reads the reason that a response gives for an error in its body: in the fields of JSON, or as text. */
import type { BodyKind } from "../base/errors.js";
import { isRecord, jsonIn } from "../base/json-path.js";
import type { Secrets } from "../base/secrets.js";
import { beginningOf, excerpt, MAX_SEARCHED } from "../base/text.js";

/**
 * The most characters that are shown of an error's fields: more than of a text, because the end of a field often says
 * what to do.
 */
const FIELD_CHARACTERS = 400;

/** The options of an excerpt. */
interface BodyOptions {
  /** True if the text is only the beginning of the body. */
  readonly isCut?: boolean | undefined;
  /** True if only the fields of an error and a page's title are shown. Default: the text too. */
  readonly onlyFields?: boolean | undefined;
}

/**
 * Returns a short, clean excerpt of the error in a body:
 *
 * 1. Of a JSON object with the fields of an error, their texts: see `errorTextOf`.
 * 2. Of a web page, its words; with `onlyFields`, only its title.
 * 3. Of any other body, its beginning; with `onlyFields`, nothing.
 *
 * A full stop at the end is left out, because messages go on after it.
 */
export function excerptOfError(text: string, clean: Secrets["clean"], options: BodyOptions = {}): string {
  const { isCut = false, onlyFields = false } = options;
  const field = errorTextOf(jsonIn(text));
  if (field !== undefined) {
    return excerptOfField(withoutTags(cleanStart(field, false, clean)));
  }
  const words = onlyFields ? titleIn(text) : text;
  return withoutStop(excerpt(withoutTags(cleanStart(words, isCut, clean))));
}

/**
 * Masks the secrets in the beginning of a text. If the text is cut, its last word is dropped, because it may be a piece
 * of a secret.
 */
function cleanStart(text: string, isCut: boolean, clean: Secrets["clean"]): string {
  const start = text.slice(0, MAX_SEARCHED);
  return clean(isCut || text.length > MAX_SEARCHED ? start.replace(/\S*$/, "") : start);
}

/** Returns a short excerpt of a clean text in which a response gives the reason of an error. */
export function excerptOfField(text: string): string {
  return withoutStop(beginningOf(text, FIELD_CHARACTERS));
}

/** Returns the text without the full stop at its end. */
function withoutStop(text: string): string {
  return text.replace(/\.$/, "");
}

/**
 * Returns the text of the error in parsed JSON; `undefined` if there is none. The usual fields have it (RFC 6749 §5.2,
 * RFC 9457, `message`, Okta's `errorSummary`), in the first of these places that has one: the object itself, its
 * `error`, the first of its `errors`.
 */
export function errorTextOf(body: unknown): string | undefined {
  if (!isRecord(body)) {
    return undefined;
  }
  const { error, errors } = body;
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  const texts = [body, error, typeof first === "string" ? { message: first } : first].map(textsIn);
  return texts.find((text) => text !== "");
}

/** Joins the texts of an object's usual fields; empty if it has none. */
function textsIn(object: unknown): string {
  if (!isRecord(object)) {
    return "";
  }
  const { error, title, error_description, detail, message, errorSummary } = object;
  const texts = [error, title, error_description, detail, message, errorSummary].filter(
    (text) => typeof text === "string",
  );
  const distinct = new Set(texts.map((text) => text.trim()).filter((text) => text !== ""));
  return [...distinct].join(": ");
}

/** Returns the OAuth error code in a JSON body (RFC 6749 §5.2), such as `invalid_client`. */
export function oauthErrorIn(text: string): string | undefined {
  const body = jsonIn(text);
  const error = isRecord(body) ? body["error"] : undefined;
  return typeof error === "string" && /^[a-z]+(?:_[a-z]+)+$/.test(error) ? error : undefined;
}

/** Returns the kind of a body. A JSON body that was cut counts as JSON. */
export function bodyKindOf(text: string, contentType: string | undefined): BodyKind {
  if (text.trim() === "") {
    return "empty";
  }
  if (isWebPage(text, contentType)) {
    return "web-page";
  }
  return /^\s*[{[]/.test(text) || jsonIn(text) !== undefined ? "json" : "text";
}

/** Returns whether a response that should be JSON is a web page, such as a login page. An empty body is no web page. */
export function isWebPage(text: string, contentType = ""): boolean {
  const start = text.trimStart().charAt(0);
  return start === "<" || (start !== "" && /html/i.test(contentType) && start !== "{" && start !== "[");
}

/** Returns the title of a web page; empty if the text has no whole one. */
function titleIn(text: string): string {
  return /<title[^>]*>([^<]*)</i.exec(text.slice(0, MAX_SEARCHED))?.[1] ?? "";
}

/** Returns the words of a web page, without its tags, scripts and styles. Returns any other text as it is. */
function withoutTags(text: string): string {
  return !isWebPage(text)
    ? text
    : text.replace(/<(script|style)[\s\S]*?(<\/\1[^>]*>|$)/gi, " ").replace(/<[^>]*>?/g, " ");
}
