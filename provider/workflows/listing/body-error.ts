/** Recognises a body that reports an error although the status says success. Runs in both processes. */
import { WorkflowsError } from "../../base/errors.js";
import { excerpt } from "../../base/text.js";
import { errorTextOf } from "../../http/error-body.js";
import { rowOf } from "../../http/failures.js";
import { firstHeader } from "../../http/response.js";
import type { ServiceResponse } from "../../http/types.js";
import { isJsonObject, type JsonValue, stringifyJson } from "../json/json.js";
import { isJsonNumber } from "../json/numbers.js";
import { type ArgumentStyle, renderArgument, renderUnrelated } from "./advice.js";
import { normaliseName, words } from "./names.js";
import { bodyFields, type FoundItems, type ResponseField } from "./response-fields.js";
import { readNamed } from "./signal-names.js";
import { cursorOf, flagOf, numberOf, textOf } from "./values.js";

const ERRORS = words(
  "error errors fault faults exception exceptions errorcode errormessage errormessages errordescription errordetail errordetails",
);
/** Parts of the service that did not respond, as Google lists them beside the items. */
const UNREACHABLE = words("unreachable unreachables unreachablelocations failedlocations failedregions missingzones");
/** Names of lists of errors or warnings. `violations` is that of Symfony, Quarkus and Zalando, `details` that of Google (gRPC). */
const NAMES_OF_ERROR_LISTS = words("errorlist warnings detail details violations");
const SUCCESS_FLAGS = words("success ok successful succeeded issuccess issuccessful");
const STATUSES = words("status statuscode httpstatus httpstatuscode httpcode code responsestatus responsecode");
const CODES = words("code returncode resultcode responsecode errno errcode retcode");
/** Fields with a text for people. */
const MESSAGES = words("message msg detail errmsg");
/** A body that has only an error has at least one of these names. */
const NAMES_OF_ERROR: readonly string[] = [...ERRORS, ...SUCCESS_FLAGS, ...STATUSES, ...CODES, "message"];
/** A body that has only an error has no other names than these. */
const NAMES_BESIDE_ERROR = NAMES_OF_ERROR.concat(
  words("detail details msg errmsg title reason type instance timestamp path requestid"),
);

// These regular expressions stand in functions, so that they are compiled only when they are needed. Most readings need none of them.
/** Returns whether the text has two words with white space between them, or letters of a script that has no white space. */
const isSentence = (text: string): boolean =>
  /\p{L}[^\p{L}\s]*\s\P{L}*\p{L}|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]{3}/u.test(text);
const isSuccessWord = (text: string): boolean => /^\s*(?:success(?:ful|fully)?|succeeded|done|none|ok)\W*$/i.test(text);
/** Returns whether the text says something other than success, such as "RATE_LIMITED" or "Throttled.", but not "done" or "0 found". */
const saysMoreThanSuccess = (text: string): boolean =>
  /\p{L}{3}/u.test(text) && !isSuccessWord(text) && !/(?:^|\s)0(?:\s|$)/.test(text);

/**
 * A statement of a field about the success of the request:
 * - `error`: the body reports an error, whatever else it has.
 * - `success`: the body reports success.
 * - `errorIfEmpty`: the body reports an error if it lists nothing and reports no success.
 * - `errorIfNoList`: the body reports an error if it has no list at all and reports no success.
 */
type Report = "error" | "success" | "errorIfEmpty" | "errorIfNoList";

/** The reports by a field's normalised name and its value. The first rule that matches counts. */
const RULES: readonly (readonly [Report, readonly string[] | "any", (value: JsonValue) => boolean])[] = [
  ["error", [...ERRORS, ...UNREACHABLE], hasContent],
  // Elasticsearch and OpenSearch leave out the items of a shard that failed.
  ["error", ["shards"], (value) => isJsonObject(value) && (numberOf(value["failed"]) ?? 0) > 0],
  ["error", words("iserror haserror haserrors failed isfailed timedout"), (value) => value === true],
  // A search that stopped early: Solr, Elasticsearch, Google Drive, VictoriaMetrics.
  ["error", words("partialresults ispartial terminatedearly incompletesearch"), (value) => flagOf(value) === true],
  ["error", SUCCESS_FLAGS, (value) => flagOf(value) === false],
  ["error", STATUSES, isHttpError],
  // FHIR (HL7): an OperationOutcome lists errors in its `issue`.
  ["error", ["resourcetype"], (value) => value === "OperationOutcome"],
  // JSend, and the many services that write the same.
  ["error", ["status"], (value) => /^(?:error|fail|failed|failure)$/i.test(textOf(value) ?? "")],
  ["success", SUCCESS_FLAGS, (value) => flagOf(value) === true],
  ["success", [...CODES, ...STATUSES], isSuccessCode],
  ["errorIfEmpty", words("authorized authenticated allowed permitted available"), (value) => value === false],
  [
    "errorIfEmpty",
    words("denied forbidden unauthorized expired locked maintenance degraded"),
    (value) => value === true,
  ],
  ["errorIfEmpty", CODES, (value) => isJsonNumber(value) || saysMoreThanSuccess(textOf(value) ?? "")],
  ["errorIfEmpty", MESSAGES, (value) => saysMoreThanSuccess(textOf(value) ?? "") && !isSentence(textOf(value) ?? "")],
  ["errorIfNoList", "any", (value) => typeof value === "string" && isSentence(value)],
];

function reportOf({ normal, value }: ResponseField): Report | undefined {
  return RULES.find(([, names, matches]) => (names === "any" || names.includes(normal)) && matches(value))?.[0];
}

/** Returns whether a list of this name has errors or warnings, not items. */
export function isErrorName(normal: string): boolean {
  return /errors?$/.test(normal) || [...ERRORS, ...NAMES_OF_ERROR_LISTS].includes(normal);
}

/** Throws if the body reports an error. The code is that of the status in the body, such as `rate-limited`, else `unavailable`. */
export function refuseErrorBody(
  body: JsonValue,
  list: FoundItems | undefined,
  { headers }: Pick<ServiceResponse, "headers">,
  unrelated: readonly string[] = [],
  style: ArgumentStyle = "program",
): void {
  const fields = fieldsBeside(body, list, unrelated);
  const find = (report: Report): ResponseField | undefined => fields.find((field) => reportOf(field) === report);
  const reportsSuccess = find("success") !== undefined || fields.some(isZeroCount);
  const isEmpty = list === undefined || list.items.length === 0;
  const refusal = isEmpty && !reportsSuccess ? find("errorIfEmpty") : undefined;
  const reason = list === undefined && !reportsSuccess ? find("errorIfNoList") : undefined;
  const field = find("error") ?? refusal ?? reason;
  if (field !== undefined || isProblem(headers)) {
    throw errorOf(field, body, list && field && renderUnrelated(field, style));
  }
  if (!isEmpty && list.items.every((item) => isErrorItem(item, unrelated))) {
    const [first = null] = list.items;
    // Without these fields, the item would not look like an error.
    const names = Object.entries(isJsonObject(first) ? first : {})
      .filter(([name, value]) => [...ERRORS, ...MESSAGES].includes(normaliseName(name)) || isErrorStatus(name, value))
      .map(([name]) => name);
    throw errorOf(
      { location: `${list.pointer}/0`, value: first },
      first,
      renderArgument("unrelatedFields", names, style),
    );
  }
}

function fieldsBeside(body: JsonValue, list: FoundItems | undefined, unrelated: readonly string[]): ResponseField[] {
  return bodyFields(body, list?.pointer ?? "", unrelated).filter(({ describesResponse }) => describesResponse);
}

/** A message of the service beside an empty list, for a warning and for the guard's error. */
export interface Remark {
  readonly location: string;
  readonly text: string;
}

/** Returns the message beside a list; `undefined` if there is none, or if it only reports success. */
export function remarkBeside(body: JsonValue, list: FoundItems, unrelated: readonly string[]): Remark | undefined {
  const field = fieldsBeside(body, list, unrelated).find(
    ({ normal, value }) =>
      [...MESSAGES, "reason"].includes(normal) &&
      typeof value === "string" &&
      /\p{L}/u.test(value) &&
      !isSuccessWord(value),
  );
  return field && { location: field.location, text: textOf(field.value) ?? "" };
}

/** Returns whether the field counts all items, and says that there are none. */
export function isZeroCount({ normal, value: fieldValue, describesResponse }: ResponseField): boolean {
  const { kind, value } = readNamed(normal, fieldValue) ?? {};
  return describesResponse && (kind === "total" || kind === "count") && value === 0;
}

/** Throws as `refuseErrorBody` does, but only if the body has nothing but the fields of an error. In other bodies `status` may be data. */
export function refuseErrorAlone(...args: Parameters<typeof refuseErrorBody>): void {
  const [body, , { headers }] = args;
  if (isErrorAlone(body) || isProblem(headers)) {
    refuseErrorBody(...args);
  }
}

/** Returns whether the media type is that of problem details (RFC 9457). */
function isProblem(headers: ServiceResponse["headers"]): boolean {
  return /problem\+json/i.test(firstHeader(headers, "content-type") ?? "");
}

/** Returns whether the body has only the fields of an error. */
function isErrorAlone(body: JsonValue): boolean {
  const fields = isJsonObject(body) ? Object.entries(body).filter(([, value]) => value !== null) : [];
  const names = fields.map(([name]) => normaliseName(name));
  return (
    names.some((name) => NAMES_OF_ERROR.includes(name)) && names.every((name) => NAMES_BESIDE_ERROR.includes(name))
  );
}

/**
 * Returns whether an item has nothing but the fields of an error, so that it is not an item of a listing:
 *
 * 1. It has an error, or a status from 400 on: `{ "status": 401, "title": "Unauthorized" }`.
 * 2. It has a message and a code: `{ "code": "INVALID_DATA", "message": "no" }`. A message alone may be a line of a log, and a code with
 *    a title may be data: `{ "code": "DE", "title": "Germany" }`.
 */
function isErrorItem(item: JsonValue, unrelated: readonly string[]): boolean {
  const fields = Object.entries(isJsonObject(item) ? item : {}).filter(([name]) => !unrelated.includes(name));
  const names = fields.map(([name]) => normaliseName(name));
  const hasOneOf = (wantedNames: readonly string[]): boolean => names.some((name) => wantedNames.includes(name));
  const hasError = hasOneOf(ERRORS) || fields.some(([name, value]) => isErrorStatus(name, value));
  const hasMessageAndCode = hasOneOf(MESSAGES) && hasOneOf([...CODES, ...STATUSES]);
  return (hasError || hasMessageAndCode) && names.every((name) => NAMES_BESIDE_ERROR.includes(name));
}

/** Returns whether the field has an HTTP status from 400 on. */
function isErrorStatus(name: string, value: JsonValue): boolean {
  return STATUSES.includes(normaliseName(name)) && isHttpError(value);
}

function isSuccessCode(value: JsonValue): boolean {
  return /^(?:0+|2\d\d)$/.test(textOf(value) ?? "");
}

function isHttpError(value: JsonValue): boolean {
  return /^[45]\d\d$/.test(textOf(value) ?? "");
}

/**
 * Returns whether the field of an error has content. It has none if it is `false`, `[]`, a code or a word of success, one of the values that
 * also mean "no cursor" (`null`, `""`, `0`, `-1`, `"none"`), or a list or an object of such values.
 */
function hasContent(value: JsonValue): boolean {
  if (value !== null && typeof value === "object" && !isJsonNumber(value)) {
    return Object.values(value).some(hasContent);
  }
  const reportsSuccess = isSuccessCode(value) || isSuccessWord(textOf(value) ?? "");
  return value === true || (cursorOf(value) !== undefined && !reportsSuccess);
}

/**
 * Makes the error for a body that reports one. Its status and its texts may stand in the field, in the object around the field, or
 * anywhere at the top of the body. @param unrelated the argument to set if the field says nothing about the list.
 */
function errorOf(
  field: Pick<ResponseField, "location" | "value" | "around"> | undefined,
  body: JsonValue,
  unrelated?: string,
): WorkflowsError {
  // If the field has a list of errors, the first one is reported.
  const [reported = null] = [field?.value ?? null].flat();
  const parts = [reported, field?.around ?? null, body];
  const texts = new Set(parts.flatMap((part) => (isJsonObject(part) ? errorTextOf(part) : textOf(part)) ?? []));
  const message = [...texts].join(": ") || (field === undefined ? "" : stringifyJson(reported));
  const where = field === undefined ? "" : ` at "${excerpt(field.location)}"`;
  const status = httpStatusIn(parts);
  // The hint for 401 says that a new token was requested, which is not so here.
  const explained = status === 401 ? 400 : status;
  const explanation =
    explained === undefined
      ? "If that is an error of the service, try again later, or ask those who run it."
      : rowOf(explained).advice;
  const unrelatedAdvice =
    unrelated === undefined ? "" : ` Only if the field says nothing about the listing, set ${unrelated}.`;
  return new WorkflowsError(
    `The response has status 200, but its body reports an error${where}${message && `: "${excerpt(message)}"`}.`,
    { code: rowOf(explained ?? 500).code, hint: explanation + unrelatedAdvice },
  );
}

/** Returns the first HTTP status of an error: a number alone, as in `"error": 429`, or a field such as `status` of an object. */
function httpStatusIn(parts: readonly JsonValue[]): number | undefined {
  const fields = parts.flatMap((part): [string, JsonValue][] =>
    isJsonObject(part) ? Object.entries(part) : [["status", part]],
  );
  const stated = fields.find(([name, value]) => isErrorStatus(name, value));
  return stated && numberOf(stated[1]);
}
