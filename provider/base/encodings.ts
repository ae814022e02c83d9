/** Normalises text for the search for secrets, and lists the encodings in which a service may repeat a secret. Runs in both processes. */

/** The lines around a key in PEM. They are not secret. */
const PEM_BOUNDARY = /-----[A-Z ]+-----/g;

/**
 * Returns the letters of a text as it is, and of the text with its escapes undone once: those of JSON, those of HTML, those of
 * addresses, and all three together. Equal ones are returned once.
 */
export function viewsOf(text: string): string[] {
  const all = withoutPercent(withoutEntities(withoutJsonEscapes(text)));
  const views = [text, withoutJsonEscapes(text), withoutEntities(text), withoutPercent(text), all];
  return [...new Set(views.map(lettersOf))];
}

/**
 * Returns the ASCII letters and digits of a text, in lower case. Separators and other characters are dropped: the former vary by
 * encoder, the latter are often encoded wrongly.
 */
export function lettersOf(text: string): string {
  return text.replace(/[^\da-z]+/gi, "").toLowerCase();
}

function withoutJsonEscapes(text: string): string {
  return text.replace(
    /\\(?:u([\da-f]{4})|([^u]))/gi,
    (_escape, hex: string | undefined, character: string | undefined) =>
      hex === undefined ? (character ?? "").replace(/^[bfnrt]$/, " ") : asciiOf(parseInt(hex, 16)),
  );
}

function withoutEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|[a-z]{2,8});/gi, (_entity, decimal?: string, hex?: string) =>
    asciiOf(decimal !== undefined ? Number(decimal) : parseInt(hex ?? "0", 16)),
  );
}

function withoutPercent(text: string): string {
  return text.replace(/%([\da-f]{2})/gi, (_escape, hex: string) => asciiOf(parseInt(hex, 16)));
}

/** Returns the character of a code. Others than ASCII do not count, and neither do the bytes of one. */
function asciiOf(code: number): string {
  return code < 0x80 ? String.fromCharCode(code) : " ";
}

/**
 * Returns the letters of a secret and of its encodings: as it is (this is the first), escaped in JSON and in an address, with its
 * own escapes undone, in hex, and in base64.
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
