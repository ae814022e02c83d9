/** Reads a response: the bytes of its body up to a limit, its text, its headers. Runs in both processes. */
import { isUtf8 } from "node:buffer";
import type { Readable } from "node:stream";
import { excerpt } from "../base/excerpt.js";
import { isWithheld, type Redact } from "../base/redactor.js";
import type { ServiceResponse } from "./types.js";

/** Reads the body. Returns `undefined` as soon as it has more than `limit` bytes. We count them here, because got does not limit the size of a decompressed body. */
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

/** Adds the stream's chunks to `chunks`. Returns `false` as soon as they have more than `limit` bytes: the rest is not read. */
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
 * Decodes a body, and removes a byte order mark.
 *
 * 1. Bytes that are valid UTF-8 without NUL are decoded as UTF-8, whatever `charset` is declared. JSON is UTF-8 (RFC 8259 §8.1),
 *    and many services declare a `charset` that they do not use.
 * 2. All other bytes are decoded with the declared `charset`. UTF-16 comes here too, because it has NUL bytes.
 *
 * @returns `undefined` if no `charset` is declared in case 2, or if the bytes cannot be decoded with it.
 */
export function decodeText(bytes: Buffer, contentType: string | undefined): string | undefined {
  if (isUtf8(bytes) && !bytes.includes(0)) {
    return bytes.toString("utf8").replace(/^\uFEFF/, "");
  }
  const charset = /;\s*charset\s*=\s*"?([^\s;"]+)/i.exec(contentType ?? "")?.[1];
  try {
    return charset === undefined ? undefined : new TextDecoder(charset, { fatal: true }).decode(bytes);
  } catch {
    return undefined; // An unknown encoding, or bytes that are not valid in it.
  }
}

/**
 * Returns the first value of a header; `undefined` if the response does not have it. Gateways often send a header twice, and Node.js joins
 * both values (RFC 9110 §5.3): `23, 23` is read as `23`.
 */
export function firstHeader(headers: ServiceResponse["headers"], name: string): string | undefined {
  const value = headers[name];
  const text = typeof value === "object" ? value[0] : value;
  // The length of one value, if the text is the same value twice with ", " between.
  const halfLength = ((text?.length ?? 0) - ", ".length) / 2;
  const half = text?.slice(0, halfLength);
  return text === `${half}, ${half}` ? half : text;
}

/** Decodes a header. Node.js reads headers as Latin-1, but texts and addresses in them are mostly UTF-8. */
export function headerText(value: string): string {
  return decodeText(Buffer.from(value, "latin1"), undefined) ?? value;
}

/** Headers with the id of a request: of the service, of its gateway, of a network in front of it. The first that is usable counts. */
const ID_HEADERS = ["x-request-id", "request-id", "x-correlation-id", "x-amzn-requestid", "x-ms-request-id", "cf-ray"];

/** Returns the request's id for error messages, or `undefined`. It comes from the network, so an id that repeats a secret is dropped. */
export function requestIdOf(headers: ServiceResponse["headers"], redact: Redact): string | undefined {
  const values = ID_HEADERS.map((name) => headers[name]).filter((value) => typeof value === "string");
  return values.map((id) => redact(excerpt(id))).find((id) => id !== "" && !isWithheld(id));
}
