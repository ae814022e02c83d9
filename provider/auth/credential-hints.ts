/** What to check if the service refuses the credentials. A hint shows nothing of the values but the kind of mistake. */
import type { Credentials } from "../settings/credentials.js";

/** Usual mistakes of copying a value, and the end of a sentence that begins with the setting's name. */
const MISTAKES: readonly (readonly [pattern: RegExp, problem: string])[] = [
  [/^\s|\s$/, "begins or ends with a space, which is sent too. Remove it."],
  [/^(["'`]).*\1$/, "begins and ends with quotation marks, which are sent too. Remove them."],
];

/** Sentences, each with a space in front. Empty if nothing is noticeable. */
export function credentialHint({ clientId, clientSecret }: Credentials): string {
  const values = Object.entries({ clientId, clientSecret });
  const mistakes = values.flatMap(([name, value]) => {
    const problem = MISTAKES.find(([pattern]) => pattern.test(value))?.[1];
    return problem === undefined ? [] : [` ${name} ${problem}`];
  });
  const encoded = values.filter(([, value]) => encodeURIComponent(value) !== value).map(([name]) => name);
  return mistakes.length > 0 || encoded.length === 0 ? mistakes.join("") : encodingHint(encoded.join(" and "));
}

/** Some token servers percent-decode the id and the secret (RFC 6749 §2.3.1). They refuse a value that decoding changes. */
function encodingHint(names: string): string {
  return (
    ` If they are right: in ${names} there are characters that percent-encoding changes, and some token servers decode ` +
    `them (RFC 6749 §2.3.1). For such a server, set the percent-encoded form: for example %2B for a plus sign, %25 for a percent sign.`
  );
}
