/** The client credentials, and objects that do not print their secrets. */

export interface Credentials {
  readonly clientId: string;
  /** Not enumerable: no `inspect` and no JSON shows it. */
  readonly clientSecret: string;
}

/** Credentials with a hidden secret. The table of settings has checked `clientId` and `clientSecret`. */
export function createCredentials({ clientId, clientSecret }: Credentials): Credentials {
  return withHiddenFields({ clientId }, { clientSecret });
}

/** `shown`, frozen, with more fields. No `inspect`, no JSON and no copy shows those. */
export function withHiddenFields<T extends object, Hidden extends object>(
  shown: T,
  hidden: Hidden,
): Readonly<T & Hidden> {
  for (const [name, secret] of Object.entries(hidden)) {
    // A getter: `inspect` with `showHidden` shows the value of a plain property, enumerable or not.
    Object.defineProperty(shown, name, { get: () => secret as unknown, enumerable: false });
  }
  return Object.freeze(shown) as Readonly<T & Hidden>;
}
