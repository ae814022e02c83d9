/** What each kind of setting takes, as config, environments and programs give it. */
import {
  boolean,
  clientId,
  configIn,
  credential,
  jsonObject,
  number,
  passphrase,
  path,
  pathToPart,
  wholeNumber,
} from "../../provider/settings/parsers.js";

const valueOf = (parsed: object | undefined): unknown =>
  parsed !== undefined && "value" in parsed ? parsed.value : parsed;

it.each([
  [true, true],
  ["true", true],
  ["True", true],
  [" TRUE ", true],
  ["1", true],
  [false, false],
  ["false", false],
  ["FALSE", false],
  ["0", false],
])("the boolean %j is %j", (given, expected) => {
  expect(boolean.parse(given)).toEqual({ value: expected });
});

it.each([["yes"], ["no"], [""], ["2"], [1], [0], [null], [[true]], [{}]])("%j is no boolean", (given) => {
  expect(boolean.parse(given)).toBeUndefined();
});

it.each([
  ["1", 1],
  [" 9.5 ", 9.5],
  ["+2", 2],
  [".5e1", 5],
  ["2.", 2],
  ["1E1", 10],
  [1, 1],
  [10, 10],
  [2.5, 2.5],
])("the number %j from 1 to 10 is %j", (given, expected) => {
  expect(number(1, 10).parse(given)).toEqual({ value: expected });
});

it.each([
  ["0.999"],
  ["10.001"],
  [0],
  [11],
  [Number.NaN],
  [Infinity],
  ["0x2"],
  ["2 s"],
  ["s 2"],
  [""],
  ["e1"],
  [true],
  [[2]],
])("%j is no number from 1 to 10", (given) => {
  expect(number(1, 10).parse(given)).toBeUndefined();
});

it("a whole number has no fraction, however it is written", () => {
  expect(wholeNumber(0, 10).parse("2.0")).toEqual({ value: 2 });
  expect(wholeNumber(0, 10).parse("2.5")).toBeUndefined();
  expect(wholeNumber(0, 10).parse("11")).toBeUndefined();
});

it("the messages name what is taken", () => {
  expect([number(1, 10), wholeNumber(0, 3), boolean, path("/data/items")].map(({ takes }) => takes)).toEqual([
    "a number from 1 to 10",
    "a whole number from 0 to 3",
    "true or false",
    "a path such as /data/items or data.items",
  ]);
});

it.each([
  [{ a: 1 }, { a: 1 }],
  ['{"a":1}', { a: 1 }],
  ["{}", {}],
])("the object %j is %j", (given, expected) => {
  expect(jsonObject("{}").parse(given)).toEqual({ value: expected });
});

it.each([["[]"], ["1"], ["null"], [""], [null], [[1]], [1]])("%j is no object", (given) => {
  expect(jsonObject("{}").parse(given)).toBeUndefined();
});

it.each([["{a:1}"], ["{'a':1}"], [`'{"a":1}'`], ['`{"a":1}`'], [`  "{a:1}"`], ["' {'"], ["{"]])(
  "%j is almost an object: the fault shows how to write it",
  (given) => {
    expect(jsonObject('{"b":2}').parse(given)).toEqual({
      fault: 'is not valid JSON. Write keys and strings in double quotes, and no quotes around the whole: {"b":2}',
    });
  },
);

it.each([["a{}"], ["page {"], ["''{}"], [5]])("%j is not almost an object", (given) => {
  expect(jsonObject("{}").parse(given)).toBeUndefined();
});

it.each([
  ["9223372036854775807", "9223372036854775807"],
  ["-9223372036854775808", "-9223372036854775808"],
  ["9223372036854775808", 9223372036854775808],
  ["1.5", 1.5],
  ["1e3", 1000],
  ['"a 12 \\" 3"', 'a 12 " 3'],
])("%s of structured config is %j: a whole number of 64 bits keeps its digits", (text, expected) => {
  expect(configIn(`{"a":[${text}]}`)).toEqual({ a: [expected] });
});

it("a path that is written in another way gets the right one as a suggestion, if there is one", () => {
  expect(path("/data/token").parse("data/token")).toEqual({
    fault: 'is "data/token", but takes a path such as /data/token or data.token. Did you mean "/data/token"?',
  });
  expect(path("/data/token").parse(`a/${"b".repeat(300)}`)).toBeUndefined();
});

it("a credential of blanks alone is empty", () => {
  expect(credential.parse("  ")).toEqual({ fault: "is empty." });
});

it("a credential is a string that a header can carry, unchanged", () => {
  expect(credential.parse(" p@ss w ")).toEqual({ value: " p@ss w " });
  expect(valueOf(credential.parse("a\nb"))).toHaveProperty("fault");
  expect(valueOf(credential.parse(12))).toHaveProperty("fault", expect.stringMatching(/^is stored as a number/));
  expect(credential.parse(true)).toBeUndefined();
  expect(clientId.parse("an id")).toEqual({ value: "an id" });
  expect(valueOf(clientId.parse("a:b"))).toHaveProperty("fault", expect.stringMatching(/^contains a colon/));
  // Two faults are one: the first that must be fixed.
  expect(valueOf(clientId.parse("a:\n"))).toHaveProperty("fault", expect.stringContaining("line break"));
});

it("a passphrase is any text that is not empty", () => {
  expect(passphrase.parse("\n ")).toEqual({ value: "\n " });
  expect(passphrase.parse("")).toEqual({ fault: "is empty." });
});

it("a path may be the whole body, unless it must be a part of it", () => {
  expect(path("/a").parse("")).toEqual({ value: "" });
  expect(pathToPart("/a").parse("")).toBeUndefined();
  expect(pathToPart("/a").parse("/token")).toEqual({ value: "/token" });
  expect(path("/a").parse(1)).toBeUndefined();
});
