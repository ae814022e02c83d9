/** JSON goes in and out without losing a digit, and what is no JSON is refused. */
import fc from "fast-check";
import { LosslessNumber, stringify } from "lossless-json";
import { WorkflowsError } from "../../../provider/base/errors.js";
import {
  type JsonValue,
  MAX_VALUES,
  ownField,
  parseJson,
  stringifyJson,
} from "../../../provider/workflows/json/json.js";
import { thrownBy } from "../../support/thrown.js";
import { jsonValue } from "./json-arbitraries.js";

const faultOf = (text: string): WorkflowsError => thrownBy(WorkflowsError, () => parseJson(text));

it.each([
  // a text, and whether a JavaScript number has the same text
  ...["0", "-1", "0.1", "9007199254740991", "1e+21", "5e-324"].map((text) => [text, true] as const),
  ...["9007199254740993", "12345678901234567890", "1.0", "0.10", "1e5", "1E5", "1e+5"].map(
    (text) => [text, false] as const,
  ),
  ...["1e400", "5e-400", "-0", "-0.0", "0.1000000000000000055511151231257827"].map((text) => [text, false] as const),
])("keeps every character of %s; it is a number: %j", (text, isNumber) => {
  const inside = `{"a":[${text}],"b":${text}}`;
  expect(parseJson(text)).toEqual(isNumber ? Number(text) : new LosslessNumber(text));
  expect(stringifyJson(parseJson(inside))).toBe(inside);
});

it.each<[what: string, text: string, written: string]>([
  ["an object that looks like an exact number", '[{"text":"1"},{"isLosslessNumber":true,"value":"1"},1.0]', ""],
  ["keys of a prototype", '{"__proto__":{"admin":1.0},"constructor":1.0,"hasOwnProperty":null}', ""],
  ["lone surrogates, as escapes", '["\\ud800","\\udfff\\ud800","😀",1.0]', ""],
  ["a byte order mark, which is dropped", "\ufeff[1]", "[1]"],
  ["white space", ' { "a" : [ 1 , 2.0 ] } \r\n\t', '{"a":[1,2.0]}'],
  ["numbers and structure in strings", '["1.0",":\\"{[,1.0","\\\\",1.0]', ""],
  [
    "a key with an escape is the same key without it",
    String.raw`{"\u0062":1,"a":2,"\u005f_proto__":3}`,
    '{"b":1,"a":2,"__proto__":3}',
  ],
])("keeps %s", (_what, text, written) => {
  expect(stringifyJson(parseJson(text))).toBe(written === "" ? text : written);
});

it("keys of a prototype are own fields, and no field is inherited", () => {
  const value = parseJson('{"__proto__":{"admin":1.0}}') as Record<string, JsonValue>;
  expect([Object.keys(value), Object.getPrototypeOf(value)]).toEqual([["__proto__"], Object.prototype]);
  expect([ownField(value, "admin"), ownField(value, "toString"), ownField({ a: 1 }, "a")]).toEqual([
    undefined,
    undefined,
    1,
  ]);
});

const SERVICE_ONLY = "Only those who run the service can fix this.";
const TWICE = `has a key twice in one object, so that one value would be lost. ${SERVICE_ONLY}`;
const DEEP = `is nested more than 256 levels deep. ${SERVICE_ONLY}`;

it.each<[text: string, problem: string]>([
  ["", "is not JSON but empty."],
  [" \n", "is not JSON but empty."],
  ["<!DOCTYPE html>", "is not JSON."],
  ['{"a":1', "is not JSON: it ends too early."],
  ['["a', "is not JSON: it ends too early."],
  ["[1,]", "is not JSON."],
  ["[01]", "is not JSON."],
  [String.raw`{"\q":1}`, "is not JSON."],
  ['{"id":1,"id":2}', TWICE],
  ['{"id":1,"id":1}', TWICE],
  ['[{"a":{"b":1},"c":[{"b":1.0,"\\u0062":2}]}]', TWICE],
  ['{"__proto__":1,"__proto__":2}', TWICE],
  [`${"[".repeat(257)}1.0${"]".repeat(257)}`, DEEP],
  [`${"[".repeat(1_000_000)}${"]".repeat(1_000_000)}`, DEEP],
  [`${'{"a":'.repeat(1_000_000)}1${"}".repeat(1_000_000)}`, DEEP],
  ['{"a":'.repeat(256), "is not JSON: it ends too early."],
])("refuses %.60s", (text, problem) => {
  expect(faultOf(text)).toMatchObject({ code: "not-json", message: `The response ${problem} [not-json]` });
});

it("reads what is nested as deep as the limit", () => {
  const text = `${"[".repeat(256)}1.0${"]".repeat(256)}`;
  expect(stringifyJson(parseJson(text))).toBe(text);
});

it.each(["0", "[]"])("refuses too many values before they fill the memory: %s", (value) => {
  const text = `[${Array<string>(MAX_VALUES).fill(value).join()}]`;
  expect(faultOf(text)).toMatchObject({ code: "too-large", problem: "The response has more than 5000000 values." });
});

it("several texts share one budget of values, which may be used up", () => {
  const budget = { left: 7 };
  parseJson("[1,2]", budget);
  expect(budget.left).toBe(4);
  expect(() => parseJson("[1,2,3,4]", budget)).toThrow("The pages together have more than 5000000 values.");
  expect(parseJson("[1,2,3]", budget)).toEqual([1, 2, 3]);
  expect(budget.left).toBe(0);
});

it("accepts what an independent parser accepts, and nothing else", () => {
  const characters = fc.constantFrom(...Array.from('{}[]:,"\\-+.eE019 tu\n'));
  const edits = fc.array(fc.tuple(fc.nat(), characters), { maxLength: 3 });
  const accepts = (read: () => unknown): boolean => {
    try {
      read();
      return true;
    } catch (error) {
      // Text with a key twice is JSON all the same.
      return error instanceof WorkflowsError && error.message.includes(" twice ");
    }
  };
  fc.assert(
    fc.property(jsonValue, edits, (value, changes) => {
      let text = stringify(value) ?? "";
      for (const [place, character] of changes) {
        const at = place % (text.length + 1);
        text = text.slice(0, at) + character + text.slice(at + (place % 2));
      }
      const expected = accepts(() => JSON.parse(text));
      expect(accepts(() => parseJson(text))).toBe(expected);
      if (expected && changes.length === 0) {
        expect(stringifyJson(parseJson(text))).toBe(text);
      }
    }),
    { numRuns: 1000 },
  );
});
