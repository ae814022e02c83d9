/** What a path leads to: a JSON Pointer (RFC 6901), or names with dots between them. */
import { isPath, locate, pointerStep, readPath } from "../../provider/base/json-path.js";

/** RFC 6901 §5, and hostile responses. */
const DOCUMENT: unknown = JSON.parse(
  '{"foo":["bar",{"x.y":5}],"":0,"a/b":1,"c%d":2,"m~n":8,"a":{"b":{"c":1},"b.c":2},"a.b":{"d":3},' +
    '"o":{"__proto__":{"p":9},"constructor":10,"null":null}}',
);

it.each([
  // path, what it finds, and where
  ["", DOCUMENT, ""],
  ["/foo/0", "bar", "/foo/0"],
  ["/", 0, "/"],
  ["/a~1b", 1, "/a~1b"],
  ["/m~0n", 8, "/m~0n"],
  ["/o/__proto__/p", 9, "/o/__proto__/p"],
  ["/o/null", null, "/o/null"],
  ["/o/null/deeper", undefined, undefined],
  ["/foo/01", undefined, undefined],
  ["/foo/0/length", undefined, undefined],
  ["/__proto__", undefined, undefined],
  ["a.b.c", 1, "/a/b/c"],
  ["a.b", { c: 1 }, "/a/b"],
  ["/a.b/d", 3, "/a.b/d"],
  ["/foo/1/x.y", 5, "/foo/1/x.y"],
  ["foo.1.x.y", undefined, undefined],
  ["o.__proto__.p", 9, "/o/__proto__/p"],
  ["a.toString", undefined, undefined],
])("the path %j finds %j, at %j", (path, value, pointer) => {
  expect(readPath(DOCUMENT, path)).toEqual(value);
  expect(locate(DOCUMENT, path)?.pointer).toBe(pointer);
});

it("nothing is below a value that is no plain object", () => {
  class Digits {
    readonly value = "12345678901234567890";
  }
  expect(readPath({ count: new Digits() }, "/count/value")).toBeUndefined();
});

it.each(["plain", "a/b", "m~n", "~1", "", 0])("a step for %j leads to it", (name) => {
  expect(readPath({ [name]: "here" }, pointerStep(name))).toBe("here");
});

it.each([
  ["a.b", true],
  ["@odata.nextLink", true],
  ["/a~1b", true],
  ["/a~2b", false],
  ["a/b", false],
  ["$.a", false],
  ["#/a", false],
  [".a", false],
])("%j is a path into a response: %s", (text, expected) => {
  expect(isPath(text)).toBe(expected);
});
