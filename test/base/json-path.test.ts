/** What a path leads to. */
import { isPath, isPointer, locate, pointerStep, readPath } from "../../provider/base/json-path.js";

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
])("the path %j finds %j", (pointer, expected) => {
  expect(readPath(DOCUMENT, pointer)).toEqual(expected);
});

it("nothing is below a value that is no plain object", () => {
  class Digits {
    readonly value = "12345678901234567890";
  }
  expect(readPath({ count: new Digits() }, "/count/value")).toBeUndefined();
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
  expect(readPath({ [name]: "here" }, pointerStep(name))).toBe("here");
});

describe("a dotted path", () => {
  const document = JSON.parse(
    '{"a":{"b":{"c":1},"b.c":2},"a.b":{"d":3,"":4},"list":[{"x.y":5}],"":{"e":6},"__proto__":{"f":7}}',
  ) as unknown;

  it.each([
    ["a.b.c", 1, "/a/b/c"],
    ["/a/b/c", 1, "/a/b/c"],
    ["/a/b.c", 2, "/a/b.c"],
    ["a.b.d", undefined, undefined],
    ["/a.b/d", 3, "/a.b/d"],
    ["a.b", { c: 1 }, "/a/b"],
    ["list.0.x.y", undefined, undefined],
    ["/list/0/x.y", 5, "/list/0/x.y"],
    ["__proto__.f", 7, "/__proto__/f"],
    ["toString", undefined, undefined],
    ["a.toString", undefined, undefined],
    ["list.length", undefined, undefined],
    ["a.b.c.d", undefined, undefined],
  ])("%s leads to %j, at %s", (path, value, pointer) => {
    expect(readPath(document, path)).toEqual(value);
    expect(locate(document, path)?.pointer).toBe(pointer);
  });

  it.each([
    ["a", true],
    ["a.b", true],
    ["@odata.nextLink", true],
    ["$skiptoken", true],
    ["#text", true],
    ["", true],
    ["/a~1b", true],
    ["/a~2b", false],
    ["a/b", false],
    ["$", false],
    ["$.a", false],
    ["$[0]", false],
    ["#/a", false],
    [".a", false],
    ["a.", false],
    ["a..b", false],
  ])("%j is a path into a response: %s", (text, expected) => {
    expect(isPath(text)).toBe(expected);
  });
});
