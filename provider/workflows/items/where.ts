/** Filters items by `where`. */
import { compareNumber, LosslessNumber } from "lossless-json";
import type { Where, WhereCondition, WhereOperators, WhereValue } from "../arguments/argument-types.js";
import type { JsonValue } from "../json/json.js";
import { isJsonNumber, isUnsafeNumberText } from "../json/numbers.js";
import { parseField, valuesAt } from "./fields.js";

/** Returns the items that match all conditions, in their order. */
export function filterItems(items: readonly JsonValue[], where: Where): JsonValue[] {
  const conditions = Object.entries(where).map(([field, condition]) => {
    const [path, isFulfilled] = [parseField(field), createCondition(condition)];
    return (item: JsonValue) => isFulfilled(valuesAt(item, path));
  });
  return items.filter((item) => conditions.every((matches) => matches(item)));
}

/**
 * Returns the test of a condition. It takes all values of a field: none if the field is missing, several if its path
 * passes through a list.
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

/** A function that returns whether a value fulfils an operator. */
type Test = (value: JsonValue) => boolean;

/** The operators that test one value, each with the type of its operand: what the user compares with. */
type Operands = {
  readonly [Name in Exclude<keyof WhereOperators, "not" | "exists">]-?: NonNullable<WhereOperators[Name]>;
};

/** For each operator, makes the test from the operand. */
const TESTS: { readonly [Name in keyof Operands]: (operand: Operands[Name]) => Test } = {
  startsWith: (start) => onText((text) => text.startsWith(start)),
  endsWith: (end) => onText((text) => text.endsWith(end)),
  contains: (part) => onText((text) => text.includes(part)),
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
 * Returns a number below, equal to or above 0: numbers as decimals, so that `1.0` equals `1` and no digit is lost, and
 * strings by their UTF-16 code units. Returns `NaN` for values without an order: of different types, lists and objects.
 */
function compareValues(left: JsonValue, right: JsonValue): number {
  if (left === right) {
    return 0;
  }
  if (isJsonNumber(left) && isJsonNumber(right)) {
    return compareNumber(String(left), String(right));
  }
  if (typeof left !== typeof right || typeof left === "object") {
    return Number.NaN;
  }
  // Two booleans are compared like two strings. `false` comes before `true`.
  return (left as string) < (right as string) ? -1 : 1;
}

/**
 * Compares a value with an operand, as `compareValues` does. There is one exception: users write a number that a double
 * would change as a string, such as "12345678901234567890", so such a string is compared with a number as a number.
 */
export function compareWith(value: JsonValue, operand: WhereValue): number {
  const isNumber = isJsonNumber(value) && typeof operand === "string" && isUnsafeNumberText(operand);
  return compareValues(value, isNumber ? new LosslessNumber(operand) : operand);
}

/** Returns the operators of a condition. A plain value means equality. */
export function operatorsOf(condition: WhereCondition): WhereOperators {
  return typeof condition === "object" && condition !== null ? condition : { in: [condition] };
}
