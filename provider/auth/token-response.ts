/** Reads the response to the token request: the token, its type, and how long it may be used. Runs in both processes. */
import { WorkflowsError, type ErrorCode } from "../base/errors.js";
import { excerpt } from "../base/text.js";
import { errorTextOf, excerptOfError } from "../http/error-body.js";
import { isRecord, jsonIn, locate, pointerStep, readPath, stepNames } from "../base/json-path.js";
import type { Secrets } from "../base/secrets.js";
import type { ServiceResponse } from "../http/types.js";
import { withNonEnumerableFields } from "../settings/credentials.js";
import { nameSetting } from "../settings/names.js";
import type { AccessToken } from "./types.js";

interface TokenResponseOptions {
  readonly bearerPath: string | undefined;
  readonly clean: Secrets["clean"];
  /** Returns what to do if the credentials are refused; `message` is the excerpt of the body. */
  readonly refusedHint: (message: string) => string;
}

type JsonObject = Readonly<Record<string, unknown>>;

/** Names the token request in its errors, after "Could not". */
export const TOKEN_REQUEST = "create an access token";

/** The common paths of a token, in this order: RFC 6749 §5.1 first. */
const COMMON_PATHS = ["", "/data"].flatMap((parent) =>
  ["access_token", "accessToken", "token"].map((name) => `${parent}/${name}`),
);

/** Cap on the token's lifetime. It also keeps absurd values such as 1e400 (Infinity) a valid date. */
const MAX_LIFETIME_MS = 24 * 60 * 60 * 1000;
const MAX_PATHS_SHOWN = 20;
/** Far more than any token. A hostile response can need forty times its size in memory when it is parsed. */
const MAX_RESPONSE_CHARACTERS = 1024 * 1024;

const PATH_HINT = `If the token is elsewhere in the response, set ${nameSetting("bearerPath")} to its path, such as /data/token.`;
const ADDRESS_HINT = "Is baseUrl the address of the API?";
/** The advice about a token that is not a Bearer token. */
export const TYPE_HINT = "Ask an administrator of the service for Bearer tokens (RFC 6750).";

/** Types of tokens that cannot be sent as Bearer: they also need a key of the client (MAC, Hawk, DPoP, PoP), or are not access tokens (N_A, RFC 8693). */
const REFUSED_TYPE = /^(?:mac|hawk|dpop|pop|n_a)$/i;

/** Makes an error about the response. Its code is `token-response` if none is given. */
type Fail = (problem: string, hint: string, code?: ErrorCode) => WorkflowsError;

/**
 * Returns the token in a response. Error messages list keys and the service's own error text, never other values: any of them
 * could be the token.
 */
export function parseTokenResponse(response: ServiceResponse, options: TokenResponseOptions): AccessToken {
  const { status, requestId, attempts, text } = response;
  const { bearerPath, clean, refusedHint } = options;
  const fail: Fail = (problem, hint, code = "token-response") =>
    new WorkflowsError(problem, { code, doing: TOKEN_REQUEST, hint, status, requestId, attempts });
  // The token may be cut off in a partial response (RFC 9110 §15.3.7).
  if (status === 206) {
    throw fail("The service returned 206 Partial Content, a part of a response.", ADDRESS_HINT);
  }
  const body = parseObject(text, fail);
  const path = bearerPath ?? COMMON_PATHS.find((commonPath) => readPath(body, commonPath) != null);
  const location = path === undefined ? undefined : locate(body, path);
  if (isError(body, location?.value)) {
    const message = excerptOfError(text, clean, { onlyFields: true });
    throw fail(`The service returned ${status} with an error: ${message}.`, refusedHint(message), "token-refused");
  }
  if (path === undefined || location?.value == null) {
    const missing = path === undefined ? "no access token" : `nothing at ${excerpt(path)}`;
    throw fail(`The response has ${missing} (its keys: ${pathsOf(body, clean)}).`, PATH_HINT);
  }
  const token = checkToken(location.value, path, fail);
  const { type, lifetime } = fieldsBeside(body, location.pointer);
  const unusualType = unusualTypeOf(type, token, clean);
  if (unusualType !== undefined && REFUSED_TYPE.test(unusualType)) {
    throw fail(`The token_type is ${unusualType}, which is not supported: only Bearer is.`, TYPE_HINT);
  }
  const expiresAt = expiryOf(lifetime, token, response.sentAt);
  return withNonEnumerableFields(
    { expiresAt, ...(unusualType === undefined ? {} : { unusualType }) },
    { value: token },
  );
}

/** Returns the token's type and lifetime as the response has them: from the fields next to the token, else from those at the top level. */
function fieldsBeside(body: JsonObject, pointer: string): { readonly type: unknown; readonly lifetime: unknown } {
  const parent = readPath(body, pointer.slice(0, pointer.lastIndexOf("/")));
  const searchOrder = [parent, body].filter(isRecord);
  const names = namesBeside(stepNames(pointer).at(-1) ?? "");
  return { type: firstOf(searchOrder, names.type), lifetime: firstOf(searchOrder, names.lifetime) };
}

/**
 * Returns the names that the fields for lifetime and type may have beside the token. RFC 6749 §5.1 has `expires_in` and `token_type`.
 * Services that write no underscore in the token's name, such as `accessToken`, often write `expiresIn` and `tokenType`.
 */
function namesBeside(tokenName: string): { readonly lifetime: readonly string[]; readonly type: readonly string[] } {
  return tokenName.includes("_")
    ? { lifetime: ["expires_in"], type: ["token_type"] }
    : { lifetime: ["expires_in", "expiresIn"], type: ["token_type", "tokenType"] };
}

/** Returns the token's type for messages; `undefined` if it means Bearer. No type, an empty type and `BearerToken` also mean Bearer. */
function unusualTypeOf(type: unknown, token: string, clean: Secrets["clean"]): string | undefined {
  const text = typeof type === "string" ? type.trim() : JSON.stringify(type ?? null);
  if (type == null || text === "" || /^bearer/i.test(text)) {
    return undefined;
  }
  // A service that mixes up its fields may return a token as the type. So a type is not shown if it contains the token or is too long for
  // a type.
  return text.includes(token) || text.length > 40 ? "an unknown one" : excerpt(clean(text));
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
    const expected = body === undefined ? `JSON (${text.length} characters)` : "a JSON object";
    throw fail(`The response is not ${expected}.`, ADDRESS_HINT);
  }
  return body;
}

/**
 * Returns whether the response is an error:
 *
 * 1. `error` is a string, as in RFC 6749 §5.2, even if there is a token too.
 * 2. The token is missing, and `error` is an object with a text: `{ "error": { "message": "denied" } }`.
 * 3. The token is missing, and a field such as `message` or `title` has several words: `{ "message": "Wrong password" }`. A single word
 *    does not count, because it could be a token.
 */
function isError(body: JsonObject, token: unknown): boolean {
  const { error } = body;
  if (typeof error === "string" && error !== "") {
    return true;
  }
  if (token != null) {
    return false;
  }
  return isRecord(error) ? errorTextOf(error) !== undefined : /\s/.test(errorTextOf(body) ?? "");
}

/** Returns the token if a header can carry it. RFC 6750 §2.1 allows even fewer characters. */
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

/** Returns the first value that is not null. All names are tried in the first object, then in the next one. */
function firstOf(objects: readonly JsonObject[], names: readonly string[]): unknown {
  const values = objects.flatMap((object) => names.map((name) => (Object.hasOwn(object, name) ? object[name] : null)));
  return values.find((value) => value != null);
}

/** Lists the paths of the response's fields, and of the fields of objects directly in it, as `bearerPath` accepts them. */
function pathsOf(body: JsonObject, clean: Secrets["clean"]): string {
  const paths = Object.entries(body).flatMap(([key, value]) => {
    const path = pointerStep(key);
    const innerKeys = isRecord(value) ? Object.keys(value) : [];
    return [path, ...innerKeys.map((innerKey) => path + pointerStep(innerKey))];
  });
  const list = paths.slice(0, MAX_PATHS_SHOWN).join(", ");
  return list === "" ? "none" : excerpt(clean(list));
}

/**
 * Returns when the token expires: milliseconds since the epoch, by our clock; `undefined` if nothing is known. A lifetime counts
 * from the time when the request was sent, because it cannot begin earlier.
 */
function expiryOf(lifetime: unknown, token: string, sentAt: number): number | undefined {
  const lifetimeMs = lifetimeOf(lifetime) ?? claimedLifetime(token, sentAt);
  return lifetimeMs === undefined ? undefined : sentAt + Math.min(lifetimeMs, MAX_LIFETIME_MS);
}

/**
 * Returns the lifetime in milliseconds. `value` is in seconds, as a number, or as text from some services. Anything else gives
 * `undefined`. So do zero and negative numbers, because many servers use them for a token that does not expire.
 */
function lifetimeOf(value: unknown): number | undefined {
  const isNumeric = typeof value === "string" && /^\s*[+-]?\d+(\.\d+)?\s*$/.test(value);
  const seconds = isNumeric || typeof value === "number" ? Number(value) : NaN;
  return seconds > 0 ? seconds * 1000 : undefined;
}

/**
 * Returns the milliseconds from `sentAt` to the `exp` claim of a JWT (RFC 7519 §4.1.4). `undefined` if the token is not a JWT, has
 * no such claim, or has one that is past by our clock, which may be wrong. The signature is not checked: that is the service's
 * task.
 */
function claimedLifetime(token: string, sentAt: number): number | undefined {
  const [, payload = "", signature] = token.split(".");
  if (signature === undefined) {
    return undefined;
  }
  const claims = jsonIn(Buffer.from(payload, "base64url").toString("utf8"));
  const exp = isRecord(claims) ? claims["exp"] : undefined;
  if (typeof exp !== "number" || !Number.isFinite(exp)) {
    return undefined;
  }
  const lifetime = exp * 1000 - sentAt;
  return lifetime > 0 ? lifetime : undefined;
}
