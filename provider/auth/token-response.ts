/** Reads the response to the token request: the token, and how long it may be used. */
import { AuthenticationError, type ErrorCode } from "../base/errors.js";
import { errorTextOf, excerpt, excerptOfError, nameSetting } from "../base/excerpt.js";
import { isRecord, jsonIn, locate, pointerStep, readPath } from "../base/json-path.js";
import type { Redact } from "../base/redactor.js";
import type { ServiceResponse } from "../http/types.js";
import { withNonEnumerableFields } from "../settings/credentials.js";
import type { AccessToken } from "./types.js";

interface TokenResponseOptions {
  readonly bearerPath: string | undefined;
  readonly redact: Redact;
  /** What to do if the credentials are refused; `message` is the excerpt of the body. */
  readonly refusedHint: (message: string) => string;
}

type JsonObject = Readonly<Record<string, unknown>>;

/** What was being done, in the errors of a token request. */
export const DOING = "create an access token";

/** The common paths of a token, in this order: RFC 6749 §5.1 first. */
const COMMON_PATHS = ["", "/data"].flatMap((parent) =>
  ["access_token", "accessToken", "token"].map((name) => `${parent}/${name}`),
);

/** The maximum lifetime: clocks drift, and `1e400` must become a valid date too. */
const MAX_LIFETIME_MS = 24 * 60 * 60 * 1000;
const MAX_PATHS_SHOWN = 20;
/** Far more than any token. A hostile response can need forty times its size in memory when it is parsed. */
const MAX_RESPONSE_CHARACTERS = 1024 * 1024;

const PATH_HINT = `If the token is elsewhere in the response, set ${nameSetting("bearerPath")} to its path, such as /data/token.`;
const ADDRESS_HINT = "Is baseUrl the address of the API?";
const TYPE_HINT = "Ask an administrator of the service for Bearer tokens (RFC 6750).";

/** An error of this response: the problem, what to do, and the code if it is not `token-response`. */
type Fail = (problem: string, hint: string, code?: ErrorCode) => AuthenticationError;

/** The token in a response. Errors show keys and what the service reports of an error, no other values: any may be the token. */
export function parseTokenResponse(response: ServiceResponse, options: TokenResponseOptions): AccessToken {
  const { status, requestId, attempts, text } = response;
  const { bearerPath, redact, refusedHint } = options;
  const fail: Fail = (problem, hint, code = "token-response") =>
    new AuthenticationError(problem, { code, doing: DOING, hint, status, requestId, attempts });
  // A part of a token is not a token (RFC 9110 §15.3.7).
  if (status === 206) {
    throw fail("The service returned 206 Partial Content, a part of a response.", ADDRESS_HINT);
  }
  const body = parseObject(text, fail);
  const path = bearerPath ?? COMMON_PATHS.find((common) => readPath(body, common) != null);
  const { pointer = "", value } = (path === undefined ? undefined : locate(body, path)) ?? {};
  if (isError(body, value)) {
    const message = excerptOfError(text, redact, { onlyFields: true });
    throw fail(`The service returned ${status} with an error: ${message}.`, refusedHint(message), "token-refused");
  }
  if (path === undefined || value == null) {
    const missing = path === undefined ? "no access token" : `nothing at ${excerpt(path)}`;
    throw fail(`The response has ${missing} (its keys: ${pathsOf(body, redact)}).`, PATH_HINT);
  }
  const token = checkToken(value, path, fail);
  const beside = [readPath(body, pointer.slice(0, pointer.lastIndexOf("/"))), body].filter(isRecord);
  const type = firstOf(beside, "token_type") ?? "bearer";
  // The type is not shown: it may be the token.
  if (typeof type !== "string" || type.trim().toLowerCase() !== "bearer") {
    throw fail("The token_type is not Bearer, the only type that is supported.", TYPE_HINT);
  }
  const expiresAt = expiryOf(firstOf(beside, "expires_in"), token, response.sentAt);
  return withNonEnumerableFields({ expiresAt }, { value: token });
}

function parseObject(text: string, fail: Fail): JsonObject {
  if (text.length > MAX_RESPONSE_CHARACTERS) {
    throw fail(`The response has ${text.length} characters, far more than a token.`, ADDRESS_HINT, "too-large");
  }
  if (text.trim() === "") {
    throw fail("The response is empty.", ADDRESS_HINT);
  }
  const body = jsonIn(text);
  if (!isRecord(body)) {
    const given = body === undefined ? `JSON (${text.length} characters)` : "a JSON object";
    throw fail(`The response is not ${given}.`, ADDRESS_HINT);
  }
  return body;
}

/**
 * In RFC 6749 §5.2 `error` is a string. Without a token, an error object and a sentence in another usual field are errors too. A
 * single word may be the token.
 */
function isError(body: JsonObject, token: unknown): boolean {
  const { error } = body;
  const text = errorTextOf(isRecord(error) ? error : body) ?? "";
  return (
    (typeof error === "string" && error !== "") || (token == null && (isRecord(error) ? text !== "" : /\s/.test(text)))
  );
}

/** The token if a header can carry it. RFC 6750 §2.1 allows fewer characters: all others would change on the way. */
function checkToken(token: unknown, path: string, fail: Fail): string {
  if (typeof token !== "string") {
    throw fail(`The value at ${excerpt(path)} is not a string.`, PATH_HINT);
  }
  if (!/^[\x21-\x7e]+$/.test(token)) {
    const wrong = "contains a space, a control character or a character outside ASCII, which no access token has";
    throw fail(`The value at ${excerpt(path)} ${token === "" ? "is empty" : wrong}.`, PATH_HINT);
  }
  return token;
}

function firstOf(objects: readonly JsonObject[], key: string): unknown {
  return objects.map((object) => (Object.hasOwn(object, key) ? object[key] : undefined)).find((value) => value != null);
}

/** The paths of the fields of the response and of the objects in it, as the setting takes them. */
function pathsOf(body: JsonObject, redact: Redact): string {
  const paths = Object.entries(body).flatMap(([key, value]) => {
    const inner = isRecord(value) ? Object.keys(value).map(pointerStep) : [];
    return ["", ...inner].map((step) => pointerStep(key) + step);
  });
  const shown = paths.slice(0, MAX_PATHS_SHOWN).join(", ");
  return shown === "" ? "none" : excerpt(redact(shown));
}

/** Milliseconds since the epoch, by our clock. A lifetime counts from the time when the request was sent: it cannot begin earlier. */
function expiryOf(expiresIn: unknown, token: string, sentAt: number): number | undefined {
  const lifetime = lifetimeOf(expiresIn) ?? claimedLifetime(token, sentAt);
  return lifetime === undefined ? undefined : sentAt + Math.min(lifetime, MAX_LIFETIME_MS);
}

/** Milliseconds. A number of seconds, or one as text, as some services return it. Anything else is ignored. */
function lifetimeOf(value: unknown): number | undefined {
  const isNumeric = typeof value === "string" && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(value);
  const seconds = isNumeric || typeof value === "number" ? Number(value) : NaN;
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds * 1000);
}

/**
 * Milliseconds from `sentAt` to the `exp` claim of a JWT (RFC 7519 §4.1.4); `undefined` if the token is no JWT or has no such
 * claim. The signature is not checked: that is the service's task.
 */
function claimedLifetime(token: string, sentAt: number): number | undefined {
  const [, payload = "", signature] = token.split(".");
  const claims = signature === undefined ? undefined : jsonIn(Buffer.from(payload, "base64url").toString("utf8"));
  const exp = isRecord(claims) ? claims["exp"] : undefined;
  return typeof exp === "number" && Number.isFinite(exp) ? Math.max(0, exp * 1000 - sentAt) : undefined;
}
