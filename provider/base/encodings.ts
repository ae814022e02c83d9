/** Normalises text for the search for secrets, and lists the encodings in which a service may repeat a secret. Runs in both processes. */

/** The lines around a key in PEM. They are not secret. */
const PEM_BOUNDARY = /-----[A-Z ]+-----/g;

/**
 * Returns the views of a text in which secrets are searched for. Each view is the letters and digits (see `lettersOf`) of:
 *
 * 1. the text as it is;
 * 2. the text with its JSON escapes undone once;
 * 3. the text with its HTML entities undone once;
 * 4. the text with its percent-encoding undone once;
 * 5. the text with all three undone, one after the other.
 *
 * Duplicates are removed.
 */
export function viewsOf(text: string): string[] {
  const all = withoutPercent(withoutEntities(withoutJsonEscapes(text)));
  const views = [text, withoutJsonEscapes(text), withoutEntities(text), withoutPercent(text), all];
  return [...new Set(views.map(lettersOf))];
}

/**
 * Returns the ASCII letters and digits of a text, in lower case. Separators are dropped because they vary by encoder. Characters
 * outside ASCII are dropped because they are often encoded wrongly.
 */
export function lettersOf(text: string): string {
  return text.replace(/[^\da-z]+/gi, "").toLowerCase();
}

function withoutJsonEscapes(text: string): string {
  return text.replace(
    /\\(?:u([\da-f]{4})|([^u]))/gi,
    (_escape, hex: string | undefined, character: string | undefined) =>
      // An escaped control character, such as `\n`, becomes a space, so that its letter does not count.
      hex === undefined ? (character ?? "").replace(/^[bfnrt]$/, " ") : asciiOf(parseInt(hex, 16)),
  );
}

/** Undoes numeric entities. A named one, such as `&amp;`, becomes a NUL character, which `lettersOf` drops. */
function withoutEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|[a-z]{2,8});/gi, (_entity, decimal?: string, hex?: string) =>
    asciiOf(decimal !== undefined ? Number(decimal) : parseInt(hex ?? "0", 16)),
  );
}

function withoutPercent(text: string): string {
  return text.replace(/%([\da-f]{2})/gi, (_escape, hex: string) => asciiOf(parseInt(hex, 16)));
}

/** Returns the ASCII character of a code or byte. Any other becomes a space, because `lettersOf` would drop it anyway. */
function asciiOf(code: number): string {
  return code < 0x80 ? String.fromCharCode(code) : " ";
}

/**
 * Returns the letters and digits of a secret in each form in which a service may repeat it. The first form is the secret as it is.
 * The others are: the secret with its own escapes undone (see `viewsOf`), escaped for JSON, percent-encoded, in hex, and in base64.
 */
export function formsOf(secret: string): string[] {
  const text = secret.replace(PEM_BOUNDARY, "\n").toWellFormed();
  const bytes = Buffer.from(text);
  const encoded = [JSON.stringify(text).slice(1, -1), encodeURIComponent(text), bytes.toString("hex")];
  return [...viewsOf(text), ...[...encoded, ...base64Cores(bytes)].map(lettersOf)];
}

/**
 * Returns the base64 of `bytes` inside a longer input: one text for each alignment (0, 1, 2), trimmed to the characters that
 * depend on `bytes` alone.
 */
function base64Cores(bytes: Buffer): string[] {
  return [0, 1, 2].map((offset) => {
    const padded = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
    return padded.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
  });
}
