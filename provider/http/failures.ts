/** Makes errors of failed attempts: what failed, what came back, what to do. */
import { inSeconds, type Deadline } from "../base/deadline.js";
import { AuthenticationError, NetworkError, ResponseError, ServiceError, TimeoutError } from "../base/errors.js";
import type { ErrorDetails, WorkflowsError } from "../base/errors.js";
import { excerpt, nameSetting } from "../base/excerpt.js";
import { CHECK_PROXY, CREDENTIAL_REFUSALS, explainStatus, type FailureKind } from "./failure-table.js";
import type { Redactor } from "../base/redactor.js";
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
interface ErrorResponse extends Pick<Failure, "requestId" | "retryAfter"> {
  readonly status: number;
  /** The clean excerpt of the body, or empty. */
  readonly message: string;
  /** Whether the body is a web page. */
  readonly isHtml: boolean;
}

const WEB_PAGE =
  "The response is a web page: something in front of the service may have refused the request. Check baseUrl, and whether this machine has access to the service.";

export function statusFailure(request: NamedRequest, response: ErrorResponse): AttemptFailure {
  const { status, isHtml, requestId, retryAfter = 0 } = response;
  const kind = explainStatus(status);
  // Many bodies begin with the number or the name of their status: "Forbidden: no right".
  const repeated = new RegExp(`^(?:(?:${kind.what.replace(" ", "|")})(?:[\\s:.,-]+|$))+`, "i");
  const message = response.message.replace(repeated, "");
  const isRefusal = CREDENTIAL_REFUSALS.has(status);
  const isTokenRefusal = request.isTokenRequest === true && isRefusal && !isHtml;
  const traced = requestId === undefined ? "" : ` (request ${requestId})`;
  return fail(isTokenRefusal ? AuthenticationError : ServiceError, request, {
    code: isTokenRefusal ? "token-refused" : kind.code,
    label: kind.what,
    what: `${request.target} returned ${kind.what}${traced}${message === "" ? "" : `: ${message}`}`,
    hint: isHtml && isRefusal ? WEB_PAGE : (request.hintFor?.(status, message) ?? kind.hint),
    status,
    requestId,
    retryAfter: kind.isRetried ? retryAfter : undefined,
  });
}

/** A redirect that is not followed; nothing was sent to its target. */
export function redirectFailure(request: NamedRequest, status: number, why: string): AttemptFailure {
  const { code, what, hint } = explainStatus(status);
  return fail(ServiceError, request, {
    code,
    what: `${request.target} returned ${what}, a redirect ${why}`,
    hint,
    status,
  });
}

/** No response, or an incomplete one. */
export function connectionFailure(request: NamedRequest, kind: FailureKind): AttemptFailure {
  const { code, isRetried, what, ...details } = kind;
  return fail(code === "not-json" ? ResponseError : NetworkError, request, {
    code,
    label: what,
    what: `${request.target} ${code === "proxy" ? "did not reach the service" : "failed"}: ${what}`,
    ...details,
    retryAfter: isRetried ? 0 : undefined,
  });
}

export const RAISE_DEADLINE = `If the service needs longer, raise ${nameSetting("deadlineSeconds")}.`;
const RAISE_TIMEOUT = `If the service needs longer, raise ${nameSetting("requestTimeoutSeconds")}, or deadlineSeconds.`;

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
    hint: isOfProxy ? CHECK_PROXY : RAISE_TIMEOUT,
    retryAfter: 0,
  });
}

/** A successful status with a body that cannot be used. */
export function bodyFailure(request: NamedRequest, failure: Failure & { readonly status: number }): AttemptFailure {
  const what = `${request.target} returned ${failure.status} with ${failure.what}`;
  return fail(ResponseError, request, { ...failure, what });
}

/** The caller has cancelled, or the deadline has passed. `last`: the label of the last attempt that failed. */
export function waitError(
  { doing, deadline }: { readonly doing: string; readonly deadline: Deadline },
  attempts?: number,
  last?: string,
): TimeoutError {
  if (deadline.signal?.aborted === true) {
    const hint = "Run it again.";
    return new TimeoutError("The operation was cancelled.", { code: "cancelled", doing, attempts, hint });
  }
  const before = last === undefined ? "" : `; the last attempt ended with: ${last}`;
  const what = `The deadline of ${deadline.seconds} s has passed${before}.`;
  return new TimeoutError(what, { code: "timeout", doing, attempts, hint: RAISE_DEADLINE });
}

/** Any other failure. Its message may contain anything, so only its name is shown. */
export function unknownError(request: NamedRequest, error: unknown, attempts: number): WorkflowsError {
  const name = error instanceof Error ? error.name : typeof error;
  return new NetworkError(`${request.target} failed (${name}).`, {
    code: "connection",
    doing: request.doing,
    attempts,
    hint: "Try again. If it fails again, it is a bug of this package: report it.",
  });
}
