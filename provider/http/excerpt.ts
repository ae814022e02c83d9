/** What messages show of remote text: short, on one line, without secrets and control characters. */
import { isRecord, jsonIn } from "./json-path.js";
import type { Redact } from "./redactor.js";

const MAX_CHARACTERS = 200;
/** Enough to fill an excerpt. The rest of a long text is not cleaned. */
const MAX_CLEANED = 20 * MAX_CHARACTERS;

/** A hostile body must not keep a pattern busy: only its first characters are searched. */
const MAX_SEARCHED = 4096;

/** A field with the name of a secret, and its value: a string to its end, an object or a list to the end of the body. */
const SECRET_FIELD =
  /((?:token|secret|password|bearer|jwt|credential|api[-_]?key)[\w-]{0,40}["']?\s{0,9}[:=]\s{0,9})("(?:[^"\\]|\\.)*"?|'[^']*'?|[[{][^]*|[^\s,;&}]+)/gi;
/** RFC 7519 §3: three parts in base64url. The first one is a JSON object. */
const JWT = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g;

/**
 * `text` as one line. Control, format (bidirectional, zero-width) and separator characters become a space: they cannot
 * move a terminal's cursor, forge a line of a log, or join the words beside them.
 */
export function printable(text: string): string {
  return text.replace(/[\p{C}\p{Z}]+/gu, " ").trim();
}

/** One argument of a command to paste, in quotes: a part of it may come from the service, and the shell must not run that. */
export function inShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** The beginning of `printable(text)`: at most 200 characters. */
export function excerpt(text: string): string {
  return excerptUpTo(MAX_CHARACTERS, text);
}

/** The beginning of `printable(text)`: at most `longest` characters, which are at most 200. */
export function excerptUpTo(longest: number, text: string): string {
  const line = printable(text.slice(0, MAX_CLEANED));
  const characters = Array.from(line);
  if (characters.length <= longest && text.length <= MAX_CLEANED) {
    return line;
  }
  return `${characters.slice(0, longest).join("")}…`;
}

/**
 * A short, clean excerpt of the error in a body: `error` and `error_description` (RFC 6749 §5.2), `title` and `detail`
 * (RFC 9457), `message`; a web page's title; else the text itself. Empty if the body has none of them. A full stop at the end
 * is left out, because messages go on after it.
 *
 * @param isCut whether `text` is only the beginning of the body.
 */
export function excerptOfError(text: string, redact: Redact, isCut = false): string {
  const redactStart = (long: string): string =>
    redact(long.slice(0, MAX_SEARCHED), isCut || text.length > MAX_SEARCHED);
  const start = text.slice(0, MAX_SEARCHED);
  const error = errorInJson(text) ?? (redactStart(start) === start ? errorInText(start) : start);
  return excerpt(redactStart(error)).replace(/\.$/, "");
}

/** Whether a response that should be JSON is a web page, such as a login page. */
export function isHtml(text: string, contentType: string | undefined): boolean {
  const start = text.trimStart().charAt(0);
  return start === "<" || (/html/i.test(contentType ?? "") && start !== "{" && start !== "[");
}

function errorInJson(text: string): string | undefined {
  return /^\s*\{/.test(text) ? errorTextOf(jsonIn(text)) : undefined;
}

/**
 * The text of the error in parsed JSON. Its usual fields are looked for at any depth of `error` and of the first of `errors`.
 * `undefined` if there is none of them.
 */
export function errorTextOf(body: unknown): string | undefined {
  // A loop: a hostile body may be deeper than the stack.
  for (let at = body; isRecord(at); at = isRecord(at["error"]) ? at["error"] : firstError(at["errors"])) {
    const { error, error_description, title, detail, message } = at;
    const parts = [error, title, error_description, detail, message].filter((part) => typeof part === "string");
    const distinct = [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ""))];
    if (distinct.length > 0) {
      return distinct.join(": ");
    }
  }
  return undefined;
}

function firstError(errors: unknown): unknown {
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  return typeof first === "string" ? { message: first } : first;
}

/** @param start of a body that is no JSON. It is redacted: a secret may have characters that look like a tag. */
function errorInText(start: string): string {
  return errorInHtml(start) ?? withoutSecretFields(start);
}

function errorInHtml(text: string): string | undefined {
  if (!/^\s*</.test(text)) {
    return undefined;
  }
  const [head = "", title = ""] = /<title[^>]*>([^<]*)(?:<\/title[^>]*>)?/i.exec(text) ?? [];
  const words = text
    .replace(head, " ")
    .replace(/<(script|style)[\s\S]*?(<\/\1[^>]*>|$)/gi, " ")
    .replace(/<[^>]*>?/g, " ");
  const shown = title.trim() === "" || (BARE_TITLE.test(title) && words.trim() !== "") ? words : title.trim();
  return shown.replace(
    /&(#\d+|#x[\da-f]+|\w+);/gi,
    (entity, name: string) => ENTITIES.get(name.toLowerCase()) ?? entity,
  );
}

/** A title that has no more than the status. The page's text has more: Express and Flask write the reason there. */
const BARE_TITLE = /^\s*(?:error|(?:http (?:status )?)?\d{3}\b[\w\s]*)$/i;

/** The characters that frameworks escape in messages. */
const ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" },
    ...{ "#34": '"', "#38": "&", "#39": "'", "#60": "<", "#62": ">" },
    ...{ "#x22": '"', "#x27": "'", "#x2f": "/", "#x3d": "=" },
  }),
);

/** An incomplete token response may contain a token that was never used: the redactor does not know it. */
function withoutSecretFields(text: string): string {
  return text.replace(SECRET_FIELD, "$1…").replace(JWT, "…");
}
