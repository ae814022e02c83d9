/** The one list of the spellings in which the tests look for a secret: in messages, in state, in files, and in what was sent. */

/** Each spelling by its name. Where a spelling depends on the text around the secret, it gives what is always the same. */
export const SPELLINGS: Readonly<Record<string, (secret: string) => readonly string[]>> = {
  "as it is": (secret) => [secret],
  "in JSON": (secret) => [
    inJson(secret),
    inJson(inJson(secret)),
    inJson(secret).replaceAll("/", "\\/"),
    inJson(secret).replaceAll("&", "\\u0026"),
    inJson(secret).replace(/[^ -~]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`),
  ],
  "percent-encoded": (secret) => [
    encodeURIComponent(secret),
    encodeURI(secret),
    new URLSearchParams([["", secret]]).toString().slice(1),
  ],
  "in HTML": (secret) => [
    secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;"),
  ],
  "in hex": (secret) => [Buffer.from(secret).toString("hex")],
  "in base64": (secret) => [0, 1, 2].flatMap((offset) => base64At(secret, offset)),
};

/** The forms in which this package masks a secret (`provider/base/secrets.ts`). */
export const EXACT_FORMS: Readonly<Record<string, (secret: string) => string>> = {
  "as it is": (secret) => secret,
  trimmed: (secret) => secret.trim(),
  "in JSON": (secret) => inJson(secret.trim()),
  "in JSON with escaped slashes": (secret) => inJson(secret.trim()).replaceAll("/", "\\/"),
  "percent-encoded": (secret) => encodeURIComponent(secret.trim().toWellFormed()),
  "percent-encoded with small digits": (secret) => withSmallDigits(encodeURIComponent(secret.trim().toWellFormed())),
  "percent-encoded with a plus for a space": (secret) =>
    encodeURIComponent(secret.trim().toWellFormed()).replaceAll("%20", "+"),
};

function withSmallDigits(encoded: string): string {
  return encoded.replace(/%[\dA-F]{2}/g, (escape) => escape.toLowerCase());
}

/** Every spelling of `secret`. */
export function spellingsOf(secret: string): string[] {
  return Object.values(SPELLINGS).flatMap((spell) => spell(secret));
}

/** The names of the spellings of `secrets` that are in `text`, in upper or lower case. Without any, no secret is shown. */
export function spellingsIn(text: string, secrets: readonly string[]): string[] {
  const lowerCase = text.toLowerCase();
  return Object.entries(SPELLINGS).flatMap(([name, spell]) =>
    secrets.flatMap(spell).some((spelling) => lowerCase.includes(spelling.toLowerCase())) ? [name] : [],
  );
}

function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** The part that is the same in the base64 of every text that has `secret` behind `offset` (modulo three) other bytes. */
function base64At(secret: string, offset: number): string[] {
  const bytes = Buffer.concat([Buffer.alloc(offset), Buffer.from(secret)]);
  const whole = bytes.subarray(0, bytes.length - (bytes.length % 3)).toString("base64");
  const core = whole.slice(offset === 0 ? 0 : 4);
  // A shorter one would be found in any text.
  return core.length < 4 ? [] : [core, core.replaceAll("+", "-").replaceAll("/", "_")];
}
