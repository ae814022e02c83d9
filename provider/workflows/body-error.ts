/** Finds out whether a response with status 200 is an error in disguise, from what its body says of itself. */
import { type ErrorCode, ServiceError } from "../http/errors.js";
import { excerpt } from "../http/excerpt.js";
import { pointerStep } from "../http/json-path.js";
import { isContainerName, normaliseName, numberOf } from "./conventions.js";
import { isJsonObject, type JsonObject, type JsonValue } from "./json.js";
import { isJsonNumber, numberText } from "./numbers.js";

/**
 * The rules, in their order. Names are normalised, at the top of the body and in the objects around a list.
 *
 * | rule    | what makes the body an error                                                                         |
 * | ------- | ---------------------------------------------------------------------------------------------------- |
 * | field   | `error`, `errors`, `fault`, `exception`, `errorMessage` … with a value that says something           |
 * | flag    | `success`, `ok` … false; `failed`, `isError`, `timedOut` … true                                      |
 * | word    | `status`, `result`, `code`, `type` … with a word such as "error", "fail", "UNAVAILABLE", "…Exception" |
 * | number  | `status`, `code`, `statusCode` … from 400 to 599                                                     |
 * | code    | another `code` than 0 and 2xx, with a `message` that does not report success                         |
 * | message | a `message` alone, or one that speaks of an error beside an empty list                               |
 * | partial | `partial_failure`, `status: "partial"`, failed shards, places that were `unreachable`                   |
 * | empty   | beside an empty list, what says that nothing was listed: see `saysNothingWasListed`                  |
 */
const ERROR_FIELD =
  /^(?:(?:partial)?(?:errors?|failures?)|errs?|faults?|exceptions?|problems?|errors?(?:codes?|messages?|msgs?|descriptions?|details?|types?|names?|text|reasons?|info|information|data|list|status|numbers?|no|object|response|body|summary|occurred)|err(?:code|msg|no|message)|fault(?:code|string|message|detail)|exception(?:message|type|class|name|code|detail)|failure(?:message|reason|code|detail|type))$/;
const SUCCESS_FLAG = /^(?:is|was)?(?:request)?(?:success|successful|successfully|succeeded|succeed|ok|okay)$/;
const FAILURE_FLAG =
  /^(?:(?:is|has|was|did)?(?:an?)?(?:errors?|failed|(?:partial)?failure|partialsuccess|faulted|fault|fail|errored|timedout|timeout)(?:occurred)?)$/;
const STATE =
  /^(?:status|state|result|outcome|stat|ack|reply|code|type|object|kind|level|severity|typename|class|name|(?:response|result|return|request|status|http|api|operation|query)(?:status|code|type|state|text|message|result)|statuscodetext|title)$/;
/** Fields that name the kind of a body: most words in them describe what is listed. */
const KIND = /^(?:type|object|kind|level|severity|typename|class|name|title)$/;
const STATUS_NUMBER =
  /^(?:status|code|(?:http|response|result|return|api|status|error)(?:status|code|statuscode|httpstatuscode)|httpstatuscode|statuscode)$/;
const MESSAGE =
  /^(?:messages?|msg|detail|details|description|reason|reasons|title|text|cause|(?:status|response|result|return|ret|error|user|developer)(?:message|msg|text|description)|summary)$/;

const ERROR_WORD =
  /^(?:errors?|err|fail|failed|failure|fault|exception|ko|nok|notok|unsuccessful|unavailable|serviceunavailable|internal|internalerror|internalservererror|servererror|timeout|timedout|gatewaytimeout|deadlineexceeded|denied|accessdenied|permissiondenied|forbidden|unauthori[sz]ed|unauthenticated|notfound|badrequest|rejected|aborted|cancelled|canceled|throttled|ratelimited|toomanyrequests|resourceexhausted|overloaded|maintenance|degraded|incomplete|partial[a-z]*|dataloss|unknownerror|fatal|critical|invalid[a-z]*)$|^(?!no).*(?:error|exception|(?<!de)fault|failure|failed|unavailable|timeout|denied)$/;
const KIND_WORD = /^(?:errors?|fault|failure|problem|(?!no).*(?:error|exception|(?<!de)fault))$/;
const ERROR_TEXT =
  /\b(?:err(?:or|ors)?|fail(?:s|ed|ure|ures)?|unavailable|time[d]?[ -]?out|denied|forbidden|unauthori[sz]ed|unauthenticated|invalid|exceptions?|refused|exceeded|maintenance|overload(?:ed)?|try again|not found|expired|too many|limit(?:ed)? (?:reached|exceeded)|internal|unexpected|could not|cannot|can't|unable|is down|throttl\w*|not (?:allowed|permitted|authori[sz]ed|available|supported|authenticated)|missing|rejected|shutting down|broken|wrong|abort(?:ed)?|crash(?:ed)?|degraded|problem|offline|disconnected|unhealthy|no healthy|no connection|upstream|oops|sorry|retry|later|outage|erreur|fehler|errore|erro|fallo|falha|fout)\b|错误|失败|异常|无权限|錯誤|失敗|エラー|ошибка/i;
const SUCCESS_TEXT =
  /^(?:ok(?:ay)?|success\w*|succeeded|done|complete[d]?|fine|good|accepted|created|normal)\b|\b(?:success(?:ful|fully)?|retrieved|fetched|listed|returned|loaded|found|executed|completed)\b|^(?:no|0|zero|nothing)\b.*\b(?:found|available|exists?|yet|match\w*|to show)|成功/i;

const RETURN_CODE = /^(?:rc|ret|code|errno|status|result|(?:ret|return|result|response|status)(?:val|code|no))$/;
/** A code of success that is text. Numbers are `isOtherCode`'s. */
const SUCCESS_CODE = /^(?:\d*|s|ok(?:ay)?|success\w*|succeeded|done|completed?)$/i;
const NOT_GRANTED = new RegExp(
  `${SUCCESS_FLAG.source}|${STATE.source}|^(?:is|was)?(?:authenticated|authori[sz]ed|loggedin|valid|allowed|permitted|granted|ready|healthy|available|online|licensed|connected|(?:job|query|request)complete)$`,
);
const OUT_OF_ORDER =
  /^(?:is|in|was)?(?:(?:login|auth|authentication|authori[sz]ation|reauth\w*|verification|captcha|mfa|consent|payment|upgrade)(?:is)?(?:required|needed)|(?:requires|needs)(?:login|auth\w*|consent|verification)|maintenance(?:mode)?|degraded|offline|down|busy|loading|pending|indexing|initiali[sz]ing|unavailable|unauthori[sz]ed|throttled|ratelimited|(?:rate|request|usage)limit(?:exceeded|reached)|quota(?:exceeded|reached)|(?:licen[cs]e|session|token|subscription|trial|account)?expired)$/;
const NOT_READY =
  /^(?:pending|processing|inprogress|queued|loading|initiali[sz]ing|starting|indexing|rebuilding|preparing|notready|ng|e|unknown)$/;

/** Reasons for which a service lists nothing: `OVER_QUERY_LIMIT`, `LOGIN_REQUIRED`, `QUOTA_EXHAUSTED`, `TOKEN_EXPIRED`. */
const REFUSAL_WORD =
  /^over[a-z]*limit$|(?:limit|quota)(?:reached|exceeded|exhausted)$|(?:exceeded|exhausted|expired|required|suspended|disabled|blocked|locked|throttled|revoked|deactivated)$|^(?:no|not|un)(?:access|permission|allowed|permitted|authori[sz]ed|authenticated|ready|supported|licensed|configured)$/;
/** Where a person is sent who is not signed in. */
const LOGIN_FIELD = /^(?:redirect(?:to|url|uri)?|(?:login|signin|auth|sso)(?:page)?(?:url|uri|link|location))$/;

/** What the body says of itself, and where. */
interface Statement {
  readonly pointer: string;
  readonly value: JsonValue;
}

export interface ListState {
  readonly pointer: string;
  readonly items: readonly JsonValue[];
}

/**
 * Refuses a body that says it is an error.
 *
 * @param list what was found as the listing, if anything: its items say nothing of the response, the objects around it do.
 * @param contentType of the response: `application/problem+json` is an error whatever is in it (RFC 9457).
 * @throws ServiceError `unavailable` if it reads like a fault of the service, else `rate-limited`, `forbidden`, …
 */
export function refuseErrorBody(body: JsonValue, list: ListState | undefined, contentType: string | undefined): void {
  const errorItem = list === undefined ? undefined : findErrorItem(list);
  if (errorItem !== undefined) {
    throw serviceError(errorItem, errorItem.value);
  }
  if (!isJsonObject(body)) {
    return;
  }
  const objects = stateObjects(body, list?.pointer);
  const found = firstOf(objects, (object) => statementIn(object, list));
  if (found !== undefined) {
    throw serviceError(found, body);
  }
  if (/problem\+json/i.test(contentType ?? "")) {
    throw serviceError({ pointer: "", value: body }, body);
  }
}

/**
 * Refuses a body that is nothing but an error. Another one may well have a `status` of "failed": that of the workflow that it
 * describes.
 *
 * @throws ServiceError as `refuseErrorBody`.
 */
export function refuseErrorAlone(body: JsonValue, contentType: string | undefined): void {
  const isAlone = isJsonObject(body) && Object.entries(body).every(([key, value]) => describesError(key, value));
  if (isAlone || /problem\+json/i.test(contentType ?? "")) {
    refuseErrorBody(body, undefined, contentType);
  }
}

/** Names beside an error that describe it or the request. */
const BESIDE_ERROR =
  /^(?:(?:request|trace|correlation|error)?(?:id|uuid)|timestamp|time|path|instance|method|version|help|documentationurl|moreinfo|metadata|meta)$/;

function describesError(key: string, value: JsonValue): boolean {
  const name = normaliseName(key);
  const patterns = [ERROR_FIELD, SUCCESS_FLAG, FAILURE_FLAG, STATE, STATUS_NUMBER, MESSAGE, BESIDE_ERROR];
  const isOwnId = /^(?:id|uuid)$/.test(name) && !/error|trace|request/i.test(key);
  return value === null || (!isOwnId && patterns.some((pattern) => pattern.test(name)));
}

interface StateObject {
  readonly pointer: string;
  readonly object: JsonObject;
}

/** The body, the objects around the list, and those beside it that describe the response: `meta`, `status`, `result` … */
function stateObjects(body: JsonObject, listPointer = ""): StateObject[] {
  const found: StateObject[] = [];
  const visit = (object: JsonObject, pointer: string, depth: number): void => {
    found.push({ pointer, object });
    for (const [key, value] of Object.entries(object)) {
      const below = pointer + pointerStep(key);
      const name = normaliseName(key);
      const describes =
        isContainerName(name) ||
        /^(?:status|result|response(?:status|metadata|header)?|outcome|state|head|shards)$/.test(name);
      if (isJsonObject(value) && depth < 3 && (describes || listPointer.startsWith(`${below}/`))) {
        visit(value, below, depth + 1);
      }
    }
  };
  visit(body, "", 0);
  return found;
}

function firstOf<T, R>(list: readonly T[], read: (element: T) => R | undefined): R | undefined {
  for (const element of list) {
    const found = read(element);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

interface Field extends Statement {
  /** Normalised. */
  readonly name: string;
}

function statementIn({ pointer, object }: StateObject, list: ListState | undefined): Statement | undefined {
  const fields = Object.entries(object)
    .map(([key, value]): Field => ({ pointer: pointer + pointerStep(key), name: normaliseName(key), value }))
    .filter((field) => field.pointer !== list?.pointer);
  const isEmptyList = list?.items.length === 0;
  const plain = fields.find(
    ({ name, value }) =>
      saysError(name, value) || saysPartial(name, value, pointer) || (isEmptyList && saysNothingWasListed(name, value)),
  );
  return plain ?? codeOrMessage(fields, pointer, list);
}

/** The rules `code` and `message`. Beside a list with items, only a code with a message of an error counts. */
function codeOrMessage(fields: readonly Field[], pointer: string, list: ListState | undefined): Statement | undefined {
  const message = fields.find(({ name, value }) => MESSAGE.test(name) && textOf(value) !== "");
  if (message === undefined) {
    return undefined;
  }
  const text = textOf(message.value);
  const isBad = ERROR_TEXT.test(text) && !SUCCESS_TEXT.test(text.replace(/\bnot found\b/gi, ""));
  const isGood = SUCCESS_TEXT.test(text);
  const hasItems = list !== undefined && list.items.length > 0;
  const code = fields.find(
    ({ name, value }) =>
      (STATUS_NUMBER.test(name) && isOtherCode(value)) ||
      (RETURN_CODE.test(name) && (isOtherCode(value) || isTextCode(value)) && !hasItems),
  );
  if (code !== undefined && (isBad || (!hasItems && !isGood))) {
    return code;
  }
  if (hasItems || pointer !== "") {
    return undefined;
  }
  const isAlone = list === undefined && fields.every(({ value }) => !isJsonObject(value));
  return isBad || (isAlone && !isGood) ? message : undefined;
}

/** The rules for a field by itself. */
function saysError(name: string, value: JsonValue): boolean {
  // A number under a name such as `failed` may count workflows.
  const isFlag = /^(?:is|has|was|did)/.test(name) || numberOf(value) === undefined;
  if (FAILURE_FLAG.test(name) && isFlag && isTrue(value)) {
    return true;
  }
  if (ERROR_FIELD.test(name)) {
    return saysSomething(value);
  }
  if (SUCCESS_FLAG.test(name) && isFalse(value)) {
    return true;
  }
  if (STATUS_NUMBER.test(name) && isHttpError(value)) {
    return true;
  }
  if (!STATE.test(name) || typeof value !== "string") {
    return false;
  }
  const word = normaliseName(value.replace(/^.*#/, ""));
  return (
    value.length <= 100 && (KIND.test(name) ? KIND_WORD.test(word) && !/\s/.test(value.trim()) : ERROR_WORD.test(word))
  );
}

/** Parts of the service that did not take part: Google Cloud's `unreachable`, failed shards of Elasticsearch. */
function saysPartial(name: string, value: JsonValue, pointer: string): boolean {
  if (name === "unreachable") {
    return Array.isArray(value) && value.length > 0;
  }
  if (/^partialresults?$/.test(name)) {
    return isTrue(value);
  }
  return name === "failed" && /shards$/.test(pointer) && (numberOf(value) ?? 0) > 0;
}

/**
 * What makes an empty list doubtful: it would remove all that was made from the workflows. A list with items is a list,
 * whatever is beside it.
 */
function saysNothingWasListed(name: string, value: JsonValue): boolean {
  if (value === false) {
    return NOT_GRANTED.test(name);
  }
  if (value === true) {
    return OUT_OF_ORDER.test(name);
  }
  if (isJsonNumber(value)) {
    // Zero is success; a positive number is success with some services. `numberOf` has no negative ones.
    return RETURN_CODE.test(name) && numberOf(value) === undefined;
  }
  if (typeof value !== "string") {
    return false;
  }
  const isState = STATE.test(name) && !KIND.test(name);
  const word = normaliseName(value);
  return (isState && (NOT_READY.test(word) || REFUSAL_WORD.test(word))) || (LOGIN_FIELD.test(name) && word !== "");
}

/** Whether an error field says that there is one: not `null`, `""`, `0`, `[]`, `"none"`, nor an object of such values. */
function saysSomething(value: JsonValue): boolean {
  if (value === null || value === false) {
    return false;
  }
  if (Array.isArray(value)) {
    return value.some((element) => element !== null && element !== "");
  }
  if (isJsonObject(value)) {
    return Object.values(value).some(saysSomething);
  }
  if (isJsonNumber(value)) {
    const number = numberOf(value);
    return number === undefined || (number !== 0 && (number < 200 || number > 299));
  }
  return (
    typeof value !== "string" ||
    !/^\s*(?:|0+|none|null|nil|false|no|ok|okay|success\w*|no ?errors?|n\/a|-|200)\s*\.?$/i.test(value)
  );
}

/** A list of nothing but errors: `[{ "errorCode": "INVALID_SESSION_ID", "message": … }]`. */
function findErrorItem({ items, pointer }: ListState): Statement | undefined {
  const isError = (item: JsonValue): boolean =>
    isJsonObject(item) &&
    Object.entries(item).some(([key, value]) => ERROR_FIELD.test(normaliseName(key)) && saysSomething(value)) &&
    !Object.keys(item).some((key) => /^(?:id|uid|uuid|key|name|slug|self|href|workflow.*)$/.test(normaliseName(key)));
  return items.length > 0 && items.every(isError) ? { pointer: `${pointer}/0`, value: items[0] ?? null } : undefined;
}

function isTrue(value: JsonValue): boolean {
  return (
    value === true || (typeof value === "string" && /^(?:true|yes|y)$/i.test(value.trim())) || numberOf(value) === 1
  );
}

function isFalse(value: JsonValue): boolean {
  return (
    value === false || (typeof value === "string" && /^(?:false|no|n)$/i.test(value.trim())) || numberOf(value) === 0
  );
}

function isHttpError(value: JsonValue): boolean {
  const number = numberOf(value);
  return number !== undefined && number >= 400 && number <= 599;
}

/** A code that is none of success: 0 and 2xx are. */
function isOtherCode(value: JsonValue): boolean {
  const number = numberOf(value);
  if (number === undefined) {
    return isJsonNumber(value);
  }
  return number !== 0 && (number < 200 || number > 299);
}

function isTextCode(value: JsonValue): boolean {
  return typeof value === "string" && !SUCCESS_CODE.test(value.trim()) && !/\s/.test(value.trim());
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value.trim() : "";
}

function serviceError(statement: Statement, body: JsonValue): ServiceError {
  const said = sentencesIn(statement.value, body);
  const where = statement.pointer === "" ? "" : ` at "${excerpt(statement.pointer)}"`;
  const says = said === "" ? "." : `: "${excerpt(said)}".`;
  const code = codeOf(statement, body, said);
  return new ServiceError(`The response has status 200, but its body reports an error${where}${says}`, {
    code,
    hint: HINTS[code] ?? HINTS.refused,
  });
}

const HINTS: Readonly<Partial<Record<ErrorCode, string>>> & { readonly refused: string } = {
  unavailable: "This is a fault of the service: try again later, or ask those who run it.",
  "rate-limited": "Try again later, or set requestsPerSecond.",
  forbidden: "Give the client the permission to list workflows.",
  "not-found": "Is baseUrl the API's address?",
  refused: "Check query, baseUrl and the client's permissions.",
};

/** Texts that explain the error, the nearest first. Numbers and flags count if there is no text. */
function sentencesIn(value: JsonValue, body: JsonValue): string {
  const found = [...textsIn(value, 0), ...(value === body ? [] : messagesIn(body))];
  return [...new Set(found)].slice(0, 4).join(": ");
}

function textsIn(value: JsonValue, depth: number): string[] {
  if (typeof value === "string") {
    return value.trim() === "" ? [] : [value.trim()];
  }
  if (isJsonNumber(value) && depth === 0) {
    return [numberText(value)];
  }
  if (depth > 2 || typeof value !== "object" || value === null) {
    return [];
  }
  if (Array.isArray(value)) {
    return value.slice(0, 3).flatMap((element) => textsIn(element, depth + 1));
  }
  return isJsonObject(value) ? messagesIn(value, depth) : [];
}

function messagesIn(value: JsonValue, depth = 0): string[] {
  if (!isJsonObject(value)) {
    return [];
  }
  return Object.entries(value)
    .filter(([key]) => MESSAGE.test(normaliseName(key)) || ERROR_FIELD.test(normaliseName(key)))
    .flatMap(([, part]) => textsIn(part, depth + 1));
}

/** gRPC's codes that are no fault of the service; 4, 8, 10, 13, 14 and 15 are, and unknown ones count so. */
const GRPC_CODES: Readonly<Record<number, ErrorCode>> = {
  3: "refused",
  5: "not-found",
  6: "refused",
  7: "forbidden",
  8: "rate-limited",
  9: "refused",
  11: "refused",
  12: "refused",
  16: "refused",
};

/** What kind of failure the body reports. Without a reason to blame the request, the service is to blame. */
function codeOf({ value }: Statement, body: JsonValue, said: string): ErrorCode {
  const numbers = [
    value,
    ...(isJsonObject(value) ? Object.values(value) : []),
    ...(isJsonObject(body) ? Object.values(body) : []),
  ]
    .map(numberOf)
    .filter((number) => number !== undefined);
  const status = numbers.find((number) => number >= 400 && number <= 599);
  if (status !== undefined) {
    return codeOfStatus(status);
  }
  const grpc = isJsonObject(body) && Object.hasOwn(body, "details") ? numberOf(body["code"] ?? null) : undefined;
  const byCode = grpc === undefined ? undefined : GRPC_CODES[grpc];
  if (byCode !== undefined) {
    return byCode;
  }
  // Names such as RATE_LIMITED and AccessDenied are words too.
  const text = said.replace(/([a-z])([A-Z])/g, "$1 $2").replaceAll("_", " ");
  if (/\b(?:rate limit\w*|too many|throttl\w*|quota|resource exhausted)\b/i.test(text)) {
    return "rate-limited";
  }
  if (/\b(?:forbidden|permissions?|access denied|not (?:authori[sz]ed|permitted|allowed))\b/i.test(text)) {
    return "forbidden";
  }
  if (/\bnot found\b/i.test(text)) {
    return "not-found";
  }
  return /\b(?:unauthori[sz]ed|unauthenticated|credentials?|expired|invalid|bad request|validation|required|unsupported|malformed|session)\b/i.test(
    text,
  )
    ? "refused"
    : "unavailable";
}

function codeOfStatus(status: number): ErrorCode {
  const codes: Readonly<Record<number, ErrorCode>> = {
    403: "forbidden",
    404: "not-found",
    408: "unavailable",
    429: "rate-limited",
  };
  return codes[status] ?? (status >= 500 ? "unavailable" : "refused");
}
