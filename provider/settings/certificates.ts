/**
 * Parses the settings of TLS, which are PEM texts or the paths of files with them. Node.js checks the certificates
 * here, and the key when the first connection is made.
 */
import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { messageOf, systemCodeOf } from "../base/errors.js";
import { excerpt } from "../base/text.js";
import type { Parsed } from "./issue-text.js";

/**
 * Matches a certificate. One without its last line matches up to the end of the text, so that OpenSSL says what is
 * wrong.
 */
const CERTIFICATE_BLOCK = /-----BEGIN CERTIFICATE-----[^]*?(?:-----END CERTIFICATE-----|$)/g;
/** Matches a private key, but not one of OpenSSH, whose format Node.js cannot read. */
const PRIVATE_KEY_BLOCK = /-----BEGIN ((?!OPENSSH)(?:[A-Z]+ )?PRIVATE KEY)-----[^]*?(?:-----END \1-----|$)/g;

/** What a PEM text must contain. */
type Noun = "certificate" | "private key";

/** Parses one or more certificates, and returns them as PEM text. */
export function parseCertificates(text: string): Parsed<string> {
  // The engine prints this setting in the clear: it must not contain a key.
  if (text.match(PRIVATE_KEY_BLOCK) !== null) {
    return { issue: "contains a private key. It takes certificates only: put the key into clientKey." };
  }
  const blocks = findBlocks(text, CERTIFICATE_BLOCK, "certificate");
  if ("issue" in blocks) {
    return blocks;
  }
  for (const [index, block] of blocks.value.entries()) {
    const { failure } = tryToRead(() => new X509Certificate(block));
    if (failure !== undefined) {
      return { issue: `contains a certificate that cannot be read (number ${index + 1}: ${failure}).` };
    }
  }
  return { value: `${blocks.value.join("\n")}\n` };
}

/** Returns the first private key as PEM text. */
export function parsePrivateKey(text: string): Parsed<string> {
  const blocks = findBlocks(text, PRIVATE_KEY_BLOCK, "private key");
  return "issue" in blocks ? blocks : { value: `${blocks.value[0] ?? ""}\n` };
}

/** Returns the blocks in a PEM text, or in the file whose path is given. There is at least one. */
function findBlocks(text: string, pattern: RegExp, noun: Noun): Parsed<readonly string[]> {
  const read = readPem(text, noun);
  if ("issue" in read) {
    return read;
  }
  const { value: pem } = read;
  if (isEncodedPem(pem)) {
    return { issue: "is PEM text in base64. Decode it first: `base64 -d`." };
  }
  if (LOST_LINE_BREAK.test(pem)) {
    return { issue: "has lost its line breaks. Keep them, or write each of them as \\n." };
  }
  const blocks = pem.match(pattern);
  if (blocks !== null) {
    return { value: blocks };
  }
  const [, label] = /-----BEGIN ([A-Z0-9 ]+)-----/.exec(pem) ?? [];
  const otherBlock = label === undefined ? "" : `, but ${excerpt(label)}`;
  return {
    issue: `contains no ${noun} in PEM format${otherBlock}. Convert other formats with openssl or ssh-keygen.`,
  };
}

/** Returns a PEM text as it is given, or reads it from the file whose path is given. */
function readPem(text: string, noun: Noun): Parsed<string> {
  if (text.includes("-----BEGIN") || isEncodedPem(text)) {
    return { value: withLineBreaks(text) };
  }
  const { value, failure } = tryToRead(() => readFileSync(text, "latin1"));
  if (value !== undefined) {
    return { value };
  }
  const file = mayBeKey(text, noun) ? "the file that it may name" : `the file "${excerpt(resolve(text))}"`;
  return { issue: `is not PEM text, and ${file} cannot be read (${failure}).` };
}

/** Matches the first line of PEM text if more text follows on it: the line breaks became spaces, or were removed. */
const LOST_LINE_BREAK = /-----BEGIN [A-Z0-9 ]+-----[^\S\r\n]*[^\s\\]/;

/** Returns whether a text is the base64 of PEM text, as some secret stores keep it. */
function isEncodedPem(text: string): boolean {
  return /^\s*LS0tLS1CRUdJTi/.test(text);
}

/** Restores line breaks that a variable or a JSON text has as the two characters `\n`. */
function withLineBreaks(pem: string): string {
  return pem.replaceAll(/(?:\\r)?\\n/g, "\n");
}

/**
 * Returns whether a text that is not PEM may be a key, so that no message may show it as the path of a file:
 *
 * 1. Every text in the setting of the private key: `MIIEvQIB…`.
 * 2. A text that is too long for a path, or has control characters such as line breaks.
 * 3. 40 or more characters of base64.
 */
function mayBeKey(text: string, noun: Noun): boolean {
  return noun === "private key" || text.length > 300 || /\p{Cc}/u.test(text) || /^[\w+/=\s-]{40,}$/.test(text);
}

/**
 * Returns the value that `readValue` returns. If it throws, returns OpenSSL's reason, the system's code, or the
 * message.
 */
function tryToRead<T>(readValue: () => T): { value: T; failure?: undefined } | { value?: undefined; failure: string } {
  try {
    return { value: readValue() };
  } catch (error) {
    const { reason } = error as { reason?: unknown };
    return { failure: typeof reason === "string" ? reason : (systemCodeOf(error) ?? messageOf(error)) };
  }
}
