/** JSON goes in and out without losing a digit, and what is no JSON is refused. */
import fc from "fast-check";
import { parse, stringify } from "lossless-json";
import { ResponseError } from "../../../provider/http/errors.js";
import {
  isJsonObject,
  type JsonValue,
  MAX_VALUES,
  ownField,
  parseJson,
  stringifyJson,
} from "../../../provider/workflows/json/json.js";
import { ExactNumber } from "../../../provider/workflows/json/numbers.js";
import { thrownBy } from "../../support/thrown.js";
import { jsonValue } from "./json-arbitraries.js";

const plainNumbers = ["0", "1", "-1", "0.1", "-2.5", "123456789012345", "9007199254740991", "1e+21", "5e-324"];
const exactNumbers = [
  ...["9007199254740993", "12345678901234567890", "-12345678901234567891", "100000000000000000000000"],
  ...[
    "1.0",
    "0.10",
    "1e5",
    "1E5",
    "1e+5",
    "1e400",
    "-1e400",
    "5e-400",
    "-0",
    "-0.0",
    "0.1000000000000000055511151231257827",
  ],
];

function faultOf(text: string): ResponseError {
  return thrownBy(ResponseError, () => parseJson(text));
}

test.each([...plainNumbers, ...exactNumbers])("keeps the number %s character for character", (number) => {
  const text = `{"a":[${number}],"b":${number},"c":${number}}`;
  expect(stringifyJson(parseJson(text))).toBe(text);
  expect(stringifyJson(parseJson(number))).toBe(number);
});

test.each(plainNumbers)("reads %s as a number", (number) => {
  expect(parseJson(number)).toBe(Number(number));
});

test.each(exactNumbers)("reads %s as an exact number", (number) => {
  expect(parseJson(number)).toEqual(new ExactNumber(number));
});

test("takes a field that looks like an exact number, or like its mark, for what it is", () => {
  const text = '[{"isLosslessNumber":true,"value":"1"},"00000000-0000-0000-0000-0000000000001.0",1.0]';
  expect(stringifyJson(parseJson(text))).toBe(text);
});

test("reads keys named like those of a prototype as ordinary own keys", () => {
  const value = parseJson('{"__proto__":{"admin":1.0},"constructor":1.0,"hasOwnProperty":null}');
  if (!isJsonObject(value)) {
    throw new Error("not an object");
  }
  expect(Object.keys(value)).toEqual(["__proto__", "constructor", "hasOwnProperty"]);
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  expect(ownField(value, "admin")).toBeUndefined();
  expect(ownField(value, "toString")).toBeUndefined();
  expect(stringifyJson(value)).toBe('{"__proto__":{"admin":1.0},"constructor":1.0,"hasOwnProperty":null}');
});

test("keeps lone surrogates, as escapes", () => {
  expect(stringifyJson(parseJson('["\\ud800","\\udfff\\ud800","😀",1.0]'))).toBe(
    '["\\ud800","\\udfff\\ud800","😀",1.0]',
  );
  expect(stringifyJson(parseJson('["\\ud800"]'))).toBe('["\\ud800"]');
});

test.each(["\\n", '\\"', "\\u0041", "\\udfff", "\\/"])("keeps the key %s apart from one that is a backslash", (key) => {
  // Some versions of V8 remember the one, and then take the other for it.
  for (const text of [String.raw`{"first":1,"\\":2}`, `{"first":1,"${key}":2}`, `[1.0,{"first":1,"${key}":2}]`]) {
    expect(stringifyJson(parseJson(text))).toBe(stringify(parse(text)));
  }
});

test("takes a key with an escape for the same key without one", () => {
  expect(stringifyJson(parseJson(String.raw`{"\u0062":1,"a":2,"\u005f_proto__":3}`))).toBe(
    '{"b":1,"a":2,"__proto__":3}',
  );
  expect(faultOf(String.raw`{"a":1,"\u0061":2}`).message).toContain('the key "a" twice');
  expect(faultOf(String.raw`{"\u0061":1,"\u0061":2}`).message).toContain('the key "a" twice');
  expect(faultOf(String.raw`{"\q":1}`).code).toBe("not-json");
});

test("drops a byte order mark", () => {
  expect(parseJson("\ufeff[1]")).toEqual([1]);
});

const serviceOnly = "Only those who run the service can fix this.";

test.each([
  ['{"id":1,"id":2}', "id"],
  ['{"id":1,"id":1}', "id"],
  ['[{"a":{"b":1},"c":[{"b":1.0,"\\u0062":2}]}]', "b"],
  ['{"__proto__":1,"__proto__":2}', "__proto__"],
  ['{"a\\u202e\\n":1,"a\\u202e\\n":2}', "a"],
])("refuses %s, which has a key twice", (text, key) => {
  const fault = faultOf(text);
  expect(fault.code).toBe("not-json");
  expect(fault.message).toBe(
    `The response has the key "${key}" twice in one object, so that one value would be lost. ${serviceOnly}`,
  );
});

test("reads what is nested as deep as the limit, and refuses what is deeper", () => {
  const nested = (depth: number): string => `${"[".repeat(depth)}1.0${"]".repeat(depth)}`;
  expect(stringifyJson(parseJson(nested(256)))).toBe(nested(256));
  expect(faultOf(nested(257)).message).toBe(`The response is nested more than 256 levels deep. ${serviceOnly}`);
  expect(faultOf("[".repeat(1_000_000)).message).toBe(
    `The response is nested more than 256 levels deep. ${serviceOnly}`,
  );
  expect(faultOf('{"a":'.repeat(1_000_000)).code).toBe("not-json");
});

test("several texts share one budget of values, which may be used up", () => {
  const budget = { left: 7 };
  parseJson("[1,2]", budget);
  expect(budget.left).toBe(4);
  expect(() => parseJson("[1,2,3,4]", budget)).toThrow(
    "The pages together have more than 5000000 values. Ask for fewer workflows with `query`.",
  );
  expect(parseJson("[1,2,3]", budget)).toEqual([1, 2, 3]);
  expect(budget.left).toBe(0);
});

test.each<[string, JsonValue | undefined, boolean]>([
  ["an object", { a: 1 }, true],
  ["a list", [1], false],
  ["null", null, false],
  ["a string", "a", false],
  ["a number", 1, false],
  ["an exact number", new ExactNumber("1.0"), false],
  ["nothing", undefined, false],
])("an object of JSON is no list, no null and no number: %s", (_name, value, isObject) => {
  expect(isJsonObject(value)).toBe(isObject);
});

test("the fields of an object are its own", () => {
  expect(ownField({ a: 1 }, "a")).toBe(1);
  expect(ownField({ a: 1 }, "toString")).toBeUndefined();
});

test.each(["0", "[]"])("refuses a string that contains too many of %s, before it fills the memory", (value) => {
  const values = Array<string>(MAX_VALUES).fill(value).join();
  expect(faultOf(`[${values}]`)).toMatchObject({
    code: "too-large",
    message: expect.stringContaining("The response has more than 5000000 values.") as unknown,
  });
});

test.each([
  ["", " but empty"],
  [" \n", " but empty"],
  ["<!DOCTYPE html>", ""],
  ['{"a":1', ": it ends too early"],
  ['["a', ": it ends too early"],
  ["[-", ": it ends too early"],
  ["tru", ": it ends too early"],
  ["[12345678901234567890", ": it ends too early"],
  ["[1,]", ""],
  ["{12345678901234567890:1}", ""],
  ["[12345678901234567890 :1]", ""],
  ["[--1]", ""],
  ["[01]", ""],
  ["[1.]", ""],
  ["[1e5e5]", ""],
  ["[1 2]", ""],
  ["[NaN]", ""],
])("refuses %j", (text, why) => {
  const fault = faultOf(text);
  expect(fault.code).toBe("not-json");
  expect(fault.message).toBe(`The response is not JSON${why}.`);
});

test("accepts what JSON.parse accepts, and nothing else", () => {
  const edits = fc.array(fc.tuple(fc.nat(), fc.constantFrom(...Array.from('{}[]:,"\\-+.eE019 tu\n'))), {
    maxLength: 3,
  });
  fc.assert(
    fc.property(jsonValue, edits, (value, changes) => {
      let text = stringify(value) ?? "";
      for (const [place, character] of changes) {
        const at = place % (text.length + 1);
        text = text.slice(0, at) + character + text.slice(at + (place % 2));
      }
      expect(isAccepted(() => parseJson(text))).toBe(
        isAccepted(() => parse(text, null, { onDuplicateKey: () => undefined })),
      );
    }),
    { numRuns: 3000 },
  );
});

function isAccepted(read: () => unknown): boolean {
  try {
    read();
    return true;
  } catch (error) {
    // Text with a key twice is JSON all the same.
    return error instanceof ResponseError && error.message.includes(" twice ");
  }
}
