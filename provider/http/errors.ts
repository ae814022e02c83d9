/** The one family of errors: every failure this package reports is one of these, and none of them holds a secret. */

/** What kind of failure it was, for programs. Stable: a code is never renamed. */
export type ErrorCode =
  | "settings" // a setting or an argument is missing or bad; nothing was sent
  | "token-refused" // the service did not accept the client credentials
  | "token-answer" // the answer to the token request holds no usable access token
  | "forbidden" // 403
  | "not-found" // 404
  | "refused" // any other 4xx, or a 401 on the listing that a new token did not cure
  | "rate-limited" // 429, and the time or the retries ran out
  | "unavailable" // 408 or 5xx, and the time or the retries ran out
  | "redirect" // a redirect that must not be followed
  | "connection" // no connection, or one that broke
  | "dns" // the host's name did not resolve
  | "tls" // the server's certificate was not accepted
  | "proxy" // the proxy refused, or could not be reached
  | "timeout" // one attempt, or the whole operation, took too long
  | "cancelled" // the caller stopped waiting
  | "not-json" // the answer is not JSON
  | "too-large" // the answer, or the listing, is over its limit
  | "listing" // JSON, but not a listing that can be read: no items found, a page seen twice, …
  | "no-match" // getWorkflow found none
  | "several-matches" // getWorkflow found more than one
  | "schema"; // an item is not as the given schema says

/** What programs may ask an error for, beside its message. */
export interface ErrorDetails {
  /** What kind of failure it was. */
  readonly code: ErrorCode;
  /** HTTP status of the last answer, where there was one. */
  readonly status?: number | undefined;
  /** The service's own id of the request, where its answer named one. */
  readonly requestId?: string | undefined;
  /** How many requests were sent for it. */
  readonly attempts?: number | undefined;
  /** What to do next, one sentence; also the end of `message`. */
  readonly hint?: string | undefined;
}

/** The base of all errors of this package. `message` says what was being done, what came back, and what to do. */
export class WorkflowsError extends Error {
  /** What kind of failure it was. */
  readonly code: ErrorCode;
  /** HTTP status of the last answer, where there was one. */
  readonly status: number | undefined;
  /** The service's own id of the request, where its answer named one. */
  readonly requestId: string | undefined;
  /** How many requests were sent for it. */
  readonly attempts: number | undefined;
  /** What to do next, one sentence; also the end of `message`. */
  readonly hint: string | undefined;

  constructor(message: string, details: ErrorDetails) {
    super(details.hint === undefined ? message : `${message} ${details.hint}`);
    this.name = new.target.name;
    this.code = details.code;
    this.status = details.status;
    this.requestId = details.requestId;
    this.attempts = details.attempts;
    this.hint = details.hint;
  }
}

/** The message without its hint. */
export function messageWithoutHint({ message, hint }: WorkflowsError): string {
  return hint === undefined ? message : message.slice(0, -hint.length - 1);
}

/** One thing wrong with a setting or an argument. */
export interface Fault {
  /** The setting (`clientId`), or the path of the argument (`where.enabled`). */
  readonly property: string;
  /** What is wrong and what to do: a sentence that never holds a secret. */
  readonly reason: string;
}

/** Settings or arguments that cannot be used; nothing was sent. Names every fault at once. */
export class SettingsError extends WorkflowsError {
  /** Every one of them; their reasons are the lines of `message`. */
  readonly faults: readonly Fault[];

  constructor(faults: readonly Fault[]) {
    super(faults.map((fault) => fault.reason).join("\n"), { code: "settings" });
    this.faults = faults;
  }
}

/** The token request was refused, or its answer holds no usable token. */
export class AuthenticationError extends WorkflowsError {}

/** The service answered with a status that is not the one wanted. */
export class ServiceError extends WorkflowsError {}

/** No usable answer: DNS, connection, TLS or proxy. */
export class NetworkError extends WorkflowsError {}

/** An attempt or the operation ran out of time, or was cancelled. */
export class TimeoutError extends WorkflowsError {}

/** An answer came whose body cannot be used. */
export class ResponseError extends WorkflowsError {}

/** JSON that is not a listing as expected, or one over its limits. */
export class ListingError extends WorkflowsError {}

/** `getWorkflow` matched none or several, or an item does not fit its schema. */
export class ItemError extends WorkflowsError {}
