/** The settings of TLS: PEM texts or files. Whether they are certificates and keys is decided by Node.js, in its own words. */
import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { messageOf, systemCodeOf } from "../base/errors.js";
import { excerpt } from "../base/excerpt.js";
import type { TlsOptions } from "../http/types.js";
import type { Parsed } from "./issue-text.js";

/** A block without its last line goes on to the end, so that Node.js says what is missing. */
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^]*?(?:-----END CERTIFICATE-----|$)/g;
const PRIVATE_KEY = /-----BEGIN ((?!OPENSSH)(?:[A-Z]+ )?PRIVATE KEY)-----[^]*?(?:-----END \1-----|$)/g;

/** One or more certificates, as PEM text. */
export function parseCertificates(given: string): Parsed<string> {
  // The engine prints this setting in the clear: it must not contain a key.
  if (given.match(PRIVATE_KEY) !== null) {
    return { issue: "contains a private key. It takes certificates only: put the key into clientKey." };
  }
  const found = findBlocks(given, CERTIFICATE, "certificate");
  if ("issue" in found) {
    return found;
  }
  const failures = found.value.map((block) => attempt(() => new X509Certificate(block)).failure);
  const bad = failures.findIndex((failure) => failure !== undefined);
  return bad < 0
    ? { value: `${found.value.join("\n")}\n` }
    : { issue: `contains a certificate that cannot be read (number ${bad + 1}: ${failures[bad] ?? ""}).` };
}

/** One private key, as PEM text. `findPairIssue` checks it together with its passphrase. */
export function parsePrivateKey(given: string): Parsed<string> {
  const found = findBlocks(given, PRIVATE_KEY, "private key");
  return "issue" in found ? found : { value: `${found.value[0] ?? ""}\n` };
}

/** The blocks in a PEM text, or in the file that it names. Line breaks may have become `\n` in a variable or a JSON text. */
function findBlocks(text: string, pattern: RegExp, what: "certificate" | "private key"): Parsed<readonly string[]> {
  const { value: pem, failure } = text.includes("-----BEGIN")
    ? { value: text.replaceAll(/(?:\\r)?\\n/g, "\n") }
    : attempt(() => readFileSync(text, "latin1"));
  if (pem === undefined) {
    // A key, and one long word in base64, which is a key without its first line, are not shown as a path.
    const isPath = what === "certificate" && text.length <= 300 && !/\p{Cc}|^[\w+/=\s-]{40,}$/u.test(text);
    const file = isPath ? `the file "${excerpt(resolve(text))}"` : "the file that it may name";
    return { issue: `is no PEM text, and ${file} cannot be read (${failure}).` };
  }
  const [, label] = /-----BEGIN ([A-Z0-9 ]+)-----/.exec(pem) ?? [];
  const other = label === undefined ? "" : `, but ${excerpt(label)}`;
  const none = `contains no ${what} in PEM format${other}. Convert other formats with openssl or ssh-keygen.`;
  const blocks = pem.match(pattern);
  return blocks === null ? { issue: none } : { value: blocks };
}

/** What `work` returns, or why it throws: OpenSSL's own reason, or the system's code. */
function attempt<T>(work: () => T): { value: T; failure?: undefined } | { value?: undefined; failure: string } {
  try {
    return { value: work() };
  } catch (error) {
    const { reason } = error as { reason?: unknown };
    return { failure: typeof reason === "string" ? reason : (systemCodeOf(error) ?? messageOf(error)) };
  }
}

type PairKey = "clientCertificate" | "clientKey" | "clientKeyPassphrase";

/** What is wrong with certificate, key and passphrase together: the setting, and the rest of a sentence about it. */
export function findPairIssue(
  { cert, key, passphrase }: TlsOptions,
  nameOf: (key: PairKey) => string,
): readonly [key: PairKey, issue: string] | undefined {
  if (key === undefined || cert === undefined) {
    const missing = key === undefined ? "clientKey" : "clientCertificate";
    const set = { clientKey: key, clientCertificate: cert, clientKeyPassphrase: passphrase };
    const other = (Object.keys(set) as PairKey[]).find((one) => set[one] !== undefined);
    return other && [missing, `is not set, but ${nameOf(other)} is. Set both, or neither.`];
  }
  const { value, failure } = attempt(() => createPrivateKey({ key, passphrase }));
  if (value === undefined) {
    return /\bENCRYPTED\b/.test(key)
      ? ["clientKeyPassphrase", `does not decrypt ${nameOf("clientKey")} (${failure}). Set the passphrase of this key.`]
      : ["clientKey", `contains a private key that cannot be read (${failure}).`];
  }
  const first = `the first certificate of ${nameOf("clientCertificate")}`;
  return new X509Certificate(cert).checkPrivateKey(value)
    ? undefined
    : ["clientKey", `does not belong to ${first}. The client's own certificate comes first.`];
}
