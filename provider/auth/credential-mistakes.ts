/** Finds typical mistakes of copying credentials. */
import { PLACEHOLDER } from "../base/secrets.js";
import type { Credentials } from "../settings/credentials.js";

/** Typical mistakes, each with the words that follow the setting's name. The first row that matches counts. */
const MISTAKES: readonly (readonly [pattern: RegExp, problem: string])[] = [
  [/^\s|\s$/, "begins or ends with a space, which is sent too. Remove it."],
  [/^(["'`]).*\1$/s, "begins and ends with quotation marks, which are sent too. Remove them."],
  [
    /\p{Cf}/u,
    "contains an invisible character, such as a zero-width space, which is sent too. Type the value, or copy it from another place.",
  ],
  [PLACEHOLDER, "is a placeholder that was not replaced by its value."],
  [
    /^\$(?:env:)?[A-Za-z_]\w*$|\{\{.*\}\}|^<[^<>]*>$|<%.*%>/s,
    "looks like a placeholder that was not replaced by its value.",
  ],
  [
    /^\/(?:builds|tmp|run|home|var|etc|mnt|secrets)\/|^[A-Za-z]:\\|^(?:op|vault|ref\+\w+|aws-sm|gcp-sm):\S/,
    "looks like the path of a file, or a reference to a secret, and is sent as it is.",
  ],
  // A server that decodes the secret (oidc-provider) takes one with a plus sign for a wrong one. `%25` and `%2B` are no
  // mistake: they are written for such a server.
  [
    /%(?!25|2B)|\+/i,
    "contains a percent sign or a plus sign, and is sent as it is. Some token servers decode these (RFC 6749 §2.3.1): for such a server, write %25 for a percent sign and %2B for a plus sign.",
  ],
];

/**
 * Returns what to check of the credentials: sentences, each with a space in front. They name the kind of a mistake, and
 * show no value.
 */
export function mistakesIn({ clientId, clientSecret }: Credentials): string {
  const values = Object.entries({ clientId, clientSecret });
  const sentences = values.map(([name, value]) => {
    const mistake = MISTAKES.find(([pattern]) => pattern.test(value));
    return mistake === undefined ? "" : ` ${name} ${mistake[1]}`;
  });
  return sentences.join("");
}
