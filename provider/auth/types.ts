/** The nouns of the auth module. */
import type { Deadline } from "../http/deadline.js";

/** A bearer token as the service gave it. Its value is not enumerable: it shows in no `inspect` and no JSON. */
export interface AccessToken {
  readonly value: string;
  /** Milliseconds since the epoch, by our clock; `undefined` where the answer tells no lifetime. */
  readonly expiresAt: number | undefined;
}

export interface TokenSource {
  /** A token that is good to use now: the kept one, or a new one. One request in flight however many ask. */
  getToken(deadline?: Deadline): Promise<AccessToken>;
  /** Drops `token`, and only it: a newer one stays. */
  invalidate(token: AccessToken): void;
}
