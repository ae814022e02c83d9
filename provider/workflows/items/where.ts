/** Filters items by `where`. Runs in both processes. */
import { runInNewContext } from "node:vm";
import { ListingError, systemCodeOf } from "../../base/errors.js";
import type { Where, WhereCondition, WhereOperators, WhereValue } from "../arguments/argument-types.js";
import type { JsonValue } from "../json/json.js";
import { ExactNumber, isJsonNumber, isUnsafeNumberText } from "../json/numbers.js";
import { parseField, valuesAt } from "./fields.js";
import { compareValues } from "./sort-items.js";

/** The time limit of all regular expressions in one pass over a listing. */
const PATTERN_MILLISECONDS = 5000;

/**
 * Returns the items that match all conditions, in their order.
 *
 * @throws ListingError `listing` if regular expressions take more than 5 seconds.
 */
export function filterItems(items: readonly JsonValue[], where: Where): JsonValue[] {
  const conditions = Object.entries(where).map(([field, condition]) => {
    const [path, fits] = [parseField(field), createCondition(condition)];
    return (item: JsonValue) => fits(valuesAt(item, path));
  });
  const filter = (): JsonValue[] => items.filter((item) => conditions.every((fits) => fits(item)));
  return Object.values(where).some(hasPattern) ? withinTime(filter) : filter();
}

/** Returns a function that says whether the values of a field fulfil the condition: none if the field is missing, several through a list. */
function createCondition(condition: WhereCondition): (values: readonly JsonValue[]) => boolean {
  const { not, exists, ...operators } = operatorsOf(condition);
  const tests = Object.entries(operators)
    .filter(([, operand]) => operand !== undefined)
    .map(([name, operand]) => TESTS[name as keyof typeof TESTS](operand as never));
  const fits: Test = (value) => tests.every((test) => test(value));
  const fitsNot = not === undefined ? () => false : createCondition(not);
  return (values) => {
    const isPresent = values.length > 0;
    if (exists !== undefined && exists !== isPresent) {
      return false;
    }
    // In a list, one element is enough.
    const isFitting = values.some((value) => (Array.isArray(value) ? value.some(fits) : fits(value)));
    return (tests.length === 0 || isFitting) && !fitsNot(values);
  };
}

/** Returns whether a value fulfils one operator. */
type Test = (value: JsonValue) => boolean;

/** For each operator: a function that takes what the user compares with, and returns the test. */
const TESTS = {
  startsWith: (start: string) => onText((text) => text.startsWith(start)),
  endsWith: (end: string) => onText((text) => text.endsWith(end)),
  contains: (part: string) => onText((text) => text.includes(part)),
  matches: (source: string) => {
    const pattern = new RegExp(source, "u");
    return onText((text) => pattern.test(text));
  },
  in: (allowed: readonly WhereValue[]) => (value) => allowed.some((wanted) => compareWith(value, wanted) === 0),
  gt: (bound: string | number) => (value) => compareWith(value, bound) > 0,
  gte: (bound: string | number) => (value) => compareWith(value, bound) >= 0,
  lt: (bound: string | number) => (value) => compareWith(value, bound) < 0,
  lte: (bound: string | number) => (value) => compareWith(value, bound) <= 0,
} as const satisfies Record<Exclude<keyof WhereOperators, "not" | "exists">, (operand: never) => Test>;

function onText(fits: (text: string) => boolean): Test {
  return (value) => typeof value === "string" && fits(value);
}

/** Compares like `compareValues`, but a numeric string that does not fit a double is compared with a number as a number. */
export function compareWith(value: JsonValue, operand: WhereValue): number {
  const isNumber = isJsonNumber(value) && typeof operand === "string" && isUnsafeNumberText(operand);
  return compareValues(value, isNumber ? new ExactNumber(operand) : operand);
}

/** Returns the operators of a condition. A plain value means equality. */
export function operatorsOf(condition: WhereCondition): WhereOperators {
  return typeof condition === "object" && condition !== null ? condition : { in: [condition] };
}

function hasPattern(condition: WhereCondition): boolean {
  const { matches, not } = operatorsOf(condition);
  return matches !== undefined || (not !== undefined && hasPattern(not));
}

/** Runs a filter with a time limit. `vm` is the only way to interrupt a runaway regular expression over text from outside. */
function withinTime<T>(run: () => T): T {
  try {
    return runInNewContext("run()", { run }, { timeout: PATTERN_MILLISECONDS }) as T;
  } catch (error) {
    if (systemCodeOf(error) !== "ERR_SCRIPT_EXECUTION_TIMEOUT") {
      throw error;
    }
    throw new ListingError("The regular expressions of `where` took more than 5 seconds over this listing.", {
      code: "listing",
      hint: "Write `matches` without nested repetition such as (a+)+, or use startsWith, endsWith or contains.",
    });
  }
}
