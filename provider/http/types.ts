/** What the transport is asked and what it answers. */
import type { Deadline } from "./deadline.js";

/** Time, passed in so that tests need not wait. */
export interface Clock {
  /** Milliseconds since the epoch; may jump. */
  now(): number;
  /** Milliseconds from an arbitrary start; never goes back. */
  monotonic(): number;
  /** Resolves after `milliseconds`; rejects with the signal's reason when it aborts. */
  sleep(milliseconds: number, signal?: AbortSignal): Promise<void>;
}

export interface TransportOptions {
  /** One attempt, connect to last byte. Seconds; default 30. */
  readonly requestTimeoutSeconds?: number | undefined;
  /** Repeats after the first attempt. Default 4. */
  readonly maxRetries?: number | undefined;
  /** Client-side limit, per transport. Default: none. */
  readonly requestsPerSecond?: number | undefined;
  /** Bytes of one answer after decompression. Default 64 MiB. */
  readonly maxResponseBytes?: number | undefined;
  /** Told while waiting for a retry, one line each: "429 Too Many Requests, waiting 12 s, attempt 2 of 5". */
  readonly onProgress?: ((line: string) => void) | undefined;
  readonly clock?: Clock | undefined;
  /** Uniform in [0, 1), for the jitter. */
  readonly random?: (() => number) | undefined;
}

export interface ServiceRequest {
  /** What is being done, as the errors say it: "create an access token", "list the workflows". */
  readonly doing: string;
  readonly method: "GET" | "POST";
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** "never": any 3xx is an error. "same-origin": followed there, refused elsewhere. */
  readonly redirects: "never" | "same-origin";
  readonly deadline: Deadline;
  /** Bytes still allowed, where it is fewer than the transport's own limit (later pages of a listing). */
  readonly byteLimit?: number | undefined;
  /** A sentence for a status, appended to the error as its hint; else the transport's own. */
  readonly hintFor?: ((status: number) => string | undefined) | undefined;
}

/** An answer with status 200, its body as text (UTF-8, BOM removed). */
export interface ServiceAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly text: string;
  /** Size of the body after decompression. */
  readonly bytes: number;
  /** Where it came from, after redirects. */
  readonly url: URL;
  /** `clock.now()` when the attempt that was answered was sent. */
  readonly sentAt: number;
  readonly attempts: number;
  readonly requestId?: string | undefined;
}

/** Sends one request, with retries, inside the request's deadline. Rejects with a `WorkflowsError` and nothing else. */
export interface Transport {
  send(request: ServiceRequest): Promise<ServiceAnswer>;
}
