/** The TLS contexts of connections: trusted authorities, and the client's certificate. */
import { readFileSync } from "node:fs";
import tls from "node:tls";
import { SettingsError, systemCodeOf } from "../base/errors.js";
import { excerpt } from "../base/excerpt.js";
import type { TlsOptions } from "./types.js";

/** The contexts of connections: to the service with the client's certificate, to a proxy without it. */
export interface TlsContexts {
  readonly service: tls.SecureContext | undefined;
  readonly proxy: tls.SecureContext | undefined;
}

/**
 * Reads the certificates and the key. With authorities of its own, a context reads all of Node.js's again: 30 ms. `undefined`
 * if nothing is set: Node.js then uses its own context.
 *
 * @throws SettingsError if OpenSSL refuses them.
 */
export function createTlsContexts({ ca, cert, key, passphrase }: TlsOptions): TlsContexts {
  const trusted = ca === undefined ? {} : { ca: [...defaultAuthorities(), ca] };
  try {
    const proxy = ca === undefined ? undefined : tls.createSecureContext(trusted);
    // A key comes with its certificate: the settings are checked for that.
    const service = cert === undefined ? proxy : tls.createSecureContext({ ...trusted, cert, key, passphrase });
    return { service, proxy };
  } catch (error) {
    const reason =
      `The certificates or the key cannot be used (${excerpt(systemCodeOf(error) ?? "unknown error")}). ` +
      "Check that they are PEM texts, that the key belongs to clientCertificate, and clientKeyPassphrase.";
    throw new SettingsError([{ property: "clientCertificate", reason }]);
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
