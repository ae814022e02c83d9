/** Checks the options of the public entry, for programs that take them from somewhere else. */
import type { Fault } from "../http/errors.js";
import { isPointer } from "../http/json-pointer.js";

type Rule = (value: unknown) => string | undefined;

const positive: Rule = (value) =>
  typeof value === "number" && value > 0 && Number.isFinite(value) ? undefined : "must be a number above 0";
const whole: Rule = (value) =>
  typeof value === "number" && value >= 0 && Number.isInteger(value) ? undefined : "must be a whole number, 0 or more";
/** Not the empty one: that is the whole answer, which is no token. */
const pointer: Rule = (value) =>
  typeof value === "string" && value !== "" && isPointer(value)
    ? undefined
    : 'must be a JSON Pointer, for example "/access_token"';

const RULES: Readonly<Record<string, Rule>> = {
  bearerPath: pointer,
  deadlineSeconds: positive,
  requestTimeoutSeconds: positive,
  maxRetries: whole,
  requestsPerSecond: positive,
  maxResponseBytes: positive,
};

/** What is wrong with the options that are set. */
export function optionFaults(options: object): Fault[] {
  return Object.entries(RULES).flatMap(([property, rule]) => {
    const value: unknown = Reflect.get(options, property);
    const fault = value === undefined ? undefined : rule(value);
    return fault === undefined ? [] : [{ property, reason: `${property} ${fault}.` }];
  });
}
