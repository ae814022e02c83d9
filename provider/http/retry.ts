/** How long to wait before a retry. */

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 30_000;
/** RFC 9111 §1.2.2: larger numbers of seconds count as this one. */
const MAX_RETRY_AFTER_SECONDS = 2 ** 31;

/** Milliseconds to wait after `failures` failed attempts: full jitter, uniform between zero and a growing maximum. */
export function jitteredWait(failures: number, random: () => number): number {
  return Math.round(random() * Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1)));
}

/**
 * Milliseconds to wait for `Retry-After`: seconds or a date (RFC 9110 §10.2.3), `undefined` for anything else.
 * A date is compared with the response's own `Date` if present, so that a wrong clock on either side does no harm.
 */
export function parseRetryAfter(value = "", date: string | undefined, now: number): number | undefined {
  const text = value.trim();
  if (/^\d+(\.\d+)?$/.test(text)) {
    return Math.ceil(Math.min(MAX_RETRY_AFTER_SECONDS, Number(text)) * 1000);
  }
  // Date.parse accepts more than dates ("1-2", "-5"). All HTTP dates begin with a weekday.
  const isDate = /^[A-Z][a-z]{2}/.test(text);
  // The date of C's asctime() has no zone, but is in GMT (RFC 9110 §5.6.7). Date.parse takes it for local time.
  const until = Date.parse(/^[A-Z][a-z]{2} .*\d$/.test(text) ? `${text} GMT` : text);
  if (!isDate || Number.isNaN(until)) {
    return undefined;
  }
  const serverNow = Date.parse(date ?? "");
  return Math.max(0, until - (Number.isNaN(serverNow) ? now : serverNow));
}
