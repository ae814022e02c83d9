/** Keeps one access token and renews it on demand. Callers at the same time share one request. */
import { type Clock, createDeadline, type Deadline, systemClock, WaitEnd, within } from "../base/deadline.js";
import { waitError } from "../http/failures.js";
import { DEFAULT_LIMITS } from "../http/types.js";
import { requestToken, type TokenRequestOptions } from "./token-request.js";
import { DOING } from "./token-response.js";
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
  waiters: number;
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
  const { clock = systemClock, deadlineSeconds = DEFAULT_LIMITS.deadlineSeconds } = options;
  let kept: KeptToken | undefined;
  let pending: PendingRequest | undefined;

  const requestAndKeep = async (signal: AbortSignal): Promise<AccessToken> => {
    const { token, sentAt } = await requestToken(options, createDeadline(deadlineSeconds, clock, signal));
    const lifetime = token.expiresAt === undefined ? UNKNOWN_LIFETIME_MS : token.expiresAt - sentAt;
    const usable = lifetime - Math.min(MAX_MARGIN_MS, lifetime / 10);
    const end = clock.monotonic() - Math.max(0, clock.now() - sentAt) + usable;
    kept = { token, isFresh: () => clock.now() < sentAt + usable && clock.monotonic() < end };
    return token;
  };

  const startRequest = (): PendingRequest => {
    const controller = new AbortController();
    return { token: requestAndKeep(controller.signal), controller, waiters: 0 };
  };

  /** Waits for the pending request, or for a new one. The last caller that leaves ends it. */
  const join = async (deadline: Deadline): Promise<AccessToken> => {
    const request = (pending ??= startRequest());
    request.waiters += 1;
    try {
      return await within(request.token, deadline, GRACE_MS);
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
        throw error instanceof WaitEnd ? waitError({ doing: DOING, deadline }) : error;
      }
    },
    invalidate: ({ value }) => {
      kept = kept?.token.value === value ? undefined : kept;
    },
  };
}
