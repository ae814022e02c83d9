/** Turns the bytes of an answer into text. */
import { isUtf8 } from "node:buffer";

/**
 * JSON is UTF-8 (RFC 8259 §8.1), so bytes that are valid UTF-8 are taken as such whatever the header says: many services
 * name a charset they do not use. Else a byte order mark or the header's `charset` decides. A BOM is removed.
 *
 * @returns `undefined` for bytes that are not text in any of these.
 */
export function decodeText(bytes: Buffer, contentType: string | undefined): string | undefined {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType ?? "")?.[1];
  return (
    decodeAs(markedEncoding(bytes) ?? (isWide(charset) ? charset : "utf-8"), bytes) ??
    (charset === undefined ? undefined : decodeAs(charset, bytes))
  );
}

/** UTF-16 of English text is valid UTF-8 too, with a NUL in every other place. */
function isWide(charset: string | undefined): boolean {
  return charset !== undefined && /^utf-?16/i.test(charset);
}

function markedEncoding(bytes: Buffer): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
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
