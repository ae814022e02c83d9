/** Registers the secrets of one client in a redactor, so that no message shows them. Runs in both processes. */
import type { Redactor } from "../base/redactor.js";

/** The secrets of one client, before they are sent. */
export interface ClientSecrets {
  /** The texts of secret settings: the client secret, the key and its passphrase. */
  readonly secrets?: readonly string[];
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Headers whose values are public. The whole name must match. */
const PUBLIC_HEADER = /^(?:accept|accept-language|user-agent|(?:.+-)?version)$/i;
/** Headers whose values are looked for from four characters on. */
const SECRET_HEADER = /key|token|secret|auth|pass|session/i;
/** With fewer letters and digits, a secret would withhold every text. */
const MIN_SECRET_LENGTH = 4;
/** Values of other headers are often ordinary words up to this length, such as the name of a region. */
const MIN_VALUE_LENGTH = 8;

/** Registers the secrets. Short values of headers are masked as words: they must not withhold the texts of the service. */
export function registerSecrets(
  { add, addWord }: Pick<Redactor, "add" | "addWord">,
  { secrets = [], headers = {} }: ClientSecrets,
): void {
  secrets.forEach(add);
  for (const [name, value] of Object.entries(headers)) {
    if (PUBLIC_HEADER.test(name)) {
      continue;
    }
    const minLength = SECRET_HEADER.test(name) ? MIN_SECRET_LENGTH : MIN_VALUE_LENGTH;
    const letters = value.replace(/[^a-z0-9]/gi, "");
    if (value.trim().length >= minLength && letters.length >= MIN_SECRET_LENGTH) {
      add(value);
    } else {
      addWord(value);
    }
  }
}
