/** Keeps one access token and renews it on demand. Callers at the same time share one request. */
import { type Clock, type Deadline, untilAborted } from "../base/deadline.js";
import { deadlineFailure, errorOf } from "../http/failures.js";
import { requestToken, type TokenRequestOptions } from "./token-request.js";
import { TOKEN_REQUEST } from "./token-response.js";
import type { AccessToken, TokenSourceWithDeadlines } from "./types.js";

interface TokenSourceOptions extends TokenRequestOptions {
  readonly clock: Clock;
}

/** The lifetime of a token whose response has none. */
const UNKNOWN_LIFETIME_MS = 10 * 60_000;
/** The longest margin before the end of a lifetime. */
const MAX_MARGIN_MS = 60_000;

/**
 * Makes a token source.
 *
 * A token is renewed if it is needed within a margin before it expires: 60 s, or a tenth of its lifetime if that is
 * shorter. So a token with a short lifetime can be used too. Callers that wait for a token get it even if it has
 * already expired.
 *
 * The first caller begins a request with its own deadline. Callers that come meanwhile join the request, and each waits
 * until its own deadline. If the first caller's deadline ends the request, one of the others begins a new one.
 */
export function createTokenSource(options: TokenSourceOptions): TokenSourceWithDeadlines {
  const { clock } = options;
  let kept: { readonly token: AccessToken; readonly usableUntil: number } | undefined;
  /** The request that is under way, and the deadline of the caller that began it. */
  let pending: { readonly token: Promise<AccessToken>; readonly deadline: Deadline } | undefined;

  const usableToken = (): AccessToken | undefined =>
    kept !== undefined && clock.now() < kept.usableUntil ? kept.token : undefined;

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

  const requestOrJoin = async (deadline: Deadline): Promise<AccessToken> => {
    if (pending === undefined) {
      pending = { token: requestAndKeep(deadline), deadline };
      return pending.token;
    }
    const joined = pending;
    try {
      return await untilAborted(joined.token, deadline.signal);
    } catch (error) {
      if (deadline.signal.aborted) {
        throw errorOf(deadlineFailure(deadline), { doing: TOKEN_REQUEST });
      }
      if (!isOver(joined.deadline)) {
        throw error;
      }
      return usableToken() ?? requestOrJoin(deadline);
    }
  };

  return {
    usableToken,
    getToken: async (deadline) => usableToken() ?? requestOrJoin(deadline),
    invalidate: ({ value }) => {
      // Another caller may have renewed the token already. The newer one is kept.
      if (kept?.token.value === value) {
        kept = undefined;
      }
    },
  };
}

/** Returns whether the time has passed, or the caller no longer wants the result. */
function isOver(deadline: Deadline): boolean {
  return deadline.signal.aborted || deadline.remaining() <= 0;
}
