/** Describes failed attempts and makes their errors: what failed, and what came back. Runs in both processes. */
import { inSeconds, type Deadline } from "../base/deadline.js";
import { NO_PROPERTY, SettingsError, WorkflowsError } from "../base/errors.js";
import { excerpt } from "../base/text.js";
import type { Secrets } from "../base/secrets.js";
import { failureOfStatus, KINDS, type KnownFailure } from "./failure-kinds.js";
import type { TooLongWait } from "./rate-limit.js";
import type { Failure, HintFor, ServiceRequest } from "./types.js";

/** One attempt that failed. It does not leave the transport: `errorOf` makes the error that does. */
export class AttemptFailure extends Error {
  constructor(readonly failure: Failure) {
    super(failure.what);
  }
}

/** A request, and the words in which its failures name it. */
export interface NamedRequest extends ServiceRequest {
  /** "POST https://api.example.com/v2/auth/token". */
  readonly target: string;
}

/**
 * Names a request without its query, which may contain secrets. The service chooses the path of a next page, so the path is
 * truncated and masked. The name is made when a failure needs it: the first masking takes milliseconds.
 */
export function nameRequest(request: ServiceRequest, clean: Secrets["clean"]): NamedRequest {
  const { method, url } = request;
  return {
    ...request,
    get target() {
      return `${method} ${url.origin}${excerpt(clean(url.pathname))}`;
    },
  };
}

/** The parts of an error that its failure does not have. */
interface ErrorContext {
  /** How many attempts were made; `undefined` if the caller has only waited for another request. */
  readonly attempts?: number;
  readonly hintFor: HintFor;
}

/** Makes the error of a failure that ends a request. */
export function errorOf(
  failure: Failure,
  { doing, hintFor: requestHintFor }: Pick<ServiceRequest, "doing" | "hintFor">,
  { attempts, hintFor }: ErrorContext,
): WorkflowsError {
  const { kind, what, noTimeReason, status, requestId, message = "", bodyKind, oauthError, retryable } = failure;
  const [code] = KINDS[kind];
  const tries = attempts !== undefined && attempts > 1 ? ` (after ${attempts} attempts)` : "";
  const reason = noTimeReason === undefined ? "" : ` ${noTimeReason}`;
  // The hint of `attempt-timeout` also says to raise the deadline, so it does not need the deadline's hint.
  const needsDeadlineHint = noTimeReason !== undefined && kind !== "attempt-timeout";
  const deadlineHint = needsDeadlineHint ? hintFor({ kind: "deadline", what, retryable }) : undefined;
  const requestHint = status === undefined ? undefined : requestHintFor?.(status, message);
  const advice = requestHint ?? hintFor(failure);
  const hints = [deadlineHint, advice].filter((hint) => hint !== undefined);
  // OpenSSL has refused a certificate or the key. They are settings, so the error is that of a wrong setting.
  if (code === "settings") {
    return new SettingsError([{ property: NO_PROPERTY, reason: [`${what}.`, ...hints].join(" ") }]);
  }
  return new WorkflowsError(`${what}${tries}.${reason}`, {
    code,
    doing,
    attempts,
    status,
    requestId,
    bodyKind,
    oauthError,
    mayPass: retryable || kind === "deadline",
    hint: hints.join(" "),
  });
}

/** A response with an unsuccessful status. */
interface ErrorResponse extends Pick<Failure, "requestId" | "waitSeconds" | "bodyKind" | "oauthError"> {
  readonly status: number;
  /** The clean excerpt of the response's own reason, or empty. */
  readonly message: string;
  /** True if the response says that there were too many requests, whatever its status is. */
  readonly isRateLimited: boolean;
}

/** Describes a response with an unsuccessful status. */
export function statusFailure({ target }: NamedRequest, response: ErrorResponse): Failure {
  const { status, requestId, message, isRateLimited, ...details } = response;
  const failure = failureOfStatus(status, isRateLimited ? "rate-limited" : undefined);
  const requestNote = requestId === undefined ? "" : ` (request ${requestId})`;
  const reason = message === "" ? "" : `: ${message}`;
  const what = `${target} returned ${failure.what}${requestNote}${reason}`;
  return { ...details, ...failure, label: failure.what, what, status, requestId, message };
}

/** Describes a redirect that is not followed; nothing was sent to its target. */
export function redirectFailure({ target }: NamedRequest, status: number, why: string): Failure {
  const failure = failureOfStatus(status, "redirect");
  return { ...failure, what: `${target} returned ${failure.what}, a redirect ${why}`, status };
}

/** Describes a request without a response, or with an incomplete one. */
export function connectionFailure({ target }: NamedRequest, failure: KnownFailure): Failure {
  const [code] = KINDS[failure.kind];
  const outcome = code === "proxy" ? "did not reach the service" : "failed";
  return { ...failure, label: failure.what, what: `${target} ${outcome}: ${failure.what}` };
}

/** How far an exchange got, for the message if it is ended early. */
export type Stage = "no connection was made" | "connected, but no response began" | "a response began, but did not end";

/** An attempt that ran out of time. */
interface TimedOutAttempt {
  readonly stage: Stage;
  /** The time that the attempt had: the timeout of one attempt, or the rest of the deadline if that was less. */
  readonly allowedMs: number;
  /** True if it had only the rest of the deadline. */
  readonly isLimitedByDeadline: boolean;
  /** The proxy's host and port, if there is one. */
  readonly proxy: string | undefined;
}

/**
 * Describes an attempt that ran out of time. The first of these cases that applies counts:
 *
 * 1. No connection was made through a proxy. The kind is the proxy's, also if the deadline ended the attempt, because the hint must be
 *    about the proxy.
 * 2. The deadline ended the attempt, so no other attempt is possible.
 * 3. The timeout of one attempt ended it, so another attempt may succeed.
 */
export function attemptTimeout({ target, deadline }: NamedRequest, attempt: TimedOutAttempt): Failure {
  const { stage, isLimitedByDeadline, proxy } = attempt;
  const allowed = inSeconds(attempt.allowedMs);
  const time = isLimitedByDeadline ? `the ${allowed} that were left of the deadline of ${deadline.seconds} s` : allowed;
  const what = `${target}: ${stage} within ${time}`;
  if (proxy !== undefined && stage === "no connection was made") {
    return { kind: "proxy-timeout", label: "timeout", what: `${what} through the proxy ${proxy}`, retryable: true };
  }
  return isLimitedByDeadline
    ? { kind: "deadline", what, retryable: false }
    : { kind: "attempt-timeout", label: "timeout", what, retryable: true };
}

/** Describes a successful status with a body that cannot be used. */
export function bodyFailure(
  { target }: NamedRequest,
  failure: Pick<Failure, "kind" | "what" | "status" | "requestId">,
): Failure {
  const { status, what } = failure;
  return { ...failure, what: `${target} returned ${status} with ${what}`, retryable: false };
}

/** Describes a wait that ended: the caller has cancelled, or the deadline has passed. */
export function waitFailure(deadline: Deadline): Failure {
  if (deadline.signal?.aborted === true) {
    return { kind: "cancelled", what: "The operation was cancelled", retryable: false };
  }
  return { kind: "deadline", what: `The deadline of ${deadline.seconds} s has passed`, retryable: false };
}

/** Describes a request that was not sent, because the rate limit would have delayed it beyond the deadline. */
export function rateLimitFailure({ requestsPerSecond, waitMs }: TooLongWait, deadline: Deadline): Failure {
  const delay = `The limit of ${requestsPerSecond} requests per second delays the next one by ${inSeconds(waitMs)}`;
  return { kind: "rate-limit-wait", what: `${delay}, but ${timeLeft(deadline)}`, retryable: false };
}

/** Says how much is left of the deadline: "only 2 s of the deadline of 120 s are left". */
export function timeLeft(deadline: Deadline): string {
  return `only ${inSeconds(deadline.remaining())} of the deadline of ${deadline.seconds} s are left`;
}

/** Describes any other failure. Its message may contain anything, so only its name is shown. */
export function unknownFailure({ target }: NamedRequest, error: unknown): Failure {
  const name = error instanceof Error ? error.name : typeof error;
  return { kind: "bug", what: `${target} failed (${name})`, retryable: false };
}
