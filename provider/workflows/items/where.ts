/** `where`: which items to keep. */
import { runInNewContext } from "node:vm";
import { ListingError, systemCodeOf } from "../../http/errors.js";
import type { Path } from "../../http/json-path.js";
import { parseFieldPath, valuesAt } from "./fields.js";
import { isJsonObject, type JsonValue } from "../json/json.js";
import { compareNumbers, ExactNumber, isJsonNumber, isUnsafeNumberText } from "../json/numbers.js";
import type { Where, WhereCondition, WhereOperators, WhereValue } from "../arguments/argument-types.js";

/** All regular expressions of one listing together. */
const PATTERN_MILLISECONDS = 5000;

type Test = (value: JsonValue) => boolean;

/**
 * The items that fit all conditions, in their order.
 *
 * @throws ListingError `listing` if regular expressions take more than 5 seconds.
 */
export function filterItems(items: readonly JsonValue[], where: Where): JsonValue[] {
  const conditions = Object.entries(where).map(([field, condition]) =>
    createCondition(parseFieldPath(field).path, condition),
  );
  const filter = (): JsonValue[] => items.filter((item) => conditions.every((fits) => fits(item)));
  return Object.values(where).some(hasPattern) ? withinTime(filter) : filter();
}

function createCondition(path: Path, condition: WhereCondition): Test {
  const fits = createValuesTest(condition);
  return (item) => fits(isJsonObject(item) ? valuesAt(item, path) : []);
}

function createValuesTest(condition: WhereCondition): (values: readonly JsonValue[]) => boolean {
  const { not, exists, ...operators } = isOperators(condition) ? condition : { in: [condition] };
  const tests = createTests(operators);
  const fits: Test = (value) => tests.every((test) => test(value));
  const excluded = not === undefined ? () => false : createValuesTest(not);
  return (values) =>
    (exists === undefined || exists === values.length > 0) &&
    (tests.length === 0 || values.some((value) => (Array.isArray(value) ? value.some(fits) : fits(value)))) &&
    !excluded(values);
}

function createTests(operators: Omit<WhereOperators, "not" | "exists">): Test[] {
  const { startsWith, endsWith, contains, matches, in: allowed, gt, gte, lt, lte } = operators;
  return [
    onText(startsWith, (text, start) => text.startsWith(start)),
    onText(endsWith, (text, end) => text.endsWith(end)),
    onText(contains, (text, part) => text.includes(part)),
    onText(matches === undefined ? undefined : new RegExp(matches, "u"), (text, pattern) => pattern.test(text)),
    allowed && ((value: JsonValue) => allowed.some((wanted) => equals(value, wanted))),
    ordered(gt, (order) => order > 0),
    ordered(gte, (order) => order >= 0),
    ordered(lt, (order) => order < 0),
    ordered(lte, (order) => order <= 0),
  ].filter((test) => test !== undefined);
}

function onText<T>(operand: T | undefined, fits: (text: string, operand: T) => boolean): Test | undefined {
  return operand === undefined ? undefined : (value) => typeof value === "string" && fits(value, operand);
}

function ordered(bound: string | number | undefined, fits: (order: number) => boolean): Test | undefined {
  return bound === undefined ? undefined : (value) => fits(compareWith(value, bound) ?? Number.NaN);
}

function equals(value: JsonValue, wanted: WhereValue): boolean {
  return value === wanted || (wanted !== null && typeof wanted !== "boolean" && compareWith(value, wanted) === 0);
}

/**
 * Below, at or above what was given; `undefined` if the two are of different kinds. Text given is compared with all numbers
 * if it is a number that can only be given as text.
 */
export function compareWith(value: JsonValue, given: string | number): number | undefined {
  if (isJsonNumber(value)) {
    if (typeof given === "number") {
      return compareNumbers(value, given);
    }
    return isUnsafeNumberText(given) ? compareNumbers(value, new ExactNumber(given)) : undefined;
  }
  return typeof value === "string" && typeof given === "string" ? compareTexts(value, given) : undefined;
}

/** By UTF-16 code units. */
export function compareTexts(left: string, right: string): number {
  return left === right ? 0 : left < right ? -1 : 1;
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
