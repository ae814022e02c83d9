/** The transport: sends requests, and repeats them with p-retry, within one deadline. */
import { systemClock } from "../base/deadline.js";
import { inSeconds } from "../base/text.js";
import { createRouter } from "./connect.js";
import { exchange, type ExchangeContext } from "./exchange.js";
import { deadlineFailure, errorOf, Failure, labelOf, timeLeft } from "./failures.js";
import { createRateLimit, type RateLimit } from "./rate-limit.js";
import { DEFAULT_LIMITS } from "./types.js";
import type { ServiceRequest, ServiceResponse, Transport, TransportOptions } from "./types.js";

/** The values that all requests of a transport share. */
interface Context extends ExchangeContext {
  readonly waitForTurn: RateLimit;
  readonly maxRetries: number;
  readonly onProgress: TransportOptions["onProgress"];
}

/**
 * The longest wait of p-retry. Without it, its waits exceed what a timer can wait from the 23rd on, and then it does not wait at all.
 * Milliseconds.
 */
const MAX_WAIT_MS = 30_000;

/**
 * Makes a transport with its own connections and its own rate limit. It retries what the table of failures says. Each wait is between
 * once and twice 0.25, 0.5, 1, 2, 4 … seconds, or as long as the response asks (`Retry-After`, or the reset of a rate limit), if that is
 * longer. If even the shortest wait would outlast the deadline, the request fails at once.
 */
export function createTransport(options: TransportOptions): Transport {
  const { tls = {}, headers = {}, clock = systemClock, secrets, userAgent } = options;
  const { requestTimeoutSeconds = DEFAULT_LIMITS.requestTimeoutSeconds, deadlineSeconds = Infinity } = options;
  const requestTimeoutMs = Math.min(requestTimeoutSeconds, deadlineSeconds) * 1000;
  const context: Context = {
    clock,
    router: createRouter(tls, requestTimeoutMs),
    waitForTurn: createRateLimit(options.requestsPerSecond, clock),
    requestTimeoutMs,
    maxRetries: options.maxRetries ?? DEFAULT_LIMITS.maxRetries,
    clean: secrets.clean,
    tls,
    onProgress: options.onProgress,
  };
  // Raw deflate is not offered, because got takes it for zlib's.
  const defaultHeaders = { accept: "application/json", "accept-encoding": "gzip, br", "user-agent": userAgent };
  const customHeaders = allowedHeaders(headers);
  return {
    secrets,
    send: (request) => {
      const complete = { ...request, headers: { ...defaultHeaders, ...request.headers, ...customHeaders } };
      return sendWithRetries(complete, context);
    },
  };
}

/** Returns the custom headers, with names in lower case. They must not replace the credentials or describe the body. */
function allowedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const named = Object.entries(headers).map(([name, value]): [string, string] => [name.toLowerCase(), value]);
  return Object.fromEntries(named.filter(([name]) => name !== "authorization" && !name.startsWith("content-")));
}

async function sendWithRetries(request: ServiceRequest, context: Context): Promise<ServiceResponse> {
  const { deadline } = request;
  let attempts = 0;
  /** The last attempt that failed and was to be repeated. */
  let lastFailure: Failure | undefined;
  // Import got before taking a place in the rate limit. Otherwise requests that wait for the first import would all be sent at once.
  const [{ default: pRetry }] = await Promise.all([import("p-retry"), import("got")]);
  const tryOnce = async (): ReturnType<typeof exchange> => {
    if (deadline.remaining() <= 0) {
      throw deadlineFailure(deadline);
    }
    await context.waitForTurn(deadline, lastFailure);
    attempts += 1;
    return exchange(request, context);
  };
  try {
    const response = await pRetry(tryOnce, {
      retries: context.maxRetries,
      minTimeout: context.clock.leastRetryMs,
      factor: 2,
      randomize: true,
      maxTimeout: MAX_WAIT_MS,
      signal: deadline.signal,
      // p-retry knows neither `Retry-After` nor a deadline. It calls `onFailedAttempt` after the last attempt and after a 401 too.
      shouldRetry: async ({ error, retriesConsumed }) => {
        if (!(error instanceof Failure) || !error.row.isRetried) {
          return false;
        }
        await waitAsAsked(error, retriesConsumed, request, context);
        lastFailure = error;
        return true;
      },
    });
    return { ...response, attempts };
  } catch (error) {
    throw errorOf(finalFailure(error, request, lastFailure), request, attempts);
  }
}

/**
 * Waits before another attempt, if the response asks for a longer wait than that of p-retry. p-retry waits afterwards, so its least wait is
 * subtracted here.
 *
 * @throws Failure if the deadline would pass during both waits. This is then the failure of the whole request.
 */
async function waitAsAsked(
  failure: Failure,
  retries: number,
  { deadline }: ServiceRequest,
  { clock, maxRetries, onProgress }: Context,
): Promise<void> {
  const { waitSeconds = 0 } = failure.details;
  const usualWaitMs = Math.min(MAX_WAIT_MS, clock.leastRetryMs * 2 ** retries);
  const waitMs = Math.max(Math.ceil(waitSeconds * 1000), usualWaitMs);
  if (waitMs >= deadline.remaining()) {
    const subject = waitSeconds > 0 ? "The response asks to wait" : "The next attempt would wait";
    const noTime = `${subject} ${inSeconds(waitMs)}, but ${timeLeft(deadline)}.`;
    throw new Failure(failure.key, failure.what, { ...failure.details, noTime });
  }
  onProgress?.(`${labelOf(failure)}, waiting ${inSeconds(waitMs)}, attempt ${retries + 2} of ${maxRetries + 1}`);
  if (waitMs > usualWaitMs) {
    await clock.sleep(waitMs - usualWaitMs, deadline.signal);
  }
}

/** Returns the failure that ended the attempts at a request. After an abort any error may be thrown, so the signal is asked first. */
function finalFailure(error: unknown, { deadline }: ServiceRequest, lastFailure: Failure | undefined): Failure {
  const isWaiting = deadline.signal.aborted && !(error instanceof Failure);
  if (isWaiting && lastFailure !== undefined && !deadline.isCancelled()) {
    // The wait of p-retry was longer than its shortest one.
    const noTime = `The deadline of ${deadline.seconds} s passed before another attempt succeeded.`;
    return new Failure(lastFailure.key, lastFailure.what, { ...lastFailure.details, noTime });
  }
  if (deadline.signal.aborted || (error instanceof Failure && error.key === "DEADLINE")) {
    return deadlineFailure(deadline, lastFailure);
  }
  if (error instanceof Failure) {
    return error;
  }
  return new Failure("", `The request failed (${error instanceof Error ? error.name : typeof error})`);
}
