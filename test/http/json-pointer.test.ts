/** What a JSON Pointer leads to. */
import { isPointer, pointerStep, readPointer } from "../../provider/http/json-pointer.js";

/** RFC 6901 §5, and hostile responses. */
const DOCUMENT: unknown = JSON.parse(
  '{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\\\j":5,"k\\"l":6," ":7,"m~n":8,' +
    '"o":{"__proto__":{"p":9},"constructor":10,"null":null}}',
);

it.each([
  ["", DOCUMENT],
  ["/foo", ["bar", "baz"]],
  ["/foo/0", "bar"],
  ["/", 0],
  ["/a~1b", 1],
  ["/c%d", 2],
  ["/e^f", 3],
  ["/g|h", 4],
  ["/i\\j", 5],
  ['/k"l', 6],
  ["/ ", 7],
  ["/m~0n", 8],
  ["/o/__proto__/p", 9],
  ["/o/constructor", 10],
  ["/o/null", null],
  ["/o/null/deeper", undefined],
  ["/nothing", undefined],
  ["/foo/2", undefined],
  ["/foo/01", undefined],
  ["/foo/-", undefined],
  ["/foo/length", undefined],
  ["/foo/0/length", undefined],
  ["/__proto__", undefined],
  ["/toString", undefined],
])("%j", (pointer, expected) => {
  expect(readPointer(DOCUMENT, pointer)).toEqual(expected);
});

it("nothing stands below a value that is no plain object", () => {
  class Digits {
    readonly value = "12345678901234567890";
  }
  expect(readPointer({ count: new Digits() }, "/count/value")).toBeUndefined();
});

it.each([
  ["", true],
  ["/", true],
  ["/a/b", true],
  ["/a~0b~1c", true],
  ["a", false],
  ["a/b", false],
  ["/a~", false],
  ["/a~2", false],
])("%j is a pointer: %s", (text, expected) => {
  expect(isPointer(text)).toBe(expected);
});

it.each(["plain", "a/b", "m~n", "~1", "", 0])("a step for %j leads to it", (name) => {
  expect(pointerStep(name)).toMatch(/^\//);
  expect(readPointer({ [name]: "here" }, pointerStep(name))).toBe("here");
});
