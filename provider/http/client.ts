/** The transport: sends requests, and repeats them with p-retry, within one deadline. */
import type { Deadline } from "../base/deadline.js";
import { errorName } from "../base/errors.js";
import { packageVersion } from "../base/package-version.js";
import { inSeconds } from "../base/text.js";
import { createRouter } from "./connect.js";
import { exchange, type ExchangeContext } from "./exchange.js";
import { deadlineFailure, errorOf, Failure, labelOf, timeLeft } from "./failures.js";
import { createRateLimit, type RateLimit } from "./rate-limit.js";
import type { ServiceRequest, ServiceResponse, Transport, TransportOptions } from "./types.js";

/** The values that all requests of a transport share. */
interface Context extends ExchangeContext {
  readonly waitForTurn: RateLimit;
  readonly maxRetries: number;
  readonly onProgress: TransportOptions["onProgress"];
}

/**
 * The longest wait of p-retry, whose waits double. (`setTimeout` does not wait at all for more than 24 days.)
 * Milliseconds.
 */
const MAX_WAIT_MS = 30_000;

/**
 * Makes a transport with its own connections and its own rate limit. The table of failures says which attempts are
 * repeated.
 *
 * 1. Before the second attempt it waits at least 0.25 s, then at least 0.5, 1, 2, 4 … s, and at most twice as long: the
 *    wait is random.
 * 2. If the response asks for a longer wait (`Retry-After`, or the reset of a rate limit), it waits that long.
 * 3. If the wait does not fit into the deadline, the request fails at once.
 */
export function createTransport(options: TransportOptions): Transport {
  const { tls = {}, headers, clock, secrets } = options;
  const requestTimeoutMs = Math.min(options.requestTimeoutSeconds, options.deadlineSeconds) * 1000;
  const context: Context = {
    clock,
    router: createRouter(tls, requestTimeoutMs),
    waitForTurn: createRateLimit(options.requestsPerSecond, clock),
    requestTimeoutMs,
    maxRetries: options.maxRetries,
    clean: secrets.clean,
    tls,
    onProgress: options.onProgress,
  };
  const defaultHeaders = {
    accept: "application/json",
    // Raw deflate is not offered, because got takes it for zlib's.
    "accept-encoding": "gzip, br",
    "user-agent": `pulumi-workflows/${packageVersion()}`,
  };
  return {
    secrets,
    send: (request) => {
      const complete = { ...request, headers: { ...defaultHeaders, ...request.headers, ...headers } };
      return sendWithRetries(complete, context);
    },
  };
}

async function sendWithRetries(request: ServiceRequest, context: Context): Promise<ServiceResponse> {
  const { deadline } = request;
  let attempts = 0;
  /** The failure of the last attempt, if it is to be repeated. */
  let lastFailure: Failure | undefined;
  // Import got before taking a place in the rate limit. Otherwise requests that wait for the first import would all be
  // sent at once.
  const [{ default: pRetry }] = await Promise.all([import("p-retry"), import("got")]);
  const tryOnce = async (): ReturnType<typeof exchange> => {
    if (deadline.remaining() <= 0) {
      throw deadlineFailure(deadline, lastFailure);
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
      // p-retry knows neither `Retry-After` nor a deadline, so this function waits. `onFailedAttempt` is not for that:
      // p-retry also calls it if nothing is repeated, after the last attempt or a 401.
      shouldRetry: async ({ error, retriesConsumed }) => {
        if (!(error instanceof Failure) || !error.row.isRetried) {
          return false;
        }
        await waitAsAsked(error, retriesConsumed, deadline, context);
        lastFailure = error;
        return true;
      },
    });
    return { ...response, attempts };
  } catch (error) {
    throw errorOf(finalFailure(error, deadline, lastFailure), request, attempts);
  }
}

/**
 * Waits before another attempt as long as the response asks. p-retry waits too, after this function, so only what goes
 * beyond the least wait of p-retry is waited here.
 *
 * @throws Failure if there is not enough time for the wait. This is then the failure of the whole request.
 */
async function waitAsAsked(
  failure: Failure,
  retries: number,
  deadline: Deadline,
  { clock, maxRetries, onProgress }: Context,
): Promise<void> {
  const askedMs = Math.ceil((failure.details.waitSeconds ?? 0) * 1000);
  const retryMs = Math.min(MAX_WAIT_MS, clock.leastRetryMs * 2 ** retries);
  const waitMs = Math.max(askedMs, retryMs);
  if (waitMs >= deadline.remaining()) {
    const subject = askedMs > 0 ? "The response asks to wait" : "The next attempt would wait";
    throw failure.withNoTime(`${subject} ${inSeconds(waitMs)}, but ${timeLeft(deadline)}.`);
  }
  onProgress?.(`${labelOf(failure)}, waiting ${inSeconds(waitMs)}, attempt ${retries + 2} of ${maxRetries + 1}`);
  if (waitMs > retryMs) {
    await clock.sleep(waitMs - retryMs, deadline.signal);
  }
}

/**
 * Returns the failure that ended the attempts at a request.
 *
 * @param error what p-retry threw: the `Failure` of an attempt, or another error if the deadline passed or the caller
 *   cancelled during a wait.
 */
function finalFailure(error: unknown, deadline: Deadline, lastFailure: Failure | undefined): Failure {
  const isOfAttempt = error instanceof Failure;
  if (!deadline.signal.aborted) {
    return isOfAttempt ? error : new Failure("", `The request failed (${errorName(error)})`);
  }
  if (isOfAttempt || lastFailure === undefined || deadline.isCancelled()) {
    return deadlineFailure(deadline, lastFailure);
  }
  return lastFailure.withNoTime(`The deadline of ${deadline.seconds} s passed before another attempt succeeded.`);
}
