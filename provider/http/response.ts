/** Reads a response: the bytes of its body up to a limit, its text, its headers. */
import type { Readable } from "node:stream";
import type { Secrets } from "../base/secrets.js";
import { excerpt } from "../base/text.js";
import type { ServiceResponse } from "./types.js";

/**
 * Reads the body. Returns `undefined` as soon as it has more than `limit` bytes: got does not limit the size of a
 * decompressed body.
 */
export async function readBody(stream: Readable, limit: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  return (await collect(stream, limit, chunks)) ? Buffer.concat(chunks) : undefined;
}

/** Reads the start of a body, for an excerpt: at most `limit` bytes, within `milliseconds`. The body may never end. */
export async function readStart(
  stream: Readable,
  limit: number,
  milliseconds: number,
): Promise<{ bytes: Buffer; isCut: boolean }> {
  const chunks: Buffer[] = [];
  const timer = setTimeout(() => stream.destroy(), milliseconds);
  // If the body breaks off, the status is reported anyway, with whatever part arrived.
  const isWhole = await collect(stream, limit, chunks).catch(() => false);
  clearTimeout(timer);
  return { bytes: Buffer.concat(chunks).subarray(0, limit), isCut: !isWhole };
}

/**
 * Adds the stream's chunks to `chunks`. Returns `false` as soon as they have more than `limit` bytes: the rest is not
 * read.
 */
async function collect(stream: Readable, limit: number, chunks: Buffer[]): Promise<boolean> {
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    bytes += chunk.length;
    // Leaving the loop destroys the stream, and with it decompression and connection.
    if (bytes > limit) {
      return false;
    }
  }
  return true;
}

/**
 * Decodes UTF-8, and removes a byte order mark. Returns `undefined` for other bytes: JSON is UTF-8 (RFC 8259 §8.1).
 *
 * @param isCut true if the bytes may end within a character. Default false.
 */
export function decodeText(bytes: Buffer, isCut = false): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: isCut });
  } catch {
    return undefined;
  }
}

/** The same value twice. */
const SENT_TWICE = /^(.*), \1$/;

/**
 * Returns the first value of a header; `undefined` if the response does not have it. Gateways often send a header
 * twice, and Node.js joins both values (RFC 9110 §5.3): `23, 23` is read as `23`. As it stands, `X-Total-Pages: 3, 3`
 * would not be read as a number, and the listing would be cut.
 */
export function firstHeader(headers: ServiceResponse["headers"], name: string): string | undefined {
  const value = headers[name];
  const text = typeof value === "object" ? value[0] : value;
  return text === undefined ? undefined : (SENT_TWICE.exec(text)?.[1] ?? text);
}

/** Decodes a header. Node.js reads headers as Latin-1, but texts and addresses in them are mostly UTF-8. */
export function decodeHeader(value: string): string {
  return decodeText(Buffer.from(value, "latin1")) ?? value;
}

/**
 * Headers with the id of a request: of the service, of its gateway, of a network in front of it. The first that is
 * usable counts.
 */
const ID_HEADERS = ["x-request-id", "request-id", "x-correlation-id", "x-amzn-requestid", "x-ms-request-id", "cf-ray"];

/**
 * Returns the request's id for error messages, or `undefined`. It comes from the network, so an id that repeats a
 * secret is dropped.
 */
export function requestIdOf(headers: ServiceResponse["headers"], clean: Secrets["clean"]): string | undefined {
  const values = ID_HEADERS.map((name) => headers[name]).filter((value) => typeof value === "string");
  const ids = values.map(decodeHeader).filter((id) => clean(id) === id);
  return ids.map(excerpt).find((id) => id !== "");
}
