/** Reads the reason that an unsuccessful response gives, in the header `WWW-Authenticate` or as an OAuth error in the body. Runs in both processes. */
import type { BodyKind } from "../base/errors.js";
import { isHtml } from "../base/excerpt.js";
import { isRecord, jsonIn } from "../base/json-path.js";
import { headerText } from "./response.js";
import type { ServiceResponse } from "./types.js";

/** The error of a challenge (RFC 6750 §3): `Bearer error="invalid_token", error_description="The token has expired"`. */
export interface Challenge {
  readonly error: string | undefined;
  readonly description: string | undefined;
}

/** Reads the error in `WWW-Authenticate`, of whatever scheme. */
export function readChallenge(headers: ServiceResponse["headers"]): Challenge {
  const text = headerText([headers["www-authenticate"] ?? ""].flat().join(", "));
  const parameter = (name: string): string | undefined => {
    const pattern = new RegExp(`(?:^|[\\s,])${name}\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s,"]+))`, "i");
    const [, quoted, plain] = pattern.exec(text) ?? [];
    return (quoted?.replace(/\\(.)/g, "$1") ?? plain)?.trim() || undefined;
  };
  return { error: parameter("error"), description: parameter("error_description") };
}

/** Writes a challenge as one text: "invalid_token: The token has expired". Empty if it has no error. */
export function challengeText({ error, description }: Challenge): string {
  return [error, description].filter((part) => part !== undefined).join(": ");
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
