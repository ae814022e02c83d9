/** Registers the secrets of one client in a redactor, so that no message shows them. Runs in both processes. */
import { lettersOf } from "../base/encodings.js";
import type { Redactor } from "../base/redactor.js";

/** The secrets of one client. */
export interface ClientSecrets {
  /** The texts of secret settings: the client secret, the key and its passphrase. */
  readonly secrets: readonly string[];
  /** The setting `headers`. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Headers whose values are public. The whole name must match. */
const PUBLIC_HEADER = /^(?:accept|accept-language|user-agent|(?:.+-)?version)$/i;
/** Headers whose names say that their values are secrets. */
const SECRET_HEADER = /key|token|secret|auth|pass|session/i;
/**
 * If a secret has fewer letters and digits, the redactor withholds every text of the service, because so few are a part of many ordinary
 * words.
 */
const MIN_SECRET_LENGTH = 4;
/** In other headers, a shorter value is often an ordinary word, such as the name of a region. */
const MIN_VALUE_LENGTH = 8;

/**
 * Registers the secrets. If a text of the service repeats a secret, the redactor withholds the whole text. The short value of a header is
 * registered as a word instead: only that word is masked, and the rest of the text is shown.
 */
export function registerSecrets(
  { add, addWord }: Pick<Redactor, "add" | "addWord">,
  { secrets, headers = {} }: ClientSecrets,
): void {
  secrets.forEach(add);
  for (const [name, value] of Object.entries(headers)) {
    if (PUBLIC_HEADER.test(name)) {
      continue;
    }
    const minLength = SECRET_HEADER.test(name) ? MIN_SECRET_LENGTH : MIN_VALUE_LENGTH;
    if (value.trim().length >= minLength && lettersOf(value).length >= MIN_SECRET_LENGTH) {
      add(value);
    } else {
      addWord(value);
    }
  }
}
