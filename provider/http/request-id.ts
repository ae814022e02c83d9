/** Finds the service's own id of a request, for its support to look it up. */
import { excerpt } from "./excerpt.js";
import type { Redact } from "./redactor.js";

const HEADERS = [
  "x-request-id",
  "request-id",
  "x-correlation-id",
  "x-amzn-requestid",
  "x-ms-request-id",
  "x-trace-id",
  "cf-ray",
];

export function requestIdOf(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  redact: Redact,
): string | undefined {
  for (const name of HEADERS) {
    const value = headers[name];
    if (typeof value === "string" && value.trim() !== "") return excerpt(redact(value));
  }
  return undefined;
}
