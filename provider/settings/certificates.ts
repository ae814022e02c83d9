/** The settings of TLS: PEM texts or files, and whether key, passphrase and certificate belong together. */
import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { excerpt } from "../http/excerpt.js";
import type { TlsOptions } from "../http/types.js";
import type { Parsed, Parser } from "./parsers.js";

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;
const PRIVATE_KEY = /-----BEGIN ((?:[A-Z]+ )?PRIVATE KEY)-----[\s\S]*?-----END \1-----/;

/** Bytes. All public authorities together have far fewer. */
const LARGEST_FILE = 4 * 1024 * 1024;

/** One or more certificates. */
export const certificates: Parser<string> = {
  type: "string",
  takes: "one or more certificates as PEM text, or the path of a file with them",
  parse: (given) => fromPem(given, "public", certificatesIn),
};

/** One private key. `pairFault` checks it together with its passphrase. */
export const privateKey: Parser<string> = {
  type: "string",
  takes: "a private key as PEM text, or the path of a file with it",
  parse: (given) =>
    fromPem(given, "secret", (pem, where) => {
      const [found] = PRIVATE_KEY.exec(pem) ?? [];
      return found === undefined
        ? { fault: `${where}contains no private key in PEM format.` }
        : { value: `${found}\n` };
    }),
  isPublic: (given) => typeof given === "string" && !isPem(given),
};

function certificatesIn(pem: string, where: string, isFile: boolean): Parsed<string> {
  if (!isFile && PRIVATE_KEY.test(pem)) {
    return { fault: "contains a private key. It takes certificates only: put the key into clientKey." };
  }
  const found = pem.match(CERTIFICATE) ?? [];
  if (found.length === 0) {
    return { fault: `${where}contains no certificate in PEM format.` };
  }
  const bad = found.findIndex((block) => !isCertificate(block));
  if (bad >= 0) {
    return { fault: `${where}contains a certificate that cannot be read (number ${bad + 1}).` };
  }
  return { value: `${found.join("\n")}\n` };
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

/** @param path whether a path may be shown. A key without its first line looks like a path. */
function fromPem(
  given: unknown,
  path: "public" | "secret",
  read: (pem: string, where: string, isFile: boolean) => Parsed<string>,
): Parsed<string> | undefined {
  if (typeof given !== "string") {
    return undefined;
  }
  if (given.trim() === "") {
    return { fault: "is empty." };
  }
  // Line breaks may have become `\n` in a variable or a JSON text.
  if (isPem(given)) {
    return read(given.replaceAll("\\n", "\n"), "", false);
  }
  const name = path === "public" ? `the file "${excerpt(given)}"` : "the file that it names";
  const file = readPemFile(given.trim());
  return "fault" in file
    ? { fault: `is no PEM text, and ${name} ${file.fault}` }
    : read(file.value, "names a file that ", true);
}

function isPem(text: string): boolean {
  return text.includes("-----BEGIN");
}

function readPemFile(path: string): Parsed<string> {
  try {
    const status = statSync(path);
    if (!status.isFile()) {
      return { fault: "is not a file." };
    }
    if (status.size > LARGEST_FILE) {
      return { fault: "is too large." };
    }
    return { value: readFileSync(path, "utf8") };
  } catch (error) {
    return { fault: `cannot be read (${(error as NodeJS.ErrnoException).code ?? "unknown error"}).` };
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
