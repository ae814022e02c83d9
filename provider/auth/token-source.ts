/** Keeps one access token and renews it on demand. Callers at the same time share one request. */
import { systemClock, createDeadline, WaitEnd, within } from "../http/deadline.js";
import type { Deadline } from "../http/deadline.js";
import type { TimeoutError } from "../http/errors.js";
import { cancelledError, deadlineError } from "../http/failures.js";
import { type Clock, DEFAULT_LIMITS } from "../http/types.js";
import { requestToken } from "./token-request.js";
import type { TokenRequestOptions } from "./token-request.js";
import { DOING } from "./token-response.js";
import type { AccessToken, TokenSource } from "./types.js";

export interface TokenSourceOptions extends TokenRequestOptions {
  /** Seconds for a token with all retries and waits, if the caller has no deadline. Default 120. */
  readonly deadlineSeconds?: number | undefined;
  readonly clock?: Clock | undefined;
}

/** A token that is used again, and when it is renewed: by the wall clock and by the monotonic clock. */
interface KeptToken {
  readonly token: AccessToken;
  readonly renewAt: number;
  readonly renewAtMonotonic: number;
}

/** A token request that is not settled yet, and the deadlines of its waiters. */
interface PendingRequest {
  readonly token: Promise<AccessToken>;
  readonly waiters: Set<{ readonly deadline: Deadline }>;
  readonly controller: AbortController;
}

const UNKNOWN_LIFETIME_MS = 10 * 60_000;
const MAX_MARGIN_MS = 60_000;
/** How long to wait for the transport's own error after the deadline: it is more exact. */
const GRACE_MS = 100;

/**
 * A token is renewed if it is needed within a margin before it expires: 60 s or a tenth of its lifetime, whichever is shorter.
 * So even a short lifetime can be used. Either clock can end a lifetime: the wall clock runs while a machine sleeps, and the
 * monotonic clock is never set back. Callers that wait for a token get it even if it has already expired.
 */
export function createTokenSource(options: TokenSourceOptions): TokenSource {
  const clock = options.clock ?? systemClock;
  let kept: KeptToken | undefined;
  let pending: PendingRequest | undefined;

  const isFresh = ({ renewAt, renewAtMonotonic }: KeptToken): boolean =>
    clock.now() < renewAt && clock.monotonic() < renewAtMonotonic;

  const requestAndKeep = async (deadline: Deadline): Promise<AccessToken> => {
    const began = clock.monotonic();
    const { token, sentAt } = await requestToken(options, deadline);
    const lifetime = token.expiresAt === undefined ? UNKNOWN_LIFETIME_MS : token.expiresAt - sentAt;
    const usable = lifetime - Math.min(MAX_MARGIN_MS, lifetime / 10);
    const sentAgo = Math.min(Math.max(0, clock.now() - sentAt), clock.monotonic() - began);
    kept = { token, renewAt: sentAt + usable, renewAtMonotonic: clock.monotonic() - sentAgo + usable };
    return token;
  };

  const forget = (request: PendingRequest): void => {
    if (pending === request) {
      pending = undefined;
    }
  };

  const startRequest = (waiters: PendingRequest["waiters"]): PendingRequest => {
    const controller = new AbortController();
    const longest = (of: (deadline: Deadline) => number): number =>
      Math.max(0, ...Array.from(waiters, ({ deadline }) => of(deadline)));
    // The request has the longest deadline of its waiters. It is computed each time: later waiters may have more time.
    const deadline: Deadline = {
      get seconds() {
        return longest(({ seconds }) => seconds);
      },
      remaining: () => longest((one) => one.remaining()),
      signal: controller.signal,
    };
    const token = requestAndKeep(deadline);
    const started = { token, waiters, controller };
    const settle = (): void => forget(started);
    token.then(settle, settle);
    return started;
  };

  /** Waits for the pending request, or for a new one. The last waiter that leaves aborts it. */
  const join = async (deadline: Deadline): Promise<AccessToken> => {
    const waiter = { deadline };
    const request = (pending ??= startRequest(new Set([waiter])));
    request.waiters.add(waiter);
    try {
      return await within(request.token, deadline, GRACE_MS);
    } finally {
      request.waiters.delete(waiter);
      if (request.waiters.size === 0) {
        forget(request);
        request.controller.abort();
      }
    }
  };

  return {
    getToken: async (deadline) => {
      if (kept !== undefined && isFresh(kept)) {
        return kept.token;
      }
      const limit = deadline ?? createDeadline(options.deadlineSeconds ?? DEFAULT_LIMITS.deadlineSeconds, clock);
      try {
        return await join(limit);
      } catch (error) {
        throw error instanceof WaitEnd ? asTimeoutError(error, limit) : error;
      }
    },
    invalidate: (token) => {
      if (kept?.token.value === token.value) {
        kept = undefined;
      }
    },
  };
}

function asTimeoutError({ reason }: WaitEnd, deadline: Deadline): TimeoutError {
  return reason === "cancelled" ? cancelledError(DOING) : deadlineError({ doing: DOING, deadline });
}
