/** How long is waited before another attempt. */
import { inSeconds, jitteredWait, parseRetryAfter } from "../../provider/http/retry-delay.js";

const NOW = Date.UTC(2026, 0, 1, 12, 0, 0);

it.each([
  ["seconds", "12", undefined, 12_000],
  ["no seconds", "0", undefined, 0],
  ["a fraction, which the standard does not know", "0.5", undefined, 500],
  ["more seconds than there will be", "9".repeat(400), undefined, 2 ** 31 * 1000],
  ["a date", "Thu, 01 Jan 2026 12:00:30 GMT", undefined, 30_000],
  ["a date that is over", "Thu, 01 Jan 2026 11:00:00 GMT", undefined, 0],
  [
    "a date by the service's own clock, an hour behind ours",
    "Thu, 01 Jan 2026 11:00:30 GMT",
    "Thu, 01 Jan 2026 11:00:00 GMT",
    30_000,
  ],
  ["an old form of date (RFC 850)", "Thursday, 01-Jan-26 12:00:30 GMT", undefined, 30_000],
  ["nothing", undefined, undefined, undefined],
  ["an empty text", "", undefined, undefined],
  ["a negative number", "-5", undefined, undefined],
  ["a word", "soon", undefined, undefined],
  ["what only JavaScript takes for a date", "2026", undefined, 2_026_000],
])("Retry-After: %s", (_name, value, date, expected) => {
  expect(parseRetryAfter(value, date, NOW)).toBe(expected);
});

it.each([
  [1, 500],
  [2, 1000],
  [3, 2000],
  [4, 4000],
  [20, 30_000],
])("after %d failures the wait is anything up to %d ms", (failures, most) => {
  expect(jitteredWait(failures, () => 0)).toBe(0);
  expect(jitteredWait(failures, () => 0.5)).toBe(most / 2);
  expect(jitteredWait(failures, () => 1 - Number.EPSILON)).toBe(most);
});

it.each([
  [0, "0 s"],
  [400, "0.4 s"],
  [1000, "1 s"],
  [9960, "10 s"],
  [12_000, "12 s"],
  [12_001, "13 s"],
])("%d ms reads %s", (milliseconds, text) => {
  expect(inSeconds(milliseconds)).toBe(text);
});
