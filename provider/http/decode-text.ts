/** Turns the bytes of an answer into text. */

/**
 * JSON is UTF-8 (RFC 8259 §8.1), so bytes that are valid UTF-8 are taken as such whatever the header says: many services
 * name a charset they do not use. Else a byte order mark or the header's `charset` decides. A BOM is removed.
 *
 * @returns `undefined` for bytes that are not text in any of these.
 */
export function decodeText(bytes: Uint8Array, contentType: string | undefined): string | undefined {
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

function markedEncoding(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return undefined;
}

function decodeAs(encoding: string | undefined, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined; // an unknown label, or bytes that are not in it
  }
}
