/** All errors of this package. None of them contains a secret. */
import { inspect, type InspectOptions } from "node:util";
import { breakColourCodes } from "./text.js";

/**
 * The kind of a failure, for programs. Codes are never renamed.
 * @group Errors
 */
export type ErrorCode =
  | "settings" // a setting or an argument is missing or invalid
  | "token-refused" // the service did not accept the client credentials
  | "token-response" // the response to the token request has no usable access token
  | "forbidden" // 403
  | "not-found" // 404 or 410
  | "refused" // any other 4xx, or a 401 to a request with a new token
  | "rate-limited" // 429, and the time or the retries ran out
  | "unavailable" // 408 or 5xx, or a body with status 200 that reports an error
  | "redirect" // a redirect that must not be followed
  | "connection" // no connection, or one that broke
  | "dns" // the host's name did not resolve
  | "tls" // the server's certificate was not accepted
  | "proxy" // the proxy refused, or could not be reached
  | "timeout" // one attempt, or the whole operation, took too long
  | "cancelled" // the caller stopped waiting
  | "not-json" // the response is not JSON
  | "too-large" // the response or the listing exceeds its limit
  | "listing" // JSON, but not a listing that can be read: no items found, a page seen twice, …
  | "vanished" // the service lists nothing, too many workflows are gone at once, or fewer than `minItems` match
  | "no-match" // getWorkflow matched none
  | "several-matches" // getWorkflow matched more than one
  | "not-known" // `read()`: the items of the resource are not known yet, or it was not registered
  | "schema" // an item does not match the given schema
  | "internal"; // a bug of this package

/**
 * The kind of a response's body: `"web-page"` is HTML or XML, `"text"` anything else that is not JSON.
 * @group Errors
 */
export type BodyKind = "json" | "web-page" | "text" | "empty";

/**
 * The parts of an error, for programs.
 * @group Errors
 */
export interface ErrorDetails {
  /** The kind of failure. */
  readonly code: ErrorCode;
  /** The action that failed, as it stands after "Could not": "list the workflows". */
  readonly doing?: string | undefined;
  /** HTTP status of the last response, if there was one. */
  readonly status?: number | undefined;
  /** The service's own id of the request, if its response has one. */
  readonly requestId?: string | undefined;
  /** How many attempts were made. A redirect does not count as an attempt. */
  readonly attempts?: number | undefined;
  /** The advice on what to do next, in sentences; the last part of `message` before its code. */
  readonly hint?: string | undefined;
  /** A ready-to-paste argument `pagination` that would read the remaining pages. */
  readonly pagination?: Readonly<Record<string, unknown>> | undefined;
  /** The kind of the last response's body, if its status was not one of success. */
  readonly bodyKind?: BodyKind | undefined;
  /** The OAuth error code of the last response, from `WWW-Authenticate` or its body: "invalid_token". */
  readonly oauthError?: string | undefined;
  /**
   * True if the failure may pass by itself: a service that restarts, a broken connection, a rate limit. Default false.
   */
  readonly mayPass?: boolean | undefined;
}

/**
 * The error of this package: its `code` says what failed. `message` has three parts: what failed, what came back, what
 * to do. It ends with the code in brackets, by which docs/errors.md lists it. Colour codes of Pulumi's engine are
 * broken up in `message`, and where the error is printed (`console.error(error)`); `problem`, `hint` and the other
 * properties keep the text as it came.
 * @group Errors
 */
export class WorkflowsError extends Error implements ErrorDetails {
  /** The sentences that say what came back or what is wrong. */
  readonly problem: string;
  readonly code: ErrorCode;
  readonly doing: string | undefined;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  readonly attempts: number | undefined;
  readonly hint: string | undefined;
  readonly pagination: Readonly<Record<string, unknown>> | undefined;
  readonly bodyKind: BodyKind | undefined;
  readonly oauthError: string | undefined;
  readonly mayPass: boolean;

  /** @param problem what came back or what is wrong: sentences, without what was being done and what to do. */
  constructor(problem: string, details: ErrorDetails) {
    const summary = summaryOf({ doing: details.doing, problem });
    const text = details.hint === undefined ? summary : `${summary} ${details.hint}`;
    super(breakColourCodes(withCode(text, details.code)));
    this.name = new.target.name;
    this.code = details.code;
    this.doing = details.doing;
    this.problem = problem;
    this.status = details.status;
    this.requestId = details.requestId;
    this.attempts = details.attempts;
    this.hint = details.hint;
    this.pagination = details.pagination;
    this.bodyKind = details.bodyKind;
    this.oauthError = details.oauthError;
    this.mayPass = details.mayPass === true;
  }
}

// A program's output goes through the engine. `inspect` shows the properties of an error too, so the colour codes in
// them are broken up.
Object.defineProperty(WorkflowsError.prototype, inspect.custom, {
  value(this: WorkflowsError, depth: number, options: InspectOptions): string {
    return breakColourCodes(inspect(this, { ...options, depth, customInspect: false }));
  },
});

/** Returns the first two parts of a message: what failed, and what came back. */
export function summaryOf({ doing, problem }: Pick<WorkflowsError, "doing" | "problem">): string {
  return doing === undefined ? problem : `Could not ${doing}: ${problem}`;
}

/** Returns an error's text with its code at the end, by which the errors page lists it. */
export function withCode(text: string, code: string): string {
  return `${text} [${code}]`;
}

/** Returns the message of anything that was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the name of what was thrown, for messages that must not show its text: "TypeError". */
export function errorName(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

/** Returns the code that Node.js or a library gave an error: `ECONNRESET`, `ENOENT`. */
export function systemCodeOf(error: unknown): string | undefined {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === "string" ? code : undefined;
}

/**
 * Returns an error with some of its parts replaced. A `SettingsError` is returned as it is, because it has only issues.
 */
export function withParts(error: WorkflowsError, parts: Partial<ErrorDetails & { problem: string }>): WorkflowsError {
  if (error instanceof SettingsError) {
    return error;
  }
  // Typed as the interface, because the lint rules forbid to spread an instance of a class.
  const details: ErrorDetails = error;
  return new WorkflowsError(parts.problem ?? error.problem, { ...details, ...parts });
}

/** Returns the error with one more sentence at the end of its hint. */
export function withFurtherHint(error: WorkflowsError, hint: string): WorkflowsError {
  return withParts(error, { hint: error.hint === undefined ? hint : `${error.hint} ${hint}` });
}

/**
 * One thing wrong with a setting or an argument.
 * @group Errors
 */
export interface Issue {
  /** The setting (`clientId`), or the path of the argument (`where.enabled`). Empty if the issue names neither. */
  readonly property: string;
  /** The sentences that say what is wrong and what to do, without a secret and without the code. */
  readonly reason: string;
}

/**
 * The `property` of an issue that names no property. Either the issue is about several properties, or the value of its
 * property may be a secret: the engine prints the value of each property that an issue names.
 */
export const NO_PROPERTY = "";

/**
 * Settings or arguments that cannot be used; nothing was sent. Has all issues at once.
 * @group Errors
 */
export class SettingsError extends WorkflowsError {
  /** All issues; their reasons are the lines of `message`, of which the last one ends with the code. */
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    super(issues.map(({ reason }) => reason).join("\n"), { code: "settings" });
    this.issues = issues;
  }
}

/**
 * Returns the error with `clean` applied to its texts, on its way out. An error that is not of this package is returned
 * as it is.
 */
export function cleanError(error: unknown, clean: (text: string) => string): unknown {
  if (error instanceof SettingsError) {
    return new SettingsError(cleanIssues(error.issues, clean));
  }
  return error instanceof WorkflowsError
    ? withParts(error, {
        problem: clean(error.problem),
        doing: error.doing && clean(error.doing),
        hint: error.hint && clean(error.hint),
        oauthError: error.oauthError && clean(error.oauthError),
        pagination: error.pagination && cleanValues(error.pagination, clean),
      })
    : error;
}

/** Returns the issues with `clean` applied to their texts. */
export function cleanIssues(issues: readonly Issue[], clean: (text: string) => string): readonly Issue[] {
  return issues.map(({ property, reason }) => ({ property: clean(property), reason: clean(reason) }));
}

/** Returns the record with `clean` applied to its texts. */
function cleanValues(record: Readonly<Record<string, unknown>>, clean: (text: string) => string) {
  const entries = Object.entries(record);
  return Object.fromEntries(entries.map(([key, value]) => [key, typeof value === "string" ? clean(value) : value]));
}
