/** Keeps one access token and renews it on demand. Callers at the same time share one request. */
import { type Clock, createDeadline, type Deadline, systemClock, untilAborted } from "../base/deadline.js";
import { deadlineFailure, errorOf } from "../http/failures.js";
import { DEFAULT_LIMITS } from "../http/types.js";
import { requestToken, type TokenRequestOptions } from "./token-request.js";
import { TOKEN_REQUEST } from "./token-response.js";
import type { AccessToken, TokenSource } from "./types.js";

interface TokenSourceOptions extends TokenRequestOptions {
  /** Seconds for one token with all retries and waits. Default 120. */
  readonly deadlineSeconds?: number | undefined;
  readonly clock?: Clock | undefined;
}

/** The lifetime of a token whose response has none. */
const UNKNOWN_LIFETIME_MS = 10 * 60_000;
/** The longest margin before the end of a lifetime. */
const MAX_MARGIN_MS = 60_000;

/**
 * Makes a token source. A token is renewed if it is needed within a margin before it expires: 60 s or a tenth of its lifetime,
 * whichever is shorter, so that a token with a short lifetime can be used too. Callers that wait for a token get it even if it has
 * already expired.
 *
 * Whoever begins a request waits for it. Others join it, and wait no longer than their own deadline. If the time of the first one ends, or
 * it is cancelled, another one begins again.
 */
export function createTokenSource(options: TokenSourceOptions): TokenSource {
  const { clock = systemClock, deadlineSeconds = DEFAULT_LIMITS.deadlineSeconds } = options;
  let kept: { readonly token: AccessToken; readonly usableUntil: number } | undefined;
  /** The request under way, and the deadline of the caller that began it. */
  let pending: { readonly token: Promise<AccessToken>; readonly deadline: Deadline } | undefined;

  const requestAndKeep = async (deadline: Deadline): Promise<AccessToken> => {
    try {
      const { token, sentAt } = await requestToken(options, deadline);
      const lifetimeMs = token.expiresAt === undefined ? UNKNOWN_LIFETIME_MS : token.expiresAt - sentAt;
      kept = { token, usableUntil: sentAt + lifetimeMs - Math.min(MAX_MARGIN_MS, lifetimeMs / 10) };
      return token;
    } finally {
      pending = undefined;
    }
  };

  return {
    getToken: async (callerDeadline) => {
      let deadline = callerDeadline;
      for (;;) {
        if (kept !== undefined && clock.now() < kept.usableUntil) {
          return kept.token;
        }
        deadline ??= createDeadline(deadlineSeconds, clock);
        if (pending === undefined) {
          pending = { token: requestAndKeep(deadline), deadline };
          return await pending.token;
        }
        const first = pending;
        try {
          return await untilAborted(first.token, deadline.signal);
        } catch (error) {
          if (deadline.signal.aborted) {
            throw errorOf(deadlineFailure(deadline), { doing: TOKEN_REQUEST });
          }
          const isFirstOver = first.deadline.remaining() <= 0 || first.deadline.signal.aborted;
          if (!isFirstOver) {
            throw error;
          }
        }
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
