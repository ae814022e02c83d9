/** The client credentials, and objects that do not print their secrets. */

export interface Credentials {
  readonly clientId: string;
  /** Not enumerable: no `inspect` and no JSON shows it. */
  readonly clientSecret: string;
}

/** Credentials whose secret is not enumerable. The table of settings has checked `clientId` and `clientSecret`. */
export function createCredentials({ clientId, clientSecret }: Credentials): Credentials {
  return withNonEnumerableFields({ clientId }, { clientSecret });
}

/** `shown`, frozen, with more fields. No `inspect`, no JSON and no copy shows those. */
export function withNonEnumerableFields<T extends object, Secrets extends object>(
  shown: T,
  secrets: Secrets,
): Readonly<T & Secrets> {
  for (const [name, secret] of Object.entries(secrets)) {
    // A getter: `inspect` with `showHidden` shows the value of a plain property, enumerable or not.
    Object.defineProperty(shown, name, { get: () => secret as unknown, enumerable: false });
  }
  return Object.freeze(shown) as Readonly<T & Secrets>;
}
