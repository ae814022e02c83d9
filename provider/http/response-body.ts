/** Reads the body of a response: its bytes up to a limit, then its text. */
import { isUtf8 } from "node:buffer";
import type { Readable } from "node:stream";

/**
 * The body, or `"too-large"` as soon as it has more than `limit` bytes; the rest is not read. got has no such limit for what
 * it decompresses.
 */
export async function readBody(stream: Readable, limit: number): Promise<Buffer | "too-large"> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // Leaving the loop destroys the stream, and with it decompression and connection.
    if (bytes > limit) {
      return "too-large";
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The start of a body: at most `limit` bytes, within `milliseconds`. Enough for an excerpt, even of a body that never ends. */
export async function readStart(
  stream: Readable,
  limit: number,
  milliseconds: number,
): Promise<{ bytes: Buffer; isCut: boolean }> {
  const chunks: Buffer[] = [];
  let length = 0;
  let isCut = true;
  const timer = setTimeout(() => stream.destroy(), milliseconds);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > limit) {
        break;
      }
    }
    isCut = length > limit;
  } catch {
    // The status matters more than a body that is incomplete. The part that was received is shown.
  } finally {
    clearTimeout(timer);
  }
  return { bytes: Buffer.concat(chunks).subarray(0, limit), isCut };
}

/**
 * The text of a body, without a byte order mark. JSON is UTF-8 (RFC 8259 §8.1), so valid UTF-8 is decoded as UTF-8: many
 * services name a `charset` that they do not use. UTF-16 is recognised by its first bytes, which are two ASCII characters
 * (RFC 4627 §3) or a mark. For all other bytes the header's `charset` decides.
 *
 * @returns `undefined` for bytes that are no text in any of these encodings.
 */
export function decodeText(bytes: Buffer, contentType: string | undefined): string | undefined {
  const [first = -1, second = -1] = bytes;
  if ((first === 0xff && second === 0xfe) || (first > 0 && second === 0)) {
    return decodeAs("utf-16le", bytes);
  }
  if ((first === 0xfe && second === 0xff) || (first === 0 && second > 0)) {
    return decodeAs("utf-16be", bytes);
  }
  if (isUtf8(bytes)) {
    return bytes.toString("utf8").replace(/^\uFEFF/, "");
  }
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType ?? "")?.[1];
  return charset === undefined ? undefined : decodeAs(charset, bytes);
}

/** The text of a header. Node.js decodes headers as Latin-1, but addresses in them are mostly UTF-8. */
export function headerText(value: string): string {
  return decodeText(Buffer.from(value, "latin1"), undefined) ?? value;
}

function decodeAs(encoding: string, bytes: Buffer): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined; // An unknown encoding, or bytes that are not valid in it.
  }
}
