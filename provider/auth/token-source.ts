/** Keeps one access token and renews it on demand. Callers at the same time share one request. Runs in both processes. */
import { type Clock, createDeadline, type Deadline, systemClock, WaitEnd, withTimeout } from "../base/deadline.js";
import { errorOf, waitFailure } from "../http/failures.js";
import { DEFAULT_LIMITS } from "../http/types.js";
import { hintFor } from "../settings/hints.js";
import { requestToken, type TokenRequestOptions } from "./token-request.js";
import { TOKEN_REQUEST } from "./token-response.js";
import type { AccessToken, TokenSource } from "./types.js";

interface TokenSourceOptions extends TokenRequestOptions {
  /** Seconds for one token with all retries and waits. Default 120. */
  readonly deadlineSeconds?: number | undefined;
  readonly clock?: Clock | undefined;
}

/** A token that is used again until it must be renewed. */
interface KeptToken {
  readonly token: AccessToken;
  readonly isFresh: () => boolean;
}

/** A token request, and how many callers wait for it. */
interface PendingRequest {
  readonly token: Promise<AccessToken>;
  readonly controller: AbortController;
  /** The deadlines of the source and of all callers. The request may take until the latest of them. */
  readonly deadlines: Deadline[];
  waiters: number;
}

/** The lifetime of a token whose response has none. */
const UNKNOWN_LIFETIME_MS = 10 * 60_000;
/** The longest margin before the end of a lifetime: see `createTokenSource`. */
const MAX_MARGIN_MS = 60_000;
/** A caller waits this much longer than its deadline, so that it gets the transport's error, which says more than its own. */
const GRACE_MS = 100;

/**
 * Makes a token source. A token is renewed if it is needed within a margin before it expires: 60 s or a tenth of its lifetime,
 * whichever is shorter, so that a token with a short lifetime can be used too. A token is stale as soon as one of two clocks says so:
 * the wall clock also advances while the machine sleeps, and the monotonic clock cannot be set back. Callers that wait for a token get
 * it even if it has already expired.
 */
export function createTokenSource(options: TokenSourceOptions): TokenSource {
  const { clock = systemClock, deadlineSeconds = DEFAULT_LIMITS.deadlineSeconds } = options;
  let kept: KeptToken | undefined;
  let pending: PendingRequest | undefined;

  const requestAndKeep = async (deadline: Deadline): Promise<AccessToken> => {
    const { token, sentAt } = await requestToken(options, deadline);
    const lifetimeMs = token.expiresAt === undefined ? UNKNOWN_LIFETIME_MS : token.expiresAt - sentAt;
    const usableMs = lifetimeMs - Math.min(MAX_MARGIN_MS, lifetimeMs / 10);
    // `sentAt` is a time of the wall clock. This is the same moment on the monotonic clock. If the wall clock has been set back since
    // then, `sentAt` seems to be in the future, so we use the current time instead.
    const monotonicSentAt = clock.monotonic() - Math.max(0, clock.now() - sentAt);
    const isFresh = (): boolean => clock.now() < sentAt + usableMs && clock.monotonic() < monotonicSentAt + usableMs;
    kept = { token, isFresh };
    return token;
  };

  const startRequest = (): PendingRequest => {
    const controller = new AbortController();
    const deadlines = [createDeadline(deadlineSeconds, clock)];
    return { token: requestAndKeep(latestOf(deadlines, controller.signal)), controller, deadlines, waiters: 0 };
  };

  /** Waits for the pending request, or for a new one. When the last waiter leaves, the request is aborted if it has not ended. */
  const join = async (deadline: Deadline): Promise<AccessToken> => {
    const request = (pending ??= startRequest());
    request.waiters += 1;
    request.deadlines.push(deadline);
    try {
      return await withTimeout(request.token, deadline.remaining() + GRACE_MS, deadline.signal);
    } finally {
      request.waiters -= 1;
      if (request.waiters === 0) {
        pending = undefined;
        request.controller.abort();
      }
    }
  };

  return {
    getToken: async (deadline = createDeadline(deadlineSeconds, clock)) => {
      if (kept?.isFresh() === true) {
        return kept.token;
      }
      try {
        return await join(deadline);
      } catch (error) {
        throw error instanceof WaitEnd ? errorOf(waitFailure(deadline), { doing: TOKEN_REQUEST }, { hintFor }) : error;
      }
    },
    invalidate: ({ value }) => {
      // Another caller may have renewed the token already. The newer one is kept.
      if (kept?.token.value === value) {
        kept = undefined;
      }
    },
  };
}

/**
 * Makes a deadline that is always the latest of `deadlines`. More of them may be added later, so that a caller that joins a pending
 * request still has all the time of its deadline. Only `signal` cancels it, not the signal of a caller.
 */
function latestOf(deadlines: readonly Deadline[], signal: AbortSignal): Deadline {
  return {
    signal,
    get seconds() {
      return Math.max(...deadlines.map(({ seconds }) => seconds));
    },
    remaining: () => Math.max(...deadlines.map((deadline) => deadline.remaining())),
  };
}
