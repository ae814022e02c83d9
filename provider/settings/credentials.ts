/** The client credentials. */
import { withNonEnumerableFields } from "../base/non-enumerable.js";

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
