/** Decides which values of one client's settings are secrets. */
import { isRecord, jsonIn } from "../base/json-path.js";
import type { Secrets } from "../base/secrets.js";

/** The secrets of one client. */
export interface ClientSecrets {
  /** The texts of secret settings: the client secret and the key. */
  readonly secrets: readonly string[];
  /** The setting `headers`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Headers whose values are public. The whole name must match. */
const PUBLIC_HEADER = /^(?:accept|accept-language|user-agent|(?:.+-)?version)$/i;
/** Headers whose names say that their values are secrets: `X-Api-Key`, `X-Session`. */
const SECRET_HEADER = /key|token|secret|auth|pass|session|sign|cred/i;
/** The least length of a secret in such a header. */
const MIN_SECRET_LENGTH = 4;
/** The least length of a secret in any other header: a shorter value is often a word, such as `production`. */
const MIN_VALUE_LENGTH = 16;

/** Registers the secrets, and the values of headers that may be some. */
export function registerSecrets({ add }: Pick<Secrets, "add">, { secrets, headers = {} }: ClientSecrets): void {
  secrets.forEach(add);
  for (const [name, value] of Object.entries(headers)) {
    const minLength = SECRET_HEADER.test(name) ? MIN_SECRET_LENGTH : MIN_VALUE_LENGTH;
    if (!isPublicHeader(name) && value.trim().length >= minLength) {
      add(value);
    }
  }
}

/** Returns whether a value of the setting `headers`, an object or its JSON text, has no header with a secret. */
export function haveOnlyPublicNames(value: unknown): boolean {
  const headers = typeof value === "string" ? jsonIn(value) : value;
  return isRecord(headers) && Object.keys(headers).every(isPublicHeader);
}

/** Returns whether a header of this name never has a secret: `User-Agent`, `X-Api-Version`. */
function isPublicHeader(name: string): boolean {
  return PUBLIC_HEADER.test(name);
}
