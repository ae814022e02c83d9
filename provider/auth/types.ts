/** The nouns of the auth module. */
import type { Deadline } from "../http/deadline.js";

/** A bearer token. Its value is not enumerable: it shows in no `inspect` and no JSON. */
export interface AccessToken {
  /** As the service gave it. */
  readonly value: string;
  /** Milliseconds since the epoch, by our clock; `undefined` if the response has no lifetime. */
  readonly expiresAt: number | undefined;
}

/** Where tokens come from: keeps one, and renews it on demand. */
export interface TokenSource {
  /**
   * A token that is good to use now: the kept one, or a new one. One pending request however many ask.
   *
   * @param deadline how long to wait. Default: the source's own.
   * @throws WorkflowsError an `AuthenticationError` where the credentials are refused or no token comes; a `TimeoutError`
   *   where the deadline ends first; else what the transport says.
   */
  getToken(deadline?: Deadline): Promise<AccessToken>;
  /** Drops `token`, and only it: a newer one stays. */
  invalidate(token: AccessToken): void;
}
