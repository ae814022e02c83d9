/** How long to wait before a retry. */
import { jitteredWait, parseRetryAfter } from "../../provider/http/retry.js";

const NOW = Date.UTC(2026, 0, 1, 12, 0, 0);

const LATE = "Thu, 01 Jan 2026 11:00:30 GMT";

it.each([
  ["seconds", "12", undefined, 12_000],
  ["no seconds", "0", undefined, 0],
  ["a fraction, which the standard does not know", "0.5", undefined, 500],
  ["more seconds than a number can have", "9".repeat(400), undefined, 2 ** 31 * 1000],
  ["a date", "Thu, 01 Jan 2026 12:00:30 GMT", undefined, 30_000],
  ["a date in the past", "Thu, 01 Jan 2026 11:00:00 GMT", undefined, 0],
  ["a date by the service's own clock, an hour behind ours", LATE, "Thu, 01 Jan 2026 11:00:00 GMT", 30_000],
  ["an old form of date (RFC 850)", "Thursday, 01-Jan-26 12:00:30 GMT", undefined, 30_000],
  ["an old form of date (asctime), in GMT in each time zone", "Thu Jan  1 12:00:30 2026", undefined, 30_000],
  ["ISO 8601, which the standard does not know", "2026-01-01T12:00:30Z", undefined, undefined],
  ["an impossible date", "Thu, 99 Jan 2026 12:00:30 GMT", undefined, undefined],
  ["nothing", undefined, undefined, undefined],
  ["an empty string", "", undefined, undefined],
  ["a negative number", "-5", undefined, undefined],
  ["a word", "soon", undefined, undefined],
  ["a number that JavaScript parses as a date", "2026", undefined, 2_026_000],
])("Retry-After: %s", (_name, value, date, expected) => {
  expect(parseRetryAfter(value, date, NOW)).toBe(expected);
});

it.each([
  [1, 500],
  [2, 1000],
  [3, 2000],
  [4, 4000],
  [20, 30_000],
])("after %d failures the wait is at most %d ms", (failures, most) => {
  expect(jitteredWait(failures, () => 0)).toBe(0);
  expect(jitteredWait(failures, () => 0.5)).toBe(most / 2);
  expect(jitteredWait(failures, () => 1 - Number.EPSILON)).toBe(most);
});
