/** Makes errors of failed attempts: what failed, what came back, what to do. */
import { NetworkError, ResponseError, ServiceError, TimeoutError } from "./errors.js";
import type { ErrorCode, ErrorDetails, WorkflowsError } from "./errors.js";
import { excerpt } from "./excerpt.js";
import type { Stage } from "./exchange.js";
import { explainNetworkCode, explainProxyFailure, statusName } from "./network-codes.js";
import { NOT_A_PROXY, type ProxyFailure } from "./proxy.js";
import type { Redactor } from "./redactor.js";
import type { GatewayHint } from "./refusal-hints.js";
import type { ConnectionContext, Explanation } from "./tls-faults.js";
import type { ServiceRequest } from "./types.js";
import { inSeconds, RETRIED_CODES, RETRIED_STATUSES } from "./waits.js";

/** One attempt that failed. It does not leave the transport: `toError` makes the error that does. */
export class AttemptFailure extends Error {
  constructor(
    /** A few words for the progress line: "429 Too Many Requests", "connection reset". */
    readonly label: string,
    /** Whether, and after how many milliseconds at least, another attempt may succeed. */
    readonly retry: { readonly after: number } | undefined,
    /** Makes the error if this attempt was the last. `stopReason`: why no further attempt is made, if it is not obvious. */
    readonly toError: (attempts: number, stopReason?: string) => WorkflowsError,
  ) {
    super(label);
  }
}

type ErrorClass = new (message: string, details: ErrorDetails) => WorkflowsError;

interface Failure {
  readonly type: ErrorClass;
  readonly code: ErrorCode;
  readonly label: string;
  /** What came back: the sentence after "Could not list the workflows:", without its full stop. */
  readonly what: string;
  /** What to do. */
  readonly hint: string;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly retry?: { readonly after: number } | undefined;
}

/** A request, and the words in which its failures name it. */
export interface NamedRequest extends ServiceRequest {
  /** "POST https://api.example.com/v2/auth/token". */
  readonly target: string;
}

/**
 * Names a request without its query, which may contain secrets. The service may have chosen the path, as for a next page: it
 * can be of any length and contain the token. The name is made when a failure needs it: the first one takes milliseconds.
 */
export function nameRequest(request: ServiceRequest, mask: Redactor["mask"]): NamedRequest {
  const { method, url } = request;
  return {
    ...request,
    get target() {
      return `${method} ${url.origin}${excerpt(mask(url.pathname))}`;
    },
  };
}

function fail(request: NamedRequest, failure: Failure): AttemptFailure {
  return new AttemptFailure(failure.label, failure.retry, (attempts, stopReason) => {
    const tries = attempts > 1 ? ` (after ${attempts} attempts)` : "";
    const reason = stopReason === undefined ? "" : ` ${stopReason}`;
    return new failure.type(`${failure.what}${tries}.${reason}`, {
      code: failure.code,
      doing: request.doing,
      status: failure.status,
      requestId: failure.requestId,
      attempts,
      hint: failure.hint,
    });
  });
}

/** A status that is not the expected one. `message` is the clean excerpt of the body, or empty. */
export function statusFailure(
  request: NamedRequest,
  response: {
    status: number;
    message: string;
    /** What to do if a web server, gateway or proxy refused, and whether the service itself may have refused. */
    gatewayHint: GatewayHint | undefined;
    requestId: string | undefined;
    retryAfter: number | undefined;
  },
): AttemptFailure {
  const { status, message, gatewayHint, requestId, retryAfter } = response;
  const label = statusName(status);
  const traced = requestId === undefined ? "" : ` (request ${requestId})`;
  return fail(request, {
    type: ServiceError,
    code: codeOfStatus(status),
    label,
    what: `${request.target} returned ${label}${traced}${message === "" ? "" : `: ${message}`}`,
    hint: refusalHint(request, status, message, gatewayHint),
    status,
    requestId,
    retry: RETRIED_STATUSES.has(status) ? { after: retryAfter ?? 0 } : undefined,
  });
}

function refusalHint(request: NamedRequest, status: number, message: string, gateway: GatewayHint | undefined): string {
  if (gateway?.isCertain === true) {
    return gateway.hint;
  }
  const own = request.hintFor?.(status, message, gateway === undefined) ?? hintOf(status);
  return gateway === undefined ? own : `${gateway.hint} If the service itself sent this page: ${own}`;
}

type StatusCode = Extract<
  ErrorCode,
  "not-json" | "redirect" | "forbidden" | "not-found" | "rate-limited" | "unavailable" | "refused"
>;

export function codeOfStatus(status: number): StatusCode {
  if (status < 300) {
    return "not-json";
  }
  if (status < 400) {
    return "redirect";
  }
  if (status === 403) {
    return "forbidden";
  }
  if (status === 404 || status === 410) {
    return "not-found";
  }
  if (status === 429) {
    return "rate-limited";
  }
  if (status === 408 || status >= 500) {
    return "unavailable";
  }
  return "refused";
}

const HINTS: Readonly<Record<StatusCode, string>> = {
  "not-json": "The service must return status 200 and a JSON body.",
  redirect: "Is baseUrl right?",
  forbidden: "The credentials are valid but lack the permission. Ask an administrator of the service.",
  "not-found": "Is baseUrl right? It is the part of the address before /v2.",
  "rate-limited": "Try again later, or set requestsPerSecond to send fewer requests.",
  unavailable: "The service reports a problem of its own. Try again later.",
  refused: "The service does not accept this request. Check baseUrl, and what is sent to it: query and headers.",
};

function hintOf(status: number): string {
  return status === 401
    ? "The service accepted neither the access token nor a new one. Do these credentials belong to this baseUrl?"
    : HINTS[codeOfStatus(status)];
}

/** A redirect that is not followed; nothing was sent to its target. */
export function redirectFailure(request: NamedRequest, status: number, why: string, hint?: string): AttemptFailure {
  return fail(request, {
    type: ServiceError,
    code: "redirect",
    label: `${status} redirect`,
    what: `${request.target} returned ${statusName(status)}, a redirect ${why}`,
    hint: hint ?? request.hintFor?.(status, "", true) ?? "Nothing was sent there. Is baseUrl right?",
    status,
  });
}

/** No response, or an incomplete one: explained by the code of the underlying error. */
export function networkFailure(request: NamedRequest, code: string, context: ConnectionContext): AttemptFailure {
  const { kind, label, what, hint } = explainNetworkCode(code, request.url, context);
  return fail(request, {
    type: kind === "too-large" || kind === "not-json" ? ResponseError : NetworkError,
    code: kind,
    label,
    what: `${request.target} failed: ${what}`,
    hint,
    retry: kind === "dns" || (kind === "connection" && isWorthRepeating(code)) ? { after: 0 } : undefined,
  });
}

/** A web server refused the client's certificate, or a request without one, with this status. */
export function clientCertificateFailure(
  request: NamedRequest,
  status: number,
  { what, hint }: Explanation,
): AttemptFailure {
  return fail(request, {
    type: NetworkError,
    code: "tls",
    label: "client certificate refused",
    what: `${request.target} returned ${status}: ${what}`,
    hint,
    status,
  });
}

function isWorthRepeating(code: string): boolean {
  // HPE_…: the response is not HTTP, as on a connection that breaks.
  return RETRIED_CODES.has(code) || code.startsWith("HPE_") || code === "Z_BUF_ERROR" || code === NOT_A_PROXY;
}

export function proxyFailure(request: NamedRequest, failure: ProxyFailure, proxy: string | undefined): AttemptFailure {
  const { status, code } = failure;
  const retried = status === undefined ? isWorthRepeating(code ?? "") : RETRIED_STATUSES.has(status);
  const { what, hint } = explainProxyFailure(failure, proxy);
  return fail(request, {
    type: NetworkError,
    code: "proxy",
    label: status === undefined ? "proxy not reached" : `proxy refused with ${status}`,
    what: `${request.target} did not reach the service: ${what}`,
    hint,
    status,
    retry: retried ? { after: 0 } : undefined,
  });
}

/** One attempt ran out of time. `proxy`: its host and port, if there is one. */
export function attemptTimeout(
  request: NamedRequest,
  milliseconds: number,
  stage: Stage,
  proxy: string | undefined,
): AttemptFailure {
  const proxied = proxy !== undefined && stage === "no connection was made";
  const through = proxied ? ` through the proxy ${proxy}` : "";
  return fail(request, {
    type: TimeoutError,
    code: "timeout",
    label: "timeout",
    what: `${request.target}: ${stage} within ${inSeconds(milliseconds)}${through}`,
    hint: proxied
      ? explainProxyFailure({ status: undefined, code: "ETIMEDOUT" }, proxy).hint
      : "If the service needs longer, raise requestTimeoutSeconds or deadlineSeconds.",
    retry: { after: 0 },
  });
}

/** The deadline has passed. `last`: the label of the last attempt that failed. */
export function deadlineError(
  { doing, deadline }: Pick<ServiceRequest, "doing" | "deadline">,
  attempts?: number,
  last?: string,
): TimeoutError {
  const before = last === undefined ? "" : `; the last attempt ended with: ${last}`;
  const what = `The deadline of ${deadline.seconds} s has passed${before}.`;
  const hint = "If the service needs longer, raise deadlineSeconds.";
  return new TimeoutError(what, { code: "timeout", doing, attempts, hint });
}

export function cancelledError(doing: string, attempts?: number): TimeoutError {
  return new TimeoutError("The operation was cancelled.", {
    code: "cancelled",
    doing,
    attempts,
    hint: "Run it again.",
  });
}

/** A successful status with a body that cannot be used. */
export function bodyFailure(
  request: NamedRequest,
  fault: { code: "not-json" | "too-large"; what: string; hint: string; status: number; requestId: string | undefined },
): AttemptFailure {
  return fail(request, {
    type: ResponseError,
    code: fault.code,
    label: fault.what,
    what: `${request.target} returned ${fault.status} with ${fault.what}`,
    hint: fault.hint,
    status: fault.status,
    requestId: fault.requestId,
  });
}

/** Any other failure. Its message may contain anything, so only its name is shown. */
export function unknownError(request: NamedRequest, error: unknown, attempts: number): WorkflowsError {
  const name = error instanceof Error ? error.name : typeof error;
  return new NetworkError(`${request.target} failed (${name}).`, {
    code: "connection",
    doing: request.doing,
    attempts,
    hint: "Try again. If it fails again, it is a fault of this package: report it.",
  });
}
