/** What a response asks to wait: every form of `Retry-After` and of the reset of a rate limit. */
import { rateLimitReset, retryAfterOf } from "../../provider/http/retry-after.js";

const NOW = Date.UTC(2026, 0, 1, 12, 0, 0);
const NOW_SECONDS = NOW / 1000;

it.each([
  // what, Retry-After, Date, seconds
  ["seconds", "12", undefined, 12],
  ["a date", "Thu, 01 Jan 2026 12:00:30 GMT", undefined, 30],
  ["a date in the past", "Thu, 01 Jan 2026 11:00:00 GMT", undefined, -3600],
  [
    "a date by the service's own clock, an hour behind ours",
    "Thu, 01 Jan 2026 11:00:30 GMT",
    "Thu, 01 Jan 2026 11:00:00 GMT",
    30,
  ],
  ["nothing", undefined, undefined, undefined],
  ["a word", "soon", undefined, undefined],
  ["sent twice", "5, 5", undefined, 5],
])("Retry-After: %s", (_name, value, date, expected) => {
  expect(retryAfterOf({ "retry-after": value, date }, NOW)).toBe(expected);
});

it.each<[name: string, headers: Record<string, string>, expected: number | undefined]>([
  ["a delay", { "ratelimit-reset": "9" }, 9],
  ["a time in seconds", { "x-ratelimit-reset": `${NOW_SECONDS + 9}` }, 9],
  ["a time in milliseconds", { "x-ratelimit-reset": `${NOW + 9000}` }, undefined],
  ["a time that is past", { "x-ratelimit-reset": `${NOW_SECONDS - 9}` }, undefined],
  [
    "a time by the service's own clock",
    { "x-ratelimit-reset": `${NOW_SECONDS - 3591}`, date: "Thu, 01 Jan 2026 11:00:00 GMT" },
    9,
  ],
  ["more than an hour", { "ratelimit-reset": "3601" }, undefined],
  ["the first of several headers that is usable", { "ratelimit-reset": "x", "x-ratelimit-reset": "9" }, 9],
  ["nothing", {}, undefined],
])("the reset of a rate limit: %s", (_name, headers, expected) => {
  expect(rateLimitReset(headers, NOW)).toBe(expected);
});
