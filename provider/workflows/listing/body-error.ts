/** Recognises a body that reports an error although the status is 200. */
import { type ErrorCode, ServiceError } from "../../http/errors.js";
import { errorTextOf, excerpt } from "../../http/excerpt.js";
import { explainStatus } from "../../http/failure-table.js";
import type { ServiceResponse } from "../../http/types.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/json.js";
import { isJsonNumber, numberText } from "../json/numbers.js";
import { type ArgumentLanguage, renderUnrelated } from "./advice.js";
import { type FieldBeside, fieldsBeside, type FoundItems } from "./beside-list.js";
import { flagOf, normaliseName, numberOf, words } from "./names.js";

const set = (text: string): ReadonlySet<string> => new Set(words(text));

const ERRORS = set(
  "error errors fault faults exception exceptions errorcode errormessage errormessages errordescription errordetail errordetails",
);
const SUCCESS_FLAGS = set("success ok successful succeeded issuccess issuccessful");
const STATUSES = set("status statuscode httpstatus httpstatuscode httpcode code responsestatus responsecode");
const CODES = set("code returncode resultcode responsecode errno errcode retcode");
/** Fields of an error, beside those above. */
const BESIDE_ERROR = set(
  "msg detail details title reason description type instance timestamp path requestid traceid correlationid documentationurl method data haserror haserrors iserror failed",
);

/** Two words with a space between them, or letters of a script that has no spaces. */
const SENTENCE = /\p{L}[^\p{L}]*\s.*\p{L}|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]{3}/su;
/** "0 workflows found." states that there are none. */
const STATES_NONE = /(?:^|\s)0(?:\s|$)/;
const SUCCESS_WORD = /^(?:ok|success(?:ful|fully)?|succeeded|done|none)\W*$/i;

/** Fields by their normalised names, and what their values must be. */
type Rule = readonly [names: ReadonlySet<string> | "any", matches: (value: JsonValue) => boolean];

const matchedBy =
  (rules: readonly Rule[]) =>
  ({ normal, value }: FieldBeside): boolean =>
    rules.some(([names, matches]) => (names === "any" || names.has(normal)) && matches(value));

/** Reports an error, also beside items. */
const isError = matchedBy([
  [ERRORS, hasContent],
  [set("error iserror haserror haserrors failed isfailed"), (value) => value === true],
  [SUCCESS_FLAGS, (value) => flagOf(value) === false],
  [STATUSES, isHttpError],
  // JSend, and the many who write the same.
  [set("status"), (value) => /^(?:error|fail|failed|failure)$/i.test(textOf(value))],
]);

/** Why nothing is listed, in whatever language. */
const isReason = matchedBy([
  ["any", (value) => typeof value === "string" && SENTENCE.test(value) && !STATES_NONE.test(value)],
  [
    set("authorized authorised authenticated allowed permitted granted ready valid available"),
    (value) => value === false,
  ],
  [
    set("denied forbidden unauthorized unauthorised expired locked maintenance degraded throttled"),
    (value) => value === true,
  ],
  [CODES, (value) => isJsonNumber(value) && !isSuccessCode(value)],
  [new Set([...CODES, "message", "msg", "detail", "errmsg"]), (value) => isRefusingWord(textOf(value))],
]);

/** States that there is nothing, or that all is well. */
const isStatedEmpty = matchedBy([
  [
    set("total count totalcount totalresults totalitems totalelements totalrecords resultcount"),
    (value) => numberOf(value) === 0,
  ],
  [SUCCESS_FLAGS, (value) => flagOf(value) === true],
  [new Set([...CODES, ...STATUSES]), isSuccessCode],
]);

/** How a field that says nothing about the listing is named: the argument `unrelatedFields`. */
export interface Unrelated {
  readonly unrelated: readonly string[];
  readonly language: ArgumentLanguage;
}

export function isErrorName(normal: string): boolean {
  return ERRORS.has(normal) || normal === "warnings";
}

/**
 * Refuses a body that reports an error.
 *
 * @param list the list, if one was found. Its items describe no response.
 * @throws ServiceError `rate-limited`, `forbidden` … by the status in the body, else `unavailable`.
 */
export function refuseErrorBody(
  body: JsonValue,
  list: FoundItems | undefined,
  { headers }: Pick<ServiceResponse, "headers">,
  { unrelated, language }: Unrelated,
): void {
  const fields = fieldsBeside(body, list?.pointer ?? "", unrelated).filter(({ isAbout }) => isAbout);
  const isNone = list === undefined || list.items.length === 0;
  const reason = fields.find(isError) ?? (isNone && !fields.some(isStatedEmpty) ? fields.find(isReason) : undefined);
  if (reason !== undefined || isProblem(headers)) {
    const isBesideList = reason !== undefined && list !== undefined;
    const wayOut =
      isBesideList && ` If the field says nothing about the listing, set ${renderUnrelated(reason, language)}.`;
    throw errorOf(reason, body, wayOut || "");
  }
  if (list !== undefined && list.items.length > 0 && list.items.every(isErrorAlone)) {
    const [first = null] = list.items;
    throw errorOf({ pointer: `${list.pointer}/0`, value: first }, first);
  }
}

/** Refuses a body that has only the fields of an error. In any other body, a `status` may be that of what it describes. */
export function refuseErrorAlone(body: JsonValue, response: Pick<ServiceResponse, "headers">): void {
  if (isErrorAlone(body) || isProblem(response.headers)) {
    refuseErrorBody(body, undefined, response, { unrelated: [], language: "typescript" });
  }
}

/** Problem details (RFC 9457). */
function isProblem(headers: ServiceResponse["headers"]): boolean {
  return /problem\+json/i.test([headers["content-type"]].flat()[0] ?? "");
}

function isErrorAlone(body: JsonValue): boolean {
  const names = isJsonObject(body) ? Object.keys(body).map(normaliseName) : [];
  const isOfError = (name: string): boolean =>
    [ERRORS, CODES, STATUSES, SUCCESS_FLAGS].some((group) => group.has(name)) || name === "message";
  return names.some(isOfError) && names.every((name) => isOfError(name) || BESIDE_ERROR.has(name));
}

/** A code or a message of one word: "RATE_LIMITED", and Django REST's "Throttled.". */
function isRefusingWord(text: string): boolean {
  return /\p{L}{3}/u.test(text) && !SUCCESS_WORD.test(text) && !STATES_NONE.test(text);
}

function isSuccessCode(value: JsonValue): boolean {
  const number = numberOf(value);
  return number !== undefined && (number === 0 || (number >= 200 && number <= 299));
}

function isHttpError(value: JsonValue | undefined): boolean {
  const number = numberOf(value);
  return number !== undefined && number >= 400 && number <= 599;
}

/** Whether an error's field has content: not `null`, `""`, `0`, `[]`, `false`, nor an object of such values. */
function hasContent(value: JsonValue): boolean {
  if (typeof value === "string") {
    return value.trim() !== "" && value !== "0" && value.toLowerCase() !== "none";
  }
  if (isJsonNumber(value) || value === null || typeof value === "boolean") {
    return isJsonNumber(value) ? !isSuccessCode(value) : value === true;
  }
  return Object.values(value).some(hasContent);
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value.trim() : isJsonNumber(value) ? numberText(value) : "";
}

const HINTS: Readonly<Partial<Record<ErrorCode, string>>> = {
  unavailable: "If that is an error of the service, try again later, or ask those who run it.",
  "rate-limited": "Try again later, or set requestsPerSecond.",
  forbidden: "Give the client the permission to list workflows.",
  "not-found": "Is baseUrl the API's address?",
};

function errorOf(
  reason: (Pick<FieldBeside, "pointer" | "value"> & { readonly around?: JsonObject }) | undefined,
  body: JsonValue,
  wayOut = "",
): ServiceError {
  const parts = [reason?.value, reason?.around, body];
  const says = [...new Set(parts.flatMap(textsIn))].slice(0, 4).join(": ");
  const where = reason === undefined ? "" : ` at "${excerpt(reason.pointer)}"`;
  const status = [reason?.value, ...parts.flatMap(statusesIn)].find(isHttpError);
  const code = status === undefined ? "unavailable" : explainStatus(numberOf(status) ?? 0).code;
  return new ServiceError(
    `The response has status 200, but its body reports an error${where}${says === "" ? "." : `: "${excerpt(says)}".`}`,
    { code, hint: (HINTS[code] ?? "Check query, baseUrl and the client's permissions.") + wayOut },
  );
}

function statusesIn(part: JsonValue | undefined): JsonValue[] {
  const fields = isJsonObject(part) ? Object.entries(part) : [];
  return fields.filter(([key]) => STATUSES.has(normaliseName(key))).map(([, value]) => value);
}

/** What explains an error: its usual fields, else the sentences beside it. */
function textsIn(part: JsonValue | undefined): string[] {
  if (Array.isArray(part)) {
    return part.slice(0, 3).flatMap(textsIn);
  }
  if (!isJsonObject(part)) {
    return [textOf(part)].filter((text) => text !== "");
  }
  const usual = errorTextOf(part);
  return usual === undefined
    ? Object.values(part)
        .map(textOf)
        .filter((text) => SENTENCE.test(text))
    : [usual];
}
