/** Registers the secrets in the settings of one client. */
import { isRecord, jsonIn } from "../base/json-path.js";
import type { Secrets } from "../base/secrets.js";

/** The settings that may have secrets. */
interface SecretSettings {
  readonly clientSecret?: string | undefined;
  readonly clientKey?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Headers whose values are never secrets: `User-Agent`, `X-Api-Version`. The whole name must match. */
const PUBLIC_HEADER = /^(?:accept|accept-language|user-agent|(?:.+-)?version)$/i;
/** Headers whose names say that their values are secrets: `X-Api-Key`, `X-Session`. */
const SECRET_HEADER = /key|token|secret|auth|pass|session|sign|cred/i;
/** The least length of a secret in such a header. */
const MIN_SECRET_LENGTH = 4;
/** The least length of a secret in any other header: a shorter value is often a word, such as `production`. */
const MIN_VALUE_LENGTH = 16;

/** Registers the client secret, the key, and the values of headers that may be secrets. */
export function registerSecrets({ add, addClientSecret }: Secrets, settings: SecretSettings): void {
  const { clientSecret = "", clientKey = "", headers = {} } = settings;
  addClientSecret(clientSecret);
  add(clientKey);
  for (const [name, value] of Object.entries(headers)) {
    const minLength = SECRET_HEADER.test(name) ? MIN_SECRET_LENGTH : MIN_VALUE_LENGTH;
    if (!PUBLIC_HEADER.test(name) && value.trim().length >= minLength) {
      add(value);
    }
  }
}

/** Returns whether no header in a value of the setting `headers`, which is an object or its JSON text, has a secret. */
export function haveOnlyPublicNames(value: unknown): boolean {
  const headers = typeof value === "string" ? jsonIn(value) : value;
  return isRecord(headers) && Object.keys(headers).every((name) => PUBLIC_HEADER.test(name));
}
