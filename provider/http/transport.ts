/** The transport: sends requests with got and retries them with p-retry, within one deadline. */
import { attempt, type AttemptContext } from "./attempt.js";
import { inSeconds, systemClock, WaitEnd } from "../base/deadline.js";
import { WorkflowsError } from "../base/errors.js";
import { AttemptFailure, nameRequest, type NamedRequest, RAISE_DEADLINE, unknownError, waitError } from "./failures.js";
import { packageVersion } from "./package-version.js";
import { createRouter } from "./proxy.js";
import { createRateLimit } from "./rate-limit.js";
import { createRedactor } from "../base/redactor.js";
import { jitteredWait } from "./retry.js";
import { DEFAULT_LIMITS } from "./types.js";
import type { ServiceRequest, ServiceResponse, Transport, TransportOptions } from "./types.js";

/** Headers whose values are not secret. The whole name must match. */
const PUBLIC_HEADER = /^(?:accept|accept-language|user-agent|(?:.+-)?version)$/i;

/** What all requests of one transport share. */
interface Context extends AttemptContext {
  readonly maxRetries: number;
  readonly random: () => number;
  readonly onProgress: TransportOptions["onProgress"];
}

/** How far the attempts at one request are. */
interface RetryState {
  attempts: number;
  /** The label of the failed attempt that is being repeated. */
  lastFailure?: string;
}

/**
 * Makes a transport with its own connections and its own rate limit.
 *
 * It retries connection errors, timeouts and the statuses 408, 429, 500, 502, 503 and 504. It waits with full jitter, or
 * longer if `Retry-After` says so. If a wait would pass the deadline, the request fails at once.
 */
export function createTransport(options: TransportOptions): Transport {
  const { tls = {}, headers = {}, clock = systemClock, redactor = createRedactor() } = options;
  for (const [name, value] of Object.entries(headers)) {
    if (!PUBLIC_HEADER.test(name)) {
      redactor.add(value);
    }
  }
  const context: Context = {
    clock,
    router: createRouter(tls),
    rateLimit: createRateLimit(options.requestsPerSecond, clock),
    requestTimeoutMs: (options.requestTimeoutSeconds ?? DEFAULT_LIMITS.requestTimeoutSeconds) * 1000,
    maxResponseBytes: options.maxResponseBytes ?? DEFAULT_LIMITS.maxResponseBytes,
    maxRetries: options.maxRetries ?? DEFAULT_LIMITS.maxRetries,
    redact: redactor.redact,
    tls,
    random: options.random ?? Math.random,
    onProgress: options.onProgress,
  };
  const defaultHeaders = { accept: "application/json", "user-agent": `pulumi-workflows/${packageVersion()}` };
  const customHeaders = allowedHeaders(headers);
  return {
    redactor,
    send: (request) => {
      const complete = { ...request, headers: { ...defaultHeaders, ...request.headers, ...customHeaders } };
      return sendWithRetries(nameRequest(complete, redactor.mask), context);
    },
  };
}

/** The custom headers, with names in lower case. They must not replace the credentials or describe the body. */
function allowedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const named = Object.entries(headers).map(([name, value]): [string, string] => [name.toLowerCase(), value]);
  return Object.fromEntries(named.filter(([name]) => name !== "authorization" && !name.startsWith("content-")));
}

async function sendWithRetries(request: NamedRequest, context: Context): Promise<ServiceResponse> {
  const state: RetryState = { attempts: 0 };
  // got is loaded before the rate limit counts. Otherwise all requests that wait for it would be sent at once. A failure to
  // load it is no failure of the network, and its message shows the cause: it is thrown as it is.
  const [{ default: pRetry }] = await Promise.all([import("p-retry"), import("got")]);
  const tryOnce = (): ReturnType<typeof attempt> => {
    if (request.deadline.remaining() <= 0) {
      throw new WaitEnd("deadline");
    }
    state.attempts += 1;
    return attempt(request, context);
  };
  try {
    request.deadline.signal?.throwIfAborted();
    const response = await pRetry(tryOnce, {
      retries: context.maxRetries,
      minTimeout: 0,
      maxTimeout: 0,
      shouldRetry: ({ error }) => error instanceof AttemptFailure && waitForRetry(error, request, state, context),
    });
    return { ...response, attempts: state.attempts };
  } catch (error) {
    throw finalError(error, request, state);
  }
}

/**
 * Whether the request is sent again, and the wait before. All waiting is done here: p-retry has neither `Retry-After` nor a
 * deadline, and its jitter is not full jitter.
 */
async function waitForRetry(
  failure: AttemptFailure,
  { deadline }: ServiceRequest,
  state: RetryState,
  { maxRetries, random, clock, onProgress }: Context,
): Promise<boolean> {
  const { label, retryAfter } = failure;
  if (retryAfter === undefined || deadline.signal?.aborted === true) {
    return false;
  }
  const wait = Math.max(retryAfter, jitteredWait(state.attempts, random));
  const left = inSeconds(deadline.remaining());
  if (wait >= deadline.remaining()) {
    const subject = retryAfter > 0 ? "The response asks to wait" : "The next attempt would wait";
    const reason = `${subject} ${inSeconds(wait)}, but only ${left} of the deadline of ${deadline.seconds} s are left. ${RAISE_DEADLINE}`;
    throw failure.toError(state.attempts, reason);
  }
  onProgress?.(`${label}, waiting ${inSeconds(wait)}, attempt ${state.attempts + 1} of ${maxRetries + 1}`);
  state.lastFailure = label;
  await clock.sleep(wait, deadline.signal);
  return true;
}

/** The error of the whole request, from what ended its last attempt or its last wait. */
function finalError(error: unknown, request: NamedRequest, { attempts, lastFailure }: RetryState): WorkflowsError {
  if (error instanceof WorkflowsError) {
    return error;
  }
  if (error instanceof WaitEnd || request.deadline.signal?.aborted === true) {
    return waitError(request, attempts, lastFailure);
  }
  return error instanceof AttemptFailure ? error.toError(attempts) : unknownError(request, error, attempts);
}
