/** Recognises a body that reports an error although the status is 200. */
import { ServiceError } from "../../base/errors.js";
import { errorTextOf, excerpt } from "../../base/excerpt.js";
import { errorCodeOf } from "../../http/failure-kinds.js";
import type { ServiceResponse } from "../../http/types.js";
import { hintForStatus } from "../../settings/hints.js";
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
/** All that an error may have. */
const BESIDE_ERROR = OF_ERROR.concat(words("msg detail details title reason type instance timestamp path requestid"));

// Inside functions: to make these expressions takes a millisecond, and most reads need none.
/** Two words with white space between them, or letters of a script that has none. */
const isSentence = (text: string): boolean =>
  /\p{L}[^\p{L}\s]*\s\P{L}*\p{L}|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]{3}/u.test(text);
/** A code or a message of one word, such as "RATE_LIMITED" and "Throttled.": not one of success. */
const isWord = (text: string): boolean =>
  /^(?!\s*(?:success(?:ful|fully)?|succeeded|done|none)\W*$)[^]*\p{L}{3}/iu.test(text);
/** "0 workflows found." states that there are none. */
const STATES_NONE = /(?:^|\s)0(?:\s|$)/;

type Outcome = "error" | "fine" | "refusal";

/**
 * What a field of this normalised name says with such a value. A `refusal`, in whatever language, counts where nothing is listed and
 * no field says that all is `fine`.
 */
const RULES: readonly (readonly [Outcome, readonly string[] | "any", (value: JsonValue) => boolean])[] = [
  ["error", [...ERRORS, ...UNREACHABLE], hasContent],
  ["error", words("iserror haserror haserrors failed isfailed timedout"), (value) => value === true],
  ["error", SUCCESS_FLAGS, (value) => flagOf(value) === false],
  ["error", STATUSES, isHttpError],
  // JSend, and the many who write the same.
  ["error", ["status"], (value) => /^(?:error|fail|failed|failure)$/i.test(textOf(value) ?? "")],
  ["fine", SUCCESS_FLAGS, (value) => flagOf(value) === true],
  ["fine", [...CODES, ...STATUSES], isSuccess],
  ["refusal", words("authorized authenticated allowed permitted available"), (value) => value === false],
  ["refusal", words("denied forbidden unauthorized expired locked maintenance degraded"), (value) => value === true],
  ["refusal", CODES, isJsonNumber],
  ["refusal", [...CODES, "message", "msg", "detail", "errmsg"], (value) => isReason(value, isWord)],
  ["refusal", "any", (value) => typeof value === "string" && isReason(value, isSentence)],
];

/** A list of this name is of what went wrong: `details` are those of Google's errors (gRPC). */
export function isErrorName(normal: string): boolean {
  return /errors?$/.test(normal) || [...ERRORS, "errorlist", "warnings", "detail", "details"].includes(normal);
}

/** Refuses a body that reports an error: `rate-limited`, `forbidden` … by the status in it, else `unavailable`. */
export function refuseErrorBody(
  body: JsonValue,
  list: FoundItems | undefined,
  { headers }: Pick<ServiceResponse, "headers">,
  unrelated: readonly string[] = [],
  style: ArgumentStyle = "program",
): void {
  const fields = fieldsBeside(body, list?.pointer ?? "", unrelated).filter(({ isAbout }) => isAbout);
  const isNone = list === undefined || list.items.length === 0;
  const find = (outcome: Outcome): FieldBeside | undefined => fields.find((field) => outcomeOf(field) === outcome);
  const isFine = find("fine") !== undefined || fields.some(isZeroCount);
  const reason = find("error") ?? (isNone && !isFine ? find("refusal") : undefined);
  if (reason !== undefined || isProblem(headers)) {
    throw errorOf(reason, body, list && reason && renderUnrelated(reason, style));
  }
  if (!isNone && list.items.every((item) => isErrorAlone(item, ERRORS))) {
    const [first = null] = list.items;
    throw errorOf({ location: `${list.pointer}/0`, value: first }, first);
  }
}

function outcomeOf({ normal, value }: FieldBeside): Outcome | undefined {
  return RULES.find(([, names, matches]) => (names === "any" || names.includes(normal)) && matches(value))?.[0];
}

/** Whether the field counts all, and there is nothing. */
export function isZeroCount({ normal, value: given, isAbout }: FieldBeside): boolean {
  const { meaning, value } = readField(normal, given) ?? {};
  return isAbout && (meaning === "total" || meaning === "count") && value === 0;
}

/** The same for a body that has only the fields of an error. In any other body, a `status` may be that of what it describes. */
export function refuseErrorAlone(...given: Parameters<typeof refuseErrorBody>): void {
  const [body, , { headers }] = given;
  if (isErrorAlone(body) || isProblem(headers)) {
    refuseErrorBody(...given);
  }
}

/** Problem details (RFC 9457). */
function isProblem(headers: ServiceResponse["headers"]): boolean {
  return /problem\+json/i.test([headers["content-type"]].flat()[0] ?? "");
}

/** @param heads names of which it must have one. */
function isErrorAlone(body: JsonValue, heads = OF_ERROR): boolean {
  const fields = isJsonObject(body) ? Object.entries(body).filter(([, value]) => value !== null) : [];
  const names = fields.map(([name]) => normaliseName(name));
  return names.some((name) => heads.includes(name)) && names.every((name) => BESIDE_ERROR.includes(name));
}

function isReason(value: JsonValue, isText: (text: string) => boolean): boolean {
  const text = textOf(value) ?? "";
  return isText(text) && !STATES_NONE.test(text);
}

function isSuccess(value: JsonValue): boolean {
  return /^(?:0+|2\d\d)$/.test(textOf(value) ?? "");
}

function isHttpError(value: JsonValue): boolean {
  return /^[45]\d\d$/.test(textOf(value) ?? "");
}

/** Whether an error's field has content: not `null`, `""`, `0`, `[]`, `false`, nor an object of such values. */
function hasContent(value: JsonValue): boolean {
  if (value !== null && typeof value === "object" && !isJsonNumber(value)) {
    return Object.values(value).some(hasContent);
  }
  const isFine = isSuccess(value) || /^(?:ok|success)$/i.test(textOf(value) ?? "");
  return value === true || (cursorOf(value) !== undefined && !isFine);
}

/** @param wayOut what to set if the field says nothing about the list, if there is one. */
function errorOf(
  reason: Pick<FieldBeside, "location" | "value" | "around"> | undefined,
  body: JsonValue,
  wayOut?: string,
): ServiceError {
  const [first = null] = [reason?.value ?? null].flat();
  const parts = [first, reason?.around ?? null, body];
  const named = parts.flatMap((part): [string, JsonValue][] =>
    isJsonObject(part) ? Object.entries(part) : [["status", part]],
  );
  const stated = named.find(([name, value]) => STATUSES.includes(normaliseName(name)) && isHttpError(value))?.[1];
  const status = numberOf(stated) ?? 500;
  // No new token was requested: the hint for 401 is about that.
  const explained = status === 401 ? 400 : status;
  const unknown = "If that is an error of the service, try again later, or ask those who run it.";
  const unrelated = wayOut === undefined ? "" : ` If the field says nothing about the listing, set ${wayOut}.`;
  const texts = new Set(parts.flatMap((part) => (isJsonObject(part) ? errorTextOf(part) : textOf(part)) ?? []));
  const reported = [...texts].join(": ") || (reason === undefined ? "" : stringifyJson(first));
  const where = reason === undefined ? "" : ` at "${excerpt(reason.location)}"`;
  return new ServiceError(
    `The response has status 200, but its body reports an error${where}${reported && `: "${excerpt(reported)}"`}.`,
    { code: errorCodeOf(explained), hint: (stated === undefined ? unknown : hintForStatus(explained)) + unrelated },
  );
}
