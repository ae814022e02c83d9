/** The TLS contexts of connections: trusted authorities, and the client's certificate. Runs in both processes. */
import { readFileSync } from "node:fs";
import tls from "node:tls";
import { systemCodeOf } from "../base/errors.js";
import { excerpt } from "../base/text.js";
import type { TlsOptions } from "./types.js";

/** The contexts of connections: to the service with the client's certificate, to a proxy without it. */
export interface TlsContexts {
  readonly service: tls.SecureContext | undefined;
  readonly proxy: tls.SecureContext | undefined;
}

/** OpenSSL refuses the certificates or the key. `message` is its code. */
export class TlsMaterialError extends Error {}

/**
 * Reads the certificates and the key. A context is `undefined` if nothing is set for it: Node.js then uses its own. Each context is
 * created once, because creating one with further authorities also parses all default authorities again, which takes about 30 ms.
 *
 * @throws TlsMaterialError if OpenSSL refuses them.
 */
export function createTlsContexts({ ca, cert, key, passphrase }: TlsOptions): TlsContexts {
  const trusted = ca === undefined ? {} : { ca: [...defaultAuthorities(), ca] };
  try {
    const proxy = ca === undefined ? undefined : tls.createSecureContext(trusted);
    // The caller has checked that a key comes with its certificate.
    const service = cert === undefined ? proxy : tls.createSecureContext({ ...trusted, cert, key, passphrase });
    return { service, proxy };
  } catch (error) {
    throw new TlsMaterialError(excerpt(systemCodeOf(error) ?? "unknown error"));
  }
}

/**
 * Returns the authorities that Node.js trusts by default. They must be a part of the option `ca` of `node:tls`, because that option replaces
 * them. Node.js lists them from version 22.15 on. For older versions, they are put together: those of Node.js itself, and those in
 * NODE_EXTRA_CA_CERTS.
 */
function defaultAuthorities(): readonly string[] {
  const { getCACertificates } = tls as { getCACertificates?: (type: "default") => string[] };
  return getCACertificates?.("default") ?? [...tls.rootCertificates, ...extraAuthorities()];
}

function extraAuthorities(): string[] {
  try {
    return [readFileSync(process.env.NODE_EXTRA_CA_CERTS ?? "", "utf8")];
  } catch {
    return []; // No file is named, or Node.js itself has warned about it when it started.
  }
}
