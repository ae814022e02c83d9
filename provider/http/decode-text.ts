/** Decodes the bytes of a response to text. */
import { isUtf8 } from "node:buffer";

/**
 * JSON is UTF-8 (RFC 8259 §8.1), so bytes that are valid UTF-8 are taken as such whatever the header says: many services
 * name a charset they do not use. UTF-16 is known by its first bytes; else the header's `charset` decides. A BOM is removed.
 *
 * @returns `undefined` for bytes that are not text in any of these.
 */
export function decodeText(bytes: Buffer, contentType: string | undefined): string | undefined {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType ?? "")?.[1];
  return (
    decodeAs(wideEncoding(bytes) ?? "utf-8", bytes) ?? (charset === undefined ? undefined : decodeAs(charset, bytes))
  );
}

/** A header's value as it was meant: Node reads them as Latin-1, and what is unescaped in an address is mostly UTF-8. */
export function headerText(value: string): string {
  return decodeText(Buffer.from(value, "latin1"), undefined) ?? value;
}

/**
 * By the byte order mark, else by the NUL that half of each of JSON's first two characters is (RFC 4627 §3). UTF-16 may be valid
 * UTF-8 too, with a NUL in every other place.
 */
function wideEncoding(bytes: Buffer): string | undefined {
  const [first, second] = bytes;
  if (first === undefined || second === undefined) return undefined;
  if ((first === 0xff && second === 0xfe) || (first > 0 && second === 0)) return "utf-16le";
  if ((first === 0xfe && second === 0xff) || (first === 0 && second > 0)) return "utf-16be";
  return undefined;
}

function decodeAs(encoding: string | undefined, bytes: Buffer): string | undefined {
  if (encoding === "utf-8") return isUtf8(bytes) ? withoutMark(bytes.toString("utf8")) : undefined;
  try {
    // Costs a few milliseconds at first: Node loads its tables of encodings for it.
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined; // an unknown label, or bytes that are not in it
  }
}

function withoutMark(text: string): string {
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}
