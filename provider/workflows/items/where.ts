/** `where`: which items to keep. */
import { runInNewContext } from "node:vm";
import { ListingError, systemCodeOf } from "../../http/errors.js";
import type { Where, WhereCondition, WhereOperators, WhereValue } from "../arguments/argument-types.js";
import type { JsonValue } from "../json/json.js";
import { compare, compareNumbers, ExactNumber, isJsonNumber, isUnsafeNumberText } from "../json/numbers.js";
import { fieldValues, parseField } from "./fields.js";

/** All regular expressions of one listing together. */
const PATTERN_MILLISECONDS = 5000;

/**
 * The items that fit all conditions, in their order.
 *
 * @throws ListingError `listing` if regular expressions take more than 5 seconds.
 */
export function filterItems(items: readonly JsonValue[], where: Where): JsonValue[] {
  const conditions = Object.entries(where).map(([field, condition]) => {
    const [path, fits] = [parseField(field), createCondition(condition)];
    return (item: JsonValue) => fits(fieldValues(item, path));
  });
  const filter = (): JsonValue[] => items.filter((item) => conditions.every((fits) => fits(item)));
  return Object.values(where).some(hasPattern) ? withinTime(filter) : filter();
}

function createCondition(condition: WhereCondition): (values: readonly JsonValue[]) => boolean {
  const { not, exists, ...operators } = isOperators(condition) ? condition : { in: [condition] };
  const tests = Object.entries(operators)
    .filter(([, operand]) => operand !== undefined)
    .map(([name, operand]) => TESTS[name as keyof typeof TESTS](operand as never));
  const fits: Test = (value) => tests.every((test) => test(value));
  const excluded = not === undefined ? () => false : createCondition(not);
  return (values) =>
    (exists === undefined || exists === values.length > 0) &&
    (tests.length === 0 || values.some((value) => (Array.isArray(value) ? value.some(fits) : fits(value)))) &&
    !excluded(values);
}

type Test = (value: JsonValue) => boolean;

const TESTS = {
  startsWith: (start: string) => onText((text) => text.startsWith(start)),
  endsWith: (end: string) => onText((text) => text.endsWith(end)),
  contains: (part: string) => onText((text) => text.includes(part)),
  matches: (source: string, pattern = new RegExp(source, "u")) => onText((text) => pattern.test(text)),
  in: (allowed: readonly WhereValue[]) => (value) => allowed.some((wanted) => compareWith(value, wanted) === 0),
  gt: (bound: string | number) => (value) => compareWith(value, bound) > 0,
  gte: (bound: string | number) => (value) => compareWith(value, bound) >= 0,
  lt: (bound: string | number) => (value) => compareWith(value, bound) < 0,
  lte: (bound: string | number) => (value) => compareWith(value, bound) <= 0,
} as const satisfies Record<Exclude<keyof WhereOperators, "not" | "exists">, (operand: never) => Test>;

function onText(fits: (text: string) => boolean): Test {
  return (value) => typeof value === "string" && fits(value);
}

/**
 * Below, equal to or above what was given; `NaN` if the two are of different kinds. Text given is compared with all numbers if
 * it is a number that can only be given as text.
 */
export function compareWith(value: JsonValue, given: WhereValue): number {
  if (value === given) {
    return 0;
  }
  if (isJsonNumber(value)) {
    const number = typeof given === "string" && isUnsafeNumberText(given) ? new ExactNumber(given) : given;
    return isJsonNumber(number) ? compareNumbers(value, number) : Number.NaN;
  }
  return typeof value === typeof given && given !== null ? compare(value as string, given as string) : Number.NaN;
}

export function isOperators(condition: WhereCondition): condition is WhereOperators {
  return typeof condition === "object" && condition !== null;
}

function hasPattern(condition: WhereCondition | undefined = null): boolean {
  return isOperators(condition) && (condition.matches !== undefined || hasPattern(condition.not));
}

/** Only the virtual machine can stop a regular expression that backtracks without end over text from outside. */
function withinTime<T>(run: () => T): T {
  const context: { run: () => void; result?: T } = { run: () => (context.result = run()) };
  try {
    runInNewContext("run()", context, { timeout: PATTERN_MILLISECONDS });
  } catch (error) {
    if (systemCodeOf(error) !== "ERR_SCRIPT_EXECUTION_TIMEOUT") {
      throw error;
    }
    throw new ListingError("The regular expressions of `where` took more than 5 seconds over this listing.", {
      code: "listing",
      hint: "Write `matches` without nested repetition such as (a+)+, or use startsWith, endsWith or contains.",
    });
  }
  return context.result as T;
}
