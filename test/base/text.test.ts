/** What messages show of remote text. */
import { describeCount, excerpt, inSeconds } from "../../provider/base/text.js";
import { processorMilliseconds } from "../support/timers.js";

it.each([
  ["line breaks become one space", "a\r\n\r\n  b\tc", "a b c"],
  ["control characters cannot move a terminal's cursor", "\u001b[31mred\u0007\u0000", "[31mred"],
  ["bidirectional and zero-width characters are removed", "a\u202eb\u200bc\ufeff", "a b c"],
  ["a lone surrogate is no character", "a\ud800b", "a b"],
])("%s", (_name, text, expected) => {
  expect(excerpt(text)).toBe(expected);
});

it("a long text is cut to two hundred characters, none of them in half", () => {
  expect(excerpt("😀".repeat(1000))).toBe(`${"😀".repeat(200)}…`);
  expect(excerpt("x".repeat(200))).toBe("x".repeat(200));
});

it("of a string of many megabytes only the start is cleaned", () => {
  const text = `a${" ".repeat(5_000_000)}b`;
  expect(processorMilliseconds(() => expect(excerpt(text)).toBe("a…"))).toBeLessThan(2000);
});

it.each([
  [0, "0 s"],
  [4.6, "0.005 s"],
  [400, "0.4 s"],
  [1000, "1 s"],
  [9_960, "10 s"],
  [12_001, "13 s"],
])("%d milliseconds are %j", (milliseconds, text) => {
  expect(inSeconds(milliseconds)).toBe(text);
});

it("a number has its noun", () => {
  expect([0, 1, 2].map((count) => describeCount(count, "pages"))).toEqual(["0 pages", "1 page", "2 pages"]);
});
