/** Reads a body as it arrives, up to its limit: got has no limit of its own for what it decompresses. */
import type { Readable } from "node:stream";

/** The body, or `"too-large"` as soon as it is over `limit` bytes; the rest is not read. */
export async function readBody(stream: Readable, limit: number): Promise<Buffer | "too-large"> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    // Leaving the loop destroys the stream, and with it decompression and connection.
    if (bytes > limit) return "too-large";
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** What of a body comes within `limit` bytes and `milliseconds`: enough for an excerpt, even of one that never ends. */
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
      if (length > limit) break;
    }
    whole = length <= limit;
  } catch {
    // The status is what counts; a body that breaks off is shown as far as it came.
  } finally {
    clearTimeout(timer);
  }
  return { bytes: Buffer.concat(chunks).subarray(0, limit), whole };
}
