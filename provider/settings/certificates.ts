/** The settings of TLS: PEM texts or files. Whether they are certificates and keys is decided by Node.js, in its own words. */
import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { messageOf, systemCodeOf } from "../http/errors.js";
import { excerpt } from "../http/excerpt.js";
import type { TlsOptions } from "../http/types.js";

/** A parsed value, or what is wrong with the given one: the rest of a sentence. */
export type Parsed<Value> = { readonly value: Value } | { readonly issue: string };

/** A block without its last line goes on to the end, so that Node.js says what is missing. */
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^]*?(?:-----END CERTIFICATE-----|$)/g;
const PRIVATE_KEY = /-----BEGIN ((?!OPENSSH)(?:[A-Z]+ )?PRIVATE KEY)-----[^]*?(?:-----END \1-----|$)/;

/** One or more certificates, as PEM text. */
export function parseCertificates(given: string): Parsed<string> {
  const source = readPem(given, true);
  if ("issue" in source) {
    return source;
  }
  const { pem, isFile } = source.value;
  if (!isFile && PRIVATE_KEY.test(pem)) {
    return { issue: "contains a private key. It takes certificates only: put the key into clientKey." };
  }
  const blocks = Array.from(pem.match(CERTIFICATE) ?? [], withLines);
  const issues = blocks.map((block) => attempt(() => new X509Certificate(block))).map(({ failure }) => failure);
  const bad = issues.findIndex((failure) => failure !== undefined);
  if (blocks.length === 0) {
    return { issue: `contains no certificate in PEM format${foundIn(pem)}` };
  }
  return bad < 0
    ? { value: `${blocks.join("\n")}\n` }
    : { issue: `contains a certificate that cannot be read (number ${bad + 1}: ${issues[bad] ?? ""}).` };
}

/** One private key, as PEM text. `findPairIssue` checks it together with its passphrase. */
export function parsePrivateKey(given: string): Parsed<string> {
  const source = readPem(given, false);
  if ("issue" in source) {
    return source;
  }
  const [block] = PRIVATE_KEY.exec(source.value.pem) ?? [];
  return block === undefined
    ? { issue: `contains no private key in PEM format (PKCS#8, PKCS#1 or SEC 1)${foundIn(source.value.pem)}` }
    : { value: `${withLines(block)}\n` };
}

/** A block whose lines were joined, indented or ended by CR only, with the lines that OpenSSL requires. */
function withLines(block: string): string {
  const [, begin = "", body = ":", end = ""] = /^(-----[^-]+-----)([^]*?)(-----[^-]+-----)$/.exec(block) ?? [];
  // The headers of an encrypted key (RFC 1421) have lines of their own.
  return body.includes(":") ? block : [begin, ...(body.replace(/\s+/g, "").match(/.{1,64}/g) ?? []), end].join("\n");
}

/** The end of a sentence: the labels of the blocks that are there instead. */
function foundIn(pem: string): string {
  const labels = Array.from(pem.matchAll(/-----BEGIN ([A-Z0-9 ]+)-----/g), ([, label = ""]) => label);
  const other = labels.length === 0 ? "" : `, but ${excerpt([...new Set(labels)].join(", "))}`;
  return `${other}. Convert other formats with openssl or ssh-keygen.`;
}

/** The PEM text, or that of the file which it names. Line breaks may have become `\n` in a variable or a JSON text. */
function readPem(given: string, mayBeShown: boolean): Parsed<{ readonly pem: string; readonly isFile: boolean }> {
  const text = given.trim();
  if (text === "") {
    return { issue: "is empty." };
  }
  if (text.includes("-----BEGIN")) {
    return { value: { pem: text.replaceAll(/(?:\\r)?\\n/g, "\n"), isFile: false } };
  }
  const { value, failure } = attempt(() => readFileSync(text, "latin1"));
  if (value !== undefined) {
    return { value: { pem: value, isFile: true } };
  }
  // A key without its first line is one long word in base64: it is not shown as a path.
  const isPath = mayBeShown && text.length <= 300 && !/\p{Cc}|^[\w+/=\s-]{40,}$/u.test(text);
  const file = isPath ? `the file "${excerpt(resolve(text))}"` : "the file that it may name";
  return { issue: `is no PEM text, and ${file} cannot be read (${failure}).` };
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

export type PairKey = "clientCertificate" | "clientKey" | "clientKeyPassphrase";

/** What is wrong with certificate, key and passphrase together: the setting, and the rest of a sentence about it. */
export function findPairIssue(
  { cert, key, passphrase }: TlsOptions,
  nameOf: (key: PairKey) => string,
): readonly [key: PairKey, issue: string] | undefined {
  if (key === undefined) {
    const other = cert !== undefined ? "clientCertificate" : "clientKeyPassphrase";
    return cert === undefined && passphrase === undefined
      ? undefined
      : ["clientKey", `is not set, but ${nameOf(other)} is. Set both, or neither.`];
  }
  if (cert === undefined) {
    return ["clientCertificate", `is not set, but ${nameOf("clientKey")} is. Set both, or neither.`];
  }
  const isEncrypted = /^-----BEGIN ENCRYPTED |^Proc-Type: *4, *ENCRYPTED/m.test(key);
  if (isEncrypted && passphrase === undefined) {
    return ["clientKeyPassphrase", `is not set, but ${nameOf("clientKey")} is encrypted. Set its passphrase.`];
  }
  const { value, failure } = attempt(() => createPrivateKey(passphrase === undefined ? key : { key, passphrase }));
  if (value === undefined) {
    return isEncrypted
      ? [
          "clientKeyPassphrase",
          `does not decrypt ${nameOf("clientKey")} (${failure}). Is it the passphrase of this key?`,
        ]
      : ["clientKey", `contains a private key that cannot be read (${failure}).`];
  }
  return belongsTo(value, cert)
    ? undefined
    : [
        "clientKey",
        `does not belong to the first certificate of ${nameOf("clientCertificate")}. The client's own certificate comes first.`,
      ];
}

function belongsTo(key: KeyObject, cert: string): boolean {
  return new X509Certificate(cert).checkPrivateKey(key);
}
