/** Finds typical mistakes of copying credentials. Runs in both processes. */
import type { Credentials } from "../settings/credentials.js";

/** Typical copy-paste mistakes, with the text to append to the setting's name. */
const MISTAKES: readonly (readonly [pattern: RegExp, problem: string])[] = [
  [/^\s|\s$/, "begins or ends with a space, which is sent too. Remove it."],
  [/^(["'`]).*\1$/s, "begins and ends with quotation marks, which are sent too. Remove them."],
  [
    /\p{Cf}|\u115f|\u1160|\u3164|\uffa0/u,
    "contains an invisible character, such as a zero-width space, which is sent too. Type the value, or copy it from another place.",
  ],
  [/\$\{\{.*\}\}/s, "looks like an expression of a CI system, ${{ … }}, that was not replaced by its value."],
  [/\{\{.*\}\}|<%.*%>/s, "looks like an expression of a template, {{ … }}, that was not replaced by its value."],
  [
    /^\$(?:(?:env:)?[A-Za-z_]\w*|\{[^{}]+\}|\([^()]+\))$/,
    "looks like the name of a variable, $NAME, that was not replaced by its value.",
  ],
  [/^%[A-Za-z_]\w*%$/, "looks like the name of a variable, %NAME%, that was not replaced by its value."],
];

/**
 * Returns what to check of the credentials: sentences, each with a space in front. They name the kind of a mistake, and show no
 * value.
 */
export function mistakesIn({ clientId, clientSecret }: Credentials): string {
  const values = Object.entries({ clientId, clientSecret });
  const mistakes = values.flatMap(([name, value]) =>
    MISTAKES.filter(([pattern]) => pattern.test(value))
      .slice(0, 1)
      .map(([, problem]) => ` ${name} ${problem}`),
  );
  if (mistakes.length > 0) {
    return mistakes.join("");
  }
  const encoded = values.filter(([, value]) => isPercentEncoded(value)).map(([name]) => name);
  if (encoded.length > 0) {
    return encoded
      .map(
        (name) =>
          ` ${name} looks percent-encoded already (%2B, for example), and is sent as it is. If the service has another form of it, without percent signs, set that.`,
      )
      .join("");
  }
  const changed = values
    .filter(([, value]) => encodeURIComponent(value.toWellFormed()) !== value)
    .map(([name]) => name);
  return changed.length === 0
    ? ""
    : ` If they are right: in ${changed.join(" and ")} there are characters that percent-encoding changes, and some token servers decode ` +
        `them (RFC 6749 §2.3.1). For such a server, set the percent-encoded form: for example %2B for a plus sign, %25 for a percent sign.`;
}

/** Returns whether the value has percent-encoded characters, and no other that percent-encoding changes. */
function isPercentEncoded(value: string): boolean {
  const withoutEscapes = value.replace(/%[\da-f]{2}/gi, "");
  return withoutEscapes !== value && encodeURIComponent(withoutEscapes) === withoutEscapes;
}
