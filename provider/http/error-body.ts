/** Finds the text to show in the body of an error response. */
import { excerpt } from "./excerpt.js";
import type { Redact } from "./redactor.js";

const LOOKED_AT = 4096;

/** A field whose name says that its value is secret, and that value: to its end where it is a text, else to the end of all. */
const SECRET_FIELD =
  /((?:token|secret|password|bearer|jwt|credential|api[-_]?key)[\w-]{0,40}["']?\s{0,9}[:=]\s{0,9})("(?:[^"\\]|\\.)*"?|'[^']*'?|[[{][^]*|[^\s,;&}]+)/gi;
/** RFC 7519 §3: three parts in base64url, of which the first is a JSON object. */
const JWT = /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g;

/**
 * A short, clean excerpt of what the service said: `error` and `error_description` (RFC 6749 §5.2), `title` and `detail`
 * (RFC 9457), `message`; an HTML page's title; else the text itself. Empty where it said nothing.
 *
 * @param isCut whether `text` is only the beginning of what came.
 */
export function explainBody(text: string, redact: Redact, isCut = false): string {
  // Of the first few thousand characters: a body made to keep a pattern busy must not do so.
  const start = text.slice(0, LOOKED_AT);
  const said = saidInJson(text) ?? saidInHtml(start) ?? withoutSecretFields(start);
  return excerpt(redact(said.slice(0, LOOKED_AT), isCut || text.length > LOOKED_AT));
}

/** Whether a response that should be JSON is a web page: of a login, a proxy or a load balancer. */
export function isHtml(text: string, contentType: string | undefined): boolean {
  const start = text.trimStart().charAt(0);
  return start === "<" || (/html/i.test(contentType ?? "") && start !== "{" && start !== "[");
}

function saidInJson(text: string): string | undefined {
  if (!/^\s*\{/.test(text)) return undefined;
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return undefined;
  }
  return saidBy(body);
}

/** What parsed JSON says of a failure, in the fields that are for it; `undefined` where it has none of them. */
export function saidBy(body: unknown): string | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const { error, error_description, title, detail, message } = body as Record<string, unknown>;
  const parts = [error, title, error_description, detail, message].filter((part) => typeof part === "string");
  const distinct = [...new Set(parts.map((part) => part.trim()).filter((part) => part !== ""))];
  return distinct.length > 0 ? distinct.join(": ") : saidBy(error);
}

function saidInHtml(text: string): string | undefined {
  if (!/^\s*</.test(text)) return undefined;
  const title = /<title[^>]*>([^<]*)/i.exec(text)?.[1]?.trim();
  if (title !== undefined && title !== "") return title;
  return text.replace(/<(script|style)[\s\S]*?(<\/\1[^>]*>|$)/gi, " ").replace(/<[^>]*>?/g, " ");
}

/** An incomplete token response may contain a token that was never used, which the redactor does not know. */
function withoutSecretFields(text: string): string {
  return text.replace(SECRET_FIELD, "$1…").replace(JWT, "…");
}
