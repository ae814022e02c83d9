/** The settings of TLS: PEM texts or files, and whether key, passphrase and certificate belong together. */
import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { systemCodeOf } from "../http/errors.js";
import { excerpt } from "../http/excerpt.js";
import { decodeText } from "../http/response-body.js";
import type { TlsOptions } from "../http/types.js";
import type { Parsed, Parser } from "./parsers.js";

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;
const PRIVATE_KEY = /-----BEGIN ((?!OPENSSH)(?:[A-Z]+ )?PRIVATE KEY)-----[\s\S]*?-----END \1-----/;

const LABEL = /-----BEGIN ([A-Z0-9 ]+)-----/g;

/** Bytes. All public authorities together have far fewer. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;

/** One or more certificates. */
export const certificates: Parser<string> = {
  type: "string",
  takes: "one or more certificates as PEM text, or the path of a file with them",
  parse: (given) => fromPem(given, "certificate", certificatesIn),
};

/** One private key. `pairFault` checks it together with its passphrase. */
export const privateKey: Parser<string> = {
  type: "string",
  takes: "a private key as PEM text, or the path of a file with it",
  parse: (given) =>
    fromPem(given, "private key", (pem, where) => {
      const [found] = PRIVATE_KEY.exec(pem) ?? [];
      return found === undefined
        ? { fault: `${where}${withoutBlock("private key", pem)}` }
        : { value: `${withLines(found)}\n` };
    }),
  isPublic: (given) => typeof given === "string" && !isPem(given),
};

function certificatesIn(pem: string, where: string, isFile: boolean): Parsed<string> {
  if (!isFile && PRIVATE_KEY.test(pem)) {
    return { fault: "contains a private key. It takes certificates only: put the key into clientKey." };
  }
  const found = Array.from(pem.match(CERTIFICATE) ?? [], withLines);
  if (found.length === 0) {
    return { fault: `${where}${withoutBlock("certificate", pem)}` };
  }
  const bad = found.findIndex((block) => !isCertificate(block));
  if (bad >= 0) {
    return { fault: `${where}contains a certificate that cannot be read (number ${bad + 1}).` };
  }
  return { value: `${found.join("\n")}\n` };
}

/** A block whose lines were joined, indented or ended by CR only, with the lines that OpenSSL requires. */
function withLines(block: string): string {
  const [, begin = "", body = "", end = ""] = /^(-----[^-]+-----)([^]*?)(-----[^-]+-----)$/.exec(block) ?? [];
  // The headers of an encrypted key (RFC 1421) have lines of their own.
  if (begin === "" || body.includes(":")) {
    return block;
  }
  return [begin, ...(body.replace(/\s+/g, "").match(/.{1,64}/g) ?? []), end].join("\n");
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

type Kind = "certificate" | "private key";

const INCOMPLETE = "Its last line, -----END …, is missing.";

/** What to do about a PEM block of another kind, by its label. */
const OTHER_BLOCKS: readonly { readonly label: RegExp; readonly advice: (wanted: Kind) => string }[] = [
  { label: /^OPENSSH /, advice: () => "Convert a copy of it with ssh-keygen -p -m PKCS8 -f FILE." },
  { label: /^PKCS7$/, advice: () => "Convert it with openssl pkcs7 -print_certs -in FILE -out FILE.pem." },
  { label: /^(TRUSTED|X509) CERTIFICATE$/, advice: () => "Convert it with openssl x509 -in FILE -out FILE.pem." },
  { label: /^(NEW )?CERTIFICATE REQUEST$/, advice: () => "The authority makes the certificate of it." },
  { label: /PUBLIC KEY$/, advice: (wanted) => `It takes the ${wanted}.` },
  {
    label: /^CERTIFICATE$/,
    advice: (wanted) =>
      wanted === "certificate" ? INCOMPLETE : "Put the certificate into clientCertificate or caCertificates.",
  },
  {
    label: /PRIVATE KEY$/,
    advice: (wanted) => (wanted === "private key" ? INCOMPLETE : "Put the key into clientKey."),
  },
];

/** The fault of a PEM text that does not have what is wanted. It names what the text has. */
function withoutBlock(wanted: Kind, pem: string): string {
  const labels = [...new Set(Array.from(pem.matchAll(LABEL), ([, label = ""]) => label))];
  const [label = ""] = labels;
  const has = labels.length === 0 ? "" : `, but ${excerpt(labels.join(", "))}`;
  const advice = OTHER_BLOCKS.find((other) => other.label.test(label))?.advice(wanted);
  return `contains no ${wanted} in PEM format${has}.${advice === undefined ? "" : ` ${advice}`}`;
}

/** DER in hex: a SEQUENCE. In PKCS#12 (RFC 7292 §4) it begins with the version 3. */
const DER = /^30(?:80|81..|82.{4}|83.{6}|[0-7].)/;
const PKCS12 = new RegExp(`${DER.source}02010330`);

/** What a file has instead of PEM text, and the command that converts it; `undefined` if nothing is known of it. */
function otherFormat(bytes: Buffer, wanted: Kind): string | undefined {
  const begin = bytes.subarray(0, 16).toString("hex");
  if (PKCS12.test(begin)) {
    return "PKCS#12 (.p12, .pfx). Convert it with openssl pkcs12 -in FILE -out FILE.pem.";
  }
  const command = wanted === "certificate" ? "x509" : "pkey";
  return DER.test(begin) && !isPem(bytes.toString("latin1"))
    ? `DER. Convert it with openssl ${command} -inform der -in FILE -out FILE.pem.`
    : undefined;
}

/** @param wanted what the setting takes. The path of a private key is not shown. */
function fromPem(
  given: unknown,
  wanted: Kind,
  read: (pem: string, where: string, isFile: boolean) => Parsed<string>,
): Parsed<string> | undefined {
  if (typeof given !== "string") {
    return undefined;
  }
  const text = given.trim();
  if (text === "") {
    return { fault: "is empty." };
  }
  // Line breaks may have become `\n` in a variable or a JSON text.
  if (isPem(text)) {
    return read(text.replaceAll(/(?:\\r)?\\n/g, "\n"), "", false);
  }
  if (!isPathLike(text)) {
    return { fault: "is no PEM text, and no path of a file." };
  }
  const file = readPemFile(text);
  if ("value" in file) {
    const other = otherFormat(file.value, wanted);
    return other === undefined
      ? read(decodeText(file.value, undefined) ?? file.value.toString("latin1"), "names a file that ", true)
      : { fault: `names a file that contains no ${wanted} in PEM format, but ${other}` };
  }
  const name = wanted === "certificate" ? `the file "${excerpt(resolve(text))}"` : "the file that it names";
  return { fault: `is no PEM text, and ${name} ${file.fault}${pathAdvice(text)}` };
}

function isPem(text: string): boolean {
  return text.includes("-----BEGIN");
}

/** A key or certificate without its first line, in base64 once more or in UTF-16 is no path: messages show paths. */
function isPathLike(text: string): boolean {
  const isOneLine = !/\p{Cc}/u.test(text);
  return isOneLine && text.length <= 1024 && !/^(?:M[A-Z]|LS0t)[\w+/=\s-]{38,}$/.test(text);
}

/** What is wrong with a path that no program replaced or cut to its size, as the end of the fault. */
const PATH_ADVICE: readonly (readonly [path: RegExp, advice: string])[] = [
  [/^["'].*["']$/, "Write the path without quotation marks."],
  [/^~|\$\w|\$\{|%\w+%/, "Write the whole path: ~ and variables are not replaced."],
  [/^file:/i, "Write the path without file:."],
  [/^\w+:\/\//, "It takes a file of this machine: download it."],
  [/^@/, "Write the path without @."],
];

function pathAdvice(path: string): string {
  const advice = PATH_ADVICE.find(([pattern]) => pattern.test(path))?.[1];
  return advice === undefined ? "" : ` ${advice}`;
}

function readPemFile(path: string): Parsed<Buffer> {
  try {
    const status = statSync(path);
    if (!status.isFile()) {
      return { fault: "is not a file." };
    }
    if (status.size > MAX_FILE_BYTES) {
      return { fault: "is too large." };
    }
    return { value: readFileSync(path) };
  } catch (error) {
    return { fault: `cannot be read (${systemCodeOf(error) ?? "unknown error"}).` };
  }
}

export type PairKey = "clientCertificate" | "clientKey" | "clientKeyPassphrase";

/** What is wrong with certificate, key and passphrase together: the setting, and the rest of a sentence about it. */
export function pairFault(
  { cert, key, passphrase }: TlsOptions,
  nameOf: (key: PairKey) => string,
): { readonly key: PairKey; readonly fault: string } | undefined {
  const fault = (of: PairKey, text: string) => ({ key: of, fault: text });
  if (cert !== undefined && key === undefined) {
    return fault("clientKey", `is not set, but ${nameOf("clientCertificate")} is. Set both, or neither.`);
  }
  if (key === undefined) {
    return passphrase === undefined
      ? undefined
      : fault("clientKey", `is not set, but ${nameOf("clientKeyPassphrase")} is. Set the key too, or neither.`);
  }
  if (cert === undefined) {
    return fault("clientCertificate", `is not set, but ${nameOf("clientKey")} is. Set both, or neither.`);
  }
  const isEncrypted = /^-----BEGIN ENCRYPTED |^Proc-Type: *4, *ENCRYPTED/m.test(key);
  if (isEncrypted && passphrase === undefined) {
    return fault("clientKeyPassphrase", `is not set, but ${nameOf("clientKey")} is encrypted. Set its passphrase.`);
  }
  const opened = openKey(key, passphrase);
  if (opened === undefined) {
    return isEncrypted
      ? fault("clientKeyPassphrase", `does not decrypt ${nameOf("clientKey")}. Is it the passphrase of this key?`)
      : fault(
          "clientKey",
          "contains a private key that cannot be read. It takes PKCS#8, PKCS#1 or SEC 1 in PEM format.",
        );
  }
  return new X509Certificate(cert).checkPrivateKey(opened)
    ? undefined
    : fault(
        "clientKey",
        `does not belong to the first certificate of ${nameOf("clientCertificate")}. The client's own certificate comes first.`,
      );
}

function openKey(key: string, passphrase: string | undefined): KeyObject | undefined {
  try {
    return createPrivateKey(passphrase === undefined ? key : { key, passphrase });
  } catch {
    return undefined;
  }
}
