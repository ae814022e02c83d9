/** Rule 2, before a list is looked for: a body that reports an error although the status says success is no page. */
import { WorkflowsError } from "../../base/errors.js";
import { excerpt } from "../../base/text.js";
import { errorTextOf } from "../../http/error-body.js";
import { rowOf } from "../../http/failures.js";
import { isJsonObject, type JsonValue, stringifyJson } from "../json/json.js";
import { renderUnrelated } from "./advice.js";
import { bodyFields, type Field } from "./fields.js";
import type { FoundItems } from "./find-items.js";
import { ERROR_NAMES, flagOf, nextOf, normalise, numberOf, textOf, USUAL_NAMES } from "./names.js";

const { ERRORS, FAILURE, SUCCESS, STATUS, ALLOWED, CODE, MESSAGE } = ERROR_NAMES;
/** A body with nothing but an error has one of the names above, and no others than these. */
const BESIDE_ERROR = /^(?:details?|title|reason|type|instance|timestamp|path|requestid|msg|errmsg)$/;

/** Returns whether a text or a number only reports success. */
function isSuccess(text: string): boolean {
  return /^\s*(?:success(?:ful|fully)?|succeeded|done|none|ok|0+|2\d\d)\W*$/i.test(text);
}

/** Returns whether the field of an error has content: not `false`, `[]`, "none", or a word of success. A number below 400 counts errors. */
function hasContent(value: JsonValue): boolean {
  if (typeof value === "object" && value !== null && textOf(value) === undefined) {
    return Object.values(value).some(hasContent);
  }
  const number = numberOf(value);
  if (number !== undefined) {
    return number >= 400;
  }
  return value === true || (typeof nextOf(value) === "string" && !isSuccess(textOf(value) ?? ""));
}

/**
 * Returns whether a field reports an error, whatever is beside it:
 * 1. `error` or `errors` with content; a flag of failure that is true, or of success that is false. A number may count.
 * 2. A status from 400 to 599.
 */
function reportsError({ normal, value }: Field): boolean {
  const isFailure = (ERRORS.test(normal) && hasContent(value)) || (FAILURE.test(normal) && value === true);
  const isDenied = SUCCESS.test(normal) && numberOf(value) === undefined && flagOf(value) === false;
  return isFailure || isDenied || isErrorStatus(normal, value);
}

/**
 * Returns whether a field explains why the list is empty: a word such as `"status": "failed"`, a code such as `"code": "UNAUTHORIZED"`, or a
 * flag such as `"authorized": false`. Beside items, such a field may be the echo of a filter, or data.
 */
function explainsEmptyList(field: Field): boolean {
  const { normal, value } = field;
  const text = textOf(value) ?? "";
  const isCode = CODE.test(normal) && text !== "" && !isSuccess(text);
  const isFlag = (ALLOWED.test(normal) && value === false) || (SUCCESS.test(normal) && flagOf(value) === false);
  return isErrorWord(field) || isCode || isFlag;
}

/** Returns whether a status is a word for failure. Beside a list with a usual name it may be the echo of a filter. */
function isErrorWord({ normal, value }: Field): boolean {
  return STATUS.test(normal) && /^(?:error|fail|failed|failure)$/i.test(textOf(value) ?? "");
}

/** Returns whether a field says that all is well: `"success": true`, `"message": "OK"`. */
function reportsSuccess({ normal, value }: Field): boolean {
  return (SUCCESS.test(normal) && value === true) || (MESSAGE.test(normal) && isSuccess(textOf(value) ?? ""));
}

function isErrorStatus(normal: string, value: JsonValue): boolean {
  return STATUS.test(normal) && /^[45]\d\d$/.test(textOf(value) ?? "");
}

/** Returns whether a body has the fields of an error and no others. */
function isErrorAlone(value: JsonValue): boolean {
  const fields = isJsonObject(value) ? Object.entries(value).filter(([, field]) => field !== null) : [];
  const names = fields.map(([name]) => normalise(name));
  const isOne = (name: string): boolean =>
    name === "message" || [ERRORS, FAILURE, SUCCESS, STATUS, CODE].some((kind) => kind.test(name));
  return names.some(isOne) && names.every((name) => isOne(name) || BESIDE_ERROR.test(name));
}

/**
 * Throws if the body reports an error. The code is that of the status in the body, else `unavailable`.
 *
 * @param list what was found. `undefined`: no list at all. Then a sentence in the body is the reason.
 */
export function refuseErrorBody(
  body: JsonValue,
  list: FoundItems | undefined,
  unrelated: readonly string[] = [],
): void {
  const fields = bodyFields(body, list?.pointer ?? "", unrelated).filter(({ about }) => about === "response");
  const isUnexplained = (list === undefined || list.items.length === 0) && !fields.some(reportsSuccess);
  const field =
    fields.find(reportsError) ??
    (isUnexplained ? fields.find(explainsEmptyList) : undefined) ??
    (list === undefined ? fields.find(isSentence) : undefined) ??
    (hasUsualName(list) ? undefined : fields.find(isErrorWord));
  if (field !== undefined) {
    throw errorOf(field, body, list && renderUnrelated(field));
  }
}

/** Returns whether the list stands under a usual name, or is the body itself. A list of `messages` may be about the error. */
function hasUsualName(list: FoundItems | undefined): boolean {
  const [name = ""] = /[^/]*$/.exec(list?.pointer ?? "") ?? [];
  return name === "" || USUAL_NAMES.includes(normalise(name));
}

/** Returns whether a field has a text of two words. */
function isSentence({ value }: Field): boolean {
  return typeof value === "string" && /\p{L}\S*\s\P{L}*\p{L}/u.test(value);
}

/** Throws as `refuseErrorBody` does, but only if the body has nothing but the fields of an error. In other bodies `status` may be data. */
export function refuseErrorAlone(...args: Parameters<typeof refuseErrorBody>): void {
  if (isErrorAlone(args[0])) {
    refuseErrorBody(...args);
  }
}

/** A message of the service beside an empty list, for a warning and for the guard's error. */
export interface Remark {
  readonly location: string;
  readonly text: string;
}

/** Returns the first message that says more than success. */
export function remarkIn(fields: readonly Field[]): Remark | undefined {
  const isRemark = ({ normal, value, about }: Field): boolean =>
    about === "response" &&
    MESSAGE.test(normal) &&
    typeof value === "string" &&
    /\p{L}/u.test(value) &&
    !isSuccess(value);
  return fields.filter(isRemark).map(({ location, value }) => ({ location, text: textOf(value) ?? "" }))[0];
}

/** Makes the error for a body that reports one. @param unrelated the argument to set if the field says nothing about the list. */
function errorOf(field: Field, body: JsonValue, unrelated: string | undefined): WorkflowsError {
  // If the field has a list of errors, the first one is reported.
  const [reported = null] = [field.value].flat();
  const parts = [reported, body];
  const texts = new Set(parts.flatMap((part) => (isJsonObject(part) ? errorTextOf(part) : textOf(part)) ?? []));
  const message = [...texts].join(": ") || stringifyJson(reported);
  const status = statusIn(parts);
  const { code, mayPass, advice: adviceOfStatus } = rowOf(status ?? 500);
  const again = "If that is an error of the service, try again later, or ask those who run it.";
  const advice = unrelated === undefined ? "" : ` Only if the field says nothing about the listing, set ${unrelated}.`;
  return new WorkflowsError(
    `The response has a status of success, but its body reports an error at "${excerpt(field.location)}": "${excerpt(message)}".`,
    { code, mayPass, hint: (status === undefined ? again : adviceOfStatus) + advice },
  );
}

/** Returns the status of an error: a number alone, as in `"error": 429`, or a field such as `status` of an object. */
function statusIn(parts: readonly JsonValue[]): number | undefined {
  const entries = parts.flatMap((part): [string, JsonValue][] =>
    isJsonObject(part) ? Object.entries(part) : [["status", part]],
  );
  const stated = numberOf(entries.find(([name, value]) => isErrorStatus(normalise(name), value))?.[1]);
  // The hint for 401 says that a new token was requested, which is not so here.
  return stated === 401 ? 400 : stated;
}
