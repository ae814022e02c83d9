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
  /** Takes the credentials out of what an error shows. */
  readonly redact: Redact;
  /** What to do if the credentials are refused; `message` is the excerpt of the body. */
  readonly refusedHint: (message: string) => string;
}

type JsonObject = Readonly<Record<string, unknown>>;

/** What was being done, in the errors of a token request. */
export const DOING = "create an access token";

/** The common places of a token, in this order: RFC 6749 §5.1 first. */
const COMMON_PATHS = [
  "/access_token",
  "/accessToken",
  "/token",
  "/data/access_token",
  "/data/accessToken",
  "/data/token",
];

/** Shorter values of such fields are words, such as a token's type. Characters. */
const MIN_TOKEN_LENGTH = 10;

/** The name of a field that may have the token, and of one that has something else. */
const TOKEN_NAME = /(?:token|jwt|bearer)[^/]*$/i;
const OTHER_NAME = /(?:refresh|csrf|xsrf|type|expir|url|\/id_?token|token_?id$)[^/]*$/i;

/** Names of a message beside those of the standards: WeChat has `errmsg`, Lark `msg`. */
const OTHER_MESSAGE = /^(?:(?:err(?:or)?|status)_?)?(?:msg|message|description|reason)$|^err(?:or)?_?text$/i;

/** The maximum lifetime: clocks drift, and `1e400` must become a valid date too. */
const MAX_LIFETIME_MS = 24 * 60 * 60 * 1000;
const MAX_PATHS_SHOWN = 20;

const pathHint = (path = "/path/to/token"): string =>
  `If the token is at another place in the response, set bearerPath to its path (\`pulumi config set workflows:bearerPath ${path}\`).`;
const ADDRESS_HINT = "Is baseUrl the address of the API?";
const TYPE_HINT = "Ask an administrator of the service for Bearer tokens (RFC 6750).";

/** Far more than any token. A hostile response can need forty times its size in memory when it is parsed. */
const MAX_RESPONSE_CHARACTERS = 1024 * 1024;

/** An error of this response: the problem, what to do, and the code if it is not `token-response`. */
type Fail = (problem: string, hint: string, code?: ErrorCode) => AuthenticationError;

/**
 * The token in a response. The `AuthenticationError` has its own hint: what to do differs from fault to fault. It shows keys and
 * what the service reports of an error, no other values: any of them may be the token.
 */
export function parseTokenResponse(response: ServiceResponse, options: TokenResponseOptions): AccessToken {
  const { status, requestId, attempts } = response;
  const fail: Fail = (problem, hint, code = "token-response") =>
    new AuthenticationError(problem, { code, doing: DOING, hint, status, requestId, attempts });
  const body = parseObject(response.text, fail);
  const path = options.bearerPath ?? COMMON_PATHS.find((common) => readPath(body, common) != null);
  const { pointer = "", value } = (path === undefined ? undefined : locate(body, path)) ?? {};
  if (isError(body, value)) {
    const message = excerptOfError(response.text, options.redact);
    const problem = `The service returned ${status} with an error: ${message}.`;
    throw fail(problem, options.refusedHint(message), "token-refused");
  }
  if (path === undefined || value == null) {
    throw noToken(body, path, options, fail);
  }
  const token = checkToken(value, path, fail);
  const beside = [readPath(body, pointer.slice(0, pointer.lastIndexOf("/"))), body].filter(isRecord);
  checkType(firstOf(beside, "token_type"), token, options.redact, fail);
  const expiresAt = expiryOf(firstOf(beside, "expires_in"), token, response);
  return withNonEnumerableFields({ expiresAt }, { value: token });
}

function parseObject(text: string, fail: Fail): JsonObject {
  if (text.length > MAX_RESPONSE_CHARACTERS) {
    throw fail(`The response has ${text.length} characters, far more than a token.`, ADDRESS_HINT, "too-large");
  }
  const body = jsonIn(text);
  if (body === undefined) {
    const problem =
      text.trim() === "" ? "The response is empty." : `The response is not JSON (${text.length} characters).`;
    throw fail(problem, ADDRESS_HINT);
  }
  if (!isRecord(body)) {
    throw fail(
      `The response is not a JSON object but ${Array.isArray(body) ? "an array" : typeNameOf(body)}.`,
      ADDRESS_HINT,
    );
  }
  return body;
}

/** In RFC 6749 §5.2 `error` is a string. An object with a message is an error too, unless there is a token beside it. */
function isError({ error }: JsonObject, token: unknown): boolean {
  return isRecord(error) ? token == null && errorTextOf(error) !== undefined : isText(error);
}

function noToken(
  body: JsonObject,
  path: string | undefined,
  { redact, refusedHint }: TokenResponseOptions,
  fail: Fail,
): AuthenticationError {
  const missing = path === undefined ? "no access token" : `nothing at ${excerpt(path)}`;
  const problem = `The response has ${missing} (its keys: ${pathsOf(body, redact)})`;
  const tokenPath = likelyTokenPath(body);
  const message = messageIn(body, redact);
  const reported = message === undefined ? "" : ` Its message is: ${message}.`;
  const refused = message === undefined || tokenPath !== undefined ? "" : `${refusedHint(message)} `;
  return fail(`${problem}.${reported}`, refused + pathHint(tokenPath));
}

/** The only place that has the name and the characters of a token. The shell takes the path as it is. */
function likelyTokenPath(body: JsonObject): string | undefined {
  const [path, ...others] = fieldsOf(body)
    .filter(([path, value]) => isUsable(value) && TOKEN_NAME.test(path) && !OTHER_NAME.test(path))
    .map(([path]) => path);
  return path !== undefined && others.length === 0 && /^[\w/-]+$/.test(path) ? path : undefined;
}

/** The token if a header can carry it. */
function checkToken(token: unknown, path: string, fail: Fail): string {
  if (typeof token !== "string") {
    throw fail(`The value at ${excerpt(path)} is not a string.`, pathHint());
  }
  if (token === "") {
    throw fail(`The access token at ${excerpt(path)} is empty.`, pathHint());
  }
  if (!isUsable(token)) {
    throw fail(
      `The value at ${excerpt(path)} contains a space, a control character or a character outside ASCII, which no access token has.`,
      pathHint(),
    );
  }
  return token;
}

/** RFC 6750 §2.1 allows fewer characters. All others would break the header or change on the way. */
function isUsable(token: unknown): boolean {
  return typeof token === "string" && /^[\x21-\x7e]+$/.test(token);
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

function typeNameOf(value: unknown): string {
  return value === null ? "null" : `a ${typeof value}`;
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

function firstOf(objects: readonly JsonObject[], key: string): unknown {
  return objects.map((object) => (Object.hasOwn(object, key) ? object[key] : undefined)).find((value) => value != null);
}

/** What the service reports in place of a token. A string without a space may be a token: it is not shown. */
function messageIn(body: JsonObject, redact: Redact): string | undefined {
  const message = (errorTextOf(body) ?? Object.entries(body).find(isOtherMessage)?.[1])?.trim();
  if (message === undefined || !/\s/.test(message)) {
    return undefined;
  }
  // "Your token is …" may repeat one from another field.
  const unused = createRedactor();
  for (const [path, value] of fieldsOf(body)) {
    if (typeof value === "string" && value.length >= MIN_TOKEN_LENGTH && TOKEN_NAME.test(path)) {
      unused.add(value);
    }
  }
  return excerpt(unused.redact(redact(message))).replace(/\.$/, "");
}

function isOtherMessage(field: [string, unknown]): field is [string, string] {
  return OTHER_MESSAGE.test(field[0]) && isText(field[1]);
}

/** The fields of the response and of the objects in it: their paths, as the setting takes them, and their values. */
function fieldsOf(body: JsonObject): [path: string, value: unknown][] {
  const fieldsIn = (object: JsonObject): [string, unknown][] =>
    Object.entries(object).map(([key, value]) => [pointerStep(key), value]);
  return fieldsIn(body).flatMap(([path, value]) => [
    [path, value],
    ...(isRecord(value) ? fieldsIn(value).map(([step, inner]): [string, unknown] => [path + step, inner]) : []),
  ]);
}

function pathsOf(body: JsonObject, redact: Redact): string {
  const paths = fieldsOf(body).map(([path]) => path);
  if (paths.length === 0) {
    return "none";
  }
  const shown = paths.slice(0, MAX_PATHS_SHOWN).map((path) => excerpt(redact(path)));
  return `${excerpt(shown.join(", "))}${paths.length > MAX_PATHS_SHOWN ? ", …" : ""}`;
}

/** Milliseconds since the epoch, by our clock. A lifetime counts from the time when the request was sent: it cannot begin earlier. */
function expiryOf(expiresIn: unknown, token: string, { sentAt, headers }: ServiceResponse): number | undefined {
  const lifetime =
    lifetimeOf(expiresIn) ?? claimedLifetime(jwtExpiry(token), sentAt, Date.parse(String(headers["date"])));
  return lifetime === undefined ? undefined : sentAt + Math.min(lifetime, MAX_LIFETIME_MS);
}

/**
 * Milliseconds from `sentAt` to the claim of a JWT. If a new token is over already, our clock is wrong: the time from the response's
 * own `Date` counts.
 */
function claimedLifetime(claim: number | undefined, sentAt: number, responseDate: number): number | undefined {
  if (claim === undefined) {
    return undefined;
  }
  const isOver = claim <= sentAt;
  return claim - (isOver && !Number.isNaN(responseDate) ? responseDate : sentAt);
}

/** Milliseconds. A number of seconds, or one as text, as some services return it. Anything else is ignored. */
function lifetimeOf(value: unknown): number | undefined {
  if (typeof value === "number") {
    return Number.isNaN(value) ? undefined : Math.max(0, value * 1000);
  }
  if (typeof value !== "string" || !/^\s*[+-]?\d+(\.\d+)?\s*$/.test(value)) {
    return undefined;
  }
  return Math.max(0, Number(value) * 1000);
}

/**
 * The `exp` claim in milliseconds since the epoch (RFC 7519 §4.1.4); `undefined` if the token is no JWT or has no such claim.
 * The signature is not checked: that is the service's task.
 */
function jwtExpiry(token: string): number | undefined {
  const parts = token.split(".");
  if (parts.length !== 3) {
    return undefined;
  }
  const claims = jsonIn(Buffer.from(parts[1] ?? "", "base64url").toString("utf8"));
  const exp = isRecord(claims) ? claims["exp"] : undefined;
  return typeof exp === "number" && Number.isFinite(exp) ? exp * 1000 : undefined;
}
