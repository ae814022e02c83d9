/** Finds secrets in any usual encoding: undoes the encodings of a text, and encodes a secret. Runs in both processes. */
import { pointerStep } from "./json-path.js";

/** The lines around a key in PEM. They are not secret. */
const PEM_BOUNDARY = /-----[A-Z ]+-----/g;

/**
 * Returns the ASCII letters and digits of a text, in lower case. Separators are dropped because they vary by encoder. Characters
 * outside ASCII are dropped because they are often encoded wrongly.
 */
export function lettersOf(text: string): string {
  return text.replace(/[^\da-z]+/gi, "").toLowerCase();
}

/**
 * Decodes a text in each way in which it may hide a secret, and returns the letters and digits of each result:
 *
 * 1. the text as it is;
 * 2. without JSON escapes: `\u0061` is `a`;
 * 3. without HTML entities: `&#97;` is `a`;
 * 4. without percent-encoding: `%61` is `a`;
 * 5. without all three, one after the other.
 *
 * Equal results are returned once.
 */
export function decodedLetters(text: string): string[] {
  const withoutAny = withoutPercent(withoutEntities(withoutJsonEscapes(text)));
  const decoded = [text, withoutJsonEscapes(text), withoutEntities(text), withoutPercent(text), withoutAny];
  return [...new Set(decoded.map(lettersOf))];
}

/** The ASCII letters and digits of a secret: see `lettersOf`. */
export interface SecretLetters {
  /** The letters and digits of the secret as it is. */
  readonly plain: string;
  /** The letters and digits of each encoding of the secret, if they differ from `plain`. */
  readonly encoded: readonly string[];
}

/**
 * Encodes a secret in each way in which a service may repeat it, and returns the letters and digits: escaped for JSON and for a JSON
 * Pointer, percent-encoded, in hex, and in base64. If the secret itself contains escapes, they are also undone.
 */
export function lettersOfSecret(secret: string): SecretLetters {
  const text = secret.replace(PEM_BOUNDARY, "\n").toWellFormed();
  const bytes = Buffer.from(text);
  const encoded = [
    JSON.stringify(text).slice(1, -1),
    pointerStep(text),
    encodeURIComponent(text),
    bytes.toString("hex"),
    ...base64Cores(bytes),
  ];
  const plain = lettersOf(text);
  const letters = new Set([...decodedLetters(text), ...encoded.map(lettersOf)]);
  letters.delete(plain);
  return { plain, encoded: [...letters] };
}

/** Undoes the escapes of a JSON string: `\u0061` becomes `a`, and `\/` becomes `/`. */
function withoutJsonEscapes(text: string): string {
  // An escaped control character, such as `\n`, becomes a space, so that its letter does not count.
  return text.replace(
    /\\u([\da-fA-F]{4})|\\[bfnrt]|\\([^u])/g,
    (_escape, hex: string | undefined, character: string = " ") =>
      hex === undefined ? character : asciiCharacter(hex, 16),
  );
}

/** Undoes numeric entities. A named one, such as `&amp;`, becomes a space. */
function withoutEntities(text: string): string {
  return text
    .replace(/&#x([\da-f]{1,6});/gi, (_entity, hex: string) => asciiCharacter(hex, 16))
    .replace(/&#(\d{1,7});/g, (_entity, decimal: string) => asciiCharacter(decimal, 10))
    .replace(/&[a-z]{2,8};/gi, " ");
}

function withoutPercent(text: string): string {
  return text.replace(/%([\da-f]{2})/gi, (_escape, hex: string) => asciiCharacter(hex, 16));
}

/** Returns the ASCII character with this code. A character outside ASCII becomes a space, because `lettersOf` drops both. */
function asciiCharacter(code: string, radix: 10 | 16): string {
  const number = parseInt(code, radix);
  return number < 0x80 ? String.fromCharCode(number) : " ";
}

/**
 * Returns the base64 of `bytes` as it stands inside the base64 of a longer text. Base64 writes three bytes as four characters. So the
 * characters depend on how many bytes come before `bytes`: a multiple of three, one more, or two more. There is one result for each of
 * these cases. The characters at both ends are cut off if they depend on the neighbouring bytes too.
 */
function base64Cores(bytes: Buffer): string[] {
  return [0, 1, 2].map((bytesBefore) => {
    const base64 = Buffer.concat([Buffer.alloc(bytesBefore), bytes]).toString("base64");
    const firstBit = bytesBefore * 8;
    const endBit = firstBit + bytes.length * 8;
    // A character of base64 has 6 bits.
    return base64.slice(Math.ceil(firstBit / 6), Math.floor(endBit / 6));
  });
}
