/** The error for a body that reports one: its code, and the texts with which the body explains it. */
import { type ErrorCode, ServiceError } from "../../http/errors.js";
import { excerpt } from "../../http/excerpt.js";
import { codeOfStatus } from "../../http/statuses.js";
import { ERROR_FIELD, MESSAGE } from "./error-words.js";
import { isJsonObject, type JsonValue } from "../json/json.js";
import { normaliseName, numberOf, splitCamelCase } from "./names-and-values.js";
import { isJsonNumber, numberText } from "../json/numbers.js";

/** A value that may report an error, and where it is. */
export interface Statement {
  readonly pointer: string;
  readonly value: JsonValue;
}

/**
 * @param around the object that has the statement.
 * @param doubt what to do if the statement is about something else than the listing.
 */
export function errorOf(
  { value, pointer }: Statement,
  around: JsonValue,
  body: JsonValue,
  doubt?: string,
): ServiceError {
  const parts = [...new Set([value, around, body])];
  const text = describeError(parts);
  const where = pointer === "" ? "" : ` at "${excerpt(pointer)}"`;
  const says = text === "" ? "." : `: "${excerpt(text)}".`;
  const code = codeOf(parts, body, text);
  return new ServiceError(`The response has status 200, but its body reports an error${where}${says}`, {
    code,
    hint: `${HINTS[code] ?? HINTS.refused}${doubt === undefined ? "" : ` ${doubt}`}`,
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
  const fields = isJsonObject(value) ? Object.entries(value) : [];
  return fields
    .filter(([key]) => [MESSAGE, ERROR_FIELD].some((names) => names.test(normaliseName(key))))
    .flatMap(([, field]) => textsIn(field, depth + 1));
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
  const words = splitCamelCase(text).replaceAll("_", " ");
  return CODES_BY_TEXT.find(([pattern]) => pattern.test(words))?.[1] ?? "unavailable";
}

const CODES_BY_TEXT: readonly (readonly [RegExp, ErrorCode])[] = [
  [/\b(?:rate limit\w*|too many|throttl\w*|quota|resource exhausted)\b/i, "rate-limited"],
  [/\b(?:forbidden|permissions?|access denied|not (?:authori[sz]ed|permitted|allowed))\b/i, "forbidden"],
  [/\bnot found\b/i, "not-found"],
  [/\b(?:unauthori[sz]ed|unauthenticated|credentials?|expired|session)\b/i, "refused"],
  [/\b(?:invalid|bad request|validation|required|unsupported|malformed)\b/i, "refused"],
];

export function isHttpError(value: JsonValue | undefined): boolean {
  const number = numberOf(value);
  return number !== undefined && number >= 400 && number <= 599;
}
