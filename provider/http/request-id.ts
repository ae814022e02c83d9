/** The service's own id of a request, from the headers of its response. Its operators can look it up. */
import { excerpt } from "./excerpt.js";
import type { Redact } from "./redactor.js";

/** The first one in this order is shown: ids of the service, of its gateway, of a network in front of it. */
const ID_HEADERS = ["x-request-id", "request-id", "x-correlation-id", "x-amzn-requestid", "x-ms-request-id", "cf-ray"];

/** The id as messages may show it: the service, or any proxy on the way, has written it. */
export function requestIdOf(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  redact: Redact,
): string | undefined {
  const values = ID_HEADERS.map((name) => headers[name]).filter((value) => typeof value === "string");
  return values.map(excerpt).find((id) => id !== "" && redact(id) === id);
}
