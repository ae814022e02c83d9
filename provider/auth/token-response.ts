/** Reads the response to the token request: the token, and how long it may be used. */
import { AuthenticationError, type ErrorCode } from "../http/errors.js";
import { errorTextOf, excerpt, excerptOfError } from "../http/excerpt.js";
import { isRecord, jsonIn, locate, pointerStep, readPath } from "../http/json-path.js";
import { createRedactor, type Redact } from "../http/redactor.js";
import type { ServiceResponse } from "../http/types.js";
import { withNonEnumerableFields } from "../settings/credentials.js";
import type { AccessToken } from "./types.js";

interface TokenResponseOptions {
  /** Path to the token: `data.token`, or the JSON Pointer `/data/token`. Default: `access_token`, else the first of a short list. */
  readonly bearerPath: string | undefined;
  readonly redact: Redact;
  /** What to do if the credentials are refused; `message` is the excerpt of the body. */
  readonly refusedHint: (message: string) => string;
}

type JsonObject = Readonly<Record<string, unknown>>;

/** What was being done, in the errors of a token request. */
export const DOING = "create an access token";

/** The common places of a token, in this order: RFC 6749 §5.1 first. */
const COMMON_PATHS = ["", "/data"].flatMap((parent) =>
  ["access_token", "accessToken", "token"].map((name) => `${parent}/${name}`),
);

/** The maximum lifetime: clocks drift, and `1e400` must become a valid date too. */
const MAX_LIFETIME_MS = 24 * 60 * 60 * 1000;
const MAX_PATHS_SHOWN = 20;
/** Far more than any token. A hostile response can need forty times its size in memory when it is parsed. */
const MAX_RESPONSE_CHARACTERS = 1024 * 1024;

const PATH_HINT =
  "If the token is at another place in the response, set bearerPath to its path (`pulumi config set workflows:bearerPath /path/to/token`).";
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
  const body = parseObject(text, fail);
  const path = bearerPath ?? COMMON_PATHS.find((common) => readPath(body, common) != null);
  const { pointer = "", value } = (path === undefined ? undefined : locate(body, path)) ?? {};
  if (isError(body, value)) {
    const message = excerptOfError(text, redact, { onlyFields: true });
    throw fail(`The service returned ${status} with an error: ${message}.`, refusedHint(message), "token-refused");
  }
  if (path === undefined || value == null) {
    throw noToken(body, path, options, fail);
  }
  const token = checkToken(value, path, fail);
  const beside = [readPath(body, pointer.slice(0, pointer.lastIndexOf("/"))), body].filter(isRecord);
  checkType(firstOf(beside, "token_type"), token, redact, fail);
  const expiresAt = expiryOf(firstOf(beside, "expires_in"), token, response);
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

/** In RFC 6749 §5.2 `error` is a string. An object with a message is an error too, unless there is a token beside it. */
function isError({ error }: JsonObject, token: unknown): boolean {
  return isRecord(error)
    ? token == null && errorTextOf(error) !== undefined
    : typeof error === "string" && error !== "";
}

function noToken(
  body: JsonObject,
  path: string | undefined,
  { redact, refusedHint }: TokenResponseOptions,
  fail: Fail,
): AuthenticationError {
  const missing = path === undefined ? "no access token" : `nothing at ${excerpt(path)}`;
  const problem = `The response has ${missing} (its keys: ${pathsOf(body, redact)}).`;
  const reported = errorTextOf(body) ?? "";
  // A string without a space may be a token: it is not shown.
  if (!reported.includes(" ")) {
    return fail(problem, PATH_HINT);
  }
  const message = excerpt(redact(reported)).replace(/\.$/, "");
  return fail(`${problem} Its message is: ${message}.`, `${refusedHint(message)} ${PATH_HINT}`);
}

/** The token if a header can carry it. */
function checkToken(token: unknown, path: string, fail: Fail): string {
  if (typeof token !== "string") {
    throw fail(`The value at ${excerpt(path)} is not a string.`, PATH_HINT);
  }
  if (token === "") {
    throw fail(`The access token at ${excerpt(path)} is empty.`, PATH_HINT);
  }
  // RFC 6750 §2.1 allows fewer characters. All others would break the header or change on the way.
  if (!/^[\x21-\x7e]+$/.test(token)) {
    const problem = `The value at ${excerpt(path)} contains a space, a control character or a character outside ASCII, which no access token has.`;
    throw fail(problem, PATH_HINT);
  }
  return token;
}

function checkType(type: unknown, token: string, redact: Redact, fail: Fail): void {
  if (type === undefined || (typeof type === "string" && type.trim().toLowerCase() === "bearer")) {
    return;
  }
  // The caller registers the token only if it is used.
  const unused = createRedactor();
  unused.add(token);
  const shown = typeof type === "string" ? `"${excerpt(unused.redact(redact(type)))}"` : "not a string";
  throw fail(`The token_type is ${shown}, but only Bearer is supported.`, TYPE_HINT);
}

function firstOf(objects: readonly JsonObject[], key: string): unknown {
  return objects.map((object) => (Object.hasOwn(object, key) ? object[key] : undefined)).find((value) => value != null);
}

/** The paths of the fields of the response and of the objects in it, as the setting takes them. */
function pathsOf(body: JsonObject, redact: Redact): string {
  const pathsIn = (object: JsonObject): string[] => Object.keys(object).map(pointerStep);
  const paths = Object.entries(body).flatMap(([key, value]) => [
    pointerStep(key),
    ...(isRecord(value) ? pathsIn(value).map((step) => pointerStep(key) + step) : []),
  ]);
  const shown = paths.slice(0, MAX_PATHS_SHOWN).map((path) => excerpt(redact(path)));
  return shown.length === 0 ? "none" : `${excerpt(shown.join(", "))}${paths.length > shown.length ? ", …" : ""}`;
}

/** Milliseconds since the epoch, by our clock. A lifetime counts from the time when the request was sent: it cannot begin earlier. */
function expiryOf(expiresIn: unknown, token: string, { sentAt, headers }: ServiceResponse): number | undefined {
  const serverNow = Date.parse(String(headers["date"]));
  const lifetime = lifetimeOf(expiresIn) ?? claimedLifetime(token, sentAt, serverNow);
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
 * claim. If a new token is over already, our clock is wrong: the time from the response's own `Date` counts. The signature is
 * not checked: that is the service's task.
 */
function claimedLifetime(token: string, sentAt: number, serverNow: number): number | undefined {
  const [, payload, signature] = token.split(".");
  const claims = signature === undefined ? undefined : jsonIn(Buffer.from(payload ?? "", "base64url").toString("utf8"));
  const exp = isRecord(claims) ? claims["exp"] : undefined;
  if (typeof exp !== "number" || !Number.isFinite(exp)) {
    return undefined;
  }
  return exp * 1000 - (exp * 1000 > sentAt || Number.isNaN(serverNow) ? sentAt : serverNow);
}
