/** The access token, and the source that keeps it. */
import type { Deadline } from "../base/deadline.js";

/** A bearer token. Its value is not enumerable: no `inspect` and no JSON shows it. */
export interface AccessToken {
  /** The token, unchanged. */
  readonly value: string;
  /**
   * When it expires: milliseconds since the epoch, by the clock of this machine. `undefined` if the response has no
   * lifetime.
   */
  readonly expiresAt: number | undefined;
}

/** Keeps one token, and renews it on demand. */
export interface TokenSource {
  /**
   * Returns a token that can be used now: the kept one, or a new one. All callers share one pending request.
   *
   * @throws WorkflowsError `token-refused` if the credentials are refused, `token-response` if the response has no
   *   usable token, `timeout` if the deadline passes; otherwise the transport's error.
   */
  getToken(): Promise<AccessToken>;
  /** Drops `token` if it is the kept one. A newer token is kept. */
  invalidate(token: AccessToken): void;
}

/** A token source inside this package. Each caller waits until its own deadline. */
export interface TokenSourceWithDeadlines extends Pick<TokenSource, "invalidate"> {
  getToken(deadline: Deadline): Promise<AccessToken>;
  /** Returns the kept token if it can be used now; `undefined` if `getToken` would request one. */
  usableToken(): AccessToken | undefined;
}
