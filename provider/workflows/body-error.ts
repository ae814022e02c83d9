/** Recognises responses that have status 200 and a body that reports an error. */
import { type ErrorCode, ServiceError } from "../http/errors.js";
import { excerpt } from "../http/excerpt.js";
import { codeOfStatus } from "../http/failures.js";
import { pointerStep } from "../http/json-path.js";
import { isContainerName } from "./conventions.js";
import type { FoundItems } from "./find-items.js";
import { isJsonObject, type JsonObject, type JsonValue } from "./json.js";
import { alternatives, flagOf, names, normaliseName, numberOf } from "./names-and-values.js";
import { isJsonNumber, numberText } from "./numbers.js";

/*
 * The rules, in their order. Names are normalised.
 *
 * 1. A list of errors is an error. So is a list of workflows with an error in the place of one.
 * 2. The body is read, then the objects around the listing, and those that describe the response. In each of them, the first
 *    field that one of these rules matches makes the body an error:
 *
 *    | rule    | the field                                                                                        |
 *    | ------- | ------------------------------------------------------------------------------------------------ |
 *    | flag    | `failed`, `isError`, `timedOut` … true; `success`, `ok` … false                                  |
 *    | field   | `error`, `errors`, `fault`, `exception`, `errorMessage` … with a value that reports something    |
 *    | number  | `status`, `code`, `statusCode` … from 400 to 599                                                 |
 *    | word    | `status`, `result`, `code`, `type` … with a word such as "error", "UNAVAILABLE", "…Exception"    |
 *    | partial | parts of the service did not take part: `unreachable`, `partialResults`, failed shards           |
 *    | empty   | beside an empty list: a field that explains why nothing was listed                               |
 *
 *    If there is no such field, two more rules apply:
 *
 *    | code    | another `code` than 0 and 2xx, with a `message` that does not report success                     |
 *    | message | a `message` alone, or one with the words of an error beside an empty list                        |
 *
 *    If the list is missing where `itemsPath` allows that, two more fields count: any `message` that does not report success,
 *    and any field whose name begins with `err`, `fault`, `exception` or `failure`.
 * 3. The media type `application/problem+json` is an error, whatever is in the body (RFC 9457).
 */

const ERROR_FIELD = names(`
  (?:partial)?(?:errors?|failures?)|errs?|faults?|exceptions?|problems?
  errors?(?:codes?|messages?|msgs?|descriptions?|details?|types?|names?|text|reasons?|info|information|data)
  errors?(?:list|status|numbers?|no|object|response|body|summary|occurred|keys?)
  err(?:code|msg|no|message)
  fault(?:code|string|message|detail)
  exception(?:message|type|class|name|code|detail)
  failure(?:message|reason|code|detail|type)
`);
const SUCCESS_FLAG = names("(?:is|was)?(?:request)?(?:success|successful|successfully|succeeded|succeed|ok|okay)");
const FAILURE_FLAG = names(`
  (?:is|has|was|did)?(?:an?)?(?:errors?|fail|failed|(?:partial)?failure|faulted|fault|errored)(?:occurred)?
  (?:is|has|was|did)?(?:an?)?(?:partialsuccess|timedout|timeout)(?:occurred)?
`);
/** Fields that name the kind of a body: most words in them describe what is listed. */
const KIND = names("type|object|kind|category|level|severity|typename|class|name|title");
const STATE = names(`
  status|state|result|outcome|stat|ack|reply|code|statuscodetext
  (?:response|result|return|request|status|http|api|operation|query)(?:status|code|type|state|text|message|result)
  ${KIND.source}
`);
const STATUS_NUMBER = names(`
  status|code|httpstatuscode|statuscode
  (?:http|response|result|return|api|status|error)(?:status|code|statuscode|httpstatuscode)
`);
const RETURN_CODE = names(`
  rc|ret|code|errno|status|result
  (?:ret|return|result|response|status)(?:val|code|no)
`);
const MESSAGE = names(`
  messages?|msg|detail|details|description|reason|reasons|title|text|cause|summary
  (?:status|response|result|return|ret|error|user|developer)(?:message|msg|text|description)
`);
/** Texts that explain an error. A title and a description are not among them: workflows have these too. */
const EXPLANATION = names("(?:error|user|developer)?(?:messages?|msg)|details?|text|reasons?");
/** Names beside an error that describe it or the request. */
const BESIDE_ERROR = names(`
  (?:request|trace|correlation|error)?(?:id|uuid)
  timestamp|time|path|instance|method|version|help|documentationurl|moreinfo|metadata|meta
`);
/** Objects that describe the response, beside those that describe its pages. */
const STATE_OBJECT = names("status|result|response(?:status|metadata|header)?|outcome|state|head|shards");
/** Fields that workflows have and errors do not. */
const OF_WORKFLOW = names("id|uid|uuid|key|name|slug|self|href|workflow.*");

const KIND_WORD = names("errors?|fault|failure|problem|(?!no).*(?:error|exception|(?<!de)fault)");
const ERROR_WORD = names(`
  errors?|err|fail|failed|failure|fault|exception|unknownerror|fatal|critical|ko|nok|notok|unsuccessful
  unavailable|serviceunavailable|internal|internalerror|internalservererror|servererror
  timeout|timedout|gatewaytimeout|deadlineexceeded
  denied|accessdenied|permissiondenied|forbidden|unauthori[sz]ed|unauthenticated
  notfound|badrequest|invalid[a-z]*|rejected|aborted|cancelled|canceled
  throttled|ratelimited|toomanyrequests|resourceexhausted|overloaded
  maintenance|degraded|down|incomplete|partial[a-z]*|dataloss
  (?!no).*(?:error|exception|(?<!de)fault|failure|failed|unavailable|timeout|denied)
`);
const NOT_GRANTED = names(`
  ${SUCCESS_FLAG.source}
  ${STATE.source}
  (?:is|was)?(?:authenticated|authori[sz]ed|loggedin|valid|allowed|permitted|granted|licensed)
  (?:is|was)?(?:ready|healthy|available|online|connected|(?:job|query|request)complete)
`);
const OUT_OF_ORDER = names(`
  (?:is|in|was)?(?:maintenance(?:mode)?|degraded|offline|down|busy|loading|pending|indexing|initiali[sz]ing)
  (?:is|in|was)?(?:unavailable|unauthori[sz]ed|throttled|ratelimited)
  (?:is|in|was)?(?:login|auth|authentication|authori[sz]ation|reauth[a-z]*|consent)(?:is)?(?:required|needed)
  (?:is|in|was)?(?:verification|captcha|mfa|payment|upgrade)(?:is)?(?:required|needed)
  (?:is|in|was)?(?:requires|needs)(?:login|auth[a-z]*|consent|verification)
  (?:is|in|was)?(?:(?:rate|request|usage)limit(?:exceeded|reached)|quota(?:exceeded|reached))
  (?:is|in|was)?(?:licen[cs]e|session|token|subscription|trial|account)?expired
`);
const NOT_READY = names(`
  pending|processing|inprogress|queued|loading|initiali[sz]ing|starting|indexing|rebuilding|preparing|notready
  ng|e|unknown
`);
/** Reasons for which a service lists nothing: `OVER_QUERY_LIMIT`, `LOGIN_REQUIRED`, `QUOTA_EXHAUSTED`, `TOKEN_EXPIRED`. */
const REFUSAL_WORD = names(`
  over[a-z]*limit
  .*(?:limit|quota)(?:reached|exceeded|exhausted)
  .*(?:exceeded|exhausted|expired|required|suspended|disabled|blocked|locked|throttled|revoked|deactivated)
  (?:no|not|un)(?:access|permission|allowed|permitted|authori[sz]ed|authenticated|ready|supported|licensed|configured)
`);
/** Fields with the address of a login page. */
const LOGIN_FIELD = names(`
  redirect(?:to|url|uri)?
  (?:login|signin|auth|sso)(?:page)?(?:url|uri|link|location)
`);

const ERROR_TEXT = new RegExp(
  alternatives(String.raw`
    \b(?:err(?:or|ors)?|fail(?:s|ed|ure|ures)?|exceptions?|problem|wrong|broken|oops|sorry)\b
    \b(?:erreur|fehler|errore|erro|fallo|falha|fout)\b
    \b(?:unavailable|time[d]?[ -]?out|is down|offline|outage|maintenance|shutting down|overload(?:ed)?|degraded)\b
    \b(?:crash(?:ed)?|abort(?:ed)?|internal|unexpected|upstream|disconnected|unhealthy|no healthy|no connection)\b
    \b(?:denied|forbidden|unauthori[sz]ed|unauthenticated|refused|rejected|expired|invalid|missing|not found)\b
    \b(?:not (?:allowed|permitted|authori[sz]ed|available|supported|authenticated))\b
    \b(?:could not|cannot|can't|unable|try again|retry|later)\b
    \b(?:exceeded|too many|throttl\w*|limit(?:ed)? (?:reached|exceeded))\b
    \b(?:credentials?|api[ -]?keys?|authenticat\w*|authori[sz]ation|permissions?|admin rights)\b
    \b(?:no such|does not exist|must (?:be|have)|needs? to)\b
    错误|失败|异常|无权限|錯誤|失敗|エラー|ошибка
  `),
  "i",
);
const SUCCESS_TEXT = new RegExp(
  alternatives(String.raw`
    ^(?:ok(?:ay)?|success\w*|succeeded|done|complete[d]?|fine|good|accepted|created|normal)\b
    \b(?:success(?:ful|fully)?|retrieved|fetched|listed|returned|loaded|found|executed|completed)\b
    成功
  `),
  "i",
);
/** A string that reports an empty listing: "No workflows found". "No API key found" does not. */
const NOTHING_TEXT = /^(?:no|0|zero|nothing)\b.*\b(?:found|available|exists?|yet|match\w*|to show)/i;
const OF_ACCESS =
  /\b(?:keys?|tokens?|credentials?|auth\w*|permissions?|access|sessions?|subscriptions?|licen[cs]es?|accounts?|users?|tenants?)\b/i;
const NEGATION = /\b(?:no|not|cannot|without)\b(?!\s+(?:errors?|problems?|issues?|failures?|warnings?))|n't\b/i;
/** Texts that are codes of success. For numbers see `isOtherCode`. */
const SUCCESS_CODE = /^(?:\d*|s|ok(?:ay)?|success\w*|succeeded|done|completed?)$/i;
/** Values of an error field that report no error. */
const NO_ERROR = /^\s*(?:|0+|none|null|nil|false|no|ok|okay|success\w*|no ?errors?|n\/a|-|200)\s*\.?$/i;

/** A value that may report an error, and where it is. */
interface Statement {
  readonly pointer: string;
  readonly value: JsonValue;
}

interface Field extends Statement {
  /** Normalised. */
  readonly name: string;
}

/**
 * Refuses a body that reports an error.
 *
 * @param list the list that was found, if any. The objects around it describe the response; its items do not.
 * @param contentType of the response.
 * @throws ServiceError `rate-limited`, `forbidden` … if the body gives such a reason, else `unavailable`.
 */
export function refuseErrorBody(body: JsonValue, list: FoundItems | undefined, contentType: string | undefined): void {
  const errorItem = list === undefined ? undefined : findErrorItem(list);
  if (errorItem !== undefined) {
    throw serviceError(errorItem, errorItem.value, errorItem.value);
  }
  if (!isJsonObject(body)) {
    return;
  }
  for (const { object, pointer } of stateObjects(body, list?.pointer)) {
    const found = statementIn(object, pointer, list);
    if (found !== undefined) {
      throw serviceError(found, object, body);
    }
  }
  if (isProblem(contentType)) {
    throw serviceError({ pointer: "", value: body }, body, body);
  }
}

/**
 * Refuses a body that has only the fields of an error. In any other body, a `status` of "failed" may be that of the workflow
 * which the body describes.
 *
 * @throws ServiceError as `refuseErrorBody`.
 */
export function refuseErrorAlone(body: JsonValue, contentType: string | undefined): void {
  if (isErrorAlone(body) || isProblem(contentType)) {
    refuseErrorBody(body, undefined, contentType);
  }
}

function isProblem(contentType = ""): boolean {
  return /problem\+json/i.test(contentType);
}

function isErrorAlone(body: JsonValue): boolean {
  return isJsonObject(body) && Object.entries(body).every(([key, value]) => describesError(key, value));
}

function describesError(key: string, value: JsonValue): boolean {
  const name = normaliseName(key);
  const patterns = [ERROR_FIELD, SUCCESS_FLAG, FAILURE_FLAG, STATE, STATUS_NUMBER, MESSAGE, BESIDE_ERROR];
  const isOwnId = /^(?:id|uuid)$/.test(name) && !/error|trace|request/i.test(key);
  return value === null || (!isOwnId && patterns.some((pattern) => pattern.test(name)));
}

function fieldsOf(object: JsonObject, pointer = ""): Field[] {
  return Object.entries(object).map(([key, value]) => ({
    pointer: pointer + pointerStep(key),
    name: normaliseName(key),
    value,
  }));
}

/**
 * The first of a list of errors: `[{ "errorCode": "INVALID_SESSION_ID", "message": … }]`. Or an element with only the fields of
 * an error, among workflows: it stands for one that could not be read.
 */
function findErrorItem({ items, pointer }: FoundItems): Statement | undefined {
  if (items.length > 0 && items.every((item) => isErrorItem(item) || explainsError(item))) {
    return { pointer: `${pointer}/0`, value: items[0] ?? null };
  }
  const index = items.findIndex((item) => isErrorItem(item) && isErrorAlone(item));
  return index === -1 ? undefined : { pointer: `${pointer}/${index}`, value: items[index] ?? null };
}

function isErrorItem(item: JsonValue): boolean {
  const fields = isJsonObject(item) ? fieldsOf(item) : [];
  return fields.some(hasError) && !isOfWorkflow(fields);
}

function hasError({ name, value }: Field): boolean {
  return ERROR_FIELD.test(name) && reportsSomething(value);
}

function isOfWorkflow(fields: readonly Field[]): boolean {
  return fields.some(({ name }) => OF_WORKFLOW.test(name));
}

/**
 * Whether the element has a string that explains an error, and an HTTP status: such an error may have an id. Or that text and only
 * the fields of an error: `{ "category": "ERROR", "code": …, "text": … }`.
 */
function explainsError(item: JsonValue): boolean {
  const fields = isJsonObject(item) ? fieldsOf(item) : [];
  const texts = fields.filter(({ name, value }) => MESSAGE.test(name) && textOf(value) !== "");
  if (!texts.some(({ name }) => EXPLANATION.test(name))) {
    return false;
  }
  const hasHttpError = fields.some(({ name, value }) => STATUS_NUMBER.test(name) && isHttpError(value));
  const isAlone = isErrorAlone(item) && !isOfWorkflow(fields);
  const isOfError = fields.some(reportsError) || texts.some(({ value }) => ERROR_TEXT.test(textOf(value)));
  return (hasHttpError && fields.some(hasError)) || (isAlone && isOfError);
}

/** The body, the objects around the list, and those beside it that describe the response: `meta`, `status`, `result` … */
function stateObjects(body: JsonObject, listPointer = ""): { pointer: string; object: JsonObject }[] {
  const found: { pointer: string; object: JsonObject }[] = [];
  const visit = (object: JsonObject, at: string, depth: number): void => {
    found.push({ pointer: at, object });
    for (const { name, value, pointer } of fieldsOf(object, at)) {
      const describes = isContainerName(name) || STATE_OBJECT.test(name);
      if (isJsonObject(value) && depth < 3 && (describes || listPointer.startsWith(`${pointer}/`))) {
        visit(value, pointer, depth + 1);
      }
    }
  };
  visit(body, "", 0);
  return found;
}

function statementIn(object: JsonObject, at: string, list: FoundItems | undefined): Statement | undefined {
  const fields = fieldsOf(object, at).filter(({ pointer }) => pointer !== list?.pointer);
  const isEmptyList = list?.items.length === 0;
  const reporting = fields.find(
    (field) =>
      reportsError(field) ||
      reportsPartial(field, at) ||
      (isEmptyList && explainsEmptyList(field)) ||
      (list?.isLeftOut === true && at === "" && explainsMissingList(field)),
  );
  return reporting ?? codeOrMessage(fields, at, list);
}

/** The rules for flags, fields, numbers and words. */
function reportsError({ name, value }: Field): boolean {
  // A number under a name such as `failed` may count workflows.
  const isFlag = /^(?:is|has|was|did)/.test(name) || numberOf(value) === undefined;
  if (FAILURE_FLAG.test(name) && isFlag && flagOf(value) === true) {
    return true;
  }
  if (ERROR_FIELD.test(name)) {
    return reportsSomething(value);
  }
  if (SUCCESS_FLAG.test(name) && flagOf(value) === false) {
    return true;
  }
  if (STATUS_NUMBER.test(name) && isHttpError(value)) {
    return true;
  }
  if (!STATE.test(name) || typeof value !== "string" || value.length > 100) {
    return false;
  }
  const word = normaliseName(value.replace(/^.*#/, ""));
  return KIND.test(name) ? KIND_WORD.test(word) && !/\s/.test(value.trim()) : ERROR_WORD.test(word);
}

/** Parts of the service that did not take part: Google Cloud's `unreachable`, failed shards of Elasticsearch. */
function reportsPartial({ name, value }: Field, at: string): boolean {
  if (name === "unreachable") {
    return Array.isArray(value) && value.length > 0;
  }
  if (/^partialresults?$/.test(name)) {
    return flagOf(value) === true;
  }
  return name === "failed" && /shards$/.test(at) && (numberOf(value) ?? 0) > 0;
}

/**
 * Whether the field explains why a list is empty. Taken for the listing, such a list would remove all that was made from the
 * workflows.
 */
function explainsEmptyList({ name, value }: Field): boolean {
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

/** Whether the field explains, by an error, why a list that may be left out is missing. */
function explainsMissingList({ name, value }: Field): boolean {
  const isMessage = MESSAGE.test(name) && reportsSomething(value) && !reportsSuccess(textOf(value));
  const isError = /^(?:err|fault|exception|failure)/.test(name) && reportsSomething(value);
  return isMessage || isError;
}

/** The rules `code` and `message`. Beside a list with items, only a code with a message of an error counts. */
function codeOrMessage(fields: readonly Field[], at: string, list: FoundItems | undefined): Statement | undefined {
  const message = fields.find(({ name, value }) => MESSAGE.test(name) && textOf(value) !== "");
  if (message === undefined) {
    return undefined;
  }
  const text = textOf(message.value);
  const isGood = reportsSuccess(text);
  // A name such as InternalServerError is words too.
  const isBad = ERROR_TEXT.test(text.replace(/([a-z])([A-Z])/g, "$1 $2")) && !isGood;
  // An object with a list at another place may have a title or a status of its own.
  const hasItems =
    list === undefined ? fields.some(({ name, value }) => listsThings(name, value)) : list.items.length > 0;
  const code = fields.find(
    ({ name, value }) =>
      (STATUS_NUMBER.test(name) && isOtherCode(value)) ||
      (RETURN_CODE.test(name) && (isOtherCode(value) || isTextCode(value)) && !hasItems),
  );
  if (code !== undefined && (isBad || (!hasItems && !isGood))) {
    return code;
  }
  if (hasItems || at !== "") {
    return undefined;
  }
  const isAlone = list === undefined && fields.every(({ value }) => !isJsonObject(value));
  return isBad || (isAlone && !isGood) ? message : undefined;
}

/** A list of objects under a name that no error has. */
function listsThings(name: string, value: JsonValue): boolean {
  return Array.isArray(value) && value.some(isJsonObject) && ![ERROR_FIELD, MESSAGE].some((names) => names.test(name));
}

/** Whether the value of an error field reports one: not `null`, `""`, `0`, `[]`, `"none"`, nor an object of such values. */
function reportsSomething(value: JsonValue): boolean {
  if (typeof value === "string") {
    return !NO_ERROR.test(value);
  }
  if (isJsonNumber(value)) {
    return isOtherCode(value);
  }
  if (Array.isArray(value)) {
    return value.some((element) => element !== null && element !== "");
  }
  return isJsonObject(value) ? Object.values(value).some(reportsSomething) : value === true;
}

function isHttpError(value: JsonValue | undefined): boolean {
  const number = numberOf(value);
  return number !== undefined && number >= 400 && number <= 599;
}

/** A number that is no code of success. 0 and 2xx are. */
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

function reportsSuccess(text: string): boolean {
  const isNothing = NOTHING_TEXT.test(text) && !OF_ACCESS.test(text);
  const rest = text.replace(/\bnot found\b/gi, "");
  return isNothing || (SUCCESS_TEXT.test(rest) && !NEGATION.test(rest));
}

function textOf(value: JsonValue): string {
  return typeof value === "string" ? value.trim() : "";
}

/** @param around the object that has the statement. */
function serviceError({ value, pointer }: Statement, around: JsonValue, body: JsonValue): ServiceError {
  const parts = [...new Set([value, around, body])];
  const text = describeError(parts);
  const where = pointer === "" ? "" : ` at "${excerpt(pointer)}"`;
  const says = text === "" ? "." : `: "${excerpt(text)}".`;
  const code = codeOf(parts, body, text);
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
function describeError([value = null, ...beside]: readonly JsonValue[]): string {
  const found = [...textsIn(value, 0), ...beside.flatMap((part) => messagesIn(part))];
  return [...new Set(found)].slice(0, 4).join(": ");
}

function textsIn(value: JsonValue, depth: number): string[] {
  if (typeof value === "string") {
    return value.trim() === "" ? [] : [value.trim()];
  }
  if (isJsonNumber(value) && depth === 0) {
    return [numberText(value)];
  }
  if (depth > 2) {
    return [];
  }
  return Array.isArray(value)
    ? value.slice(0, 3).flatMap((element) => textsIn(element, depth + 1))
    : messagesIn(value, depth);
}

function messagesIn(value: JsonValue, depth = 0): string[] {
  const fields = isJsonObject(value) ? fieldsOf(value) : [];
  return fields
    .filter(({ name }) => MESSAGE.test(name) || ERROR_FIELD.test(name))
    .flatMap((field) => textsIn(field.value, depth + 1));
}

/** Codes of gRPC's JSON errors, which have `details`. The others, such as 4, 13 and 14, are faults of the service. */
const GRPC_CODES: Readonly<Record<number, ErrorCode>> = {
  3: "refused", // INVALID_ARGUMENT
  5: "not-found",
  6: "refused", // ALREADY_EXISTS
  7: "forbidden", // PERMISSION_DENIED
  8: "rate-limited", // RESOURCE_EXHAUSTED
  9: "refused", // FAILED_PRECONDITION
  11: "refused", // OUT_OF_RANGE
  12: "refused", // UNIMPLEMENTED
  16: "refused", // UNAUTHENTICATED
};

/** The code of the error that the body reports. Without another reason, it is a fault of the service: `unavailable`. */
function codeOf(parts: readonly JsonValue[], body: JsonValue, text: string): ErrorCode {
  const values = parts.flatMap((part) => (isJsonObject(part) ? Object.values(part) : []));
  const status = [...parts, ...values].map(numberOf).find(isHttpError);
  if (status !== undefined) {
    return codeOfStatus(status);
  }
  const grpc = isJsonObject(body) && Object.hasOwn(body, "details") ? numberOf(body["code"]) : undefined;
  const byCode = grpc === undefined ? undefined : GRPC_CODES[grpc];
  if (byCode !== undefined) {
    return byCode;
  }
  // Names such as RATE_LIMITED and AccessDenied are words too.
  const words = text.replace(/([a-z])([A-Z])/g, "$1 $2").replaceAll("_", " ");
  return CODES_BY_TEXT.find(([pattern]) => pattern.test(words))?.[1] ?? "unavailable";
}

const CODES_BY_TEXT: readonly (readonly [RegExp, ErrorCode])[] = [
  [/\b(?:rate limit\w*|too many|throttl\w*|quota|resource exhausted)\b/i, "rate-limited"],
  [/\b(?:forbidden|permissions?|access denied|not (?:authori[sz]ed|permitted|allowed))\b/i, "forbidden"],
  [/\bnot found\b/i, "not-found"],
  [/\b(?:unauthori[sz]ed|unauthenticated|credentials?|expired|session)\b/i, "refused"],
  [/\b(?:invalid|bad request|validation|required|unsupported|malformed)\b/i, "refused"],
];
