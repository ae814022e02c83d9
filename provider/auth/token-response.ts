/** Reads the response to the token request: the token, and how long it may be used. */
import { WorkflowsError, type ErrorCode } from "../base/errors.js";
import { isRecord, jsonIn, locate, pointerStep, readPath } from "../base/json-path.js";
import { withNonEnumerableFields } from "../base/non-enumerable.js";
import type { Secrets } from "../base/secrets.js";
import { nameSetting } from "../base/setting-names.js";
import { excerpt } from "../base/text.js";
import { errorTextOf, excerptOfError } from "../http/error-body.js";
import type { ServiceResponse } from "../http/types.js";
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

/** A lifetime of this length (317 years) or more counts as unknown, because JavaScript may have no date for its end. */
const MAX_LIFETIME_SECONDS = 1e10;

const PATH_HINT = `If the token is elsewhere in the response, set ${nameSetting("bearerPath")} to its path, such as /data/token.`;
const ADDRESS_HINT = "Is baseUrl the address of the API?";

/** Makes an error about the response. Its code is `token-response` if none is given. */
type Fail = (problem: string, hint: string, code?: ErrorCode) => WorkflowsError;

/**
 * Returns the token in a response. Error messages list keys and the service's own error text, never other values: any
 * of them could be the token.
 */
export function parseTokenResponse(response: ServiceResponse, options: TokenResponseOptions): AccessToken {
  const { status, requestId, attempts, text } = response;
  const { bearerPath, clean } = options;
  const fail: Fail = (problem, hint, code = "token-response") =>
    new WorkflowsError(problem, { code, doing: TOKEN_REQUEST, hint, status, requestId, attempts });
  const body = parseObject(text, fail);
  const path = bearerPath ?? COMMON_PATHS.find((commonPath) => readPath(body, commonPath) != null);
  const location = path === undefined ? undefined : locate(body, path);
  if (isError(body, location?.value)) {
    throw reportedError(body, response, options, fail);
  }
  if (path === undefined) {
    throw fail(`The response has no access token (its keys: ${pathsOf(body, clean)}).`, PATH_HINT);
  }
  if (location?.value == null) {
    throw fail(`The response has nothing at ${excerpt(clean(path))} (its keys: ${pathsOf(body, clean)}).`, PATH_HINT);
  }
  const token = checkToken(location.value, excerpt(clean(path)), fail);
  const parent = readPath(body, location.pointer.slice(0, location.pointer.lastIndexOf("/")));
  const lifetimeMs = lifetimeIn(parent) ?? lifetimeIn(body);
  const expiresAt = lifetimeMs === undefined ? undefined : response.sentAt + lifetimeMs;
  return withNonEnumerableFields({ expiresAt }, { value: token });
}

function parseObject(text: string, fail: Fail): JsonObject {
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
 * 3. The token is missing, and a field such as `message` or `title` has a sentence: `{ "message": "Wrong password" }`.
 */
function isError(body: JsonObject, token: unknown): boolean {
  const { error } = body;
  if (typeof error === "string" && error !== "") {
    return true;
  }
  if (token != null) {
    return false;
  }
  return isRecord(error) ? errorTextOf(error) !== undefined : isSentence(errorTextOf(body) ?? "");
}

/**
 * Returns whether a text has several words, of which none could be a token. A word of twenty characters or more could be
 * one: "Bearer eyJhbGci…".
 */
function isSentence(text: string): boolean {
  return /\s/.test(text) && !/[\w.~+/=-]{20,}/.test(text);
}

/** Makes the error of a response that reports one. It quotes the text of the error. */
function reportedError(
  body: JsonObject,
  { status, text }: ServiceResponse,
  { clean, refusedHint }: TokenResponseOptions,
  fail: Fail,
): WorkflowsError {
  const message = excerptOfError(text, clean, { onlyFields: true });
  const hint = refusedHint(message);
  if (body["error"] != null || body["errors"] != null) {
    return fail(`The service returned ${status} with an error: ${message}.`, hint, "token-refused");
  }
  // The text may also be "Login successful", beside a token at another path. So the keys are listed too.
  const keys = `The service returned ${status} without an access token (its keys: ${pathsOf(body, clean)}).`;
  return fail(`${keys} It says: ${message}.`, `${hint} ${PATH_HINT}`, "token-refused");
}

/** Returns the token if a header can carry it. (RFC 6750 §2.1 allows even fewer characters.) `path` is for messages. */
function checkToken(token: unknown, path: string, fail: Fail): string {
  if (typeof token !== "string") {
    throw fail(`The value at ${path} is not a string.`, PATH_HINT);
  }
  if (!/^[\x21-\x7e]+$/.test(token)) {
    const wrong = "contains a space, a control character or a character outside ASCII, which no access token has";
    throw fail(`The value at ${path} ${token === "" ? "is empty" : wrong}.`, PATH_HINT);
  }
  return token;
}

/** Lists the paths of the response's fields, and of the fields one level below, as `bearerPath` accepts them. */
function pathsOf(body: JsonObject, clean: Secrets["clean"]): string {
  const paths = Object.entries(body).flatMap(([key, value]) => {
    const path = pointerStep(key);
    const innerKeys = isRecord(value) ? Object.keys(value) : [];
    return [path, ...innerKeys.map((innerKey) => path + pointerStep(innerKey))];
  });
  return paths.length === 0 ? "none" : excerpt(clean(paths.join(", ")));
}

/**
 * Returns the lifetime in milliseconds: `expires_in` (RFC 6749 §5.1) or `expiresIn`, in seconds, as a number, or as
 * text from some services. Anything else gives `undefined`. So do zero and negative numbers, because many servers use
 * them for a token that does not expire.
 */
function lifetimeIn(fields: unknown): number | undefined {
  const value = isRecord(fields) ? (fields["expires_in"] ?? fields["expiresIn"]) : undefined;
  const isNumeric = typeof value === "string" && /^\s*\d+(\.\d+)?\s*$/.test(value);
  const seconds = isNumeric || typeof value === "number" ? Number(value) : NaN;
  return seconds > 0 && seconds < MAX_LIFETIME_SECONDS ? seconds * 1000 : undefined;
}
