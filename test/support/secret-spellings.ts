/** The spellings in which the tests look for a secret: in messages, states, files, and in what was sent. */

/** The forms in which this package masks a secret (`provider/base/secrets.ts`). */
export const EXACT_FORMS: Readonly<Record<string, (secret: string) => string>> = {
  "as it is": (secret) => secret,
  trimmed: (secret) => secret.trim(),
  "in JSON": (secret) => inJson(secret.trim()),
  "in JSON with escaped slashes": (secret) => inJson(secret.trim()).replaceAll("/", "\\/"),
  "in JSON of ASCII alone": (secret) => inAscii(inJson(secret.trim()), /[^\0-\x7f]/g),
  "in JSON of Go": (secret) => inAscii(inJson(secret.trim()), /[&<>]/g),
  "in JSON of .NET": (secret) =>
    inAscii(inJson(secret.trim()), /[&<>]|[^\0-\x7f]/g).replace(
      /\\u(....)/g,
      (_, digits: string) => `\\u${digits.toUpperCase()}`,
    ),
  "percent-encoded": (secret) => inUrl(secret),
  "percent-encoded with small digits": (secret) =>
    inUrl(secret).replace(/%[\dA-F]{2}/g, (escape) => escape.toLowerCase()),
  "percent-encoded with a plus for a space": (secret) => inUrl(secret).replaceAll("%20", "+"),
  "percent-encoded as in RFC 3986": (secret) =>
    inUrl(secret).replace(/[!'()*]/g, (character) => `%${Buffer.from(character).toString("hex").toUpperCase()}`),
  "as a form": (secret) => new URLSearchParams([["", secret.trim()]]).toString().slice(1),
};

/** The forms in which a state has a text: the listing is JSON in a string, and Go may escape `&`. */
const STORED_FORMS: Readonly<Record<string, (secret: string) => string>> = {
  "in JSON in a string": (secret) => inJson(inJson(secret)),
  "in JSON in a string of Go": (secret) => inJson(inJson(secret)).replaceAll("&", "\\u0026"),
};

/** Returns the names of the spellings in which `secrets` are in `text`, in upper or lower case. */
export function spellingsIn(text: string, secrets: readonly string[]): string[] {
  const lowerCase = text.toLowerCase();
  const isIn = (spelling: string): boolean => lowerCase.includes(spelling.toLowerCase());
  const forms = { ...EXACT_FORMS, ...STORED_FORMS };
  const exact = Object.entries(forms).filter(([, spell]) => secrets.some((secret) => isIn(spell(secret))));
  const names = exact.map(([name]) => name);
  return secrets.flatMap(base64Cores).some(isIn) ? [...names, "in base64"] : names;
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Writes the characters that match as escapes of JSON: `\u00e9`. */
function inAscii(text: string, escaped: RegExp): string {
  return text.replace(escaped, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function inUrl(secret: string): string {
  return encodeURIComponent(secret.trim().toWellFormed());
}

/**
 * Returns how base64 writes `secret` in a longer text: in three ways, because three bytes become four characters. The
 * characters at the edges, which depend on the neighbours, are left out.
 */
function base64Cores(secret: string): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
    const whole = bytes.subarray(0, bytes.length - (bytes.length % 3)).toString("base64");
    const core = whole.slice(offset === 0 ? 0 : 4);
    // A shorter one would be found in any text.
    return core.length < 4 ? [] : [core];
  });
}
