/** What a response asks to wait: every form of `Retry-After` and of the reset of a rate limit. */
import { rateLimitReset, retryAfterOf } from "../../provider/http/retry.js";

const NOW = Date.UTC(2026, 0, 1, 12, 0, 0);
const NOW_SECONDS = NOW / 1000;

const LATE = "Thu, 01 Jan 2026 11:00:30 GMT";

it.each([
  ["seconds", "12", undefined, 12],
  ["no seconds", "0", undefined, 0],
  ["a fraction, which the standard does not know", "0.5", undefined, 0.5],
  ["more seconds than a number can have", "9".repeat(400), undefined, Infinity],
  ["a date", "Thu, 01 Jan 2026 12:00:30 GMT", undefined, 30],
  ["a date in the past", "Thu, 01 Jan 2026 11:00:00 GMT", undefined, -3600],
  ["a date by the service's own clock, an hour behind ours", LATE, "Thu, 01 Jan 2026 11:00:00 GMT", 30],
  ["an old form of date (RFC 850)", "Thursday, 01-Jan-26 12:00:30 GMT", undefined, 30],
  ["ISO 8601, which the standard does not know", "2026-01-01T12:00:30Z", undefined, undefined],
  ["an impossible date", "Thu, 99 Jan 2026 12:00:30 GMT", undefined, undefined],
  ["nothing", undefined, undefined, undefined],
  ["an empty string", "", undefined, undefined],
  ["a negative number", "-5", undefined, undefined],
  ["a word", "soon", undefined, undefined],
  ["a number that JavaScript parses as a date", "2026", undefined, 2026],
  ["sent twice", "5, 5", undefined, 5],
  ["several values", "5, 6", undefined, undefined],
])("Retry-After: %s", (_name, value, date, expected) => {
  expect(retryAfterOf({ "retry-after": value, date }, NOW)).toBe(expected);
});

it.each<[name: string, headers: Record<string, string>, expected: number | undefined]>([
  ["a delay", { "ratelimit-reset": "9" }, 9],
  ["a delay with an X", { "x-ratelimit-reset": "9" }, 9],
  ["a delay with one hyphen more", { "x-rate-limit-reset": "9" }, 9],
  ["no delay", { "x-ratelimit-reset": "0" }, 0],
  ["a time in seconds", { "x-ratelimit-reset": `${NOW_SECONDS + 9}` }, 9],
  ["a time in seconds with a fraction", { "x-ratelimit-reset": `${NOW_SECONDS + 9}.5` }, 9.5],
  ["a time in milliseconds", { "x-ratelimit-reset": `${NOW + 9000}` }, undefined],
  ["a time that is past", { "x-ratelimit-reset": `${NOW_SECONDS - 9}` }, undefined],
  [
    "a time by the service's own clock",
    { "x-ratelimit-reset": `${NOW_SECONDS - 3591}`, date: "Thu, 01 Jan 2026 11:00:00 GMT" },
    9,
  ],
  ["an hour", { "ratelimit-reset": "3600" }, 3600],
  ["more than an hour", { "ratelimit-reset": "3601" }, undefined],
  ["a time in more than an hour", { "x-ratelimit-reset": `${NOW_SECONDS + 3601}` }, undefined],
  ["an HTTP date", { "x-ratelimit-reset": "Thu, 01 Jan 2026 12:00:09 GMT" }, undefined],
  ["the first of several headers that is usable", { "ratelimit-reset": "x", "x-ratelimit-reset": "9" }, 9],
  ["a word", { "x-ratelimit-reset": "soon" }, undefined],
  ["a negative number", { "x-ratelimit-reset": "-9" }, undefined],
  ["nothing", {}, undefined],
])("the reset of a rate limit: %s", (_name, headers, expected) => {
  expect(rateLimitReset(headers, NOW)).toBe(expected);
});
