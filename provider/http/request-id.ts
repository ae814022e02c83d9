/** The service's own id of a request, from the headers of its response. Its operators can look it up. */
import { excerptUpTo } from "./excerpt.js";
import type { Redact } from "./redactor.js";

/** A long id is shown in part. The ids of all the services below are shorter. */
const MAX_CHARACTERS = 128;

interface IdHeader {
  /** In lower case. */
  readonly name: string;
  /** Finds the id in the value, as its first group. Default: the whole value. */
  readonly id?: RegExp;
}

/** The version, the trace, the span and the flags (W3C Trace Context). A trace of zeros only is invalid. */
const TRACE_CONTEXT = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-[\da-f]{16}-[\da-f]{2}/i;
const BEFORE_SLASH = /^([^/;]+)/;
const BEFORE_COLON = /^([^:]+)/;

/** The first one in this order is shown: ids of the service, of its cloud or gateway, of a trace, of a network in front of it. */
const ID_HEADERS: readonly IdHeader[] = [
  { name: "x-request-id" },
  { name: "request-id" },
  { name: "x-requestid" },
  { name: "x-correlation-id" },
  { name: "correlation-id" },
  { name: "x-transaction-id" },
  { name: "x-github-request-id" },
  { name: "x-amzn-requestid" },
  { name: "x-amz-request-id" },
  { name: "apigw-requestid" },
  { name: "x-amz-apigw-id" },
  { name: "x-ms-request-id" },
  { name: "x-ms-correlation-request-id" },
  { name: "x-goog-request-id" },
  { name: "x-guploader-uploadid" },
  { name: "opc-request-id" },
  { name: "x-kong-request-id" },
  { name: "x-vercel-id" },
  { name: "fly-request-id" },
  { name: "x-nf-request-id" },
  { name: "x-trace-id" },
  { name: "trace-id" },
  { name: "traceresponse", id: TRACE_CONTEXT },
  { name: "traceparent", id: TRACE_CONTEXT },
  { name: "x-amzn-trace-id", id: /(?:^|;)\s*Root=([^;]+)/i },
  { name: "x-cloud-trace-context", id: BEFORE_SLASH },
  { name: "x-b3-traceid" },
  { name: "x-datadog-trace-id" },
  { name: "uber-trace-id", id: BEFORE_COLON },
  { name: "x-azure-ref" },
  { name: "x-amz-cf-id" },
  { name: "cf-ray" },
  { name: "x-akamai-request-id" },
];

/** The id as messages may show it: the service, or any proxy on the way, has written it. */
export function requestIdOf(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  redact: Redact,
): string | undefined {
  for (const { name, id } of ID_HEADERS) {
    const value = headers[name];
    const found = typeof value !== "string" ? undefined : id === undefined ? value : id.exec(value.trim())?.[1];
    const shown = excerptUpTo(MAX_CHARACTERS, found ?? "");
    if (shown !== "" && redact(shown) === shown) {
      return shown;
    }
  }
  return undefined;
}
