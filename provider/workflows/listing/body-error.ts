/** Recognises a body that reports an error although the status is 200. */
import { ServiceError } from "../../http/errors.js";
import { errorTextOf, excerpt } from "../../http/excerpt.js";
import { explainStatus } from "../../http/failure-table.js";
import type { ServiceResponse } from "../../http/types.js";
import { isJsonObject, type JsonValue, stringifyJson } from "../json/json.js";
import { isJsonNumber } from "../json/numbers.js";
import { type ArgumentStyle, renderUnrelated } from "./advice.js";
import { type FieldBeside, fieldsBeside, type FoundItems } from "./beside-list.js";
import { readField } from "./fields.js";
import { cursorOf, flagOf, normaliseName, numberOf, textOf, words } from "./names.js";

const ERRORS = words(
  "error errors fault faults exception exceptions errorcode errormessage errormessages errordescription errordetail errordetails",
);
/** Parts of the service that did not respond, as Google lists them beside the items. */
const UNREACHABLE = words("unreachable unreachables unreachablelocations failedlocations failedregions missingzones");
const SUCCESS_FLAGS = words("success ok successful succeeded issuccess issuccessful");
const STATUSES = words("status statuscode httpstatus httpstatuscode httpcode code responsestatus responsecode");
const CODES = words("code returncode resultcode responsecode errno errcode retcode");
const OF_ERROR: readonly string[] = [...ERRORS, ...SUCCESS_FLAGS, ...STATUSES, ...CODES, "message"];
/** Fields of an error, beside those above. */
const BESIDE_ERROR = words(
  "msg detail details title reason description type instance timestamp path requestid traceid correlationid documentationurl method data haserror haserrors iserror failed",
);

// Inside functions: to make these expressions takes a millisecond, and most reads need none.
/** Two words with white space between them, or letters of a script that has none. */
const isSentence = (text: string): boolean =>
  /\p{L}[^\p{L}\s]*\s\P{L}*\p{L}|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]{3}/u.test(text);
/** A code or a message of one word, such as "RATE_LIMITED" and "Throttled.": not one of success. */
const isWord = (text: string): boolean =>
  /^(?!\s*(?:success(?:ful|fully)?|succeeded|done|none)\W*$)[^]*\p{L}{3}/iu.test(text);
/** "0 workflows found." states that there are none. */
const STATES_NONE = /(?:^|\s)0(?:\s|$)/;

type Rule = readonly [
  outcome: "error" | "fine" | "refusal",
  names: readonly string[] | "any",
  matches: (value: JsonValue) => boolean,
];

/**
 * What a field of this normalised name says with such a value: `error`, also beside items; `refusal`, where nothing is listed; or
 * `fine`: that all is well.
 */
const RULES: readonly Rule[] = [
  ["error", [...ERRORS, ...UNREACHABLE], hasContent],
  ["error", words("iserror haserror haserrors failed isfailed timedout"), (value) => value === true],
  ["error", SUCCESS_FLAGS, (value) => flagOf(value) === false],
  ["error", STATUSES, isHttpError],
  // JSend, and the many who write the same.
  ["error", ["status"], (value) => /^(?:error|fail|failed|failure)$/i.test(textOf(value) ?? "")],
  ["fine", SUCCESS_FLAGS, (value) => flagOf(value) === true],
  ["fine", [...CODES, ...STATUSES], isSuccessCode],
  ["refusal", words("authorized authenticated allowed permitted available"), (value) => value === false],
  ["refusal", words("denied forbidden unauthorized expired locked maintenance degraded"), (value) => value === true],
  ["refusal", CODES, isJsonNumber],
  ["refusal", [...CODES, "message", "msg", "detail", "errmsg"], (value) => isReason(value, isWord)],
  ["refusal", "any", (value) => typeof value === "string" && isReason(value, isSentence)],
];

/** A list of this name is of what went wrong: `details` are those of Google's errors (gRPC). */
export function isErrorName(normal: string): boolean {
  return [...ERRORS, "warnings", "detail", "details"].includes(normal);
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
  unrelated: readonly string[] = [],
  style: ArgumentStyle = "program",
): void {
  const fields = fieldsBeside(body, list?.pointer ?? "", unrelated).filter(({ isAbout }) => isAbout);
  const isNone = list === undefined || list.items.length === 0;
  const reason = fields.find((field) => outcomeOf(field) === "error") ?? (isNone ? refusalIn(fields) : undefined);
  if (reason !== undefined || isProblem(headers)) {
    const wayOut =
      reason !== undefined && list !== undefined
        ? ` If the field says nothing about the listing, set ${renderUnrelated(reason, style)}.`
        : "";
    throw errorOf(reason, body, wayOut);
  }
  if (list !== undefined && !isNone && list.items.every((item) => isErrorAlone(item, ERRORS))) {
    const [first = null] = list.items;
    throw errorOf({ location: `${list.pointer}/0`, value: first }, first, "");
  }
}

function outcomeOf({ normal, value }: FieldBeside): Rule[0] | undefined {
  return RULES.find(([, names, matches]) => (names === "any" || names.includes(normal)) && matches(value))?.[0];
}

/** Why nothing is listed, in whatever language; not where a field states that there is nothing, or that all is well. */
function refusalIn(fields: readonly FieldBeside[]): FieldBeside | undefined {
  const isStated = fields.some((field) => outcomeOf(field) === "fine");
  return isStated || fields.some(isZeroCount) ? undefined : fields.find((field) => outcomeOf(field) === "refusal");
}

/** Whether the field counts all, and there is nothing. */
export function isZeroCount({ normal, value: given, isAbout }: FieldBeside): boolean {
  const { meaning, value } = readField(normal, given) ?? {};
  return isAbout && (meaning === "total" || meaning === "count") && value === 0;
}

/** Refuses a body that has only the fields of an error. In any other body, a `status` may be that of what it describes. */
export function refuseErrorAlone(body: JsonValue, response: Pick<ServiceResponse, "headers">): void {
  if (isErrorAlone(body) || isProblem(response.headers)) {
    refuseErrorBody(body, undefined, response);
  }
}

/** Problem details (RFC 9457). */
function isProblem(headers: ServiceResponse["headers"]): boolean {
  return /problem\+json/i.test([headers["content-type"]].flat()[0] ?? "");
}

/** @param heads names of which it must have one. */
function isErrorAlone(body: JsonValue, heads = OF_ERROR): boolean {
  const names = isJsonObject(body) ? Object.keys(body).map(normaliseName) : [];
  return (
    names.some((name) => heads.includes(name)) &&
    names.every((name) => OF_ERROR.includes(name) || BESIDE_ERROR.includes(name))
  );
}

function isReason(value: JsonValue, isText: (text: string) => boolean): boolean {
  const text = textOf(value) ?? "";
  return isText(text) && !STATES_NONE.test(text);
}

function isSuccessCode(value: JsonValue): boolean {
  const number = numberOf(value) ?? -1;
  return number === 0 || (number >= 200 && number <= 299);
}

function isHttpError(value: JsonValue): boolean {
  const number = numberOf(value) ?? 0;
  return number >= 400 && number <= 599;
}

/** Whether an error's field has content: not `null`, `""`, `0`, `[]`, `false`, nor an object of such values. */
function hasContent(value: JsonValue): boolean {
  if (isJsonNumber(value) || typeof value !== "object") {
    return isJsonNumber(value) ? !isSuccessCode(value) : value === true || cursorOf(value) !== undefined;
  }
  return value !== null && Object.values(value).some(hasContent);
}

type Reason = Pick<FieldBeside, "location" | "value" | "around">;

/** @param reason the field that says so; `undefined` for problem details. */
function errorOf(reason: Reason | undefined, body: JsonValue, wayOut: string): ServiceError {
  const [first = null] = [reason?.value ?? null].flat();
  const parts = [first, reason?.around ?? null, body];
  const fields = parts.flatMap((part): [string, JsonValue][] =>
    isJsonObject(part) ? Object.entries(part) : [["status", part]],
  );
  const stated = fields.find(([key, value]) => STATUSES.includes(normaliseName(key)) && isHttpError(value));
  const status = numberOf(stated?.[1]) ?? 500;
  // No new token was requested: the hint for 401 is about that.
  const explained = explainStatus(status === 401 ? 400 : status);
  const unknown = "If that is an error of the service, try again later, or ask those who run it.";
  const hint = (stated === undefined ? unknown : explained.hint) + wayOut;
  const texts = new Set(parts.flatMap((part) => (isJsonObject(part) ? errorTextOf(part) : textOf(part)) ?? []));
  const reported = [...texts].join(": ") || (reason === undefined ? "" : stringifyJson(first));
  const where = reason === undefined ? "" : ` at "${excerpt(reason.location)}"`;
  const problem = `The response has status 200, but its body reports an error${where}${reported && `: "${excerpt(reported)}"`}.`;
  return new ServiceError(problem, { code: explained.code, hint });
}
