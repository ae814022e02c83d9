/** Recognises a body that reports an error although the status is 200. */
import { type ErrorCode, ServiceError } from "../../http/errors.js";
import { errorTextOf, excerpt, nameSetting } from "../../http/excerpt.js";
import { explainStatus } from "../../http/failure-table.js";
import type { ServiceResponse } from "../../http/types.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/json.js";
import { isJsonNumber } from "../json/numbers.js";
import { type ArgumentLanguage, renderUnrelated } from "./advice.js";
import { type FieldBeside, fieldsBeside, type FoundItems } from "./beside-list.js";
import { cursorOf, flagOf, normaliseName, numberOf, textOf, words } from "./names.js";

const ERRORS =
  "error errors fault faults exception exceptions errorcode errormessage errormessages errordescription errordetail errordetails";
const SUCCESS_FLAGS = "success ok successful succeeded issuccess issuccessful";
const STATUSES = "status statuscode httpstatus httpstatuscode httpcode code responsestatus responsecode";
const CODES = "code returncode resultcode responsecode errno errcode retcode";
const OF_ERROR = new Set(words(`${ERRORS} ${SUCCESS_FLAGS} ${STATUSES} ${CODES} message`));
/** Fields of an error, beside those above. */
const BESIDE_ERROR = new Set(
  words(
    "msg detail details title reason description type instance timestamp path requestid traceid correlationid documentationurl method data haserror haserrors iserror failed",
  ),
);

/** Two words with white space between them, or letters of a script that has none. */
const SENTENCE = /\p{L}[^\p{L}\s]*\s\P{L}*\p{L}|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]{3}/u;
/** "0 workflows found." states that there are none. */
const STATES_NONE = /(?:^|\s)0(?:\s|$)/;
const SUCCESS_WORD = /^(?:ok|success(?:ful|fully)?|succeeded|done|none)\W*$/i;

/**
 * What a field of this normalised name says with such a value: `error`, also beside items; `refusal`, where nothing is listed; or
 * `fine`: that there is nothing, or that all is well.
 */
const RULES = (
  [
    ["error", ERRORS, hasContent],
    ["error", "iserror haserror haserrors failed isfailed", (value) => value === true],
    ["error", SUCCESS_FLAGS, (value) => flagOf(value) === false],
    ["error", STATUSES, isHttpError],
    // JSend, and the many who write the same.
    ["error", "status", (value) => /^(?:error|fail|failed|failure)$/i.test(textOf(value) ?? "")],
    ["fine", SUCCESS_FLAGS, (value) => flagOf(value) === true],
    ["fine", `${CODES} ${STATUSES}`, isSuccessCode],
    [
      "fine",
      "total count totalcount totalresults totalitems totalelements totalrecords resultcount",
      (value) => numberOf(value) === 0,
    ],
    [
      "refusal",
      "authorized authorised authenticated allowed permitted granted ready valid available",
      (value) => value === false,
    ],
    [
      "refusal",
      "denied forbidden unauthorized unauthorised expired locked maintenance degraded throttled",
      (value) => value === true,
    ],
    ["refusal", CODES, isJsonNumber],
    ["refusal", `${CODES} message msg detail errmsg`, isRefusingWord],
    ["refusal", "", (value) => typeof value === "string" && SENTENCE.test(value) && !STATES_NONE.test(value)],
  ] satisfies [says: "error" | "fine" | "refusal", names: string, matches: (value: JsonValue) => boolean][]
).map(([says, names, matches]) => ({ says, names: names === "" ? undefined : new Set(words(names)), matches }));

/** How a field that says nothing about the listing is named: the argument `unrelatedFields`. */
export interface Unrelated {
  readonly unrelated: readonly string[];
  readonly language: ArgumentLanguage;
}

export function isErrorName(normal: string): boolean {
  return normal === "warnings" || words(ERRORS).includes(normal);
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
  const said = new Map<string, FieldBeside>();
  for (const field of fieldsBeside(body, list?.pointer ?? "", unrelated).filter(({ isAbout }) => isAbout)) {
    const { normal, value } = field;
    const rule = RULES.find(({ names, matches }) => (names === undefined || names.has(normal)) && matches(value));
    if (rule !== undefined && !said.has(rule.says)) {
      said.set(rule.says, field);
    }
  }
  const isNone = list === undefined || list.items.length === 0;
  const reason = said.get("error") ?? (isNone && !said.has("fine") ? said.get("refusal") : undefined);
  if (reason !== undefined && list !== undefined) {
    const wayOut = ` If the field says nothing about the listing, set ${renderUnrelated(reason, language)}.`;
    throw errorOf(reason, body, wayOut);
  }
  if (reason !== undefined || isProblem(headers)) {
    throw errorOf(reason, body);
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
  return (
    names.some((name) => OF_ERROR.has(name)) && names.every((name) => OF_ERROR.has(name) || BESIDE_ERROR.has(name))
  );
}

/** A code or a message of one word: "RATE_LIMITED", and Django REST's "Throttled.". */
function isRefusingWord(value: JsonValue): boolean {
  const text = (textOf(value) ?? "").trim();
  return /\p{L}{3}/u.test(text) && !SUCCESS_WORD.test(text) && !STATES_NONE.test(text);
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

const HINTS: Readonly<Partial<Record<ErrorCode, string>>> = {
  unavailable: "If that is an error of the service, try again later, or ask those who run it.",
  "rate-limited": `Try again later, or set ${nameSetting("requestsPerSecond")}.`,
  forbidden: "Give the client the permission to list workflows.",
  "not-found": "Is baseUrl the API's address?",
};

function errorOf(
  reason: (Pick<FieldBeside, "pointer" | "value"> & { readonly around?: JsonObject }) | undefined,
  body: JsonValue,
  wayOut = "",
): ServiceError {
  const parts = [reason?.value ?? null, reason?.around ?? null, body];
  const texts = [...new Set(parts.flatMap(textsIn))].slice(0, 4).join(": ");
  const says = texts === "" ? "." : `: "${excerpt(texts)}".`;
  const where = reason === undefined ? "" : ` at "${excerpt(reason.pointer)}"`;
  const status = parts.flatMap(statusesIn).find(isHttpError);
  const code = status === undefined ? "unavailable" : explainStatus(numberOf(status) ?? 0).code;
  return new ServiceError(`The response has status 200, but its body reports an error${where}${says}`, {
    code,
    hint: (HINTS[code] ?? "Check query, baseUrl and the client's permissions.") + wayOut,
  });
}

function statusesIn(part: JsonValue): JsonValue[] {
  const fields = isJsonObject(part) ? Object.entries(part) : [["status", part] as const];
  return fields.filter(([key]) => words(STATUSES).includes(normaliseName(key))).map(([, value]) => value);
}

/** What explains an error: its usual fields, else the sentences in it. */
function textsIn(part: JsonValue): string[] {
  if (!isJsonObject(part)) {
    return Array.isArray(part) ? part.slice(0, 3).flatMap(textsIn) : [(textOf(part) ?? "").trim()].filter(Boolean);
  }
  const usual = errorTextOf(part);
  return usual === undefined
    ? Object.values(part).flatMap((value) => (typeof value === "string" && SENTENCE.test(value) ? [value.trim()] : []))
    : [usual];
}
