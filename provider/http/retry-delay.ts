/** Which failures are retried, and how long to wait before it. */

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** What RFC 9111 §1.2.2 takes larger numbers of seconds for. */
const LONGEST_ASKED_SECONDS = 2 ** 31;

/** Statuses that may be gone a moment later. Both operations are safe to repeat. */
export const RETRIED_STATUSES: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/** Codes of connection errors that a new attempt may not meet again. */
export const RETRIED_CODES: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "EHOSTDOWN",
  "ENETUNREACH",
  "ENETDOWN",
  "EAI_AGAIN",
  "ENOTFOUND",
  "ERR_STREAM_PREMATURE_CLOSE",
]);

/** Milliseconds before the attempt after `failures` failed ones: full jitter, uniform between nothing and a growing cap. */
export function jitteredWait(failures: number, random: () => number): number {
  return Math.round(random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1)));
}

/**
 * Milliseconds that `Retry-After` asks to wait: seconds or a date (RFC 9110 §10.2.3), `undefined` for anything else.
 * A date is compared with the response's own `Date` if present, so that a wrong clock on either side does no harm.
 */
export function parseRetryAfter(value: string | undefined, date: string | undefined, now: number): number | undefined {
  if (value === undefined) return undefined;
  const text = value.trim();
  if (/^\d+(\.\d+)?$/.test(text)) return Math.ceil(Math.min(LONGEST_ASKED_SECONDS, Number(text)) * 1000);
  const until = Date.parse(text);
  // Date.parse takes much that is no HTTP date ("1-2", "-5"); those all begin with a weekday.
  if (Number.isNaN(until) || !/^[A-Z][a-z]{2}/.test(text)) return undefined;
  const theirNow = Date.parse(date ?? "");
  return Math.max(0, until - (Number.isNaN(theirNow) ? now : theirNow));
}

/** "12 s", "0.4 s". */
export function inSeconds(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  return `${seconds >= 10 ? Math.ceil(seconds) : Number(seconds.toFixed(1))} s`;
}
