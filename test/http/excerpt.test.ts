/** What remote text looks like in a message. */
import { excerpt } from "../../provider/http/excerpt.js";

it.each([
  ["plain text stays as it is", "no such client", "no such client"],
  ["line breaks become one space", "a\r\n\r\n  b\tc", "a b c"],
  ["control characters cannot move a terminal's cursor", "\u001b[31mred\u0007\u0000", "[31mred"],
  ["bidirectional and zero-width characters are no part of it", "a\u202eb\u200bc\ufeff", "a b c"],
  ["line and paragraph separators are spaces too", "a\u2028b\u2029c", "a b c"],
  ["a lone surrogate is no character", "a\ud800b", "a b"],
  ["an empty text stays empty", " \n ", ""],
])("%s", (_name, text, expected) => {
  expect(excerpt(text)).toBe(expected);
});

it("a long text is cut to two hundred characters, none of them in half", () => {
  expect(excerpt("😀".repeat(1000))).toBe(`${"😀".repeat(200)}…`);
  expect(excerpt("x".repeat(200))).toBe("x".repeat(200));
});

it("a text of many megabytes is looked at only as far as it is shown", () => {
  const before = performance.now();
  expect(excerpt(`a${" ".repeat(5_000_000)}b`)).toBe("a…");
  expect(performance.now() - before).toBeLessThan(2000);
});
