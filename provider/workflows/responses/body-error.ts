/** Recognises responses that have status 200 and a body that reports an error. */
import { pointerStep } from "../../http/json-path.js";
import { errorOf, isHttpError, type Statement } from "./body-error-message.js";
import { isContainerName } from "./conventions.js";
import {
  BESIDE_ERROR,
  ERROR_FIELD,
  ERROR_WORD,
  EXPLANATION,
  FAILURE_FLAG,
  FIELD_AT_FAULT,
  KIND,
  KIND_WORD,
  LEFT_OUT,
  LOGIN_FIELD,
  MESSAGE,
  NO_ERROR,
  NOT_GRANTED,
  NOT_READY,
  OF_WORKFLOW,
  OUT_OF_ORDER,
  REFUSAL_WORD,
  reportsFailure,
  reportsSuccess,
  RETURN_CODE,
  STATE,
  STATE_OBJECT,
  STATUS_NUMBER,
  SUCCESS_CODE,
  SUCCESS_FLAG,
} from "./error-words.js";
import type { FoundItems } from "./find-items.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/json.js";
import { flagOf, normaliseName, numberOf } from "./names-and-values.js";
import { isJsonNumber } from "../json/numbers.js";

/*
 * The rules, in their order:
 *
 * 1. A list of errors is an error. So is a list of workflows with an error in the place of one.
 * 2. The body is read, then the objects around the listing, and those that describe the response. In each of them, the first
 *    field that `ERROR_RULES` or `PARTS_RULES` match makes the body an error. Beside an empty list, and where `itemsPath` lets a list be missing,
 *    more rules apply. If there is no such field, a code or a message may be one: see `codeOrMessage`.
 * 3. The media type `application/problem+json` is an error, whatever is in the body (RFC 9457).
 */

interface Field extends Statement {
  readonly key: string;
  /** Normalised. */
  readonly name: string;
}

/** A field reports an error if the names match its own one, and its value passes the test. */
interface Rule {
  readonly names: RegExp;
  readonly reports: (value: JsonValue, field: Field) => boolean;
}

const ERROR_RULES: readonly Rule[] = [
  { names: FAILURE_FLAG, reports: isFailure },
  { names: ERROR_FIELD, reports: reportsSomething },
  { names: SUCCESS_FLAG, reports: (value) => flagOf(value) === false },
  { names: STATUS_NUMBER, reports: isHttpError },
  { names: KIND, reports: (value) => isWordIn(KIND_WORD, value) && !hasSpace(value) },
  { names: STATE, reports: (value) => isWordIn(ERROR_WORD, value) },
  { names: MESSAGE, reports: (value) => Array.isArray(value) && value.some(isErrorMessage) },
];

/** Fields that say that parts of the listing are missing. They may be about something else. */
const PARTS_RULES: readonly Rule[] = [
  // Parts of the service did not take part. A number may count workflows.
  { names: LEFT_OUT, reports: namesParts },
  {
    names: /^partialresults?$/,
    reports: (value) => flagOf(value) ?? (!isJsonNumber(value) && reportsSomething(value)),
  },
  { names: /^degraded$/, reports: (value) => value === true },
  // Elasticsearch skips shards that have no match, and clusters that do not respond.
  {
    names: /^failed$/,
    reports: (value, { pointer }) => /(?:shards|clusters)\/[^/]*$/.test(pointer) && isPositive(value),
  },
  {
    names: /^(?:partial|skipped)$/,
    reports: (value, { pointer }) => /clusters\/[^/]*$/.test(pointer) && isPositive(value),
  },
];

/**
 * Fields that explain why a list is empty. Taken for the listing, such a list would remove all that was made from the workflows.
 */
const EMPTY_LIST_RULES: readonly Rule[] = [
  { names: NOT_GRANTED, reports: (value) => value === false },
  { names: OUT_OF_ORDER, reports: (value) => value === true },
  // Zero is success; a positive number is success with some services. `numberOf` has no negative ones.
  { names: RETURN_CODE, reports: (value) => isJsonNumber(value) && numberOf(value) === undefined },
  { names: STATE, reports: isReason },
  { names: LOGIN_FIELD, reports: (value) => typeof value === "string" && normaliseName(value) !== "" },
];

/** Fields that explain, by an error, why a list that may be left out is missing. */
const MISSING_LIST_RULES: readonly Rule[] = [
  { names: MESSAGE, reports: (value) => reportsSomething(value) && !reportsSuccess(textOf(value)) },
  { names: /^(?:err|fault|exception|failure)/, reports: reportsSomething },
];

function matchesOne(rules: readonly Rule[], field: Field): boolean {
  return rules.some(({ names, reports }) => names.test(field.name) && reports(field.value, field));
}

/**
 * Refuses a body that reports an error.
 *
 * @param list the list that was found, if any. The objects around it describe the response; its items do not.
 * @param contentType of the response.
 * @param ignoresParts whether fields that say that parts of the listing are missing are ignored.
 * @throws ServiceError `rate-limited`, `forbidden` … if the body gives such a reason, else `unavailable`.
 */
export function refuseErrorBody(
  body: JsonValue,
  list: FoundItems | undefined,
  contentType: string | undefined,
  ignoresParts = false,
): void {
  const errorItem = list === undefined ? undefined : findErrorItem(list);
  if (errorItem !== undefined) {
    throw errorOf(errorItem, errorItem.value, errorItem.value);
  }
  if (!isJsonObject(body)) {
    return;
  }
  for (const { object, pointer } of stateObjects(body, list?.pointer)) {
    const found = statementIn(object, pointer, list, ignoresParts);
    if (found !== undefined) {
      throw errorOf(found, object, body, list === undefined ? undefined : doubtOf(found));
    }
  }
  if (isProblem(contentType)) {
    throw errorOf({ pointer: "", value: body }, body, body);
  }
}

const DOUBT_HINT =
  "If that is not about the listing, read the response as it is: `getJson`, without `itemsPath` and `pagination`.";
const PARTS_HINT = "For several pages, set `ignoreTotals` in `pagination`.";

/** What to do if the field is about something else than the listing; `undefined` if it cannot be. */
function doubtOf(field: Field): string | undefined {
  if (matchesOne(ERROR_RULES, field)) {
    return undefined;
  }
  return matchesOne(PARTS_RULES, field) ? `${DOUBT_HINT} ${PARTS_HINT}` : DOUBT_HINT;
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
  const patterns = [ERROR_FIELD, SUCCESS_FLAG, FAILURE_FLAG, KIND, STATE, STATUS_NUMBER, MESSAGE, BESIDE_ERROR];
  const isOwnId = /^(?:id|uuid)$/.test(name) && !/error|trace|request/i.test(key);
  return value === null || (!isOwnId && patterns.some((pattern) => pattern.test(name)));
}

/** The fields of an object; none of any other value. */
function fieldsOf(object: JsonValue, pointer = ""): Field[] {
  return Object.entries(isJsonObject(object) ? object : {}).map(([key, value]) => ({
    pointer: pointer + pointerStep(key),
    key,
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
  const fields = fieldsOf(item);
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
 * the fields of an error: `{ "category": "ERROR", "code": …, "text": … }`, `{ "field": "limit", "message": … }`.
 */
function explainsError(item: JsonValue): boolean {
  const fields = fieldsOf(item);
  if (!fields.some(isExplanation)) {
    return false;
  }
  const texts = fields.filter(({ name, value }) => MESSAGE.test(name) && textOf(value) !== "");
  const hasHttpError = fields.some(({ name, value }) => STATUS_NUMBER.test(name) && isHttpError(value));
  const others = fields.filter(({ name }) => !FIELD_AT_FAULT.test(name));
  const isAlone = others.every(({ key, value }) => describesError(key, value)) && !isOfWorkflow(fields);
  const isOfError =
    fields.some((field) => matchesOne(ERROR_RULES, field)) || texts.some(({ value }) => reportsFailure(textOf(value)));
  return (hasHttpError && fields.some(hasError)) || (isAlone && isOfError);
}

/** `{ "type": "ERROR", "text": … }` in a list of messages. */
function isErrorMessage(message: JsonValue): boolean {
  const fields = fieldsOf(message);
  return isErrorAlone(message) && fields.some(isExplanation) && fields.some((field) => matchesOne(ERROR_RULES, field));
}

function isExplanation({ name, value }: Field): boolean {
  return EXPLANATION.test(name) && textOf(value) !== "";
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

function statementIn(
  object: JsonObject,
  at: string,
  list: FoundItems | undefined,
  ignoresParts: boolean,
): Field | undefined {
  const fields = fieldsOf(object, at).filter(({ pointer }) => pointer !== list?.pointer);
  const rules = [
    ...ERROR_RULES,
    ...(ignoresParts ? [] : PARTS_RULES),
    ...(list?.items.length === 0 ? EMPTY_LIST_RULES : []),
    ...(list?.isLeftOut === true && at === "" ? MISSING_LIST_RULES : []),
  ];
  return fields.find((field) => matchesOne(rules, field)) ?? codeOrMessage(fields, at, list);
}

/** Whether a list or an object names parts. An object of numbers counts something. */
function namesParts(value: JsonValue): boolean {
  return Array.isArray(value)
    ? reportsSomething(value)
    : isJsonObject(value) && Object.values(value).some((part) => !isJsonNumber(part) && reportsSomething(part));
}

/** A flag of a failure. A number under a name such as `failed` may count workflows. */
function isFailure(value: JsonValue, { name }: Field): boolean {
  const isFlag = numberOf(value) === undefined || /^(?:is|has|was|did)/.test(name);
  return isFlag && flagOf(value) === true;
}

function isPositive(value: JsonValue): boolean {
  return (numberOf(value) ?? 0) > 0;
}

/** A longer text is not a word for a state. A word may be in an address: `https://example.com/errors#not-found`. */
function isWordIn(words: RegExp, value: JsonValue): boolean {
  return typeof value === "string" && value.length <= 100 && words.test(normaliseName(value.replace(/^.*#/, "")));
}

/** Whether the value is a reason for which a service lists nothing. */
function isReason(value: JsonValue): boolean {
  const word = normaliseName(textOf(value));
  return NOT_READY.test(word) || REFUSAL_WORD.test(word);
}

function hasSpace(value: JsonValue): boolean {
  return /\s/.test(textOf(value));
}

/**
 * Another code than 0 and 2xx, or else the message itself. Neither counts if the message reports success. Beside items, only a code
 * counts, and the message must have the words of an error. Without a code, the message must have them, unless the body has no list
 * and no objects.
 */
function codeOrMessage(fields: readonly Field[], at: string, list: FoundItems | undefined): Field | undefined {
  const message = fields.find(({ name, value }) => MESSAGE.test(name) && textOf(value) !== "");
  if (message === undefined || reportsSuccess(textOf(message.value))) {
    return undefined;
  }
  const isBad = reportsFailure(textOf(message.value));
  // An object with a list at another place may have a title or a status of its own.
  const hasItems =
    list === undefined ? fields.some(({ name, value }) => listsThings(name, value)) : list.items.length > 0;
  if (hasItems) {
    return isBad ? fields.find(isStatusCode) : undefined;
  }
  const code = fields.find((field) => isStatusCode(field) || isReturnCode(field));
  // Other objects than the body may have a title or a description of their own.
  const isOfResponse = at === "" || (list !== undefined && isExplanation(message));
  const isAlone = at === "" && list === undefined && fields.every(({ value }) => !isJsonObject(value));
  return code ?? ((isBad && isOfResponse) || isAlone ? message : undefined);
}

function isStatusCode({ name, value }: Field): boolean {
  return STATUS_NUMBER.test(name) && isOtherCode(value);
}

function isReturnCode({ name, value }: Field): boolean {
  return RETURN_CODE.test(name) && (isOtherCode(value) || isTextCode(value));
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

/** A number that is no code of success. 0 and 2xx are. */
function isOtherCode(value: JsonValue): boolean {
  const number = numberOf(value);
  if (number === undefined) {
    return isJsonNumber(value);
  }
  return number !== 0 && (number < 200 || number > 299);
}

function isTextCode(value: JsonValue): boolean {
  return typeof value === "string" && !SUCCESS_CODE.test(value.trim()) && !hasSpace(value);
}

function textOf(value: JsonValue): string {
  return typeof value === "string" ? value.trim() : "";
}
