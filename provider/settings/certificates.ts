/** Parses the settings of TLS: PEM texts or files. Node.js decides whether they are certificates and keys, in its own words. Runs in both processes. */
import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { messageOf, systemCodeOf } from "../base/errors.js";
import { excerpt } from "../base/excerpt.js";
import type { TlsOptions } from "../http/types.js";
import type { Parsed } from "./issue-text.js";

/** Matches an unterminated block up to the end of the text, so that OpenSSL produces the error. */
const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^]*?(?:-----END CERTIFICATE-----|$)/g;
const PRIVATE_KEY = /-----BEGIN ((?!OPENSSH)(?:[A-Z]+ )?PRIVATE KEY)-----[^]*?(?:-----END \1-----|$)/g;

/** Parses one or more certificates, and returns them as PEM text. */
export function parseCertificates(text: string): Parsed<string> {
  // The engine prints this setting in the clear: it must not contain a key.
  if (text.match(PRIVATE_KEY) !== null) {
    return { issue: "contains a private key. It takes certificates only: put the key into clientKey." };
  }
  const blocks = findBlocks(text, CERTIFICATE, "certificate");
  if ("issue" in blocks) {
    return blocks;
  }
  const failures = blocks.value.map((block) => attempt(() => new X509Certificate(block)).failure);
  const unreadable = failures.findIndex((failure) => failure !== undefined);
  return unreadable < 0
    ? { value: `${blocks.value.join("\n")}\n` }
    : {
        issue: `contains a certificate that cannot be read (number ${unreadable + 1}: ${failures[unreadable] ?? ""}).`,
      };
}

/** Parses one private key, and returns it as PEM text. `findPairIssue` checks it together with its passphrase. */
export function parsePrivateKey(text: string): Parsed<string> {
  const blocks = findBlocks(text, PRIVATE_KEY, "private key");
  return "issue" in blocks ? blocks : { value: `${blocks.value[0] ?? ""}\n` };
}

/** Finds the blocks in a PEM text, or in the file that it names. Line breaks may have become `\n` in a variable or a JSON text. */
function findBlocks(text: string, pattern: RegExp, what: "certificate" | "private key"): Parsed<readonly string[]> {
  const { value: pem, failure } = text.includes("-----BEGIN")
    ? { value: text.replaceAll(/(?:\\r)?\\n/g, "\n") }
    : attempt(() => readFileSync(text, "latin1"));
  if (pem === undefined) {
    // The value is not shown as a path if it might be key material: any key, or 40 and more characters of base64.
    const isPath = what === "certificate" && text.length <= 300 && !/\p{Cc}|^[\w+/=\s-]{40,}$/u.test(text);
    const file = isPath ? `the file "${excerpt(resolve(text))}"` : "the file that it may name";
    return { issue: `is not PEM text, and ${file} cannot be read (${failure}).` };
  }
  const [, label] = /-----BEGIN ([A-Z0-9 ]+)-----/.exec(pem) ?? [];
  const otherBlock = label === undefined ? "" : `, but ${excerpt(label)}`;
  const none = `contains no ${what} in PEM format${otherBlock}. Convert other formats with openssl or ssh-keygen.`;
  const blocks = pem.match(pattern);
  return blocks === null ? { issue: none } : { value: blocks };
}

/** Returns what `work` returns, or why it throws: OpenSSL's own reason, or the system's code. */
function attempt<T>(work: () => T): { value: T; failure?: undefined } | { value?: undefined; failure: string } {
  try {
    return { value: work() };
  } catch (error) {
    const { reason } = error as { reason?: unknown };
    return { failure: typeof reason === "string" ? reason : (systemCodeOf(error) ?? messageOf(error)) };
  }
}

type PairKey = "clientCertificate" | "clientKey" | "clientKeyPassphrase";

/** Returns what is wrong with certificate, key and passphrase together: the setting, and a predicate about it. */
export function findPairIssue(
  { cert, key, passphrase }: TlsOptions,
  nameOf: (key: PairKey) => string,
): readonly [key: PairKey, issue: string] | undefined {
  if (key === undefined || cert === undefined) {
    const missing = key === undefined ? "clientKey" : "clientCertificate";
    const set = { clientKey: key, clientCertificate: cert, clientKeyPassphrase: passphrase };
    const present = (Object.keys(set) as PairKey[]).find((name) => set[name] !== undefined);
    return present && [missing, `is not set, but ${nameOf(present)} is. Set both, or neither.`];
  }
  const { value, failure } = attempt(() => createPrivateKey({ key, passphrase }));
  if (value === undefined) {
    return /\bENCRYPTED\b/.test(key)
      ? ["clientKeyPassphrase", `does not decrypt ${nameOf("clientKey")} (${failure}). Set the passphrase of this key.`]
      : ["clientKey", `contains a private key that cannot be read (${failure}).`];
  }
  const clientCertificate = `the first certificate of ${nameOf("clientCertificate")}`;
  return new X509Certificate(cert).checkPrivateKey(value)
    ? undefined
    : ["clientKey", `does not belong to ${clientCertificate}. The client's own certificate comes first.`];
}
