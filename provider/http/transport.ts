/** The transport: sends requests with got and retries them with p-retry, within one deadline. Runs in both processes. */
import { inSeconds, systemClock, WaitEnd } from "../base/deadline.js";
import { attempt, type AttemptContext } from "./attempt.js";
import { AttemptFailure, errorOf, nameRequest, type NamedRequest, timeLeft } from "./failures.js";
import { rateLimitFailure, unknownFailure, waitFailure } from "./failures.js";
import { createRouter } from "./proxy.js";
import { createRateLimit, TooLongWait } from "./rate-limit.js";
import { jitteredWait } from "./retry.js";
import { DEFAULT_LIMITS } from "./types.js";
import type { Failure, HintFor, ServiceRequest, ServiceResponse, Transport, TransportOptions } from "./types.js";

/** The values that all requests of one transport share. */
interface Context extends AttemptContext {
  readonly maxRetries: number;
  readonly random: () => number;
  readonly onProgress: TransportOptions["onProgress"];
  readonly hintFor: HintFor;
}

/** Mutable state of one request across its attempts. */
interface RetryState {
  attempts: number;
  /** The label of the last attempt that failed and was to be repeated: "503 Service Unavailable". Quoted if the time then ends. */
  lastFailure?: string;
}

/**
 * Makes a transport with its own connections and its own rate limit.
 *
 * It retries connection errors, timeouts, the statuses 408, 425, 429, 500, 502, 503, 504 and those of gateways (509, 520 to 524,
 * 529, 530), and a 403 that limits the rate. It waits with full jitter, or for as long as the response asks (`Retry-After`, or
 * the reset of a rate limit), if that is longer. A wait that would outlast the deadline fails at once.
 */
export function createTransport(options: TransportOptions): Transport {
  const { tls = {}, headers = {}, clock = systemClock, secrets, userAgent } = options;
  const context: Context = {
    clock,
    router: createRouter(tls),
    rateLimit: createRateLimit(options.requestsPerSecond, clock),
    requestTimeoutMs: (options.requestTimeoutSeconds ?? DEFAULT_LIMITS.requestTimeoutSeconds) * 1000,
    maxResponseBytes: options.maxResponseBytes ?? DEFAULT_LIMITS.maxResponseBytes,
    maxRetries: options.maxRetries ?? DEFAULT_LIMITS.maxRetries,
    clean: secrets.clean,
    tls,
    random: options.random ?? Math.random,
    onProgress: options.onProgress,
    hintFor: options.hintFor,
  };
  const defaultHeaders = { accept: "application/json", "user-agent": userAgent };
  const customHeaders = allowedHeaders(headers);
  return {
    secrets,
    send: (request) => {
      const complete = { ...request, headers: { ...defaultHeaders, ...request.headers, ...customHeaders } };
      return sendWithRetries(nameRequest(complete, secrets.clean), context);
    },
  };
}

/** Returns the custom headers, with names in lower case. They must not replace the credentials or describe the body. */
function allowedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const named = Object.entries(headers).map(([name, value]): [string, string] => [name.toLowerCase(), value]);
  return Object.fromEntries(named.filter(([name]) => name !== "authorization" && !name.startsWith("content-")));
}

async function sendWithRetries(request: NamedRequest, context: Context): Promise<ServiceResponse> {
  const state: RetryState = { attempts: 0 };
  // Import got before taking a place in the rate limit. Otherwise requests that wait for the first import would all be sent at
  // once. Errors of an import are thrown unchanged: they are not errors of the network.
  const [{ default: pRetry }] = await Promise.all([import("p-retry"), import("got")]);
  const tryOnce = (): ReturnType<typeof attempt> => {
    if (request.deadline.remaining() <= 0) {
      throw new WaitEnd();
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
      // p-retry knows neither `Retry-After` nor a deadline, and its jitter is not full jitter: all waiting is done here.
      shouldRetry: async ({ error }) => {
        const waitMs = error instanceof AttemptFailure ? planRetry(error.failure, request, state, context) : undefined;
        if (waitMs !== undefined) {
          await context.clock.sleep(waitMs, request.deadline.signal);
        }
        return waitMs !== undefined;
      },
    });
    return { ...response, attempts: state.attempts };
  } catch (error) {
    throw errorOf(finalFailure(error, request, state), request, { attempts: state.attempts, hintFor: context.hintFor });
  }
}

/**
 * Returns the milliseconds to wait before the next attempt, and reports the wait; `undefined` if the failure must not be retried. It is
 * called only while retries are left: p-retry counts them.
 *
 * @throws AttemptFailure with the reason, if the deadline would pass during the wait. It then is the failure of the whole request.
 */
function planRetry(
  failure: Failure,
  { deadline }: ServiceRequest,
  state: RetryState,
  { maxRetries, random, onProgress }: Context,
): number | undefined {
  const { label = failure.what, retryable, waitSeconds = 0 } = failure;
  if (!retryable || deadline.signal?.aborted === true) {
    return undefined;
  }
  const waitMs = Math.max(Math.ceil(waitSeconds * 1000), jitteredWait(state.attempts, random));
  if (waitMs >= deadline.remaining()) {
    const subject = waitSeconds > 0 ? "The response asks to wait" : "The next attempt would wait";
    const noTimeReason = `${subject} ${inSeconds(waitMs)}, but ${timeLeft(deadline)}.`;
    throw new AttemptFailure({ ...failure, noTimeReason });
  }
  onProgress?.(`${label}, waiting ${inSeconds(waitMs)}, attempt ${state.attempts + 1} of ${maxRetries + 1}`);
  state.lastFailure = label;
  return waitMs;
}

/**
 * Returns the failure of the whole request. If time ended it, the failure also names what the attempt before ended with, because that is
 * often the real reason: `The deadline of 20 s has passed; an earlier attempt ended with: 503 Service Unavailable`.
 */
function finalFailure(error: unknown, request: NamedRequest, { lastFailure }: RetryState): Failure {
  const failure = failureOf(error, request);
  const isEndedByTime = failure.kind === "deadline" || failure.kind === "rate-limit-wait";
  return isEndedByTime && lastFailure !== undefined
    ? { ...failure, what: `${failure.what}; an earlier attempt ended with: ${lastFailure}` }
    : failure;
}

/** Describes the error that ended the attempts at a request. After an abort any error may come, so the signal counts more than the error. */
function failureOf(error: unknown, request: NamedRequest): Failure {
  const { deadline } = request;
  if (error instanceof WaitEnd || deadline.signal?.aborted === true) {
    return waitFailure(deadline);
  }
  if (error instanceof TooLongWait) {
    return rateLimitFailure(error, deadline);
  }
  return error instanceof AttemptFailure ? error.failure : unknownFailure(request, error);
}
