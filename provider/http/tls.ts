/** TLS: trusted authorities, the client's certificate, and the description of a connection. */
import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import tls from "node:tls";
import { SettingsError, systemCodeOf } from "./errors.js";
import { excerpt } from "./excerpt.js";
import type { TlsDescription, TlsOptions } from "./types.js";

/** The contexts of connections: to the service with the client's certificate, to a proxy without it. */
export interface TlsContexts {
  readonly service: tls.SecureContext | undefined;
  readonly proxy: tls.SecureContext | undefined;
}

/** With authorities of its own, a context reads all of Node.js's again: 30 ms. */
const created = new WeakMap<TlsOptions, TlsContexts>();

/**
 * Reads the certificates and the key once for the same options, not for each connection. `undefined` if nothing is set: Node.js
 * then uses its own context.
 *
 * @throws SettingsError if OpenSSL refuses them.
 */
export function createTlsContexts(options: TlsOptions): TlsContexts {
  const contexts = created.get(options) ?? readTlsContexts(options);
  created.set(options, contexts);
  return contexts;
}

function readTlsContexts({ ca, cert, key, passphrase }: TlsOptions): TlsContexts {
  // A key comes with its certificate: the settings are checked for that.
  if (ca === undefined && cert === undefined) {
    return { service: undefined, proxy: undefined };
  }
  const trusted = ca === undefined ? {} : { ca: [...defaultAuthorities(), ca] };
  try {
    const service = tls.createSecureContext({ ...trusted, cert, key, passphrase });
    if (cert === undefined) {
      return { service, proxy: service };
    }
    return { service, proxy: ca === undefined ? undefined : tls.createSecureContext(trusted) };
  } catch (error) {
    const reason =
      `The certificates or the key cannot be used (${excerpt(systemCodeOf(error) ?? "unknown error")}). ` +
      "Check that they are PEM texts, that the key belongs to clientCertificate, and clientKeyPassphrase.";
    throw new SettingsError([{ property: "tls", reason }]);
  }
}

/**
 * The authorities that Node.js trusts by default. The option `ca` replaces them, so they are added to it. Node.js lists them
 * from 22.15 on. Before, they are its own and those in NODE_EXTRA_CA_CERTS.
 */
function defaultAuthorities(): readonly string[] {
  const { getCACertificates } = tls as { getCACertificates?: (type: "default") => string[] };
  return getCACertificates?.("default") ?? [...tls.rootCertificates, ...extraAuthorities()];
}

function extraAuthorities(): string[] {
  try {
    return [readFileSync(process.env.NODE_EXTRA_CA_CERTS ?? "", "utf8")];
  } catch {
    return []; // No file is named, or Node.js itself has warned about it at its start.
  }
}

/** How a connection is secured; `undefined` if it is not secured or already closed. */
export function describeTls(socket: unknown, options: TlsOptions): TlsDescription | undefined {
  if (!(socket instanceof tls.TLSSocket)) {
    return undefined;
  }
  // `null` if the connection has been closed, and an empty object before there is one. The types of Node.js have neither.
  const certificate = socket.getPeerCertificate() as tls.PeerCertificate | null;
  if (typeof certificate?.valid_to !== "string") {
    return undefined;
  }
  return {
    protocol: socket.getProtocol() ?? "TLS",
    server: {
      subject: nameIn(certificate.subject),
      issuer: nameIn(certificate.issuer),
      validUntil: new Date(certificate.valid_to),
    },
    client: describeClientCertificate(options),
  };
}

/** The client's certificate; `undefined` if none is set. */
export function describeClientCertificate({ cert }: TlsOptions): TlsDescription["client"] {
  if (cert === undefined) {
    return undefined;
  }
  const certificate = new X509Certificate(cert);
  return {
    subject: nameIn(certificate.subject),
    issuer: nameIn(certificate.issuer),
    validUntil: new Date(certificate.validTo),
  };
}

/** The common name, else the organisation, else the whole name. A certificate is remote text, so it is an excerpt. */
function nameIn(name: tls.PeerCertificate["subject"] | string | undefined): string {
  const parts =
    typeof name === "string"
      ? Object.fromEntries(name.split("\n").map((line) => line.split(/=(.*)/s, 2) as [string, string]))
      : { ...name };
  const chosen: unknown = parts.CN ?? parts.O ?? Object.values(parts).join(", ");
  return excerpt([chosen].flat().join(", "));
}
