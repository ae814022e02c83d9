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
): Promise<{ bytes: Buffer; whole: boolean }> {
  const chunks: Buffer[] = [];
  let length = 0;
  let whole = false;
  const timer = setTimeout(() => stream.destroy(), milliseconds);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      if (length > limit) {
        break;
      }
    }
    whole = length <= limit;
  } catch {
    // The status matters more than a body that is incomplete. The part that was received is shown.
  } finally {
    clearTimeout(timer);
  }
  return { bytes: Buffer.concat(chunks).subarray(0, limit), whole };
}

/**
 * The text of a body, without a byte order mark. JSON is UTF-8 (RFC 8259 §8.1), so valid UTF-8 is decoded as UTF-8. The
 * header's `charset` does not change that: many services name one that they do not use. UTF-16 is recognised by its first
 * bytes. For all other bytes the header's `charset` decides.
 *
 * @returns `undefined` for bytes that are no text in any of these encodings.
 */
export function decodeText(bytes: Buffer, contentType: string | undefined): string | undefined {
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType ?? "")?.[1];
  return (
    decodeAs(utf16Encoding(bytes) ?? "utf-8", bytes) ?? (charset === undefined ? undefined : decodeAs(charset, bytes))
  );
}

/** The text of a header. Node.js decodes headers as Latin-1, but addresses in them are mostly UTF-8. */
export function headerText(value: string): string {
  return decodeText(Buffer.from(value, "latin1"), undefined) ?? value;
}

/**
 * UTF-16 is recognised by its byte order mark, or by a NUL in one of the first two bytes (RFC 4627 §3): JSON begins with two
 * ASCII characters. UTF-16 may be valid UTF-8 too, with a NUL as every other character.
 */
function utf16Encoding(bytes: Buffer): string | undefined {
  // A byte that is not there matches none of the marks.
  const [first = -1, second = -1] = bytes;
  if ((first === 0xff && second === 0xfe) || (first > 0 && second === 0)) {
    return "utf-16le";
  }
  if ((first === 0xfe && second === 0xff) || (first === 0 && second > 0)) {
    return "utf-16be";
  }
  return undefined;
}

function decodeAs(encoding: string, bytes: Buffer): string | undefined {
  if (encoding === "utf-8") {
    return isUtf8(bytes) ? withoutMark(bytes.toString("utf8")) : undefined;
  }
  try {
    // The first call takes a few milliseconds: Node.js loads its tables of encodings.
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined; // An unknown encoding, or bytes that are not valid in it.
  }
}

function withoutMark(text: string): string {
  return text.startsWith("\uFEFF") ? text.slice(1) : text;
}
