/** What to check if the service refuses the credentials. A hint shows nothing of the values but the kind of mistake. */
import type { Credentials } from "../settings/credentials.js";

/** Usual mistakes of copying a value. Each is a sentence that begins with the setting's name. */
const COPYING_MISTAKES: readonly (readonly [pattern: RegExp, problem: string])[] = [
  [/^\s|\s$/, "begins or ends with a space, which is sent too. Remove it."],
  [/^(["'`]).*\1$/, "begins and ends with quotation marks, which are sent too. Remove them."],
  [
    /^(\$\{?\w+\}?|\$\(.*\)|\$\{\{.*\}\}|%\w+%|\[secret\]|<.*>|YOUR_\w+)$/,
    "looks like a variable or a placeholder. Set it to the value itself.",
  ],
  [
    /^((Basic|Bearer)\s.*|eyJ[\w-]*\.[\w-]+\.[\w-]*)$/i,
    "looks like an access token or the value of a header. Set it to what the service's dashboard shows.",
  ],
];

/** Sentences, each with a space in front. Empty if nothing is noticeable. */
export function credentialHint({ clientId, clientSecret }: Credentials): string {
  const mistakes = [
    mistakeIn("clientId", clientId),
    mistakeIn("clientSecret", clientSecret) ?? pairFault(clientId, clientSecret),
  ].filter((mistake) => mistake !== undefined);
  return mistakes.length > 0
    ? mistakes.map((mistake) => ` ${mistake}`).join("")
    : encodingHint({ clientId, clientSecret });
}

function mistakeIn(name: string, value: string): string | undefined {
  const problem = COPYING_MISTAKES.find(([pattern]) => pattern.test(value))?.[1];
  return problem === undefined ? undefined : `${name} ${problem}`;
}

/** The secret is the id, or the whole pair that HTTP Basic sends. */
function pairFault(clientId: string, clientSecret: string): string | undefined {
  if (clientSecret === clientId) {
    return "clientSecret is the same as clientId. Set it to the Client Secret.";
  }
  const pair = `${clientId}:`;
  if (clientSecret.startsWith(pair)) {
    return "clientSecret begins with the Client ID and a colon. Set it to the part after the colon.";
  }
  return Buffer.from(clientSecret, "base64").toString("utf8").startsWith(pair)
    ? "clientSecret is the base64 form of the Client ID and the Client Secret. Set it to the Client Secret alone."
    : undefined;
}

/** Some token servers percent-decode the id and the secret (RFC 6749 §2.3.1). They refuse a value that decoding changes. */
function encodingHint(credentials: { readonly clientId: string; readonly clientSecret: string }): string {
  const changed = Object.entries(credentials)
    .filter(([, value]) => encodeURIComponent(value) !== value)
    .map(([key]) => key);
  if (changed.length === 0) {
    return "";
  }
  const names = changed.join(" and ");
  const [contain, forms] =
    changed.length > 1 ? ["contain", "their percent-encoded forms"] : ["contains", "its percent-encoded form"];
  return (
    ` If they are right: ${names} ${contain} characters that percent-encoding changes, and some token servers decode them ` +
    `(RFC 6749 §2.3.1). For such a server, set ${names} to ${forms}: for example %2B for a plus sign, %25 for a percent sign, %20 for a space.`
  );
}
