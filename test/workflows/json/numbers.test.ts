/** Numbers as the service wrote them: their order, and which of them a double can carry. */
import fc from "fast-check";
import { isNumber, LosslessNumber } from "lossless-json";
import { parseJson } from "../../../provider/workflows/json/json.js";
import { compareNumbers, isUnsafeNumberText, type JsonNumber } from "../../../provider/workflows/json/numbers.js";
import { numberText } from "./json-arbitraries.js";

it.each([
  ["9007199254740991", false],
  ["-9007199254740992", true],
  ["12345678901234567890", true],
  ["1e400", true],
  ["1.50", false],
  ["0.1000000000000000055511151231257827", true],
  ["12345678901234567890 ", false],
  ["wf_1", false],
])("the text %j is a number that must be written as text: %j", (text, isUnsafe) => {
  expect(isUnsafeNumberText(text)).toBe(isUnsafe);
});

/** As the parser gives it, a plain number if that is the same, and as an exact one. */
function formsOf(text: string): readonly JsonNumber[] {
  return [parseJson(text) as JsonNumber, new LosslessNumber(text)];
}

/** The order of each form of one number and each form of the other. */
function orders(left: string, right: string): readonly number[] {
  return formsOf(left).flatMap((a) => formsOf(right).map((b) => Math.sign(compareNumbers(a, b))));
}

const valid = numberText.filter((text) => isNumber(text));

/** The number as a whole number of units of 10^-1100, which is less than any digit of these texts. */
function unitsOf(text: string): bigint {
  const [mantissa = "", exponent = "0"] = text.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return BigInt(whole + fraction) * 10n ** BigInt(1100 + Number(exponent) - fraction.length);
}

it("compares numbers as decimals, as arithmetic with whole numbers does", () => {
  fc.assert(
    fc.property(valid, valid, (left, right) => {
      const [a, b] = [unitsOf(left), unitsOf(right)];
      const order = Number(a > b) - Number(a < b);
      expect(new Set(orders(left, right))).toEqual(new Set([order]));
    }),
    { numRuns: 1000 },
  );
});
