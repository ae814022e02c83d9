/** How long requests wait before they are sent: for the rate limit, and before a retry. */
import { type Deadline, within } from "./deadline.js";
import type { Clock } from "./types.js";

const FIRST_WAIT_MS = 500;
const MAX_WAIT_MS = 30_000;
/** RFC 9111 §1.2.2: larger numbers of seconds count as this one. */
const MAX_RETRY_AFTER_SECONDS = 2 ** 31;

/** Statuses that are retried. Both operations are safe to repeat. */
export const RETRIED_STATUSES: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/** Codes of connection errors that are retried. */
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

/** Resolves when the request may be sent; rejects with a `WaitEnd` if its deadline passes first. */
export type RateLimit = (deadline: Deadline) => Promise<void>;

/** One request for each interval. There are no bursts, and the rate may be less than one a second. */
export function createRateLimit(requestsPerSecond: number | undefined, clock: Clock): RateLimit {
  if (requestsPerSecond === undefined) {
    return () => Promise.resolve();
  }
  const interval = 1000 / requestsPerSecond;
  let next = clock.monotonic();
  let queue: Promise<unknown> = Promise.resolve();

  return (deadline) => {
    const abort = new AbortController();
    // Only the first request in the queue has a timer, and clears it. Aborted requests take no slot and keep no process alive.
    const slot = queue.then(async () => {
      if (abort.signal.aborted) {
        return;
      }
      const wait = next - clock.monotonic();
      if (wait > 0) {
        await clock.sleep(wait, abort.signal);
      }
      next = clock.monotonic() + interval;
    });
    queue = slot.catch(() => undefined);
    return within(slot, deadline).finally(() => abort.abort());
  };
}

/** Milliseconds to wait after `failures` failed attempts: full jitter, uniform between zero and a growing maximum. */
export function jitteredWait(failures: number, random: () => number): number {
  return Math.round(random() * Math.min(MAX_WAIT_MS, FIRST_WAIT_MS * 2 ** (failures - 1)));
}

/**
 * Milliseconds to wait for `Retry-After`: seconds or a date (RFC 9110 §10.2.3), `undefined` for anything else.
 * A date is compared with the response's own `Date` if present, so that a wrong clock on either side does no harm.
 */
export function parseRetryAfter(value: string | undefined, date: string | undefined, now: number): number | undefined {
  if (value === undefined) {
    return undefined;
  }
  const text = value.trim();
  if (/^\d+(\.\d+)?$/.test(text)) {
    return Math.ceil(Math.min(MAX_RETRY_AFTER_SECONDS, Number(text)) * 1000);
  }
  // Date.parse accepts more than dates ("1-2", "-5"). All HTTP dates begin with a weekday. Some services send ISO 8601.
  const isDate = /^(?:[A-Z][a-z]{2}|\d{4}-\d{2}-\d{2}T.*(?:Z|[+-]\d{2}:?\d{2})$)/.test(text);
  // The date of C's asctime() has no zone, but is in GMT (RFC 9110 §5.6.7). Date.parse takes it for local time.
  const until = Date.parse(/^[A-Z][a-z]{2} .*\d$/.test(text) ? `${text} GMT` : text);
  if (!isDate || Number.isNaN(until)) {
    return undefined;
  }
  const serverNow = Date.parse(date ?? "");
  return Math.max(0, until - (Number.isNaN(serverNow) ? now : serverNow));
}

/** "12 s", "0.4 s", "0.005 s". */
export function inSeconds(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  return `${seconds >= 10 ? Math.ceil(seconds) : Number(seconds < 0.1 ? seconds.toPrecision(1) : seconds.toFixed(1))} s`;
}
