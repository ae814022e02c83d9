/** HTTP statuses: the kind of failure that each one is, and which are retried. */
import { STATUS_CODES } from "node:http";
import type { ErrorCode } from "./errors.js";

/** Statuses that are retried. Both operations are safe to repeat. */
export const RETRIED_STATUSES: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/** Statuses that refuse credentials in a token request: RFC 6749 §5.2, and services that nearly follow it. */
export const CREDENTIAL_REFUSALS: ReadonlySet<number> = new Set([400, 401, 403]);

/** The codes that a status alone decides. */
export type StatusCode = Extract<
  ErrorCode,
  "not-json" | "redirect" | "forbidden" | "not-found" | "rate-limited" | "unavailable" | "refused"
>;

const CODES: Readonly<Record<number, StatusCode>> = {
  403: "forbidden",
  404: "not-found",
  408: "unavailable",
  410: "not-found",
  429: "rate-limited",
};

export function codeOfStatus(status: number): StatusCode {
  const ofClass = status < 300 ? "not-json" : status < 400 ? "redirect" : status < 500 ? "refused" : "unavailable";
  return CODES[status] ?? ofClass;
}

/** "429 Too Many Requests". A status without a registered name is only its number. */
export function statusName(status: number): string {
  return `${status} ${STATUS_CODES[status] ?? ""}`.trim();
}
