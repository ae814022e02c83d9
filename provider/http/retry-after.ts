/** Reads how long a response asks to wait before another attempt: `Retry-After`, or the reset of a rate limit. */
import { firstHeader } from "./response.js";
import type { ServiceResponse } from "./types.js";

type Headers = ServiceResponse["headers"];

/** Names of the header with the reset of a rate limit. */
const RESET_HEADERS = ["ratelimit-reset", "x-ratelimit-reset", "x-rate-limit-reset"];
/**
 * A reset that is further away is ignored. A time in milliseconds, for example, would be in 56,000 years if it were
 * read as seconds.
 */
const MAX_RESET_SECONDS = 3600;

/**
 * Returns the seconds that `Retry-After` asks to wait: a number of seconds or a date (RFC 9110 §10.2.3); `undefined`
 * for any other text.
 */
export function retryAfterOf(headers: Headers, now: number): number | undefined {
  const text = textOf(headers, "retry-after");
  return numberIn(text) ?? secondsUntil(httpDate(text), headers, now);
}

/**
 * Returns the seconds until a rate limit is reset: `RateLimit-Reset: 9`, a number of seconds, or
 * `X-RateLimit-Reset: 1767607200`, a time in seconds since the epoch. A reset that is not within the next hour is
 * ignored.
 */
export function rateLimitReset(headers: Headers, now: number): number | undefined {
  const seconds = RESET_HEADERS.flatMap((name) => {
    const number = numberIn(textOf(headers, name));
    return number === undefined ? [] : [number, secondsUntil(number * 1000, headers, now)];
  });
  return seconds.find((value) => value !== undefined && value >= 0 && value <= MAX_RESET_SECONDS);
}

function numberIn(text: string): number | undefined {
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined;
}

/**
 * Returns an HTTP date in milliseconds since the epoch. It begins with a weekday; `Date.parse` alone also accepts "1-2"
 * and "-5".
 */
function httpDate(text: string): number | undefined {
  const time = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(time) ? undefined : time;
}

/**
 * Returns the seconds until a time. The header `Date` of the response counts as now, so that a wrong clock on either
 * side does no harm.
 */
function secondsUntil(time: number | undefined, headers: Headers, now: number): number | undefined {
  const start = httpDate(textOf(headers, "date")) ?? now;
  return time === undefined ? undefined : (time - start) / 1000;
}

function textOf(headers: Headers, name: string): string {
  return (firstHeader(headers, name) ?? "").trim();
}
