/** The client credentials, and objects that do not print their secrets. */

/** The Client ID and the Client Secret of one client. */
export interface Credentials {
  readonly clientId: string;
  /** Not enumerable: no `inspect` and no JSON shows it. */
  readonly clientSecret: string;
}

/** Makes credentials whose secret is not enumerable. Does not check them, because `parseSettings` does. */
export function createCredentials({ clientId, clientSecret }: Credentials): Credentials {
  return withNonEnumerableFields({ clientId }, { clientSecret });
}

/**
 * Adds the fields of `secrets` to `visible` and freezes it. No `inspect`, no JSON and no copy of the object shows these
 * fields.
 */
export function withNonEnumerableFields<T extends object, Secrets extends object>(
  visible: T,
  secrets: Secrets,
): Readonly<T & Secrets> {
  for (const [name, secret] of Object.entries(secrets)) {
    // A getter, because `inspect` with `showHidden` shows the value of a plain property even if it is not enumerable.
    Object.defineProperty(visible, name, { get: () => secret as unknown, enumerable: false });
  }
  return Object.freeze(visible) as Readonly<T & Secrets>;
}
