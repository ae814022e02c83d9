/** How long to wait before a retry. */
import { isUsedUp, jitteredWait, rateLimitReset, requestedWait, retryAfterOf } from "../../provider/http/retry.js";

const NOW = Date.UTC(2026, 0, 1, 12, 0, 0);
const NOW_SECONDS = NOW / 1000;

const LATE = "Thu, 01 Jan 2026 11:00:30 GMT";

it.each([
  ["seconds", "12", undefined, 12],
  ["no seconds", "0", undefined, 0],
  ["a fraction, which the standard does not know", "0.5", undefined, 0.5],
  ["more seconds than a number can have", "9".repeat(400), undefined, 2 ** 31],
  ["a date", "Thu, 01 Jan 2026 12:00:30 GMT", undefined, 30],
  ["a date in the past", "Thu, 01 Jan 2026 11:00:00 GMT", undefined, 0],
  ["a date by the service's own clock, an hour behind ours", LATE, "Thu, 01 Jan 2026 11:00:00 GMT", 30],
  ["an old form of date (RFC 850)", "Thursday, 01-Jan-26 12:00:30 GMT", undefined, 30],
  ["an old form of date (asctime), in GMT in each time zone", "Thu Jan  1 12:00:30 2026", undefined, 30],
  ["ISO 8601, which the standard does not know", "2026-01-01T12:00:30Z", undefined, undefined],
  ["an impossible date", "Thu, 99 Jan 2026 12:00:30 GMT", undefined, undefined],
  ["nothing", undefined, undefined, undefined],
  ["an empty string", "", undefined, undefined],
  ["a negative number", "-5", undefined, undefined],
  ["a word", "soon", undefined, undefined],
  ["a number that JavaScript parses as a date", "2026", undefined, 2026],
  ["sent twice", "5, 5", undefined, 5],
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
  ["a time in milliseconds", { "x-ratelimit-reset": `${NOW + 9000}` }, 9],
  ["a time that is past", { "x-ratelimit-reset": `${NOW_SECONDS - 9}` }, 0],
  [
    "a time by the service's own clock",
    { "x-ratelimit-reset": `${NOW_SECONDS - 3591}`, date: "Thu, 01 Jan 2026 11:00:00 GMT" },
    9,
  ],
  ["an HTTP date", { "x-ratelimit-reset": "Thu, 01 Jan 2026 12:00:09 GMT" }, 9],
  ["draft 7", { ratelimit: "limit=100, remaining=0, reset=9" }, 9],
  ["draft 8", { ratelimit: '"default";r=0;t=9' }, 9],
  ["draft 8 without quotation marks", { ratelimit: "default;r=0;t=9" }, 9],
  ["draft 8 with blanks", { ratelimit: '"default" ; r=0 ; t=9' }, 9],
  ["a policy whose name has parameters in it", { ratelimit: '"a;t=1,b;t=2";r=0;t=9' }, 9],
  ["the policy that is used up", { ratelimit: '"hour";r=50;t=1800, "second";r=0;t=9' }, 9],
  ["the longest of several that are used up", { ratelimit: '"a";r=0;t=3,"b";r=0;t=9' }, 9],
  ["no parameter t", { ratelimit: '"default";r=0' }, undefined],
  ["a word", { "x-ratelimit-reset": "soon" }, undefined],
  ["a negative number", { "x-ratelimit-reset": "-9" }, undefined],
  ["nothing", {}, undefined],
])("the reset of a rate limit: %s", (_name, headers, expected) => {
  expect(rateLimitReset(headers, NOW)).toBe(expected);
});

it("Retry-After wins over the reset of a rate limit", () => {
  expect(requestedWait({ "retry-after": "3", "ratelimit-reset": "9" }, NOW)).toBe(3);
});

it.each([
  [{ "x-ratelimit-remaining": "0" }, true],
  [{ "ratelimit-remaining": "0" }, true],
  [{ "x-ratelimit-remaining": "10" }, false],
  [{}, false],
])("%j: the limit is used up: %s", (headers, expected) => {
  expect(isUsedUp(headers)).toBe(expected);
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
