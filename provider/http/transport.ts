/** The transport: sends requests with got and retries them with p-retry, within one deadline. */
import { attempt } from "./attempt.js";
import { systemClock, WaitEnd } from "./deadline.js";
import { WorkflowsError } from "./errors.js";
import { AttemptFailure, cancelledError, deadlineError, nameRequest, unknownError } from "./failures.js";
import { packageVersion } from "./package-version.js";
import { createRouter } from "./proxy.js";
import { createRedactor } from "./redactor.js";
import { DEFAULT_LIMITS } from "./types.js";
import type { ServiceRequest, ServiceResponse, Transport, TransportOptions } from "./types.js";
import { createRateLimit, inSeconds, jitteredWait } from "./waits.js";

/**
 * Makes a transport with its own connections and its own rate limit.
 *
 * It retries connection errors, timeouts and the statuses 408, 429, 500, 502, 503 and 504. It waits with full jitter, or
 * longer if `Retry-After` says so. If a wait would pass the deadline, the request fails at once.
 */
export function createTransport(options: TransportOptions): Transport {
  const clock = options.clock ?? systemClock;
  const random = options.random ?? Math.random;
  const maxRetries = options.maxRetries ?? DEFAULT_LIMITS.maxRetries;
  const requestTimeoutMs = (options.requestTimeoutSeconds ?? DEFAULT_LIMITS.requestTimeoutSeconds) * 1000;
  const maxResponseBytes = options.maxResponseBytes ?? DEFAULT_LIMITS.maxResponseBytes;
  const router = createRouter(options.tls);
  const rateLimit = createRateLimit(options.requestsPerSecond, clock);
  const redactor = options.redactor ?? createRedactor();
  const { redact } = redactor;
  const defaultHeaders = { accept: "application/json", "user-agent": `pulumi-workflows/${packageVersion()}` };
  const customHeaders = allowedHeaders(options.headers ?? {});
  for (const value of Object.values(options.headers ?? {})) {
    redactor.add(value);
  }

  const send = async (given: ServiceRequest): Promise<ServiceResponse> => {
    const { deadline } = given;
    const request = nameRequest(
      { ...given, headers: { ...defaultHeaders, ...given.headers, ...customHeaders } },
      redact,
    );
    let attempts = 0;
    /** The label of the failed attempt that is being repeated. */
    let last: string | undefined;
    /** Why no further attempt is made, if the failure itself does not show it. */
    let stopReason: string | undefined;

    const settings = {
      clock,
      router,
      requestTimeoutMs,
      byteLimit: Math.min(maxResponseBytes, request.byteLimit ?? Infinity),
      redact,
      tls: options.tls ?? {},
      waitForRateLimit: () => rateLimit(deadline),
    };

    const tryOnce = async (): Promise<Omit<ServiceResponse, "attempts">> => {
      if (deadline.remaining() <= 0) {
        throw new WaitEnd("deadline");
      }
      attempts += 1;
      return attempt(request, settings);
    };

    /** All waiting is done here: p-retry has neither `Retry-After` nor a deadline, and its jitter is not full jitter. */
    const waitForRetry = async (failure: AttemptFailure): Promise<boolean> => {
      if (failure.retry === undefined || deadline.signal?.aborted === true) {
        return false;
      }
      const retryAfter = failure.retry.after;
      const wait = Math.max(retryAfter, jitteredWait(attempts, random));
      const left = deadline.remaining();
      if (wait >= left) {
        const subject = retryAfter > 0 ? "The response asks to wait" : "The next attempt would wait";
        stopReason = `${subject} ${inSeconds(wait)}, but only ${inSeconds(left)} of the deadline of ${deadline.seconds} s are left.`;
        return false;
      }
      report(options, `${failure.label}, waiting ${inSeconds(wait)}, attempt ${attempts + 1} of ${maxRetries + 1}`);
      last = failure.label;
      await clock.sleep(wait, deadline.signal);
      return true;
    };

    // got is loaded before the rate limit counts. Otherwise all requests that wait for it would be sent at once. A failure to
    // load it is no failure of the network, and its message shows the cause: it is thrown as it is.
    const [{ default: pRetry }] = await Promise.all([import("p-retry"), import("got")]);
    try {
      deadline.signal?.throwIfAborted();
      const response = await pRetry(tryOnce, {
        retries: maxRetries,
        minTimeout: 0,
        maxTimeout: 0,
        shouldRetry: ({ error }) => error instanceof AttemptFailure && waitForRetry(error),
      });
      return { ...response, attempts };
    } catch (error) {
      if (error instanceof WorkflowsError) {
        throw error;
      }
      if (deadline.signal?.aborted === true) {
        throw cancelledError(request.doing, attempts);
      }
      if (error instanceof WaitEnd) {
        throw deadlineError(request, attempts, last);
      }
      if (error instanceof AttemptFailure) {
        throw error.toError(attempts, stopReason);
      }
      throw unknownError(request, error, attempts);
    }
  };
  return { send, redactor };
}

/** The custom headers, with names in lower case. They must not replace the credentials or describe the body. */
function allowedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const named = Object.entries(headers).map(([name, value]): [string, string] => [name.toLowerCase(), value]);
  const allowed = named.filter(([name]) => name !== "authorization" && !name.startsWith("content-"));
  return Object.fromEntries(allowed);
}

function report({ onProgress }: TransportOptions, line: string): void {
  try {
    onProgress?.(line);
  } catch {
    // An error in the progress callback does not stop the request.
  }
}
