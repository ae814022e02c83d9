/** How long to wait before a retry: jitter, and what the response asks for. Runs in both processes. */
import { firstHeader } from "./response.js";
import type { ServiceResponse } from "./types.js";

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 30_000;
/** RFC 9111 §1.2.2: larger numbers of seconds count as this one. */
const MAX_DELTA_SECONDS = 2 ** 31;

/** Returns the milliseconds to wait after `failures` failed attempts: full jitter, uniform between zero and a growing maximum. */
export function jitteredWait(failures: number, random: () => number): number {
  return Math.round(random() * Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1)));
}

type Headers = ServiceResponse["headers"];

/** Returns the seconds that `Retry-After` asks to wait, or else the reset of a rate limit; `undefined` if neither can be read. */
export function requestedWait(headers: Headers, now: number): number | undefined {
  return retryAfterOf(headers, now) ?? rateLimitReset(headers, now);
}

/** Returns the seconds that `Retry-After` asks to wait: a number of seconds or a date (RFC 9110 §10.2.3). */
export function retryAfterOf(headers: Headers, now: number): number | undefined {
  const value = textOf(headers, "retry-after");
  return deltaSeconds(value) ?? secondsUntil(httpDate(value), headers, now);
}

/** Returns whether a rate limit is used up: `X-RateLimit-Remaining: 0`, as GitHub sends it with 403. */
export function isUsedUp(headers: Headers): boolean {
  return REMAINING_HEADERS.some((name) => /^0+$/.test(textOf(headers, name)));
}

const REMAINING_HEADERS = ["ratelimit-remaining", "x-ratelimit-remaining", "x-rate-limit-remaining"];
const RESET_HEADERS = ["ratelimit-reset", "x-ratelimit-reset", "x-rate-limit-reset"];
/** A smaller number is a delay in seconds. From this number on it is a time in seconds since the epoch: 1e8 is in 1973, and would be a delay of three years. */
const FIRST_EPOCH_SECOND = 1e8;
/** From this number on, it is a time in milliseconds since the epoch: 1e11 is in 1973, and would be in the year 5138 if it were seconds. */
const FIRST_EPOCH_MILLISECOND = 1e11;

/**
 * Returns the seconds until a rate limit is reset. Servers write it in these ways:
 *
 * 1. `RateLimit-Reset: 9`, a delay in seconds (IETF drafts to number 7).
 * 2. `X-RateLimit-Reset: 1767607200`, a time in seconds or milliseconds since the epoch, or a delay in seconds.
 * 3. `RateLimit: limit=10, remaining=0, reset=9` (draft 7).
 * 4. `RateLimit: "default";r=0;t=9` (draft 8 and later), with several policies between commas.
 */
export function rateLimitReset(headers: Headers, now: number): number | undefined {
  const resets = RESET_HEADERS.map((name) => secondsUntilReset(textOf(headers, name), headers, now));
  return resets.find((seconds) => seconds !== undefined) ?? resetOfPolicies(textOf(headers, "ratelimit"));
}

function secondsUntilReset(value: string, headers: Headers, now: number): number | undefined {
  const delay = deltaSeconds(value);
  if (delay === undefined) {
    return secondsUntil(httpDate(value), headers, now);
  }
  const number = Number(value);
  if (number < FIRST_EPOCH_SECOND) {
    return delay;
  }
  return secondsUntil(number < FIRST_EPOCH_MILLISECOND ? number * 1000 : number, headers, now);
}

/** Returns the longest reset of the policies that are used up. If no policy says that it is used up, all policies count. */
function resetOfPolicies(header: string): number | undefined {
  const policies = policiesIn(header);
  const usedUp = policies.filter(({ remaining }) => remaining === 0);
  const counting = usedUp.length > 0 ? usedUp : policies;
  const resets = counting.map(({ reset }) => reset).filter((reset) => reset !== undefined);
  return resets.length === 0 ? undefined : Math.max(...resets);
}

/** A policy of a rate limit, as the header `RateLimit` has it. */
interface Policy {
  /** How many requests are still allowed. */
  readonly remaining: number | undefined;
  /** When more are allowed again. Seconds from now. */
  readonly reset: number | undefined;
}

/** Returns the policies in the header `RateLimit`. Draft 7 has one, with commas between its parameters; later drafts have commas between policies. */
function policiesIn(header: string): Policy[] {
  // The names of policies stand in quotation marks. They may contain commas and equals signs, so they are dropped.
  const withoutNames = header.replace(/"[^"]*"/g, "");
  const isDraft7 = /\breset\s*=/i.test(withoutNames);
  return isDraft7
    ? [{ remaining: policyParameter(withoutNames, "remaining"), reset: policyParameter(withoutNames, "reset") }]
    : withoutNames
        .split(",")
        .map((text) => ({ remaining: policyParameter(text, "r"), reset: policyParameter(text, "t") }));
}

/** Returns the whole number of a policy's parameter: 9 for `t` in `default;r=0;t=9`. */
function policyParameter(policy: string, name: string): number | undefined {
  const digits = new RegExp(`\\b${name}\\s*=\\s*(\\d+)`, "i").exec(policy)?.[1];
  return digits === undefined ? undefined : deltaSeconds(digits);
}

/** Returns a number of seconds, or `undefined` for any other text. */
function deltaSeconds(text: string): number | undefined {
  return /^\d+(\.\d+)?$/.test(text) ? Math.min(MAX_DELTA_SECONDS, Number(text)) : undefined;
}

/** Returns the time of an HTTP date in milliseconds since the epoch, or `undefined` for any other text. */
function httpDate(text: string): number | undefined {
  // Date.parse accepts more than dates ("1-2", "-5"). All HTTP dates begin with a weekday.
  if (!/^[A-Z][a-z]{2}/.test(text)) {
    return undefined;
  }
  // The date of C's asctime() has no zone, but is in GMT (RFC 9110 §5.6.7). Date.parse takes it for local time.
  const time = Date.parse(/^[A-Z][a-z]{2} .*\d$/.test(text) ? `${text} GMT` : text);
  return Number.isNaN(time) ? undefined : time;
}

/** Returns the seconds until a time. The response's own `Date` counts as now, so that a wrong clock on either side does no harm. */
function secondsUntil(time: number | undefined, headers: Headers, now: number): number | undefined {
  const start = httpDate(textOf(headers, "date")) ?? now;
  return time === undefined ? undefined : Math.max(0, (time - start) / 1000);
}

function textOf(headers: Headers, name: string): string {
  return (firstHeader(headers, name) ?? "").trim();
}
