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
    const [path, isFulfilled] = [parseField(field), createCondition(condition)];
    return (item: JsonValue) => isFulfilled(valuesAt(item, path));
  });
  const filter = (): JsonValue[] => items.filter((item) => conditions.every((matches) => matches(item)));
  return Object.values(where).some(hasPattern) ? withinTime(filter) : filter();
}

/**
 * Returns a function that says whether a field fulfils the condition. It takes the values of the field: none if the field is missing, one,
 * or several if its path passes through a list.
 */
function createCondition(condition: WhereCondition): (values: readonly JsonValue[]) => boolean {
  const { not, exists, ...operands } = operatorsOf(condition);
  const tests = OPERATORS.flatMap((operator) => testsOf(operator, operands[operator]));
  const fits: Test = (value) => tests.every((test) => test(value));
  const isExcluded = not === undefined ? () => false : createCondition(not);
  return (values) => {
    const isPresent = values.length > 0;
    if (exists !== undefined && exists !== isPresent) {
      return false;
    }
    // In a list, one element is enough.
    const isFitting = values.some((value) => (Array.isArray(value) ? value.some(fits) : fits(value)));
    return (tests.length === 0 || isFitting) && !isExcluded(values);
  };
}

/** Returns whether a value fulfils one operator. */
type Test = (value: JsonValue) => boolean;

/** The operators that test one value, each with the type of its operand: what the user compares with. */
type Operands = {
  readonly [Name in Exclude<keyof WhereOperators, "not" | "exists">]-?: NonNullable<WhereOperators[Name]>;
};

/** For each operator: a function that takes the operand, and returns the test. */
const TESTS: { readonly [Name in keyof Operands]: (operand: Operands[Name]) => Test } = {
  startsWith: (start) => onText((text) => text.startsWith(start)),
  endsWith: (end) => onText((text) => text.endsWith(end)),
  contains: (part) => onText((text) => text.includes(part)),
  matches: (source) => {
    const pattern = new RegExp(source, "u");
    return onText((text) => pattern.test(text));
  },
  in: (allowed) => (value) => allowed.some((wanted) => compareWith(value, wanted) === 0),
  gt: (bound) => (value) => compareWith(value, bound) > 0,
  gte: (bound) => (value) => compareWith(value, bound) >= 0,
  lt: (bound) => (value) => compareWith(value, bound) < 0,
  lte: (bound) => (value) => compareWith(value, bound) <= 0,
};
const OPERATORS = Object.keys(TESTS) as (keyof Operands)[];

/** Returns the test of an operator, or none if the operator is not set. */
function testsOf<Name extends keyof Operands>(operator: Name, operand: Operands[Name] | undefined): Test[] {
  return operand === undefined ? [] : [TESTS[operator](operand)];
}

function onText(fits: (text: string) => boolean): Test {
  return (value) => typeof value === "string" && fits(value);
}

/**
 * Compares like `compareValues`, but a numeric string that does not fit a double is compared with a number as a number. Users write such a number
 * as a string, because their program would round it.
 */
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

/** Runs a filter with a time limit. `vm` is the only way to interrupt a regular expression that takes too long on the service's text. */
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
