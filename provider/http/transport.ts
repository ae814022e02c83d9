/** The transport: sends requests with got and retries them with p-retry, within one deadline. */
import { attempt, type AttemptSettings } from "./attempt.js";
import { systemClock, WaitEnd } from "./deadline.js";
import { WorkflowsError } from "./errors.js";
import {
  AttemptFailure,
  cancelledError,
  deadlineError,
  nameRequest,
  type NamedRequest,
  unknownError,
} from "./failures.js";
import { packageVersion } from "./package-version.js";
import { createRouter } from "./proxy.js";
import { createRedactor, type Redactor } from "./redactor.js";
import { DEFAULT_LIMITS } from "./types.js";
import type { ServiceRequest, ServiceResponse, Transport, TransportOptions } from "./types.js";
import { createRateLimit, inSeconds, jitteredWait, type RateLimit } from "./waits.js";

/** Headers whose values are no secrets: a text with one of them is not withheld. */
const PUBLIC_HEADER = /^(?:accept|accept-language|user-agent)$|version/i;

/** What all requests of one transport share. */
interface Context {
  readonly settings: Omit<AttemptSettings, "byteLimit" | "waitForRateLimit">;
  readonly mask: Redactor["mask"];
  readonly maxRetries: number;
  readonly maxResponseBytes: number;
  readonly rateLimit: RateLimit;
  /** Headers of every request; those of the request itself come between them. */
  readonly defaultHeaders: Readonly<Record<string, string>>;
  readonly customHeaders: Readonly<Record<string, string>>;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  readonly onProgress: TransportOptions["onProgress"];
}

/** How far the attempts at one request are. */
interface RetryState {
  attempts: number;
  /** The label of the failed attempt that is being repeated. */
  lastFailure: string | undefined;
  /** Why no further attempt is made, if the failure itself does not show it. */
  stopReason: string | undefined;
}

/**
 * Makes a transport with its own connections and its own rate limit.
 *
 * It retries connection errors, timeouts and the statuses 408, 429, 500, 502, 503 and 504. It waits with full jitter, or
 * longer if `Retry-After` says so. If a wait would pass the deadline, the request fails at once.
 */
export function createTransport(options: TransportOptions): Transport {
  const redactor = options.redactor ?? createRedactor();
  for (const [name, value] of Object.entries(options.headers ?? {})) {
    if (!PUBLIC_HEADER.test(name)) {
      redactor.add(value);
    }
  }
  const context = createContext(options, redactor);
  return { send: (request) => sendWithRetries(request, context), redactor };
}

function createContext(options: TransportOptions, { redact, mask }: Redactor): Context {
  const clock = options.clock ?? systemClock;
  return {
    settings: {
      clock,
      router: createRouter(options.tls),
      requestTimeoutMs: (options.requestTimeoutSeconds ?? DEFAULT_LIMITS.requestTimeoutSeconds) * 1000,
      redact,
      tls: options.tls ?? {},
    },
    mask,
    maxRetries: options.maxRetries ?? DEFAULT_LIMITS.maxRetries,
    maxResponseBytes: options.maxResponseBytes ?? DEFAULT_LIMITS.maxResponseBytes,
    rateLimit: createRateLimit(options.requestsPerSecond, clock),
    defaultHeaders: { accept: "application/json", "user-agent": `pulumi-workflows/${packageVersion()}` },
    customHeaders: allowedHeaders(options.headers ?? {}),
    random: options.random ?? Math.random,
    onProgress: options.onProgress,
  };
}

async function sendWithRetries(given: ServiceRequest, context: Context): Promise<ServiceResponse> {
  const headers = { ...context.defaultHeaders, ...given.headers, ...context.customHeaders };
  const request = nameRequest({ ...given, headers }, context.mask);
  const state: RetryState = { attempts: 0, lastFailure: undefined, stopReason: undefined };
  const settings: AttemptSettings = {
    ...context.settings,
    byteLimit: Math.min(context.maxResponseBytes, request.byteLimit ?? Infinity),
    waitForRateLimit: () => context.rateLimit(request.deadline),
  };
  // got is loaded before the rate limit counts. Otherwise all requests that wait for it would be sent at once. A failure to
  // load it is no failure of the network, and its message shows the cause: it is thrown as it is.
  const [{ default: pRetry }] = await Promise.all([import("p-retry"), import("got")]);
  try {
    request.deadline.signal?.throwIfAborted();
    const response = await pRetry(() => tryOnce(request, settings, state), {
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

async function tryOnce(
  request: NamedRequest,
  settings: AttemptSettings,
  state: RetryState,
): Promise<Omit<ServiceResponse, "attempts">> {
  if (request.deadline.remaining() <= 0) {
    throw new WaitEnd("deadline");
  }
  state.attempts += 1;
  return attempt(request, settings);
}

/** All waiting is done here: p-retry has neither `Retry-After` nor a deadline, and its jitter is not full jitter. */
async function waitForRetry(
  failure: AttemptFailure,
  { deadline }: ServiceRequest,
  state: RetryState,
  { maxRetries, random, settings: { clock }, onProgress }: Context,
): Promise<boolean> {
  if (failure.retry === undefined || deadline.signal?.aborted === true) {
    return false;
  }
  const retryAfter = failure.retry.after;
  const wait = Math.max(retryAfter, jitteredWait(state.attempts, random));
  const left = deadline.remaining();
  if (wait >= left) {
    const subject = retryAfter > 0 ? "The response asks to wait" : "The next attempt would wait";
    state.stopReason = `${subject} ${inSeconds(wait)}, but only ${inSeconds(left)} of the deadline of ${deadline.seconds} s are left.`;
    return false;
  }
  const next = `attempt ${state.attempts + 1} of ${maxRetries + 1}`;
  report(onProgress, `${failure.label}, waiting ${inSeconds(wait)}, ${next}`);
  state.lastFailure = failure.label;
  await clock.sleep(wait, deadline.signal);
  return true;
}

/** The error of the whole request, from what ended its last attempt or its last wait. */
function finalError(
  error: unknown,
  request: NamedRequest,
  { attempts, lastFailure, stopReason }: RetryState,
): WorkflowsError {
  if (error instanceof WorkflowsError) {
    return error;
  }
  if (request.deadline.signal?.aborted === true) {
    return cancelledError(request.doing, attempts);
  }
  if (error instanceof WaitEnd) {
    return deadlineError(request, attempts, lastFailure);
  }
  if (error instanceof AttemptFailure) {
    return error.toError(attempts, stopReason);
  }
  return unknownError(request, error, attempts);
}

/** The custom headers, with names in lower case. They must not replace the credentials or describe the body. */
function allowedHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const named = Object.entries(headers).map(([name, value]): [string, string] => [name.toLowerCase(), value]);
  const allowed = named.filter(([name]) => name !== "authorization" && !name.startsWith("content-"));
  return Object.fromEntries(allowed);
}

function report(onProgress: TransportOptions["onProgress"], line: string): void {
  try {
    onProgress?.(line);
  } catch {
    // An error in the progress callback does not stop the request.
  }
}
