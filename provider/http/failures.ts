/** Makes errors of failed attempts: what failed, what came back, what to do. */
import { inSeconds, type Deadline } from "./deadline.js";
import { AuthenticationError, NetworkError, ResponseError, ServiceError, TimeoutError } from "./errors.js";
import type { ErrorDetails, WorkflowsError } from "./errors.js";
import { excerpt } from "./excerpt.js";
import { CHECK_PROXY, type ConnectionContext } from "./network-codes.js";
import { explainNetworkCode, explainProxyFailure, isRetriedCode } from "./network-codes.js";
import type { ProxyFailure } from "./proxy.js";
import type { Redactor } from "./redactor.js";
import { codeOfStatus, CREDENTIAL_REFUSALS, RETRIED_STATUSES, type StatusCode, statusName } from "./statuses.js";
import type { ServiceRequest } from "./types.js";

/** One attempt that failed. It does not leave the transport: `toError` makes the error that does. */
export class AttemptFailure extends Error {
  constructor(
    /** For the progress line: "429 Too Many Requests". */
    readonly label: string,
    /** Milliseconds to wait at least before another attempt; `undefined` if none can succeed. */
    readonly retryAfter: number | undefined,
    /** Makes the error if this attempt was the last. `stopReason`: why no further attempt is made, if it is not obvious. */
    readonly toError: (attempts: number, stopReason?: string) => WorkflowsError,
  ) {
    super(label);
  }
}

/** What to do about a status. The request may have a more exact hint. */
const STATUS_HINTS: Readonly<Record<StatusCode, string>> = {
  "not-json": "The service must return status 200 and a JSON body.",
  redirect: "Nothing was sent there. Is baseUrl right?",
  forbidden: "The credentials are valid but lack the permission. Ask an administrator of the service.",
  "not-found": "Is baseUrl right? It is the part of the address before /v2.",
  "rate-limited": "Try again later, or set requestsPerSecond to send fewer requests.",
  unavailable: "The service reports a problem of its own. Try again later.",
  refused: "The service does not accept this request. Check baseUrl, and what is sent to it: query and headers.",
};
const UNAUTHORIZED =
  "The service accepted neither the access token nor a new one. Do these credentials belong to this baseUrl?";
const WEB_PAGE =
  "The response is a web page: something in front of the service may have refused the request. Check baseUrl, and whether this machine has access to the service.";
const LONGER = "If the service needs longer, raise requestTimeoutSeconds or deadlineSeconds.";

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

interface Failure extends Pick<ErrorDetails, "code" | "status" | "requestId" | "hint"> {
  /** What came back: the sentence after "Could not list the workflows:", without its full stop. */
  readonly what: string;
  /** For the progress line. Default: `what`. */
  readonly label?: string;
  readonly retryAfter?: number | undefined;
}

type ErrorClass = new (problem: string, details: ErrorDetails) => WorkflowsError;

function fail(ErrorClass: ErrorClass, { doing }: NamedRequest, failure: Failure): AttemptFailure {
  const { what, label = what, retryAfter, ...details } = failure;
  return new AttemptFailure(label, retryAfter, (attempts, stopReason) => {
    const tries = attempts > 1 ? ` (after ${attempts} attempts)` : "";
    const reason = stopReason === undefined ? "" : ` ${stopReason}`;
    return new ErrorClass(`${what}${tries}.${reason}`, { ...details, doing, attempts });
  });
}

/** A response with another status than the expected one. */
export interface Refusal {
  readonly status: number;
  /** The clean excerpt of the body, or empty. */
  readonly message: string;
  /** Whether the body is a web page. */
  readonly isHtml: boolean;
  readonly requestId: string | undefined;
  readonly retryAfter: number | undefined;
}

export function statusFailure(request: NamedRequest, refusal: Refusal): AttemptFailure {
  const { status, message, isHtml, requestId, retryAfter = 0 } = refusal;
  const label = statusName(status);
  const traced = requestId === undefined ? "" : ` (request ${requestId})`;
  const isOfGateway = isHtml && CREDENTIAL_REFUSALS.has(status);
  const isTokenRefusal = request.isTokenRequest === true && CREDENTIAL_REFUSALS.has(status) && !isOfGateway;
  const statusHint = status === 401 ? UNAUTHORIZED : STATUS_HINTS[codeOfStatus(status)];
  return fail(isTokenRefusal ? AuthenticationError : ServiceError, request, {
    code: isTokenRefusal ? "token-refused" : codeOfStatus(status),
    label,
    what: `${request.target} returned ${label}${traced}${message === "" ? "" : `: ${message}`}`,
    hint: isOfGateway ? WEB_PAGE : (request.hintFor?.(status, message) ?? statusHint),
    status,
    requestId,
    retryAfter: RETRIED_STATUSES.has(status) ? retryAfter : undefined,
  });
}

/** A redirect that is not followed; nothing was sent to its target. */
export function redirectFailure(request: NamedRequest, status: number, why: string): AttemptFailure {
  const what = `${request.target} returned ${statusName(status)}, a redirect ${why}`;
  return fail(ServiceError, request, { code: "redirect", what, hint: STATUS_HINTS.redirect, status });
}

/** No response, or an incomplete one: explained by the code of the underlying error. */
export function networkFailure(request: NamedRequest, networkCode: string, context: ConnectionContext): AttemptFailure {
  const { code, what, hint } = explainNetworkCode(networkCode, context);
  return fail(code === "not-json" ? ResponseError : NetworkError, request, {
    code,
    label: what,
    what: `${request.target} failed: ${what}`,
    hint,
    retryAfter: isRetriedCode(networkCode) ? 0 : undefined,
  });
}

export function proxyFailure(request: NamedRequest, failure: ProxyFailure, proxy: string | undefined): AttemptFailure {
  const { status, code = "" } = failure;
  const { what, hint } = explainProxyFailure(failure, proxy);
  const isRetried = status === undefined ? isRetriedCode(code) : RETRIED_STATUSES.has(status);
  return fail(NetworkError, request, {
    code: "proxy",
    label: what,
    what: `${request.target} did not reach the service: ${what}`,
    hint,
    status,
    retryAfter: isRetried ? 0 : undefined,
  });
}

/** How far an exchange got, for the message if it is ended early. */
export type Stage = "no connection was made" | "connected, but no response began" | "a response began, but did not end";

/** One attempt ran out of time. `proxy`: its host and port, if there is one. */
export function attemptTimeout(
  request: NamedRequest,
  milliseconds: number,
  stage: Stage,
  proxy: string | undefined,
): AttemptFailure {
  const isOfProxy = proxy !== undefined && stage === "no connection was made";
  const through = isOfProxy ? ` through the proxy ${proxy}` : "";
  return fail(TimeoutError, request, {
    code: "timeout",
    label: "timeout",
    what: `${request.target}: ${stage} within ${inSeconds(milliseconds)}${through}`,
    hint: isOfProxy ? CHECK_PROXY : LONGER,
    retryAfter: 0,
  });
}

/** A successful status with a body that cannot be used. */
export function bodyFailure(request: NamedRequest, failure: Failure & { readonly status: number }): AttemptFailure {
  const what = `${request.target} returned ${failure.status} with ${failure.what}`;
  return fail(ResponseError, request, { ...failure, what });
}

/** The deadline has passed. `last`: the label of the last attempt that failed. */
export function deadlineError(
  { doing, deadline }: { readonly doing: string; readonly deadline: Deadline },
  attempts?: number,
  last?: string,
): TimeoutError {
  const before = last === undefined ? "" : `; the last attempt ended with: ${last}`;
  const what = `The deadline of ${deadline.seconds} s has passed${before}.`;
  const hint = "If the service needs longer, raise deadlineSeconds.";
  return new TimeoutError(what, { code: "timeout", doing, attempts, hint });
}

export function cancelledError(doing: string, attempts?: number): TimeoutError {
  const hint = "Run it again.";
  return new TimeoutError("The operation was cancelled.", { code: "cancelled", doing, attempts, hint });
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
