/** Reads the reason that an unsuccessful response gives, in the header `WWW-Authenticate` or as an OAuth error in the body. Runs in both processes. */
import type { BodyKind } from "../base/errors.js";
import { isHtml } from "../base/excerpt.js";
import { isRecord, jsonIn } from "../base/json-path.js";
import { headerText } from "./response.js";
import type { ServiceResponse } from "./types.js";

/**
 * Reads the error in `WWW-Authenticate`, of whatever scheme (RFC 6750 §3). The header
 * `Bearer error="invalid_token", error_description="It has expired"` has the error `invalid_token` and the text
 * "invalid_token: It has expired". The text is empty if there is neither of the two.
 */
export function readChallenge(headers: ServiceResponse["headers"]): {
  readonly error: string | undefined;
  readonly text: string;
} {
  const header = headerText([headers["www-authenticate"] ?? ""].flat().join(", "));
  const error = parameterIn(header, "error");
  const parts = [error, parameterIn(header, "error_description")];
  return { error, text: parts.filter((part) => part !== undefined).join(": ") };
}

/** Returns the value of a parameter, in quotation marks (`error="denied"`) or without them (`error=denied`); `undefined` if it is missing or blank. */
function parameterIn(header: string, name: string): string | undefined {
  const start = String.raw`(?:^|[\s,])${name}\s*=\s*`;
  // In quotation marks, a backslash stands before a quotation mark that belongs to the value.
  const quotedValue = String.raw`"((?:[^"\\]|\\.)*)"`;
  const plainValue = String.raw`([^\s,"]+)`;
  const [, quoted, plain] = new RegExp(`${start}(?:${quotedValue}|${plainValue})`, "i").exec(header) ?? [];
  const value = (quoted?.replace(/\\(.)/g, "$1") ?? plain ?? "").trim();
  return value === "" ? undefined : value;
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
  if (isHtml(text, contentType)) {
    return "web-page";
  }
  return /^\s*[{[]/.test(text) || jsonIn(text) !== undefined ? "json" : "text";
}
