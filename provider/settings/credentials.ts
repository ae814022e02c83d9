/** The client credentials, and objects that do not print their secrets. Runs in both processes. */

export interface Credentials {
  readonly clientId: string;
  /** Not enumerable: no `inspect` and no JSON shows it. */
  readonly clientSecret: string;
}

/** Makes credentials whose secret is not enumerable. The table of settings has checked `clientId` and `clientSecret`. */
export function createCredentials({ clientId, clientSecret }: Credentials): Credentials {
  return withNonEnumerableFields({ clientId }, { clientSecret });
}

/** Freezes `visible`, with further fields that no `inspect`, no JSON and no copy shows. */
export function withNonEnumerableFields<T extends object, Secrets extends object>(
  visible: T,
  secrets: Secrets,
): Readonly<T & Secrets> {
  for (const [name, secret] of Object.entries(secrets)) {
    // A getter: `inspect` with `showHidden` shows the value of a plain property, enumerable or not.
    Object.defineProperty(visible, name, { get: () => secret as unknown, enumerable: false });
  }
  return Object.freeze(visible) as Readonly<T & Secrets>;
}
