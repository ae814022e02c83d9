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
 * value. The first of these rules that applies counts:
 *
 * 1. A value looks like a mistake of copying: `"secret"` in quotation marks.
 * 2. A value looks percent-encoded already: `p%40ss`.
 * 3. Percent-encoding would change a value, such as `p@ss`. Some token servers expect that.
 */
export function mistakesIn({ clientId, clientSecret }: Credentials): string {
  const values = Object.entries({ clientId, clientSecret });
  const mistakes = values.map(([name, value]) => {
    const mistake = MISTAKES.find(([pattern]) => pattern.test(value));
    return mistake === undefined ? "" : ` ${name} ${mistake[1]}`;
  });
  const encoded = values
    .filter(([, value]) => isPercentEncoded(value))
    .map(
      ([name]) =>
        ` ${name} looks percent-encoded already (%2B, for example), and is sent as it is. If the service has another form of it, without percent signs, set that.`,
    );
  return mistakes.join("") || encoded.join("") || howToEncode(values);
}

/** Returns advice for a token server that expects percent-encoded credentials; empty if percent-encoding would change none of them. */
function howToEncode(values: readonly (readonly [name: string, value: string])[]): string {
  const changed = values.filter(([, value]) => encodeURIComponent(value.toWellFormed()) !== value);
  if (changed.length === 0) {
    return "";
  }
  const names = changed.map(([name]) => name).join(" and ");
  return (
    ` If they are right: in ${names} there are characters that percent-encoding changes, and some token servers decode ` +
    `them (RFC 6749 §2.3.1). For such a server, set the percent-encoded form: for example %2B for a plus sign, %25 for a percent sign.`
  );
}

/**
 * Returns whether the value looks percent-encoded already: `p%40ss` does. `p%40s@` does not, because percent-encoding would have replaced
 * the `@` too.
 */
function isPercentEncoded(value: string): boolean {
  const withoutEscapes = value.replace(/%[\da-f]{2}/gi, "");
  return withoutEscapes !== value && encodeURIComponent(withoutEscapes) === withoutEscapes;
}
